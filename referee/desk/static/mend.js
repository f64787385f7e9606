// Correcting by hand: tap a cell until it shows what stands there, or type Mangala's counts.
import { note, order, say } from "/static/page.js";

const dialog = document.getElementById("mend"), room = dialog.querySelector("[data-room]");
let changed = {}, drawn = "";

export async function openMend(done) {
  if (!(await draw())) return note(say("refused"), "no");
  dialog.querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const side = room.querySelector("[name=side]:checked");
    const told = await order("/api/acts/correct", {
      cells: changed,
      side: side && !side.defaultChecked ? side.value : null,  // only what somebody has chosen
      number: Number(room.querySelector("[data-number]").dataset.number),
    });
    if (!told) return draw();  // perhaps because the table has moved on
    dialog.close();
    done();
  };
  dialog.showModal();
}

// The board as it is believed; what was tapped stays where that is still the same board.
async function draw() {
  const answer = await fetch("/desk/mend", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return false;
  const html = await answer.text();
  if (dialog.open && html === drawn) return true;
  room.innerHTML = drawn = html;
  changed = {};
  for (const cell of room.querySelectorAll("[data-cell]")) {
    const kinds = (cell.dataset.kinds || "").split("");
    if (!kinds.length) {
      cell.addEventListener("change", () => { changed[cell.dataset.cell] = cell.value; });
      continue;
    }
    cell.addEventListener("click", () => {
      const next = kinds[(kinds.indexOf(cell.dataset.now) + 1) % kinds.length];
      cell.dataset.now = next;
      if (next === cell.dataset.was) delete changed[cell.dataset.cell];
      else changed[cell.dataset.cell] = next;
      cell.classList.toggle("changed", next !== cell.dataset.was);
      cell.setAttribute("aria-label", `${cell.dataset.cell}: ${say(`cell_${next}`)}`);
    });
  }
  return true;
}
