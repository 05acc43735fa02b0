// Makes elements, icons and messages, and writes numbers. All text becomes text nodes, never markup.

export const get = (id) => document.getElementById(id);

// Returns a new element. In `attributes`, `on` contains listeners and `data` contains data attributes. An attribute
// that is true is written without a value. An attribute that is false, null or undefined is left out. Children are
// elements or texts.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(words, listener, attributes = {}) {
  return make("button", { type: "button", on: { click: listener }, ...attributes }, words);
}

const PATHS = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  stop: "M6 6h12v12H6z",
  previous: "M5 5h2v14H5zM19 5v14l-11-7z",
  next: "M5 5v14l11-7zM17 5h2v14h-2z",
  up: "M12 7l8 8-1.8 1.8L12 10.6l-6.2 6.2L4 15z",
  down: "M12 17l8-8-1.8-1.8L12 13.4 5.8 7.2 4 9z",
  error: "M8 2h8l6 6v8l-6 6H8l-6-6V8zM11 6v8h2V6zM11 16v2h2v-2z",
  warning: "M12 2l11 20H1zM11 9v6h2V9zM11 17v2h2v-2z",
  undo: "M9 5 3 10.5 9 16v-4h5a4 4 0 0 1 0 8h-3v2h3a6 6 0 0 0 0-12H9z",
  redo: "M15 5l6 5.5-6 5.5v-4h-5a4 4 0 0 0 0 8h3v2h-3a6 6 0 0 1 0-12h5z",
  menu: "M4 6h16v2H4zM4 11h16v2H4zM4 16h16v2H4z",
  export: "M11 15V6.8L7.9 9.9 6.5 8.5 12 3l5.5 5.5-1.4 1.4L13 6.8V15zM4 15h2v4h12v-4h2v6H4z",
  download: "M11 3h2v8.2l3.1-3.1 1.4 1.4L12 15 6.5 9.5l1.4-1.4 3.1 3.1zM4 15h2v4h12v-4h2v6H4z",
  pencil: "M4 16.5 15.6 4.9a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L7.5 20H4zM6 17.3V18h.7l8.9-8.9-.7-.7z",
  line: "M4 10h2v4H4zM8 6h2v12H8zM12 9h2v6h-2zM16 4h2v16h-2zM20 10h1v4h-1z",
  say: "M4 4h16v12h-8.5L6 20.5V16H4zM6 6v8h2v2.3L10.7 14H18V6z",
  sound: "M3 9v6h4l5 4.5v-15L7 9zM14.5 8.2v7.6a4.4 4.4 0 0 0 0-7.6zM14.5 4.2v2.1a6.2 6.2 0 0 1 0 11.4v2.1a8.2 8.2 0 0 0 0-15.6z",
  done: "M9.5 17.6 4 12.1l1.6-1.6 3.9 3.9 9-9L20 7z",
  search: "M10.5 3a7.5 7.5 0 1 0 4.6 13.4l4.7 4.7 1.3-1.3-4.7-4.7A7.5 7.5 0 0 0 10.5 3zm0 2a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z",
  info: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 6h2v7h-2zm0-4h2v2h-2z",
  note: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM11 10v8h2v-8zM11 6v2h2V6z",
};

// Returns an icon. Screen readers ignore the icon, because its button has a name or there is text beside it.
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  for (const [key, value] of [["viewBox", "0 0 24 24"], ["aria-hidden", "true"], ["focusable", "false"]]) {
    svg.setAttribute(key, value);
  }
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

// Returns what a list without entries shows: what to do.
export const empty = (name, words, element = "li") => make(element, { class: "empty" }, icon(name), make("span", {}, words));

// Returns a button that shows and hides facts, such as the licence of a voice.
export function info(words, about) {
  const place = make("span", { class: "facts soft", dir: "auto", hidden: true }, words);
  const made = make("button", { type: "button", class: "play info", "aria-expanded": "false", "aria-label": "Facts about " + about, title: words }, icon("info"));
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    place.hidden = !place.hidden;
    made.setAttribute("aria-expanded", String(!place.hidden));
  });
  return [made, place];
}

// Shows a message and lets a screen reader announce it. Only results of the user's actions are announced, never the
// lines that play.
// `shown` is true if the page shows the message in another place too.
export function say(words, shown = false) {
  const status = get("status");
  status.classList.toggle("unseen", shown);
  if (status.textContent === words) status.textContent = ""; // so that the same text is announced again
  status.textContent = words;
  status.title = words;
  // An old message would take the room of what plays.
  clearTimeout(fading);
  fading = setTimeout(() => {
    if (status.textContent === words) status.textContent = status.title = "";
  }, 20_000);
}
let fading = 0;

// Keeps a message for the page that opens next.
const NOTE = "guion2audio:studio:note";
export function leaveNote(words) {
  try {
    sessionStorage.setItem(NOTE, words);
  } catch (_) {
    // Without storage, the message is lost.
  }
}
export function takeNote() {
  try {
    const words = sessionStorage.getItem(NOTE);
    sessionStorage.removeItem(NOTE);
    return words;
  } catch (_) {
    return null;
  }
}
export const KNOWN = "You have opened this script before. This is your copy of it, with its voices and corrections.";

// Returns the parts of a text with paths, which break after a slash instead of within a name.
export const breaking = (text) => text.split(/(?<=\/)/).flatMap((part, i) => (i ? [make("wbr"), part] : [part]));

export const number = (value, digits = 0) =>
  new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(value);

// The pauses of a book are whole milliseconds. People read and write them in seconds.
export const LONGEST_PAUSE = 60_000; // milliseconds
export const inSeconds = (milliseconds) => number(milliseconds / 1000, 3) + " s";

// Returns the milliseconds that a field has in seconds, or null if it has no pause.
export function pauseIn(field) {
  const value = Math.round(Number(field.value) * 1000);
  return field.value.trim() !== "" && value >= 0 && value <= LONGEST_PAUSE ? value : null;
}
export const NO_PAUSE = "A pause is 0 to " + LONGEST_PAUSE / 1000 + " seconds long.";

// Returns a count with its noun: "1 line", "2,100 lines".
export const count = (value, one, many = one + "s") => number(value) + " " + (value === 1 ? one : many);

export function clock(seconds) {
  const all = Math.max(0, Math.round(seconds));
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(all / 3600);
  return (hours ? hours + ":" + two(Math.floor(all / 60) % 60) : Math.floor(all / 60)) + ":" + two(all % 60);
}

export const short = (text, length) => (text.length > length ? text.slice(0, length - 1).trimEnd() + "…" : text);

// Returns a text with a full stop, unless it has an end.
export const ended = (words) => (/[.…!?]$/.test(words) ? words : words + ".");

// Returns the parts of a text, with what stands between backticks as code.
export const coded = (words) => words.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));

// Returns the title of a chapter with its number, unless the title begins with one.
export const titled = ({ number: place, title }, length = 200) => (/^\d/.test(title) ? "" : place + ". ") + short(title, length);

// Returns a function that delays calls of `run`: after its last call, it waits for some time and then calls `run` with
// the last arguments. Its `flush` calls `run` at once if a call is waiting. Its `drop` cancels the waiting call.
export function later(milliseconds, run) {
  let timer = 0;
  let waiting = null;
  const fire = () => {
    clearTimeout(timer);
    const values = waiting;
    waiting = null;
    return values && run(...values);
  };
  const call = (...values) => {
    waiting = values;
    clearTimeout(timer);
    timer = setTimeout(fire, milliseconds);
  };
  call.flush = fire;
  call.drop = () => {
    clearTimeout(timer);
    waiting = null;
  };
  return call;
}

// Returns whether the page must avoid motion, because the system settings do not allow motion.
export const calm = () => !window.matchMedia("(prefers-reduced-motion: no-preference)").matches;

// Returns whether the user can write text in this element. Keys then belong to the element.
export function writes(element) {
  return Boolean(element.closest("textarea, select, [contenteditable]")) ||
    (element.localName === "input" && !["range", "checkbox", "radio", "button"].includes(element.type));
}

// Messages of the program that name keys of files and commands, and their words on the page.
const WORDS = [
  ["; set the cover fit to \"pad\"", "; shops ask for a square"],
  ["; if a guess is wrong, add the name to \"pronunciations\"", "; if a guess is wrong, set a pronunciation"],
  ["; `guion2audio cast` lists them under \"sounds\" of the cast", "; choose the files in the tab Sounds"],
  ["Use --cover-fit pad to make the cover square.", "Choose a square picture, or start the studio with `--cover-fit pad`, which pads the picture to a square."],
  ["add those that are said wrongly to \"pronunciations\".", "set a pronunciation for those that are said wrongly."],
];
export const pageWords = (text) => WORDS.reduce((words, [theirs, ours]) => words.replace(theirs, ours), text);

// Calls `run` with the value that is chosen in a list. In a closed list each key changes the value, so a value of the keys is
// taken with Enter, or when the focus leaves the list. `isHere` is false if the focus has left.
export function whenChosen(select, run) {
  let taken = select.value;
  let browses = false; // whether keys go through the closed list
  let typed = -Infinity; // when the last letter was typed; a space soon after it belongs to a name
  const take = (isHere) => {
    if (select.value === taken) return;
    taken = select.value;
    run(taken, isHere);
  };
  select.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "Enter") {
      browses = false;
      take(true);
    } else if (key === "Escape" && select.value !== taken) {
      select.value = taken;
      event.preventDefault();
      event.stopPropagation();
    } else if ((key === " " && event.timeStamp - typed > 1000) || key === "F4" || event.altKey) browses = false; // opens the list
    else if (key.length === 1) {
      browses = true;
      typed = event.timeStamp;
    } else if (key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key)) browses = true;
  });
  select.addEventListener("pointerdown", () => {
    browses = false;
  });
  select.addEventListener("change", () => !browses && take(true));
  select.addEventListener("blur", () => take(false));
}
