// The scene as a picture: a block for each line in the colour of its role, with the waveform of the lines that were
// heard, gaps for the pauses, which can be dragged, and lanes for sounds and music. A click plays from there.

import { get, clock, inSeconds, say, short } from "./dom.js";
import { book, changeLine, on, roleName, roleOf, together } from "./book.js";
import { onPaint, paintOf, paints, pen } from "./faces.js";
import { play, heardLine, findPictures, audioTime } from "./player.js";
import { sceneOf } from "./script.js";

const place = get("timeline");
const canvas = get("wave");
const head = get("wave-head");
let lines = []; // the lines of the scene
let spans = []; // [start, end] in seconds for each line
let total = 1;
let now = -1; // the playing line
let zoom = 1;
let drag = null; // { at, from, pause }: the line whose pause is dragged, where the drag began, and the pause in seconds; `ended` while it is saved

const pauseBefore = (i) => (drag && drag.at === i ? drag.pause : book.lines[lines[i]].pause);

function measure() {
  let time = 0;
  spans = lines.map((line, i) => {
    const heard = heardLine(line);
    const start = time + (i ? pauseBefore(i) : 0);
    time = start + (heard ? heard.seconds : book.lines[line].seconds);
    return [start, time];
  });
  total = Math.max(0.1, time);
}

function draw() {
  if (!book || place.hidden) return;
  measure();
  canvas.style.width = zoom * 100 + "%";
  const made = pen(canvas);
  if (!made) return;
  const { draw: ink, width, height } = made;
  const scale = width / total;
  const middle = height / 2;
  lines.forEach((line, i) => {
    const [start, end] = spans[i];
    const [left, wide] = [start * scale, Math.max(1, (end - start) * scale - 1)];
    ink.fillStyle = paintOf(roleOf(line));
    ink.globalAlpha = line === now ? 0.34 : 0.14;
    ink.beginPath();
    ink.roundRect(left, 1, wide, height - 2, 3);
    ink.fill();
    ink.globalAlpha = 1;
    const heard = heardLine(line);
    if (!heard || !heard.peaks) return;
    const { peaks } = heard;
    const columns = Math.max(1, Math.floor(wide / 2));
    ink.beginPath();
    for (let column = 0; column < columns; column += 1) {
      const from = Math.floor((column / columns) * peaks.length);
      const to = Math.max(from + 1, Math.floor(((column + 1) / columns) * peaks.length));
      let peak = 0;
      for (let k = from; k < to; k += 1) peak = Math.max(peak, peaks[k]);
      // The root shows quiet words too.
      const half = Math.max(0.5, Math.sqrt(peak / 100) * (middle - 3));
      ink.rect(left + column * 2, middle - half, 1.4, half * 2);
    }
    ink.fill();
  });
  drawLanes(ink, scale, height);
  moveHead();
}

const LANES = ["effects", "ambience", "music"];

// The sounds that begin in the scene: [name, bus, start, end, whether there is a file].
function sounds() {
  return book.sounds.flatMap(({ name, bus, file, seconds, places }) => places.map(({ line }) => {
    const at = lines.indexOf(line);
    if (at < 0) return null;
    const start = at ? spans[at - 1][1] : 0;
    return [name, bus, start, Math.min(total, start + (seconds || 1)), Boolean(file)];
  })).filter(Boolean);
}

// Draws a thin bar for each sound. A sound without a file is an outline.
function drawLanes(ink, scale, height) {
  ink.fillStyle = ink.strokeStyle = paints().accent;
  ink.lineWidth = 1;
  for (const [, bus, start, end, isBound] of sounds()) {
    const top = height - 4 * (LANES.length - LANES.indexOf(bus));
    const box = [start * scale + 0.5, top + 0.5, Math.max(3, (end - start) * scale), 2];
    if (isBound) ink.fillRect(...box);
    else ink.strokeRect(...box);
  }
}

// Shows a scene by one of its lines.
function show(line) {
  const scene = line >= 0 ? sceneOf(line) : [];
  if (scene.length === lines.length && scene[0] === lines[0] && !place.hidden) return draw();
  lines = scene;
  zoom = 1;
  place.hidden = lines.length < 2;
  draw();
  if (!place.hidden) findPictures(lines);
}

function moveHead() {
  const at = lines.indexOf(now);
  head.hidden = at < 0;
  if (at < 0) return;
  const time = Math.min(spans[at][1], spans[at][0] + audioTime());
  const x = (time / total) * canvas.clientWidth;
  head.style.transform = `translateX(${x}px)`;
  place.setAttribute("aria-valuenow", Math.round(time));
  place.setAttribute("aria-valuetext", clock(time) + " of " + clock(total) + ", " + short(roleName(roleOf(now).name), 40));
  place.setAttribute("aria-valuemax", Math.round(total));
  // The head stays in view while a zoomed scene plays.
  if (zoom > 1 && (x < place.scrollLeft || x > place.scrollLeft + place.clientWidth)) place.scrollLeft = x - place.clientWidth / 3;
}

let ticking = false;
function tick() {
  if (ticking) return;
  ticking = true;
  const step = () => {
    if (now < 0) return (ticking = false);
    moveHead();
    return requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// Plays from a time of the scene.
function seek(time) {
  let at = spans.findIndex(([, end]) => time < end);
  if (at < 0) at = spans.length - 1;
  const offset = Math.max(0, time - spans[at][0]);
  play(lines.map((line) => ({ line })), { scene: true, from: at, offset: heardLine(lines[at]) ? offset : 0 });
}

// ----- Pauses. The edge of a block is dragged to make the pause before it longer or shorter.

const timeAt = (event) => {
  const box = canvas.getBoundingClientRect();
  return ((event.clientX - box.left) / Math.max(1, box.width)) * total;
};

// Returns the line whose beginning is under the pointer, or -1. The pauses before the program's own lines are those of the book.
function edgeAt(event) {
  const near = (5 / Math.max(1, canvas.clientWidth)) * total;
  const time = timeAt(event);
  // The whole gap before a line is the handle of its pause.
  return spans.findIndex(([start], i) => i > 0 && !book.lines[lines[i]].ours && time >= Math.min(start - near, spans[i - 1][1]) && time <= start + near);
}

place.addEventListener("pointerdown", (event) => {
  const at = lines.length ? edgeAt(event) : -1;
  if (event.button !== 0 || at < 0) return;
  // The scale stays while the pause changes, so that the edge follows the pointer.
  drag = { at, from: event.clientX, old: pauseBefore(at), pause: pauseBefore(at), scale: total / Math.max(1, canvas.clientWidth) };
  place.setPointerCapture(event.pointerId);
  event.preventDefault();
});
place.addEventListener("pointermove", (event) => {
  if (!lines.length) return;
  if (!drag || drag.ended) {
    const sound = sounds().find(([, , start, end]) => timeAt(event) >= start && timeAt(event) <= end);
    place.classList.toggle("edge", edgeAt(event) >= 0);
    place.title = (sound ? sound[1] + ": " + sound[0] + ". " : "") + "Click to play from here. Drag the beginning of a line to change the pause before it. + and - zoom.";
    return;
  }
  const pause = drag.old + (event.clientX - drag.from) * drag.scale;
  drag.pause = Math.round(Math.max(0, Math.min(60, pause)) * 20) / 20;
  draw();
  say("Pause of " + inSeconds(drag.pause * 1000));
});
let dragged = false; // the click after a drag does not play
place.addEventListener("pointerup", () => {
  if (!drag || drag.ended) return;
  const own = drag;
  const { at, pause, old } = own;
  if (pause === old) {
    drag = null;
    return;
  }
  dragged = true;
  setTimeout(() => (dragged = false), 0);
  own.ended = true;
  const { text, shape } = book.lines[lines[at]];
  const moved = { line: lines[at] };
  moving.add(moved);
  changeLine("/api/shape", () => (moved.line >= 0 && book.lines[moved.line].text === text
    ? { line: moved.line, settings: { ...shape, before: Math.round(pause * 1000) } } : null), "Pause before “" + short(text, 40) + "”").finally(() => {
    moving.delete(moved);
    if (drag === own) drag = null;
    draw();
  });
});
place.addEventListener("pointercancel", () => {
  drag = null;
  draw();
});
const moving = new Set(); // the lines of changes that are being saved

place.addEventListener("click", (event) => {
  if (lines.length && !dragged) seek(timeAt(event));
});
place.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !lines.length) return;
  const at = Math.max(0, lines.indexOf(now));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: lines.length - 1, Enter: at, " ": at }[event.key];
  if (["+", "-"].includes(event.key)) setZoom(event.key === "+" ? zoom * 2 : zoom / 2);
  else if (to === undefined) return;
  else if (spans[to]) seek(spans[to][0]);
  event.preventDefault();
  event.stopPropagation();
});
place.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  setZoom(event.deltaY < 0 ? zoom * 1.5 : zoom / 1.5);
}, { passive: false });

function setZoom(value) {
  zoom = Math.max(1, Math.min(16, value));
  draw();
}

on("playing", ({ line }) => {
  now = line === null ? -1 : line;
  if (now >= 0) {
    const first = Math.min(...together(now));
    if (!lines.includes(now)) now = lines.includes(first) ? first : now;
    show(now);
    tick();
  } else draw();
});
on("line", ({ line }) => now < 0 && show(line));
on("heard", ({ line }) => lines.includes(line) && draw());
on("book", ({ move }) => {
  for (const at of moving) at.line = move(at.line);
  drag = null;
  now = now >= 0 ? move(now) : -1;
  const first = lines.length ? move(lines[0]) : -1;
  lines = [];
  // The first scene is shown from the start, so that the page does not move at the first click. A low window has no room.
  const at = first >= 0 || !matchMedia("(min-height: 56rem)").matches ? first : book.lines.findIndex((line) => !line.ours);
  if (at >= 0) show(at);
  else place.hidden = true;
});
onPaint(draw);
new ResizeObserver(draw).observe(place);
