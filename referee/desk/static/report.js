// Reporting what no camera sees: a fallen piece, time that is up, conduct, a touched pit.
import { note, order, say } from "/static/page.js";

const dialog = document.getElementById("report");

export async function openReport(done) {
  const answer = await fetch("/desk/report", { cache: "no-store" });
  if (!answer.ok) return note(say("refused"), "no");
  dialog.querySelector("[data-room]").innerHTML = await answer.text();
  const form = dialog.querySelector("form"), { what, who, place, stones } = form.elements;
  const chosen = () => what.selectedOptions[0].dataset;
  const fit = () => {
    place.closest("label").hidden = !(place.required = Boolean(chosen().place));
    stones.closest("label").hidden = !(stones.required = Boolean(chosen().stones));
    stones.value = stones.required ? who.selectedOptions[0].dataset.treasury : "";
  };
  for (const choice of [what, who]) choice.addEventListener("change", fit);
  fit();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const kind = chosen(), body = { ...JSON.parse(kind.body), [kind.who]: who.value };
    if (kind.place) body[kind.place] = kind.place === "cells" ? [place.value] : place.value;
    if (kind.stones) body[kind.stones] = Number(stones.value);
    if (kind.sure && !window.confirm(kind.sure)) return;
    const told = await order(`/api/acts/${what.value}`, body);
    if (!told) return;
    for (const reply of told.replies) note(reply.text, reply.granted ? "yes" : "no");
    dialog.close();
    done();
  };
  dialog.showModal();
}
