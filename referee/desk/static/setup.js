// Setting a table up: choose, look, put right what is not, start.
import { order, put, say } from "/static/page.js";
import { follow } from "/static/live.js";
import { handles } from "/static/corners.js";
import { forgetPlan, showPlan, tap, tapped, unfinished as planOpen } from "/static/plates.js";

const first = document.getElementById("first"), second = document.getElementById("second");
const third = document.getElementById("third"), start = document.getElementById("start");
const place = document.getElementById("place"), image = place.querySelector("img");
let gone = false, looking = false, ready = false, found = false, game = "", holes = [], size = [1, 1];

fetch("/desk/setup/sources").then(async (answer) => {
  document.getElementById("sources").innerHTML = answer.ok ? await answer.text() : "";
  const wanted = first.querySelector(`[name=source][value="demo:${first.elements.game.value}"]`);
  const live = first.querySelector("[name=source]");
  (live && !live.value.startsWith("demo:") ? live : wanted || live)?.click();
});

// The small picture of the chosen camera is a live one until the table is looked at; a demo stands still.
setInterval(() => {
  const chosen = first.querySelector("[name=source]:checked"), small = chosen?.closest("label").querySelector("img");
  if (!small?.complete || looking || document.hidden || chosen.value.startsWith("demo:")) return;
  small.src = `/desk/setup/thumbnail?source=${encodeURIComponent(chosen.value)}&at=${Date.now()}`;
}, 2000);

const unfinished = document.getElementById("unfinished");
fetch("/desk/setup/unfinished").then(async (answer) => { unfinished.innerHTML = answer.ok ? await answer.text() : ""; });
unfinished.addEventListener("click", async (event) => {
  const journal = event.target.closest("[data-resume]")?.dataset.resume;
  const address = first.elements.address.value.trim();  // a camera's password is in no journal
  if (journal && (await order("/api/setup/resume", { journal, address })) !== null) location.assign("/");
});

first.addEventListener("change", (event) => {
  if (event.target.name !== "game") return;
  for (const rules of first.querySelectorAll("[data-rules]")) rules.hidden = rules.dataset.rules !== event.target.value;
  const chosen = first.querySelector("[name=source]:checked");
  if (chosen?.value.startsWith("demo:")) first.querySelector(`[name=source][value="demo:${event.target.value}"]`)?.click();
});

// The options of a game, or of the round, that are not as usual.
function chosenRules(of) {
  const fields = [...document.querySelectorAll(`[data-rules="${of}"] [data-default]`)];
  return Object.fromEntries(fields.filter((each) => each.value !== each.dataset.default).map((each) => [each.name, each.value]));
}

first.addEventListener("submit", async (event) => {
  event.preventDefault();
  const game = first.elements.game.value, rules = chosenRules(game);
  const source = first.elements.address.value.trim() || first.querySelector("[name=source]:checked")?.value || "";
  if (!(await order("/api/setup/look", { game, source, rules }).then((told) => told !== null))) return;
  forgetPlan();
  third.elements.looked.checked = third.elements.stands.checked = false; // that was another board
  document.getElementById("plan-wrong").hidden = true;
  second.hidden = false;
  second.scrollIntoView({ behavior: "smooth" });
  if (!looking) { looking = true; follow(image, 250, () => gone); watch(); }
});

const drag = handles(place, image, async (points) => { await order("/api/setup/place", { points }); refresh(); });

async function refresh() {
  const answer = await fetch("/api/setup", { cache: "no-store" }).catch(() => null);
  if (!answer || gone) return;
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) return stand(told.detail);
  put(document.getElementById("findings"), told.findings);
  put(document.getElementById("over"), told.over);
  put(document.getElementById("plates"), told.plates);
  drag.show(told.handles, told.size);
  [game, holes, size] = [told.game, told.holes, told.size];
  ready = told.ready;
  found = told.found;
  document.getElementById("turn").disabled = !found;
  document.getElementById("plate-tools").hidden = !told.layout.length;
  if (told.layout.length) showPlan(document.getElementById("plan"), told.layout, mendPlates);
  mark();
  ask();
}

// No camera is looked at any more: said where it was told what is seen.
function stand(why) {
  const place = document.getElementById("findings"), line = document.createElement("p");
  line.className = "wrong";
  line.textContent = `✗ ${typeof why === "string" ? why : say("refused")}`;
  place.replaceChildren(line);
  delete place.dataset.shown;
  ready = found = false;
  ask();
}

// With what the game begins is asked only where the start position is not recognised.
function ask() {
  const { looked, stands } = third.elements;
  document.getElementById("begins").hidden = ready || !found;
  for (const sides of third.querySelectorAll("[data-sides]")) sides.hidden = !stands.checked || sides.dataset.sides !== game;
  start.disabled = (game === "kulami" && planOpen()) || !(ready || (found && (looked.checked || stands.checked)));
}

async function watch() {
  if (gone) return;
  await refresh();
  setTimeout(watch, document.hidden ? 2000 : 700);
}

// Send the plates (null: read them again); what is wrong with them is said above the plan.
async function mendPlates(layout) {
  const wrong = document.getElementById("plan-wrong");
  const answer = await fetch("/api/setup/plates", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ layout }),
  }).catch(() => null);
  const told = answer && !answer.ok ? await answer.json().catch(() => ({})) : {};
  wrong.hidden = Boolean(answer?.ok);
  wrong.querySelector("span").textContent = typeof told.detail === "string" ? told.detail : say(answer ? "refused" : "unreachable");
  if (!wrong.hidden) wrong.scrollIntoView({ behavior: "smooth", block: "nearest" });
  setTimeout(refresh); // after the plan knows the answer
  return Boolean(answer?.ok);
}

for (const button of document.querySelectorAll("[data-layout]")) {
  button.addEventListener("click", () => { forgetPlan(); mendPlates(button.dataset.layout || null); });
}

// A tap on the picture is a tap on the hole that lies there.
place.addEventListener("click", async (event) => {
  if (event.target.closest(".handle") || holes.length !== 64) return;
  const room = image.getBoundingClientRect();
  const x = ((event.clientX - room.left) / room.width) * size[0], y = ((event.clientY - room.top) / room.height) * size[1];
  const far = holes.map(([across, down]) => Math.hypot(across - x, down - y));
  const nearest = far.indexOf(Math.min(...far)), [a, b] = [holes[0], holes[1]];
  if (far[nearest] > Math.hypot(a[0] - b[0], a[1] - b[1])) return;
  const done = tap(document.getElementById("plan"), nearest % 8, Math.floor(nearest / 8), mendPlates);
  mark();
  await done;
});

// The first of two holes that were tapped, in the picture too.
function mark() {
  const at = tapped(), dot = document.getElementById("tapped"), hole = at && holes[at[1] * 8 + at[0]];
  dot.hidden = !hole;
  if (hole) [dot.style.left, dot.style.top] = [`${(hole[0] / size[0]) * 100}%`, `${(hole[1] / size[1]) * 100}%`];
}

document.getElementById("again").addEventListener("click", async () => { await order("/api/setup/place", { points: null }); refresh(); });
document.getElementById("turn").addEventListener("click", async () => { await order("/api/setup/place", { points: drag.turned(game === "mangala" ? 2 : 1) }); refresh(); });
for (const [one, other] of [["looked", "stands"], ["stands", "looked"]]) {
  third.elements[one].addEventListener("change", () => { third.elements[other].checked = false; ask(); });
}
third.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { a, b, table, round, minutes, stands, last } = third.elements;
  const as_it_stands = stands.checked && !ready;
  gone = true;
  const told = await order("/api/setup/start", {
    names: [a.value.trim(), b.value.trim()],
    table: table.value.trim(),
    round: round.value.trim(),
    minutes: minutes.value ? Number(minutes.value) : null,
    round_rules: chosenRules("round"),
    impaired: [...third.querySelectorAll("[name=impaired]:checked")].map((each) => each.value),
    as_it_stands,
    side: as_it_stands ? third.querySelector(`[name="side-${game}"]:checked`)?.value ?? null : null,
    last: as_it_stands && game === "kulami" ? last.value.toLowerCase().match(/[a-h][1-8]/g)?.slice(0, 2) ?? [] : [],
  });
  if (told !== null) return location.assign("/");
  gone = false;
  watch();
});
