// The referee's page: what the server says is put in its place, what the referee taps is sent.
import { note, order, put, ready } from "/static/page.js";
import { run as runClocks } from "/static/clocks.js";
import { follow } from "/static/live.js";
import { openLooks } from "/static/looks.js";
import { openMend } from "/static/mend.js";
import { openReport } from "/static/report.js";

const parts = ["attention", "sight", "over", "board", "players", "moves", "acts"];
const lost = document.getElementById("lost");
let number = Number(document.body.dataset.number || 0);
let asking = false, again = false, heard = "";

async function refresh() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    const answer = await fetch("/desk/parts", { cache: "no-store" });
    if (answer.status === 401) return location.assign("/login");
    if (!answer.ok) return;
    const told = await answer.json();
    if (told.elsewhere) return location.assign(told.elsewhere);
    if (told.mark !== document.body.dataset.mark) return location.reload();  // another game: its head, its layout
    for (const part of parts) put(document.getElementById(part), told[part] ?? "");
    tellFolded();
    number = told.number;
    runClocks();
    signal(told.alarm);
  } catch {
    again = true;
  } finally {
    asking = false;
    if (again) { again = false; setTimeout(refresh, 300); }
  }
}

// Sound and vibration only where the referee has asked for them.
const wanted = (what) => localStorage.getItem(`hakem-${what}`) === "on";
function signal(alarm) {
  if (!alarm || alarm === heard) { heard = alarm || heard; return; }
  heard = alarm;
  if (wanted("vibration")) navigator.vibrate?.([120, 60, 120]);
  if (wanted("sound")) {
    const audio = new AudioContext(), tone = audio.createOscillator(), gain = audio.createGain();
    gain.gain.value = 0.08;
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.18);
  }
}

let timer = 0;
const soon = () => { clearTimeout(timer); timer = setTimeout(refresh, 60); };
const stream = new EventSource(`/api/stream?after=${number}`);
stream.onopen = () => { lost.hidden = true; document.body.dataset.connected = "yes"; soon(); };
stream.onerror = () => { lost.hidden = false; document.body.dataset.connected = "no"; };
stream.onmessage = soon;

async function act(button) {
  const name = button.dataset.act;
  if (button.dataset.off) return note(button.dataset.off);  // a finger sees no title
  if (name === "mend") return openMend(refresh);
  if (name === "report") return openReport(refresh);
  if (name === "help") return document.getElementById("help").showModal();
  if (button.dataset.sure && !window.confirm(button.dataset.sure)) return;
  button.disabled = true;
  const told = await order(`/api/acts/${name}`, JSON.parse(button.dataset.body || "{}"));
  button.disabled = false;
  if (told && name === "count-pit") count(JSON.parse(button.dataset.body).pit);
  for (const reply of told?.replies ?? []) note(reply.text, reply.granted ? "yes" : "no");
  refresh();
}

// The buttons are renewed with the page, but stay folded or unfolded.
function tellFolded() {
  const unfolded = document.getElementById("acts").classList.contains("all");
  document.getElementById("act-all")?.setAttribute("aria-expanded", String(unfolded));
}

// After a player has asked for it: what the referee finds in the pit.
function count(pit) {
  const dialog = document.getElementById("count"), form = dialog.querySelector("form");
  dialog.querySelector("[data-pit]").textContent = pit;
  form.reset();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const stones = { [pit]: Number(form.elements.stones.value) };
    if (await order("/api/acts/counted", { stones })) dialog.close();
    refresh();
  };
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (button) act(button);
  const all = event.target.closest("[data-all]");
  if (all) { document.getElementById("acts").classList.toggle("all"); tellFolded(); }
  const looks = event.target.closest("[data-looks]");
  if (looks) openLooks(looks.dataset);
  const fold = event.target.closest("[data-dismiss]");
  if (fold) order("/api/acts/dismiss", { number: Number(fold.dataset.dismiss) }).then(refresh);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !document.getElementById("keys").checked) return;
  if (event.target.closest("input, select, textarea, dialog[open]")) return;
  if (event.repeat) {  // a key that is held acts once, also on the button that has the focus
    if (event.target.closest("[data-act]")) event.preventDefault();
    return;
  }
  // What has the focus is pressed by these two, and by nothing else.
  if ([" ", "Enter"].includes(event.key) && event.target.closest("button, a, summary, [role=button]")) return;
  const named = `[data-key="${CSS.escape(event.key.toLowerCase())}"]`;
  const button = document.querySelector(`${named}:not([disabled], [data-off])`) ?? document.querySelector(named);
  if (!button) return;
  event.preventDefault();
  button.click();
});

for (const box of document.querySelectorAll("[data-kept]")) {
  const name = `hakem-${box.dataset.kept}`;
  const kept = localStorage.getItem(name);
  if (kept !== null) box.checked = kept === "on";
  box.addEventListener("change", () => localStorage.setItem(name, box.checked ? "on" : "off"));
}

for (const image of document.querySelectorAll("img[data-source]")) follow(image);
setInterval(() => document.hidden || refresh(), 1500);  // hands over the board are no event
refresh();
ready();
