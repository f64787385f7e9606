// The table card's QR code brings the PIN behind the #, which no server and no log ever sees.
import { say } from "/static/page.js";

const form = document.querySelector("form"), field = form.elements.pin;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wrong = document.getElementById("wrong");
  wrong.hidden = true;
  const answer = await fetch("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pin: field.value.trim() }),
  }).catch(() => null);
  if (answer?.ok) return location.assign("/");
  const told = answer ? await answer.json().catch(() => ({})) : {};
  wrong.textContent = answer ? told.detail || say("refused") : say("unreachable");
  wrong.hidden = false;
  field.select();
});

const given = new URLSearchParams(location.hash.slice(1)).get("pin");
if (given) {
  history.replaceState(null, "", location.pathname);
  field.value = given;
  form.requestSubmit();
}
