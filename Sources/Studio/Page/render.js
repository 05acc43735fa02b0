// The Render button, the progress of a render, and the finished chapters.

import { get, make, icon, breaking, button, clock, count, number, short, titled, say } from "./dom.js";
import { send } from "./api.js";
import { book, on } from "./book.js";
import { askToPay } from "./dialog.js";
import { playChapter, chapterThatPlays, toggle } from "./player.js";
import { openTab } from "./layout.js";
import { rest } from "./export.js";

const place = get("render-state");
const start = get("render");
const header = get("export");
let files = 0; // the number of exported files while a build runs; an export begins with none
let running = null; // whether a build runs; null before the server's first answer

async function begin() {
  const hadFocus = document.activeElement === start;
  openTab("render");
  start.disabled = true;
  if (hadFocus) get("tab-render").focus(); // a disabled button would lose the focus
  try {
    for (let pay = false; ;) {
      try {
        await send("/api/render", { pay });
        say("The render has started.");
        break;
      } catch (error) {
        if (error.status !== 402 || pay) throw error;
        if (!(await askToPay(error, "Pay and render"))) break;
        pay = true;
      }
    }
  } catch (error) {
    say(error.message);
  }
  start.disabled = Boolean(book.render.running);
}

start.addEventListener("click", begin);

// The elements that show the progress are created once, so that the focus stays on the Stop button.
const bar = make("progress", { id: "render-progress", "aria-label": "Progress of the render", max: "1", value: "0" });
const numbers = make("p", { id: "render-numbers" });
const halt = button("Stop the render", async () => {
  halt.disabled = true;
  await send("/api/render/stop").catch((error) => say(error.message));
}, { id: "render-stop" });
const runs = make("div", { class: "card" }, bar, numbers, make("p", { class: "row" }, halt));
const result = make("div");
place.append(runs, result);

function draw(render) {
  if (!render) return;
  const before = running;
  running = render.running;
  start.disabled = running;
  start.textContent = running ? "Rendering " + percent(render) : "Render";
  header.lastChild.textContent = running ? percent(render) : "Export";
  const hadFocus = document.activeElement === halt;
  runs.hidden = !running;
  if (!running) halt.disabled = false;
  if (hadFocus && !running) start.focus();
  bar.max = Math.max(1, render.total);
  bar.value = render.done;
  // Before the first line there may be a message, for example that the build waits for another program.
  numbers.textContent = (!render.total && render.message) || [number(render.done) + " of " + count(render.total, "line"), rest(render)].filter(Boolean).join(". ");
  result.replaceChildren(...outcome(render));
  drawChapters(render);
  if (running) files = render.exported.length;
  if (before === true && !running) {
    say((render.exported.length > files ? "The export has ended. " : "The render has ended. ") + (render.message || "") +
      (render.failed.length ? " " + count(render.failed.length, "failure") + "." : ""));
  }
}

const percent = (render) => Math.floor(100 * render.done / Math.max(1, render.total)) + " %";

function outcome(render) {
  const parts = [];
  if (!running && render.message) parts.push(make("p", { dir: "auto" }, render.message));
  if (render.failed.length) {
    parts.push(make("p", { class: "failed row" }, icon("error"), make("b", {}, count(render.failed.length, "failure"))),
      make("ul", { class: "points" }, ...render.failed.map((words) => make("li", { dir: "auto" }, words))));
  }
  if (render.warnings.length) {
    parts.push(make("p", { class: "row" }, icon("warning"), make("b", {}, count(render.warnings.length, "warning"))),
      make("ul", { class: "points" }, ...render.warnings.map((words) => make("li", { dir: "auto" }, words))));
  }
  return parts;
}

// The reasons why a chapter is out of date, by the kind of change.
const CHANGED = {
  script: "older than the script",
  cast: "older than the voices or pronunciations",
  settings: "older than the pauses or settings",
  fallback: "a fallback voice speaks in it",
};
const stale = (chapter) => (CHANGED[chapter.changed] || "not current") + ": render again";

let shown = "";

function drawChapters(render) {
  const list = get("chapters");
  const playing = chapterThatPlays();
  const key = JSON.stringify([render.chapters, playing]);
  if (key === shown) return;
  shown = key;
  const held = list.contains(document.activeElement) && document.activeElement.closest("li").dataset.chapter;
  list.replaceChildren(...render.chapters.map((chapter) => {
    const mine = chapter.number === playing;
    return make("li", { data: { chapter: chapter.number }, class: mine ? "active" : "", "aria-current": mine ? "true" : null },
      make("button", {
        type: "button", class: "play", "aria-label": (mine ? "Pause or continue" : "Play") + " chapter " + chapter.number + ", " + short(chapter.title, 80),
        on: { click: () => (chapterThatPlays() === chapter.number ? toggle() : playChapter(chapter)) },
      }, icon(mine ? "pause" : "play")),
      make("span", { class: "chapter-title", dir: "auto" }, titled(chapter)),
      chapter.seconds === undefined ? null : make("span", { class: "soft" }, clock(chapter.seconds)),
      chapter.current ? null : make("span", { class: "stale" }, stale(chapter)));
  }));
  get("chapters-about").replaceChildren(...(render.chapters.length ? ["Folder: ", ...breaking(render.folder || "")] : ["Render builds the chapters, so that you hear them here, each as a whole."]));
  const again = held && list.querySelector(`[data-chapter="${held}"] .play`);
  if (again) again.focus({ preventScroll: true });
}

// Plays the next chapter. This listener runs before the player's listener, which would stop playback.
get("sound").addEventListener("ended", (event) => {
  const at = book ? book.render.chapters.findIndex((chapter) => chapter.number === chapterThatPlays()) : -1;
  const next = at < 0 ? undefined : book.render.chapters[at + 1];
  if (!next) return;
  event.stopImmediatePropagation();
  playChapter(next);
}, { capture: true });

on("book", () => draw(book.render));
on("render", draw);
on("playing", () => book && drawChapters(book.render));
