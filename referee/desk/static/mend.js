// Correcting by hand: tap a cell until it shows what stands there, or type Mangala's counts.
import { note, order, say } from "/static/page.js";

const dialog = document.getElementById("mend");
let changed = {};

export async function openMend(done) {
  const answer = await fetch("/desk/mend", { cache: "no-store" });
  if (!answer.ok) return note(say("refused"), "no");
  dialog.querySelector("[data-room]").innerHTML = await answer.text();
  changed = {};
  for (const cell of dialog.querySelectorAll("[data-cell]")) {
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
  dialog.querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const side = dialog.querySelector("[name=side]:checked")?.value ?? null;
    const told = await order("/api/acts/correct", { cells: changed, side });
    if (!told) return;
    dialog.close();
    done();
  };
  dialog.showModal();
}
