// The settings of the chosen role's voice (rate, pitch, formant, gain), and the pauses of the whole book.
// A change is tried and heard at once, and kept when the person has let go of the slider.

import { get, make, button, count, number, say, later } from "./dom.js";
import { book, on, edit, tryEdits, setAffected, roleName } from "./book.js";
import { play } from "./player.js";
import { chosenRole, lineToTry, trial } from "./roles.js";

const SETTINGS = {
  rate: { label: "Rate", usual: 1, step: 0.05, words: (value) => number(value * 100) + " %" },
  pitch: { label: "Pitch", usual: 0, step: 0.5, words: (value) => signed(value) + " semitones" },
  formant: { label: "Formant", usual: 1, step: 0.01, words: (value) => number(value * 100) + " %" },
  gain: { label: "Gain", usual: 0, step: 0.5, words: (value) => signed(value) + " dB" },
};
const signed = (value) => (value > 0 ? "+" : "") + number(value, 1);
const place = get("tune");
const effect = get("tune-effect");
const autoplay = make("input", { type: "checkbox", id: "tune-autoplay", checked: true });

let held = null; // { role, name, value }: a change that is not kept yet

function draw() {
  const role = chosenRole();
  // A slider under the person's hand stays.
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

// Shows and tries a value. Null is the voice's own.
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
      (result.cost ? " Making them again costs " + result.cost.words + "." : "");
    setAffected(result.affected, SETTINGS[mine.name].label + " of " + roleName(mine.role), true);
  } catch (error) {
    if (mine === held) effect.textContent = error.message;
  }
});

// Waits a little, so that several key presses on a slider become one edit and one step of undo.
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

// Keeps a change that waits, such as before undo.
export const flush = () => keep.flush();

window.addEventListener("pagehide", () => keep.flush());
on("role", () => {
  keep.flush();
  effect.textContent = "";
  draw();
});
on("role-changed", draw);

// ----- Pauses

function drawPauses() {
  const place = get("pauses");
  const focus = place.contains(document.activeElement) && document.activeElement;
  if (focus && focus.localName === "input" && focus.value !== focus.defaultValue) return; // the person is writing
  place.replaceChildren(...(book.pauses || []).map((pause) => {
    const id = "pause-" + pause.name;
    const label = pause.name.slice(0, 1).toUpperCase() + pause.name.slice(1).replace(/[-_]/g, " ");
    const set = (value) => edit([{ kind: "pause", name: pause.name, value }],
      "Pause, " + pause.name + ": " + number(value === null ? pause.usual : value) + " ms");
    const input = make("input", {
      id, type: "number", min: "0", max: "60000", step: "50", value: pause.value, inputmode: "numeric",
      "aria-describedby": id + "-usual",
      on: {
        change: () => {
          const value = Number(input.value);
          if (input.value.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= 60_000) return set(value);
          say("A pause is a whole number of milliseconds from 0 to 60,000.");
          input.value = pause.value;
        },
      },
    });
    const reset = button("Reset", () => set(null), {
      class: "small", id: id + "-reset", "aria-label": "Reset pause, " + pause.name, disabled: pause.value === pause.usual,
    });
    return make("div", { class: "pause" }, make("label", { for: id }, label + ", ms"), input, reset,
      make("span", { class: "soft", id: id + "-usual" }, "usually " + number(pause.usual) + " ms"));
  }));
  if (focus && get(focus.id)) (get(focus.id).disabled ? get(focus.id.replace("-reset", "")) : get(focus.id)).focus({ preventScroll: true });
}

on("book", drawPauses);
