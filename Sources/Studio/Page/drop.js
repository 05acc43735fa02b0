// Files that are dropped anywhere on an open book: a sound goes to the tab Sounds, a picture is the cover, and a script opens
// as a new book.

import { get, number, say } from "./dom.js";
import { read } from "./api.js";
import { book } from "./book.js";
import { ask, sendScript } from "./dialog.js";
import { openTab, setView } from "./layout.js";
import { offerSound } from "./sounds.js";
import { takeCover } from "./export.js";

const hint = get("drop-hint");
const isFile = (event) => [...event.dataTransfer.types].includes("Files");
const ends = (file, endings) => endings.some((ending) => file.name.toLowerCase().endsWith(ending));

// Sends a script and shows it as a new book, if the user agrees.
async function openScript(file) {
  const { endings, most, books } = await read("/api/books");
  if (!ends(file, endings)) return say("The studio has no use for this file. Drop a script, a sound or a picture.");
  if (file.size > most) return say("A script can be " + number(most / 1e6) + " MB long. This file is longer.");
  // About a script with the name of a book, `sendScript` asks.
  const yes = books.some(({ name }) => name === file.name) || await ask("Open “" + file.name + "” as a new book?",
    "The studio copies the script. “" + (book.title || book.input) + "” is saved as it is, and stays in the list of recent books.", "Open");
  if (!yes) return undefined;
  say("Opening " + file.name + "…");
  return (await sendScript(file)) ? location.assign("/") : say("");
}

function take(file) {
  if (file.type.startsWith("audio/") || ends(file, [".flac", ".ogg", ".opus", ".aiff", ".aif", ".wav", ".mp3"])) return offerSound(file);
  if (!file.type.startsWith("image/") && !ends(file, [".png", ".jpg", ".jpeg", ".webp", ".gif"])) return openScript(file);
  setView("panel");
  openTab("render", true);
  return takeCover(file);
}

document.addEventListener("dragover", (event) => {
  if (!isFile(event)) return;
  hint.hidden = event.defaultPrevented;
  event.preventDefault();
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) hint.hidden = true;
});
document.addEventListener("drop", (event) => {
  hint.hidden = true;
  if (event.defaultPrevented || !isFile(event)) return;
  event.preventDefault(); // the browser would replace the page with the file
  const { files } = event.dataTransfer;
  if (!book || document.querySelector("dialog[open]")) return;
  if (files.length > 1) say("Drop one file at a time.");
  else if (files.length) Promise.resolve(take(files[0])).catch((error) => say(error.message));
});
