// The players' page: the board, whose turn it is, the clocks, and the result once it is signed.
import { run as runClocks } from "/static/clocks.js";

const lost = document.getElementById("lost");
function show(told) {
  for (const [id, html] of Object.entries(told)) {
    const element = document.getElementById(`public-${id}`);
    if (element && element.dataset.shown !== html) {
      element.dataset.shown = html;
      element.innerHTML = html;
    }
  }
  runClocks();
}

const stream = new EventSource(`/players/stream?lang=${document.documentElement.lang}`);
stream.onopen = () => { lost.hidden = true; };
stream.onerror = () => { lost.hidden = false; };
stream.onmessage = (event) => show(JSON.parse(event.data));
