// Four points over the picture that can be dragged, with a loupe that shows what is under the finger.
export function handles(place, image, done) {
  const loupe = document.createElement("canvas");
  loupe.className = "loupe";
  loupe.width = loupe.height = 288;
  loupe.hidden = true;
  const points = [], buttons = [];
  let size = [0, 0], held = -1;

  for (let i = 0; i < 4; i++) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = i < 2 ? "handle" : "handle low"; // its number below, away from the others
    button.textContent = String(i + 1);
    button.hidden = true;
    button.addEventListener("pointerdown", (event) => {
      held = i;
      button.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    button.addEventListener("pointermove", (event) => {
      if (held !== i) return;
      const room = image.getBoundingClientRect();
      points[i] = [
        ((event.clientX - room.left) / room.width) * size[0],
        ((event.clientY - room.top) / room.height) * size[1],
      ];
      draw();
      look(i);
    });
    const drop = () => {
      if (held !== i) return;
      held = -1;
      loupe.hidden = true;
      done(points.map((point) => [...point]));
    };
    button.addEventListener("pointerup", drop);
    button.addEventListener("pointercancel", drop);
    button.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 : 1;
      points[i] = [points[i][0] + step[0] * far, points[i][1] + step[1] * far];
      draw();
      look(i);
      clearTimeout(button.wait);
      button.wait = setTimeout(() => { loupe.hidden = true; done(points.map((point) => [...point])); }, 600);
    });
    place.append(button);
    buttons.push(button);
  }
  place.append(loupe);

  function draw() {
    buttons.forEach((button, i) => {
      button.hidden = !points[i];
      if (!points[i]) return;
      button.style.left = `${(points[i][0] / size[0]) * 100}%`;
      button.style.top = `${(points[i][1] / size[1]) * 100}%`;
    });
  }

  // Three times as large as on the screen, beside the finger.
  function look(i) {
    const pen = loupe.getContext("2d"), [x, y] = points[i];
    const scale = image.naturalWidth / size[0], reach = 48 * (image.naturalWidth / image.clientWidth);
    loupe.hidden = false;
    const left = x / size[0] < 0.5;
    loupe.style.left = left ? "auto" : "0.5rem";
    loupe.style.right = left ? "0.5rem" : "auto";
    loupe.style.top = "0.5rem";
    pen.fillStyle = "#222";
    pen.fillRect(0, 0, 288, 288);
    pen.drawImage(image, x * scale - reach, y * scale - reach, 2 * reach, 2 * reach, 0, 0, 288, 288);
    pen.strokeStyle = "#22d36b";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(144, 0); pen.lineTo(144, 288);
    pen.moveTo(0, 144); pen.lineTo(288, 144);
    pen.stroke();
  }

  return {
    // The same points, beginning with another one: each is where row 1 may begin.
    turned(by) { return [...points.slice(by), ...points.slice(0, by)].map((point) => [...point]); },
    show(found, whole) {
      if (held >= 0 || buttons.includes(document.activeElement) && !loupe.hidden) return;
      size = whole;
      points.length = 0;
      points.push(...found);
      draw();
    },
  };
}
