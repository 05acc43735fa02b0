// Plays lines and finished chapters through one audio element. Asks before paid lines.

import { get, icon, say, clock } from "./dom.js";
import { read, send, Refused, Gone } from "./api.js";
import { book, on, tell, load, roleOf, roleName, together } from "./book.js";
import { askToPay } from "./dialog.js";
import { sound, wake, setLevel, setVolume } from "./gain.js";

const PAUSE = 400; // milliseconds between lines that do not follow each other in the book

// ----- Rendered lines. They are cached until the book changes.

let heard = new Map();
let known = new Map(); // line -> { seconds, peaks } of lines that were rendered as the book has them
let plan = 0; // the plan with the lines in `known`
on("book", () => {
  heard = new Map();
  if (plan === book.plan) return;
  plan = book.plan;
  known = new Map();
});
export const heardLine = (line) => known.get(line);

// Fetches the pictures of lines that were rendered before, perhaps by an earlier studio.
export async function findPictures(lines) {
  const wanted = lines.filter((line) => !known.has(line));
  if (!wanted.length) return;
  const kept = known;
  const range = `from=${Math.min(...wanted)}&to=${Math.max(...wanted)}`;
  const found = await read(`/api/peaks?plan=${book.plan}&${range}`).catch(() => ({ lines: [] }));
  if (kept !== known || !found.lines.length) return;
  for (const { line, seconds, peaks } of found.lines) if (!known.has(line)) known.set(line, { seconds, peaks });
  tell("heard", { line: wanted[0] });
}

function hear(item, pay = false) {
  const kept = heard;
  const key = JSON.stringify([item.line, item.edits || [], item.shape || null, Boolean(item.around)]);
  if (!pay && heard.has(key)) return heard.get(key);
  const body = { plan: book.plan, line: item.line, pay };
  if (item.edits && item.edits.length) body.edits = item.edits;
  if (item.shape) body.shape = item.shape;
  if (item.around) body.around = true;
  const answer = send("/api/hear", body);
  if (!body.edits && !body.shape && !body.around) {
    answer.then(({ seconds, peaks }) => {
      if (kept !== heard) return;
      known.set(item.line, { seconds, peaks });
      tell("heard", { line: item.line });
    }, () => null);
  }
  heard.set(key, answer);
  answer.catch(() => kept.get(key) === answer && kept.delete(key));
  if (heard.size > 200) heard.delete(heard.keys().next().value);
  return answer;
}

// Returns the server's answer with the rendered line of an item, or null if the user does not want to pay. If the plan
// has changed, loads the book and tries again with the new number of the line.
async function ready(item) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await hear(item, Boolean(item.paid));
    } catch (error) {
      if (error.status === 402 && !item.paid) {
        if (!(await askToPay(error, "Pay and play"))) return null;
        item.paid = true;
      } else if (error.body && error.body.stale && tries < 3) {
        await load(); // the "book" event updates the line numbers in the queue
        if (item.line < 0) throw new Refused(409, { error: "This line is no longer in the script." });
      } else throw error;
    }
  }
}

const speed = get("player-speed");
const goesOnButton = get("player-on");
speed.addEventListener("change", () => (sound.playbackRate = sound.defaultPlaybackRate = Number(speed.value)));
get("player-volume").addEventListener("input", (event) => setVolume(Number(event.target.value)));

// ----- The queue

let queue = null; // { items, at, scene, done }
let turn = 0;
let paused = false;
let resume = [];

on("book", ({ move }) => {
  if (queue && queue.items) for (const item of queue.items) if (item.line >= 0) item.line = move(item.line);
});

// Plays items { line, edits, name } one after another. The edits are not saved. If `scene` is true, the
// pauses of the book are played between the lines. Returns whether all items have been played. If a line
// cannot be played, calls `failed` with the reason. By default the page shows the reason. Playing begins with the item
// `from`, `offset` seconds after its beginning.
export function play(items, { scene = false, failed = say, from = 0, offset = 0 } = {}) {
  wake();
  if (!items.length) {
    say("There is nothing to play here.");
    return Promise.resolve(false);
  }
  tell("play");
  return run({ items, scene, failed }, from, offset);
}

async function run(next, from, offset = 0) {
  const mine = (turn += 1);
  silence();
  queue = next;
  setPaused(false);
  for (let i = from; i < queue.items.length; i += 1) {
    const item = queue.items[i];
    queue.at = i;
    show(true);
    tell("playing", { line: item.line, voice: item.voice });
    try {
      const answer = await ready(item);
      if (mine !== turn) return false;
      if (!answer) break;
      ahead(queue, i + 1, mine);
      await gate();
      if (mine !== turn) return false;
      if (queue.items[i].name) get("player-who").textContent = queue.items[i].name;
      await start("/sound/" + encodeURIComponent(answer.sound), answer.gain || 0, i === from ? offset : 0);
    } catch (error) {
      if (mine !== turn) return false;
      next.failed(error.message);
      break;
    }
    if (mine !== turn) return false;
    if (i === queue.items.length - 1) {
      const { line: end } = item;
      const scene = { line: end }; // the script adds the next scene: { first, play }
      if (queue.scene && goesOnButton.checked && end >= 0) tell("scene-end", scene);
      if (scene.next) {
        await new Promise((done) => setTimeout(done, book.lines[scene.next.first].pause * 1000));
        await gate();
        if (mine !== turn) return false;
      }
      stop();
      if (scene.next) scene.next.play();
      return true;
    }
    const { line } = queue.items[i + 1];
    const pause = queue.scene && line >= 0 ? book.lines[line].pause * 1000 : PAUSE;
    await new Promise((done) => setTimeout(done, pause));
    await gate();
    if (mine !== turn) return false;
  }
  stop();
  return false;
}

const AHEAD = 24; // the number of lines that are rendered ahead in a scene

// Renders the next lines while a line plays, so that they follow without a wait and the picture of the scene is filled.
// A failure is reported at the item's turn. Paid lines end this, because they ask first.
async function ahead(next, from, mine) {
  const end = next.scene ? from + AHEAD : from + 1;
  for (let i = from; i < end && next.items[i] && mine === turn; i += 1) {
    try {
      await hear(next.items[i]);
    } catch (_) {
      return;
    }
  }
}

// Returns a promise that waits while playback is paused.
const gate = () => (paused ? new Promise((done) => resume.push(done)) : Promise.resolve());

let finish = null; // the functions that end the wait for the playing sound

// Plays a sound to its end.
function start(address, gain, offset = 0) {
  return new Promise((done, failed) => {
    finish = { done, failed };
    setLevel(gain);
    sound.src = address;
    if (offset) sound.currentTime = offset;
    sound.playbackRate = Number(speed.value);
    show(false);
    const promise = sound.play();
    if (promise) promise.catch((error) => {
      if (error.name === "NotAllowedError") {
        setPaused(true);
        say("The browser plays sound only after a click. Press Play.");
      }
    });
  });
}

sound.addEventListener("ended", () => {
  if (queue && queue.chapter) return stop();
  if (finish) finish.done();
});
sound.addEventListener("error", () => {
  if (!sound.getAttribute("src")) return;
  heard = new Map(); // the server may have removed the sound, so the next try requests it again
  const error = new Gone("The sound cannot be played.");
  if (queue && queue.chapter) {
    say(error.message);
    stop();
  } else if (finish) finish.failed(error);
});

function silence() {
  sound.pause();
  if (finish) finish.done();
  finish = null;
}

// Stops playback.
export function stop() {
  if (!queue) return;
  turn += 1;
  const was = queue;
  queue = null;
  silence();
  setPaused(false);
  for (const done of resume.splice(0)) done();
  last = was;
  const held = document.activeElement;
  show(false);
  // If the button with the focus is now hidden or disabled, the Play button gets the focus.
  if (get("player").contains(held) && (held.disabled || !held.checkVisibility())) toggleButton.focus();
  tell("playing", { line: null });
}

let last = null; // the last queue, which the Play button plays again

export const audioTime = () => sound.currentTime;
export const isPlaying = () => Boolean(queue);

function setPaused(yes) {
  paused = yes;
  if (!yes) for (const done of resume.splice(0)) done();
  drawToggle();
}

export function toggle() {
  wake();
  if (!queue) {
    if (last && last.chapter) return playChapter(last.chapter);
    if (last && last.items.every((item) => item.line >= 0)) return run(last, last.scene ? Math.min(last.at, last.items.length - 1) : 0);
    return tell("play-current");
  }
  if (paused) {
    setPaused(false);
    if (sound.getAttribute("src") && !sound.ended) sound.play().catch(() => null);
  } else {
    setPaused(true);
    sound.pause();
  }
}

function skip(by) {
  if (!queue || !queue.items || !queue.items[queue.at + by]) return;
  run(queue, queue.at + by);
}

// ----- Chapters

// Plays a finished chapter, or a file: { address, who, title }.
export function playChapter(chapter, at = 0) {
  wake();
  turn += 1;
  silence();
  queue = { chapter };
  setPaused(false);
  tell("playing", { line: null });
  setLevel(null);
  sound.src = chapter.address || "/chapter/" + encodeURIComponent(chapter.number);
  if (at) sound.currentTime = at;
  sound.playbackRate = Number(speed.value);
  show(false);
  sound.play().catch((error) => error.name === "NotAllowedError" && setPaused(true));
}

export const chapterThatPlays = () => (queue && queue.chapter ? queue.chapter.number : null);
export const fileThatPlays = () => (queue && queue.chapter ? queue.chapter.address : undefined);

// ----- The bar

const toggleButton = get("player-toggle");
for (const name of ["previous", "next", "stop"]) get("player-" + name).append(icon(name));

function drawToggle() {
  const runs = queue && !paused;
  toggleButton.replaceChildren(icon(runs ? "pause" : "play"));
  toggleButton.setAttribute("aria-label", runs ? "Pause" : "Play");
}

function show(waits) {
  const player = get("player");
  player.classList.toggle("playing", Boolean(queue));
  player.classList.toggle("waits", Boolean(waits));
  const items = queue && queue.items;
  get("player-stop").disabled = !queue;
  get("player-previous").disabled = !items || queue.at === 0;
  get("player-next").disabled = !items || queue.at >= items.length - 1;
  get("player-place").hidden = !(queue && queue.chapter);
  get("player-follow").hidden = !items;
  if (queue && queue.chapter) {
    get("player-who").textContent = queue.chapter.who || "Chapter " + queue.chapter.number;
    get("player-text").textContent = queue.chapter.title;
  } else if (items) {
    const item = items[queue.at];
    const lines = item.line >= 0 ? together(item.line) : [];
    get("player-who").textContent = item.name || lines.map((line) => roleName(roleOf(line).name)).join(" and ");
    get("player-text").textContent = lines.map((line) => book.lines[line].text).join(" / ");
  } else {
    get("player-who").textContent = "";
    get("player-text").textContent = "Nothing is playing.";
  }
  drawToggle();
}

const seek = get("player-seek");
sound.addEventListener("timeupdate", () => {
  if (!queue || !queue.chapter) return;
  const length = Number.isFinite(sound.duration) ? sound.duration : queue.chapter.seconds || 0;
  seek.max = Math.max(1, Math.round(length));
  get("player-time").textContent = clock(sound.currentTime);
  get("player-length").textContent = clock(length);
  // If the slider moved while it has keyboard focus, screen readers would read every value.
  if (seek.matches(":focus-visible")) return;
  seek.value = sound.currentTime;
  seek.setAttribute("aria-valuetext", clock(sound.currentTime) + " of " + clock(length));
});
seek.addEventListener("input", () => {
  sound.currentTime = Number(seek.value);
  seek.setAttribute("aria-valuetext", clock(sound.currentTime) + " of " + clock(Number(seek.max)));
});
toggleButton.addEventListener("click", toggle);
get("player-stop").addEventListener("click", stop);
get("player-previous").addEventListener("click", () => skip(-1));
get("player-next").addEventListener("click", () => skip(1));
show(false);
