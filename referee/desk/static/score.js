// The score page: confirm, count, sign.
import { note, order, ready } from "/static/page.js";

const sheet = document.getElementById("sheet");
const drawn = {};
let signing = false;

async function refresh() {
  if (signing) return;
  const answer = await fetch(sheet.dataset.source, { cache: "no-store" });
  if (answer.status === 401) return location.assign("/login");
  if (!answer.ok) return;
  if (answer.headers.get("x-mark") !== document.body.dataset.mark) return location.reload();
  const html = await answer.text();
  if (sheet.dataset.shown === html || sheet.contains(document.activeElement) && document.activeElement.matches("input, select")) return;
  sheet.dataset.shown = html;
  const typed = typedSoFar();
  sheet.innerHTML = html;
  typeAgain(typed);
  fitEnding();
  for (const pad of sheet.querySelectorAll("canvas")) prepare(pad);
}

// A field to sign in; points are kept in shares of its width and height.
function prepare(pad) {
  const who = pad.dataset.pad, pen = pad.getContext("2d");
  drawn[who] = [];
  pen.lineWidth = 5;
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = "#10235c";
  const at = (event) => {
    const room = pad.getBoundingClientRect();
    return [(event.clientX - room.left) / room.width, (event.clientY - room.top) / room.height];
  };
  pad.addEventListener("pointerdown", (event) => {
    pad.setPointerCapture(event.pointerId);
    signing = true;
    drawn[who].push([at(event)]);
  });
  pad.addEventListener("pointermove", (event) => {
    const stroke = drawn[who].at(-1);
    if (!pad.hasPointerCapture(event.pointerId) || !stroke || stroke.length >= 400) return;
    const from = stroke.at(-1), to = at(event);
    stroke.push(to);
    pen.beginPath();
    pen.moveTo(from[0] * pad.width, from[1] * pad.height);
    pen.lineTo(to[0] * pad.width, to[1] * pad.height);
    pen.stroke();
  });
}

sheet.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { confirm, sign, wipe, sure } = button.dataset;
  if (wipe) {
    const pad = sheet.querySelector(`[data-pad="${wipe}"]`);
    pad.getContext("2d").clearRect(0, 0, pad.width, pad.height);
    drawn[wipe] = [];
    signing = Object.values(drawn).some((strokes) => strokes.length);
    return;
  }
  if (sure && !window.confirm(sure)) return;
  if (confirm) {
    await order("/api/score/confirm", { cells: confirmed(confirm, button.dataset) });
  } else if (sign) {
    const told = await order("/api/score/sign", { by: sign, strokes: drawn[sign] || [] });
    for (const reply of told?.replies ?? []) note(reply.text, reply.granted ? "yes" : "no");
    if (told) drawn[sign] = [];
  } else return;
  signing = false;
  refresh();
});

// The cell with its content; of stones also what was typed for other places, because 48 belong together.
function confirmed(cell, { field, content }) {
  if (!field) return { [cell]: content || "" };
  const typed = [...sheet.querySelectorAll("input[data-place]")].filter((each) => each.id === field || each.value !== each.defaultValue);
  return Object.fromEntries(typed.map((each) => [each.dataset.place, each.value]));
}

sheet.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (event.target.id === "end-game") return endGame(event.target);
  const stones = Object.fromEntries([...new FormData(event.target)].map(([key, value]) => [key, Number(value)]));
  await order("/api/acts/counted", { stones });
  document.activeElement?.blur();
  refresh();
});

// What was chosen and typed, and not yet sent; a redraw must not change it.
function typedSoFar() {
  const fields = [...sheet.querySelectorAll("input, select")];
  return fields.filter((field) => field.value !== (field.defaultValue ?? "")).map((field) => [named(field), field.value]);
}

function typeAgain(typed) {
  for (const [name, value] of typed) {
    const field = sheet.querySelector(name);
    if (field) field.value = value;
  }
}

const named = (field) => (field.id ? `#${CSS.escape(field.id)}` : `[name="${CSS.escape(field.name)}"]`);

// Only the referee is asked for a reason.
function fitEnding() {
  const form = document.getElementById("end-game");
  if (form) form.elements.because.closest("label").hidden = form.elements.why.value !== "stopped";
}
sheet.addEventListener("change", fitEnding);

// A game that the board does not end: who gives up, or why the referee ends it.
async function endGame(form) {
  const chosen = form.elements.why.selectedOptions[0];
  if (!chosen?.value) return note(form.dataset.choose, "no");
  const [why, by] = chosen.value.split("-");
  const because = form.elements.because.value.trim();
  const told = why === "stopped" ? `${chosen.dataset.told} ${because}` : chosen.dataset.told;
  const lacking = why === "stopped" && !because; // refused anyway, with the reason
  if (!lacking && !window.confirm(`${told}\n\n${form.dataset.sure}`)) return;
  const done = await order("/api/score/end", { why, by: by ?? null, because });
  for (const reply of done?.replies ?? []) note(reply.text, reply.granted ? "yes" : "no");
  document.activeElement?.blur();
  refresh();
}

const lost = document.getElementById("lost");
const stream = new EventSource(`/api/stream?after=${document.body.dataset.number}`);
stream.onopen = () => { lost.hidden = true; };
stream.onerror = () => { lost.hidden = false; };
let timer = 0;
stream.onmessage = () => { clearTimeout(timer); timer = setTimeout(refresh, 200); };
for (const pad of sheet.querySelectorAll("canvas")) prepare(pad);
fitEnding();
ready();
