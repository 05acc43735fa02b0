// The page of an empty studio: opens a file that the user chooses or drops, a recent book, or the example.

import { get, make, button, icon, number, say } from "./dom.js";
import { read, send, banner } from "./api.js";
import { sendScript } from "./dialog.js";

const place = get("drop");
place.prepend(icon("export"));
const file = get("file");
let most = 0;
let opening = false;

// Opens a book with a request, and shows it.
async function open(words, request) {
  if (opening) return;
  opening = true;
  banner("refused", null);
  say(words);
  try {
    if ((await request()) === false) say("");
    else location.assign("/");
  } catch (error) {
    say("");
    if (error.status !== 401) banner("refused", error.message);
  }
  opening = false;
}

function openFile(chosen) {
  if (chosen.size > most) return banner("refused", `A script has at most ${number(most / 1e6)} MB.`);
  return open(`Opening ${chosen.name}…`, () => sendScript(chosen));
}

get("choose").addEventListener("click", () => file.click());
file.addEventListener("change", () => {
  const [chosen] = file.files;
  file.value = ""; // so that the same file can be chosen again
  if (chosen) openFile(chosen);
});
get("example").addEventListener("click", () => open("Opening the example…", () => send("/api/books/example")));

// The whole page takes a file, so that a file that misses the field does not replace the page.
document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  place.classList.add("over");
});
document.addEventListener("dragleave", (event) => !event.relatedTarget && place.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  place.classList.remove("over");
  const { files } = event.dataTransfer;
  if (files.length > 1) banner("refused", "Drop one file.");
  else if (files.length) openFile(files[0]);
});

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric" });

function recent({ id, name, folder, title, changed }) {
  const about = [title && title !== name ? name : "", folder, changed ? "changed " + day.format(changed * 1000) : ""].filter(Boolean).join(" · ");
  return make("li", { data: { book: id } }, make("div", { class: "grow" }, make("b", { dir: "auto" }, title || name), make("p", { class: "soft", dir: "auto" }, about)),
    button("Open", () => open(`Opening ${name}…`, () => send("/api/books/open", { id })), { "aria-label": "Open " + name }));
}

async function start() {
  const answer = await read("/api/books");
  most = answer.most;
  file.accept = answer.endings.join(",");
  get("drop-about").title = answer.endings.join(", ");
  get("drop-about").textContent = "A screenplay, a novel or any other text: Fountain, Final Draft, Highland, Markdown, Word, OpenDocument, EPUB, PDF, HTML, RTF or " +
    `plain text, of at most ${number(most / 1e6)} MB.`;
  if (answer.open) {
    get("back").hidden = false;
    get("back").textContent = "Back to " + answer.open;
  }
  get("recent").replaceChildren(...(answer.books.length ? answer.books.map(recent) : [make("li", { class: "soft" }, "No book has been opened yet.")]));
}
start().catch((error) => error.status !== 401 && banner("refused", "The books cannot be listed: " + error.message));
