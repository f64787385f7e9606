// The live picture: the next one is asked for when the last one is there, and only while it is seen.
export function follow(image, pause = 200, rests = () => false) {
  let stamp = "";
  async function next() {
    if (rests() || document.hidden || !image.isConnected) return setTimeout(next, 500);
    try {
      const answer = await fetch(`${image.dataset.source}?after=${stamp}`, { cache: "no-store" });
      if (answer.status === 200) {
        stamp = answer.headers.get("x-picture") || "";
        const old = image.src;
        image.src = URL.createObjectURL(await answer.blob());
        image.hidden = false;
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
      }
    } catch {
      // The page says by itself that the connection is lost.
    }
    return setTimeout(next, pause);
  }
  next();
}
