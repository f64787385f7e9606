// Another demo game, or the same once more, with one tap.
import { order } from "/static/page.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-demo]");
  if (!link) return;
  event.preventDefault();
  if (await order("/api/demo", { game: link.dataset.demo })) location.assign("/");
});
