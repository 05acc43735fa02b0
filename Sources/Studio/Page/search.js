// Searches the script: counts hits, marks hits, and goes to the next or previous hit. Case and accents are ignored.

import { get, icon, later, number } from "./dom.js";
import { book, on } from "./book.js";
import { texts, elementOf, enterAt } from "./script.js";

const MARKED = 2000; // the maximum number of marked hits; all hits are counted
const field = get("search-words");
const letters = new Map();
let folded = []; // block -> the block's texts without case and accents, created when they are first needed
let hits = []; // { block, part, from }
let length = 0;
let at = -1;

// Removes case and accents. Each character becomes one character, so that positions stay the same.
function fold(text) {
  let made = "";
  for (let i = 0; i < text.length; i += 1) {
    const letter = text[i];
    let simple = letters.get(letter);
    if (simple === undefined) {
      simple = letter.normalize("NFD")[0].toLowerCase();
      if (simple.length !== 1) simple = letter;
      letters.set(letter, simple);
    }
    made += simple;
  }
  return made;
}

function search(keep) {
  const words = fold(field.value.trim());
  hits = [];
  length = words.length;
  if (words) {
    texts().forEach((parts, block) => {
      folded[block] = folded[block] || parts.map((part) => fold(part.text));
      folded[block].forEach((text, part) => {
        for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + length)) {
          hits.push({ block, part, from });
        }
      });
    });
  }
  at = keep && hits[at] ? at : -1;
  mark();
  show();
}

function range({ block, part, from }) {
  const made = document.createRange();
  const walker = document.createTreeWalker(texts()[block][part].element, NodeFilter.SHOW_TEXT);
  let offset = 0;
  let begun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const end = offset + node.length;
    if (!begun && from < end) {
      made.setStart(node, from - offset);
      begun = true;
    }
    if (begun && from + length <= end) {
      made.setEnd(node, from + length - offset);
      return made;
    }
    offset = end;
  }
  return made;
}

// Marks the hits with the Custom Highlight API, which does not change the elements.
function mark() {
  if (!window.Highlight || !CSS.highlights) return;
  CSS.highlights.delete("current");
  if (hits.length) CSS.highlights.set("found", new Highlight(...hits.slice(0, MARKED).map(range)));
  else CSS.highlights.delete("found");
}

function show() {
  const none = !hits.length;
  // The button for the next hit stays enabled. If it were disabled, Enter in the search field would do nothing.
  get("search-previous").disabled = none;
  if (!field.value.trim()) get("search-count").textContent = "";
  else if (none) get("search-count").textContent = "No hits";
  else get("search-count").textContent = (at < 0 ? "" : number(at + 1) + " of ") + number(hits.length) + (hits.length === 1 ? " hit" : " hits");
}

function go(by) {
  if (!hits.length) return;
  at = at < 0 && by < 0 ? hits.length - 1 : (at + by + hits.length) % hits.length;
  const hit = hits[at];
  elementOf(hit.block).scrollIntoView({ block: "center", behavior: "instant" });
  enterAt(hit.block);
  if (window.Highlight && CSS.highlights) {
    const current = new Highlight(range(hit));
    current.priority = 1;
    CSS.highlights.set("current", current);
  }
  show();
}

const soon = later(150, () => search(false));
field.addEventListener("input", soon);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.shiftKey) {
    event.preventDefault();
    soon.flush();
    go(-1);
  } else if (event.key === "Escape" && field.value) {
    event.stopPropagation();
    field.value = "";
    soon.drop();
    search(false);
  }
});
get("search").addEventListener("submit", (event) => {
  event.preventDefault();
  soon.flush();
  go(1);
});
get("search-previous").append(icon("up"));
get("search-next").append(icon("down"));
get("search-previous").addEventListener("click", () => go(-1));

on("book", ({ same }) => {
  if (same) return;
  folded = [];
  if (field.value.trim()) search(true);
});
