// A strip of the whole play: who speaks where. The lines of the chosen role stand out. A click goes to the place.

import { get, short } from "./dom.js";
import { book, on, roleNamed, roleOf } from "./book.js";
import { colourOf, onPaint, paintOf, paints, pen } from "./faces.js";
import { goToLine, lineAtTop } from "./script.js";

const strip = get("map");
const canvas = get("map-canvas");
const view = get("map-view");
let starts = []; // the time in seconds at which each line begins, as estimated
let total = 0;
let chosen = null;
let playing = -1;

function measure() {
  total = 0;
  starts = book.lines.map((line) => {
    const start = total + line.pause;
    total = start + line.seconds;
    return start;
  });
}

function draw() {
  if (!book || !book.lines.length) return;
  const made = pen(canvas);
  if (!made) return;
  const { draw: ink, width, height } = made;
  const scale = width / Math.max(1, total);
  const solo = chosen !== null && book.roles[chosen] && book.roles[chosen].name !== "";
  const lane = (role) => (role && role.name === "" ? [height * 0.62, height * 0.2] : [height * 0.2, height * 0.62]);
  // All lines of a role are drawn with one colour, so that the picture needs few changes of the pen.
  book.roles.forEach((role, index) => {
    ink.globalAlpha = !solo || index === chosen ? 1 : 0.22;
    ink.fillStyle = paintOf(role);
    const [top, high] = lane(role);
    book.lines.forEach((line, i) => {
      if (line.role === index) ink.fillRect(starts[i] * scale, top, Math.max(line.seconds * scale - 0.3, 0.8), high);
    });
  });
  ink.globalAlpha = 1;
  ink.fillStyle = paints().soft;
  for (const chapter of book.chapters.length > 60 ? [] : book.chapters.slice(1)) {
    const first = book.lines.findIndex((line) => line.chapter === chapter.number);
    if (first >= 0) ink.fillRect(Math.round(starts[first] * scale), 0, 1, 4);
  }
  if (playing >= 0) {
    ink.fillStyle = paints().accent;
    ink.fillRect(starts[playing] * scale - 1, 0, 3, height);
  }
}

// Shows which part of the play is in view.
let waiting = false;
function follow() {
  if (waiting) return;
  waiting = true;
  setTimeout(() => requestAnimationFrame(() => {
    waiting = false;
    if (!book || !book.lines.length || !strip.clientWidth) return;
    const [from, to] = lineAtTop();
    if (from < 0) return;
    const last = Math.max(from, to);
    const left = (starts[from] / Math.max(1, total)) * 100;
    const right = ((starts[last] + book.lines[last].seconds) / Math.max(1, total)) * 100;
    view.style.left = left + "%";
    view.style.width = Math.max(0.4, right - left) + "%";
    const chapter = book.chapters.find((one) => one.number === book.lines[from].chapter);
    strip.setAttribute("aria-valuenow", Math.round(left));
    strip.setAttribute("aria-valuetext", chapter ? chapter.number + ". " + short(chapter.title, 60) : "");
  }), 80);
}

const lineAt = (x) => {
  const box = strip.getBoundingClientRect();
  const time = ((x - box.left) / Math.max(1, box.width)) * total;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
};

let dragging = false;
strip.addEventListener("pointerdown", (event) => {
  if (!starts.length) return;
  dragging = true;
  strip.setPointerCapture(event.pointerId);
  goToLine(lineAt(event.clientX), false, true);
});
strip.addEventListener("pointermove", (event) => dragging && goToLine(lineAt(event.clientX), false, true));
for (const name of ["pointerup", "pointercancel"]) strip.addEventListener(name, () => (dragging = false));

// The arrow keys go to the next or previous chapter or scene.
strip.addEventListener("keydown", (event) => {
  const now = lineAtTop()[0];
  const number = now >= 0 ? book.lines[now].chapter : 1;
  const step = { ArrowRight: number + 1, ArrowDown: number + 1, ArrowLeft: number - 1, ArrowUp: number - 1, Home: 1, End: book.chapters.length }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const first = book.lines.findIndex((line) => line.chapter === Math.max(1, Math.min(book.chapters.length, step)));
  if (first >= 0) goToLine(first, false, true);
});

on("book", () => {
  measure();
  strip.hidden = book.lines.length < 2;
  if (chosen !== null && !book.roles[chosen]) chosen = null;
  draw();
  follow();
});
on("role", (role) => {
  chosen = book.roles.indexOf(role);
  view.className = colourOf(roleNamed(role.name));
  draw();
});
on("playing", ({ line }) => {
  playing = line !== null && line >= 0 ? line : -1;
  draw();
});
onPaint(draw);
new ResizeObserver(draw).observe(canvas);
get("script").addEventListener("scroll", follow, { passive: true });

// Returns the words for the title of a line.
strip.addEventListener("pointermove", (event) => {
  if (dragging || !starts.length) return;
  const line = lineAt(event.clientX);
  strip.title = (roleOf(line).name || "Narrator") + ": " + short(book.lines[line].text, 60);
});
