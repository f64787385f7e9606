// What all pages share: words from the page, asking the server, and short notes to the reader.
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const say = (key) => words[key] ?? key;

export function note(text, kind = "") {
  const place = document.getElementById("toasts");
  if (!place || !text) return;
  const line = document.createElement("p");
  line.className = `toast ${kind}`;
  line.textContent = text;
  place.append(line);
  setTimeout(() => line.remove(), 6000);
}

// A refusal as a sentence; a name at its beginning, as usb:0 or d4, stays as it is.
const capital = (text) => text.replace(/^\p{Ll}+(?=[\s,;.])/u, (word) => word[0].toLocaleUpperCase(document.documentElement.lang) + word.slice(1));

// Send an order; gives the server's answer, or null after saying what is wrong.
export async function order(path, body = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    note(say("unreachable"), "no");
    return null;
  }
  if (answer.status === 401) {
    location.assign("/login");
    return null;
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    note(typeof told.detail === "string" ? capital(told.detail) : say("refused"), "no");
    return null;
  }
  for (const old of document.querySelectorAll(".toast.no")) old.remove();  // what was amiss is done
  return told;
}

// Put new HTML into an element if it has changed; keeps the focus where it was.
export function put(element, html) {
  if (!element || element.dataset.shown === html) return false;
  if (element.dataset.shown === undefined && arrived(element, html)) {
    element.dataset.shown = html;
    return false;
  }
  const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
  const list = element.querySelector("ol");
  const scrolled = list ? list.scrollTop : 0;
  element.dataset.shown = html;
  element.innerHTML = html;
  if (focused) document.getElementById(focused)?.focus();
  const again = element.querySelector("ol");
  if (again) again.scrollTop = scrolled;
  return true;
}

// Whether the page came with this already, as the browser writes it.
function arrived(element, html) {
  const same = element.cloneNode(false);
  same.innerHTML = html;
  return same.innerHTML === element.innerHTML;
}

// Called when a page's script is there: until then its buttons take no tap, which would be lost.
export const ready = () => { document.body.dataset.ready = "yes"; };

for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}

// Whoever comes after on this device must show the PIN.
const leave = document.getElementById("sign-out");
leave?.addEventListener("click", async () => {
  if (window.confirm(leave.dataset.sure) && (await order("/api/logout")) !== null) location.assign("/login");
});
