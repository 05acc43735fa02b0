// Starts the page: loads the book and the voices, and handles the header and the keys that work everywhere.

import { get, icon, say, takeNote, writes } from "./dom.js";
import { affected, book, on, load, follow, undo, redo, roleOf, giveVoices } from "./book.js";
import { banner } from "./api.js";
import { loadVoices } from "./catalogue.js";
import { currentUnit, goToLine, ownLine, playUnit, nextAffected, selectLine, units, walkFindings } from "./script.js";
import { stop, toggle, isPlaying } from "./player.js";
import { choose } from "./roles.js";
import { comparePlay, compareSwap } from "./compare.js";
import "./candidates.js";
import "./voices.js";
import "./search.js";
import { flush } from "./tune.js";
import { sayCurrent } from "./say.js";
import "./pronunciations.js";
import "./sounds.js";
import "./render.js";
import "./export.js";
import "./drop.js";
import "./minimap.js";
import "./timeline.js";
import { confirmSpeaker, editLine, flushLine, nextDoubt, openLine } from "./shape.js";
import { closeMenu, letterKeys } from "./menu.js";
import { showHelp } from "./dialog.js";
import { closeSheet, openTab, openTabButton, setView } from "./layout.js";

// ----- The header

on("book", () => {
  get("title").textContent = book.title || book.input;
  document.title = (book.title || book.input) + " – Studio";
  const authors = (book.authors || []).join(", ");
  get("byline").textContent = [authors, book.input, book.program].filter(Boolean).join(" · ");
  get("copy").hidden = !book.copy;
  get("copy").title = "The studio works on a copy of your script, in " + book.copy + ". Click to take the corrected script with you.";
  for (const name of ["undo", "redo"]) {
    const words = book.cast[name];
    const verb = name === "undo" ? "Undo" : "Redo";
    get(name).disabled = !words;
    get(name).title = words ? verb + ": " + words + (name === "undo" ? " (Ctrl+Z)" : " (Ctrl+Y)") : "";
    get(name).setAttribute("aria-label", words ? verb + " " + words : verb);
  }
});

get("copy").addEventListener("click", () => {
  setView("panel");
  openTab("render");
  get("own").scrollIntoView({ block: "center", behavior: "instant" });
  get("own-script").focus({ preventScroll: true });
});

// ----- Voices for the characters of a novel

const MANY = 10; // with fewer quotations, the server finds no speakers
// A line can have several quotations. Each language has its own opening mark, and some close with the mark of another.
const OPENING = [/\u201c/g, /\u201e/g, /\u2018/g, /\u00ab/g];
const quotations = (text) => Math.max(text.split('"').length >> 1, ...OPENING.map((mark) => (text.match(mark) || []).length));
const quotes = () => book.lines.reduce((sum, line) => sum + quotations(line.text), 0);

on("book", () => {
  get("offer").hidden = book.roles.some((role) => role.name) || quotes() < MANY;
});
get("offer-voices").addEventListener("click", async () => {
  get("offer-voices").disabled = true;
  say("Looking for the characters…");
  await giveVoices();
  get("offer-voices").disabled = false;
  if (get("offer").hidden) openTab("cast", true); // the button is gone
});

// Undoes or redoes a change. If the button is then disabled, the other button of the pair gets the focus.
async function step(run, id, other) {
  const held = document.activeElement === get(id);
  await Promise.all([flush(), flushLine()]); // saves a moved slider first, so that its change can be undone
  const isLine = book && book.cast[id + "IsLine"];
  const done = await run();
  if (done && affected.lines.length) goToLine(affected.lines[0], false); // shows what the step has changed
  if (done && affected.lines.length && isLine) selectLine(affected.lines[0], true);
  if (held && get(id).disabled) (get(other).disabled ? get("export") : get(other)).focus();
}
get("undo").addEventListener("click", () => step(undo, "undo", "redo"));
get("redo").addEventListener("click", () => step(redo, "redo", "undo"));
get("help-button").addEventListener("click", () => {
  closeMenu(true);
  showHelp();
});
get("play-all").addEventListener("click", () => {
  if (isPlaying()) return toggle();
  const unit = currentUnit();
  if (unit) playUnit(units().indexOf(unit), true);
  return undefined;
});
for (const name of ["undo", "redo"]) get(name).prepend(icon(name));
get("play-all").prepend(icon("play"));
get("export").prepend(icon("export"));
get("menu-button").append(icon("menu"));
on("playing", ({ line }) => {
  const words = line === null ? "Play" : "Pause";
  get("play-all").lastChild.textContent = words;
  get("play-all").firstChild.replaceWith(icon(line === null ? "play" : "pause"));
});

// ----- Keys

for (const [id, words] of Object.entries({
  "player-toggle": "Play or pause (P)", "player-stop": "Stop (.)", "changed-next": "Next affected line (N)", "changed-previous": "Previous affected line (Shift+N)",
  "findings-next": "Next finding (F)", "findings-previous": "Previous finding (Shift+F)", "search-words": "Search (/)", "help-button": "All keys (?)", "say-new": "Add a pronunciation (W on a line)",
})) get(id).title = words;

on("next-doubt", () => nextDoubt(1));
on("play-current", () => {
  const unit = currentUnit();
  if (unit) playUnit(units().indexOf(unit));
});

function openRole() {
  const unit = currentUnit();
  if (!unit || !unit.lines.length) return;
  openTab("cast");
  setView("panel");
  choose(roleOf(ownLine(unit)).name, { focus: true });
}

function nextRegion(back) {
  const regions = [get("script"), get("panel"), get("player")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const to = regions[(at + (back ? -1 : 1) + 3) % 3];
  if (to === get("script")) {
    setView("script");
    const unit = currentUnit();
    return unit && unit.button ? unit.button.focus() : to.focus();
  }
  if (to === get("panel")) setView("panel");
  (to === get("panel") ? openTabButton() : get("player-toggle")).focus();
}

function shapeCurrent(run) {
  const unit = currentUnit();
  if (unit && unit.lines.length) run(ownLine(unit), true);
}

const keys = {
  "l": () => shapeCurrent(openLine), "e": () => shapeCurrent(editLine), "d": () => nextDoubt(1), "D": () => nextDoubt(-1), "y": confirmSpeaker,
  ".": () => stop(), "p": toggle, "?": showHelp,
  "1": () => comparePlay("a"), "2": () => comparePlay("b"), "3": () => comparePlay("ab"), "x": compareSwap,
  "f": () => walkFindings(1), "F": () => walkFindings(-1),
  "n": () => nextAffected(1), "N": () => nextAffected(-1),
  "/": () => get("search-words").focus(),
};

document.addEventListener("keydown", (event) => {
  if (!book || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const letter = event.key.toLowerCase();
  if (event.key === "F6") {
    event.preventDefault();
    return nextRegion(event.shiftKey);
  }
  if (event.key === "Escape" && isPlaying()) return stop();
  if (writes(event.target)) return;
  if (event.key === "Escape" && closeSheet()) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey || !["z", "y"].includes(letter)) return;
    event.preventDefault();
    const forwards = letter === "y" || event.shiftKey;
    return forwards ? step(redo, "redo", "undo") : step(undo, "undo", "redo");
  }
  if (event.altKey) return;
  if (!letterKeys() && event.key.length === 1) return;
  const inScript = event.target.matches("#script .play");
  const run = (inScript && { r: openRole, w: sayCurrent }[letter]) || keys[event.key];
  if (!run) return;
  event.preventDefault();
  run();
});

// ----- Start

get("changed-next").append(icon("down"));

// The server lists the variants of voices for the language of the book, so the voices are fetched when the book is
// planned, or when it is known that it cannot be planned. Until then the list would delay the plan.
let listed = ""; // what the list was fetched for
on("book", () => {
  const wanted = book.plan ? "plan" : book.problem ? "problem" : "";
  if (!wanted || listed === wanted || listed === "plan") return;
  listed = wanted;
  loadVoices().catch((error) => say("The voices cannot be listed: " + error.message));
});

// What the page that opened the book has to say.
on("book", ({ first }) => {
  const words = first && takeNote();
  if (words) say(words);
});

load().then(follow).catch((error) => {
  if (error.status !== 401) banner("gone", "The book cannot be loaded: " + error.message, ["Try again", () => location.reload()]);
});
