// Clocks that run on between two words of the server.
let shown = [];

const text = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
};

export function run() {
  const since = performance.now() / 1000;
  shown = [...document.querySelectorAll("[data-seconds]")].map((element) => ({
    element,
    left: Number(element.dataset.seconds),
    runs: element.dataset.runs === "yes",
    since,
  }));
  tick();
}

function tick() {
  const now = performance.now() / 1000;
  for (const { element, left, runs, since } of shown) {
    const told = text(runs ? left - (now - since) : left);
    if (element.textContent !== told) element.textContent = told;
  }
}

setInterval(tick, 250);
