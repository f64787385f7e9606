// Another demo game, with one tap.
import { order } from "/static/page.js";

for (const link of document.querySelectorAll("[data-demo]")) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (await order("/api/demo", { game: link.dataset.demo })) location.assign("/");
  });
}
