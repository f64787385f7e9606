// Kulami's plates as a plan: two taps on opposite corner holes make one plate.
let shown = "", rows = [], from = null;

export function showPlan(plan, layout, mend) {
  if (from !== null || shown === layout.join("/")) return;
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

async function tap(plan, x, y, mend) {
  if (from === null) {
    from = [x, y];
    draw(plan, mend);
    plan.querySelectorAll("button")[y * 8 + x].focus();
    return;
  }
  const [left, right] = [Math.min(from[0], x), Math.max(from[0], x)];
  const [top, bottom] = [Math.min(from[1], y), Math.max(from[1], y)];
  from = null;
  const used = new Set(rows.join(""));
  const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].find((each) => !used.has(each)) ?? "Z";
  rows = rows.map((row, at) => at < top || at > bottom ? row
    : row.slice(0, left) + letter.repeat(right - left + 1) + row.slice(right + 1));
  draw(plan, mend);
  if (await mend(rows.join("/"), true)) shown = "";
}
