// The pictures of a fault in the list, also when its card has left the page.
const dialog = document.getElementById("looks");

export function openLooks({ looks, title }) {
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector("[data-room]").replaceChildren(...JSON.parse(looks).map(figure));
  dialog.showModal();
}

function figure([caption, source]) {
  const made = document.createElement("figure"), image = new Image(), words = document.createElement("figcaption");
  image.src = source;
  image.alt = words.textContent = caption;
  made.append(image, words);
  return made;
}
