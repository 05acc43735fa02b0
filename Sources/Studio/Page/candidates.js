// Three voices for the chosen role. The rows do not change until the user chooses another role or asks for other
// voices.

import { get, make, icon, button, info, short } from "./dom.js";
import { read } from "./api.js";
import { book, on, roleName } from "./book.js";
import { describe, loadMeasured } from "./catalogue.js";
import { assign, chosenRole, hasVoice } from "./roles.js";
import { playVoice, letDrag, isPlayingVoice } from "./trying.js";
import { setPair, pairIsOpen } from "./compare.js";

const place = get("candidates");
const again = get("candidates-again");
let asked = 0;
let shownFor = null; // name of the role whose candidates are shown
let others = ""; // the voices of the other roles when the candidates were chosen

letDrag(place);

const voicesBeside = (role) =>
  JSON.stringify(book.roles.filter((other) => other !== role).map((other) => [other.name, other.plain]));

async function choose(takesFocus = false) {
  const role = chosenRole();
  due = false;
  const mine = (asked += 1);
  others = voicesBeside(role);
  shownFor = role.name;
  again.hidden = true;
  place.setAttribute("aria-busy", "true");
  place.replaceChildren(make("li", { class: "soft" }, "Choosing voices…"));
  try {
    const answer = await read("/api/candidates?role=" + encodeURIComponent(role.name));
    if (mine !== asked) return;
    place.replaceChildren(...answer.voices.map(row));
    if (!answer.voices.length) place.append(make("li", { class: "soft" }, "No voice differs enough from the other voices in the script."));
    if (answer.voices.length && pairIsOpen()) setPair("b", answer.voices[0], true);
    if (takesFocus && place.querySelector("button")) place.querySelector("button").focus({ preventScroll: true });
    loadMeasured(answer.voices).catch(() => null);
  } catch (error) {
    if (mine === asked) place.replaceChildren(make("li", { class: "soft" }, error.message));
  }
  if (mine === asked) place.removeAttribute("aria-busy");
}

function row(uri) {
  const made = make("li", { class: "candidate", data: { voice: uri }, draggable: "true" },
    make("button", { type: "button", class: "play", on: { click: () => playVoice(uri) } }, icon("play")),
    make("span", { class: "voice-text" }, make("span", { class: "who", dir: "auto" }), make("span", { class: "soft", dir: "auto" })),
    ...["a", "b"].map((which) => button(which.toUpperCase(), () => setPair(which, uri), {
      class: "small", title: "Compare as voice " + which.toUpperCase(),
    })),
    button("", () => assign(shownFor, uri), { class: "small assign" }), ...info(describe(uri).facts, describe(uri).name));
  describeRow(made);
  return made;
}

// Updates the texts of a row. The elements are kept, so that the focus is not lost.
function describeRow(element) {
  const uri = element.dataset.voice;
  const voice = describe(uri);
  const name = short(voice.words, 80);
  const role = chosenRole();
  const taken = book.roles.filter((other) => other !== role && other.plain === uri).map((other) => roleName(other.name));
  const has = hasVoice(role, uri);
  const [play, words, a, b, give] = element.children;
  words.firstChild.textContent = voice.name;
  const also = taken.length === 1 ? "also " + short(taken[0], 30) : taken.length ? "also " + taken.length + " other roles" : "";
  words.lastChild.textContent = [voice.about, also].filter(Boolean).join(" · ");
  words.title = taken.join(", ");
  element.querySelector(".facts").textContent = voice.facts;
  play.setAttribute("aria-label", (isPlayingVoice(uri) ? "Stop " : "Play ") + name);
  a.setAttribute("aria-label", "Set " + name + " as voice A");
  b.setAttribute("aria-label", "Set " + name + " as voice B");
  give.textContent = has ? "Assigned" : "Assign";
  give.setAttribute("aria-label", name + (has ? " is assigned to " : ": assign to ") + short(roleName(role.name), 60));
  // The button is not disabled, so that it keeps the focus.
  give.setAttribute("aria-disabled", String(has));
}

function describeRows() {
  if (!chosenRole() || shownFor !== chosenRole().name) return;
  for (const element of place.querySelectorAll(".candidate")) describeRow(element);
}

// Says what is true of the voices: whom they fit, and from whose voices they differ.
function sentence() {
  const role = chosenRole();
  const name = short(roleName(role.name), 40);
  const fits = role.person && role.person !== "thing" ? "Voices for “" + role.person + "”, " : "Voices, ";
  get("candidates-why").textContent = fits + "natural ones first, unlike the voices of the roles that " + name + " meets.";
}

// The server chooses voices only if the user can see them.
let due = false;
const hidden = () => get("panel-cast").hidden;
document.addEventListener("tab", () => due && !hidden() && choose());
again.firstElementChild.addEventListener("click", () => choose(true));
on("role", () => {
  sentence();
  due = true;
  if (!hidden()) choose();
});
on("voices", describeRows);
on("book", () => {
  describeRows();
  const role = chosenRole();
  again.hidden = !role || shownFor !== role.name || others === voicesBeside(role);
});
