// Kulami's plates as a plan: two taps on opposite corner holes, there or in the picture, make one plate.
// What was tapped stays though the whole does not fit together yet: a second plate may be wrong too.
let shown = "", rows = [], from = null, refused = false;

export const unfinished = () => refused;
export const tapped = () => from;

// Back to the plates as the server has them.
export function forgetPlan() {
  shown = "";
  from = null;
  refused = false;
}

export function showPlan(plan, layout, mend) {
  if (from !== null || refused || shown === layout.join("/")) return;
  shown = layout.join("/");
  rows = [...layout];
  draw(plan, mend);
}

function draw(plan, mend) {
  plan.replaceChildren();
  rows.forEach((row, y) => [...row].forEach((letter, x) => {
    const hole = document.createElement("button");
    hole.type = "button";
    hole.textContent = letter;
    hole.className = "hole";
    const name = `${"abcdefgh"[x]}${y + 1}`;
    hole.setAttribute("aria-label", `${name}: ${letter}`);
    if (y === 0 || rows[y - 1][x] !== letter) hole.classList.add("edge-top");
    if (x === 0 || row[x - 1] !== letter) hole.classList.add("edge-left");
    if (y === 7 || rows[y + 1][x] !== letter) hole.classList.add("edge-bottom");
    if (x === 7 || row[x + 1] !== letter) hole.classList.add("edge-right");
    if (from && from[0] === x && from[1] === y) hole.classList.add("from");
    hole.addEventListener("click", () => tap(plan, x, y, mend));
    plan.append(hole);
  }));
}

export async function tap(plan, x, y, mend) {
  if (from === null) {
    from = [x, y];
    draw(plan, mend);
    plan.querySelectorAll("button")[y * 8 + x].focus({ preventScroll: true });
    return;
  }
  if (from[0] === x && from[1] === y) { // the same hole again: it was not meant
    from = null;
    return draw(plan, mend);
  }
  const [left, right] = [Math.min(from[0], x), Math.max(from[0], x)];
  const [top, bottom] = [Math.min(from[1], y), Math.max(from[1], y)];
  from = null;
  const used = new Set(rows.join(""));
  const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].find((each) => !used.has(each)) ?? "Z";
  rows = rows.map((row, at) => at < top || at > bottom ? row
    : row.slice(0, left) + letter.repeat(right - left + 1) + row.slice(right + 1));
  draw(plan, mend);
  refused = true; // until the server has said otherwise
  refused = !(await mend(rows.join("/")));
  if (!refused) shown = "";
}
