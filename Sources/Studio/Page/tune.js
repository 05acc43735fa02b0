// The settings of the chosen role's voice (rate, pitch, formant, gain), and the pauses of the whole book. A changed
// setting is played soon after the slider moves, and saved after the user has released the slider.

import { get, make, button, count, number, say, later, inSeconds, pauseIn, LONGEST_PAUSE, NO_PAUSE } from "./dom.js";
import { book, on, edit, tryEdits, setAffected, roleName } from "./book.js";
import { play } from "./player.js";
import { chosenRole, lineToTry, trial } from "./roles.js";

export const SETTINGS = {
  rate: { label: "Rate", usual: 1, step: 0.05, words: (value) => number(value * 100) + " %" },
  pitch: { label: "Pitch", usual: 0, step: 0.5, words: (value) => signed(value) + " semitones" },
  formant: { label: "Formant", usual: 1, step: 0.01, words: (value) => number(value * 100) + " %" },
  gain: { label: "Gain", usual: 0, step: 0.5, words: (value) => signed(value) + " dB" },
};
const signed = (value) => (value > 0 ? "+" : "") + number(value, 1);
const place = get("tune");
const effect = get("tune-effect");
const autoplay = make("input", { type: "checkbox", id: "tune-autoplay", checked: true });

let held = null; // { role, name, value }: a changed setting that is not saved yet

function draw() {
  const role = chosenRole();
  // The slider that the user moves is not drawn again.
  if (!role || (held && held.role === role.name && get("tune-" + held.name))) return;
  const names = Object.keys(SETTINGS).filter((name) => role.ranges && role.ranges[name]);
  const focus = place.contains(document.activeElement) && document.activeElement.id;
  place.replaceChildren(...names.map((name) => slider(role, name)));
  if (names.length) {
    place.append(make("label", { class: "check" }, autoplay, " Play the line to try after each change" +
      (role.paid ? " (not for this voice: it is paid)" : "")));
  } else place.append(make("p", { class: "soft" }, "This voice has no settings."));
  const again = focus && get(focus) && get(focus).disabled ? get(focus.replace("-reset", "")) : get(focus || "");
  if (again) again.focus({ preventScroll: true });
}

function slider(role, name) {
  const { label, usual, step, words } = SETTINGS[name];
  const [low, high] = role.ranges[name];
  const mine = held && held.role === role.name && held.name === name;
  const value = mine ? held.value : (role.settings && role.settings[name]) ?? usual;
  const id = "tune-" + name;
  const input = make("input", {
    id, type: "range", min: low, max: high, step, value, "aria-valuetext": words(value),
    on: { input: () => moved(role.name, name, Number(input.value)), change: () => keep() },
  });
  const reset = button("Reset", () => {
    moved(role.name, name, null);
    keep();
  }, { class: "small", id: id + "-reset", "aria-label": "Reset " + label.toLowerCase(), disabled: value === usual });
  return make("div", { class: "slider" }, make("label", { for: id }, label), input,
    make("output", { for: id, id: id + "-value" }, words(value)), reset);
}

// Shows the value of a setting, and plays the line to try with it. The value null means the default.
function moved(role, name, value) {
  if (held && (held.role !== role || held.name !== name)) keep.flush();
  held = { role, name, value };
  const { usual, words } = SETTINGS[name];
  const shown = words(value === null ? usual : value);
  get("tune-" + name).setAttribute("aria-valuetext", shown);
  if (value === null) get("tune-" + name).value = usual;
  get("tune-" + name + "-value").textContent = shown;
  tryIt();
}

const asEdits = ({ role, name, value }) => [{ kind: "setting", role, name, value }];

const tryIt = later(300, async () => {
  if (!held) return;
  const mine = held;
  const role = chosenRole();
  if (autoplay.checked && role && !role.paid && lineToTry() >= 0) play([trial(asEdits(mine))]);
  try {
    const result = await tryEdits(asEdits(mine));
    if (mine !== held) return;
    effect.textContent = "This changes " + count(result.affected.length, "line") + "." +
      (result.cost ? " Rendering them again costs " + result.cost.words + "." : "");
    setAffected(result.affected, SETTINGS[mine.name].label + " of " + roleName(mine.role), true);
  } catch (error) {
    if (mine === held) effect.textContent = error.message;
  }
});

// Saves the change after a short wait, so that several key presses on a slider become one edit and one undo step.
const keep = later(900, async () => {
  if (!held) return;
  const mine = held;
  tryIt.flush();
  const { label, usual, words } = SETTINGS[mine.name];
  const kept = await edit(asEdits(mine), label + " of " + roleName(mine.role) + ": " +
    words(mine.value === null ? usual : mine.value));
  if (held === mine) held = null;
  effect.textContent = "";
  if (!kept) setAffected([], "");
  draw();
});

// Saves waiting changes at once, for example before an undo.
export const flush = () => Promise.all([keep.flush(), keepPause.flush()]);

window.addEventListener("pagehide", flush);
on("role", () => {
  keep.flush();
  effect.textContent = "";
  draw();
});
on("role-changed", draw);

// ----- Pauses

const PAUSES = {
  chapterStart: ["Start of a chapter", "Before the first words of a chapter."],
  chapterEnd: ["End of a chapter", "After the last words of a chapter."],
  afterHeading: ["After a heading", "After a scene heading or a title."],
  beforeScene: ["Before a scene", "Before a scene heading."],
  afterScene: ["After a scene", "After the last words of a scene."],
  paragraph: ["Action and paragraphs", "Before and after a paragraph of action, and between paragraphs."],
  betweenSpeakers: ["Next speaker", "Between the speeches of two speakers."],
  interruption: ["Interruption", "After a speech that is broken off, before the next speaker."],
  sameSpeaker: ["Same speaker", "Between two speeches of one speaker, or two parts of a speech."],
  afterAnnouncement: ["After “Ann says:”", "Between the announcement of a speaker and the speech."],
  pageBreak: ["Page break", "At a page break."],
  listItem: ["List", "Between the items of a list."],
  quote: ["Quotation", "Before and after a quotation."],
  emptyLine: ["Line without words", "For a line without words, and for an empty line in a speech."],
  sentence: ["Sentence", "Between two sentences of one text."],
  comma: ["Comma, at most", "The longest pause at a comma, a semicolon, a colon or a dash."],
  ellipsis: ["Ellipsis", "At three points."],
};

let pending = null; // { name, value }: a pause that is not saved yet; the value null means the default

const pauseNamed = (name) => book.pauses.find((pause) => pause.name === name);
const shown = (value) => (value == null ? "" : value / 1000);
const pauseLabel = (name) => (PAUSES[name] || [name])[0];

function pauseRow({ name, usual }) {
  const id = "pause-" + name;
  const input = make("input", {
    id, type: "number", min: "0", max: LONGEST_PAUSE / 1000, step: "0.05", inputmode: "decimal", "aria-describedby": id + "-about",
    on: { input: () => showReset(name, pauseIn(input)), change: () => typed(name, input), blur: () => keepPause.flush() },
  });
  const reset = button("Reset", () => {
    input.value = shown(usual);
    input.focus(); // the button is about to be disabled, so it must not keep the focus
    change(name, null);
    keepPause.flush();
  }, { class: "small", id: id + "-reset", "aria-label": "Reset pause, " + pauseLabel(name) });
  const about = [(PAUSES[name] || [])[1], usual == null ? "By default, as long as the voice makes it." : "Default: " + inSeconds(usual) + "."].filter(Boolean).join(" ");
  return make("div", { class: "pause" }, make("label", { for: id }, pauseLabel(name), make("span", { class: "unseen" }, ", seconds")), input, reset,
    make("span", { class: "soft", id: id + "-about" }, about));
}

function showReset(name, value) {
  get("pause-" + name + "-reset").disabled = (value ?? null) === (pauseNamed(name).usual ?? null);
}

function typed(name, input) {
  const value = pauseIn(input);
  if (value !== null) return change(name, value);
  say(NO_PAUSE);
  input.value = shown(pauseNamed(name).value);
  return showReset(name, pauseNamed(name).value);
}

function change(name, value) {
  if (pending && pending.name !== name) keepPause.flush();
  pending = { name, value };
  const input = get("pause-" + name);
  input.defaultValue = input.value; // marks that the user has finished typing
  showReset(name, value === null ? pauseNamed(name).usual : value);
  keepPause();
  if (document.activeElement !== input) keepPause.flush();
}

// Saves the change. While the field has the focus, it waits a little, so that several key presses become one edit and
// one undo step.
const keepPause = later(900, async () => {
  const mine = pending;
  if (!mine) return;
  const pause = pauseNamed(mine.name);
  const value = (mine.value === null ? pause.usual : mine.value) ?? null;
  if (value !== (pause.value ?? null)) {
    const length = value === null ? "default" : inSeconds(value);
    await edit([{ kind: "pause", ...mine }], "Pause, " + pauseLabel(mine.name) + ": " + length);
  }
  if (pending === mine) pending = null;
  drawPauses();
});

// Shows the pauses of the book. A field in which the user types is not changed.
function drawPauses() {
  const place = get("pauses");
  if (place.children.length !== book.pauses.length) place.replaceChildren(...book.pauses.map(pauseRow));
  for (const { name, value } of book.pauses) {
    const input = get("pause-" + name);
    const writes = document.activeElement === input && input.value !== input.defaultValue;
    if (writes || (pending && pending.name === name)) continue;
    input.defaultValue = input.value = shown(value);
    showReset(name, value);
  }
}

on("book", drawPauses);
