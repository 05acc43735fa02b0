// Candidates, the list of all voices with its filters, the chosen voice, and the comparison of two voices.

import { get, make, icon, button, count, short, say, later } from "./dom.js";
import { read } from "./api.js";
import { book, on, roleName } from "./book.js";
import { play } from "./player.js";
import { voices, problems, describe, languageName } from "./catalogue.js";
import { assign, chosenRole, lineToTry, trial, DRAG } from "./roles.js";

const PAGE = 60; // voices shown at once
const list = get("voices");
let chosen = null; // address of the chosen voice
let shown = PAGE;
let found = [];
let pair = { a: null, b: null };

// ----- Trying

// Returns what plays the role's line with a voice.
function tried(uri) {
  const role = chosenRole();
  return trial([{ kind: "voice", role: role.name, voice: uri }], describe(uri).name);
}

export function playVoice(uri) {
  if (chosenRole() && lineToTry() >= 0) return play([tried(uri)]);
  return say("This role has no line to try.");
}

function drag(event) {
  const element = event.target.closest("[data-voice]");
  if (!element) return;
  event.dataTransfer.setData(DRAG, element.dataset.voice);
  event.dataTransfer.setData("text/plain", describe(element.dataset.voice).words);
  event.dataTransfer.effectAllowed = "copy";
}
list.addEventListener("dragstart", drag);
get("candidates").addEventListener("dragstart", drag);

// ----- Candidates

let asked = 0;
let shownFor = null; // name of the role whose candidates are shown

async function drawCandidates() {
  const role = chosenRole();
  const place = get("candidates");
  const mine = (asked += 1);
  place.setAttribute("aria-busy", "true");
  // Candidates of the same role stay until the new ones are there.
  if (shownFor !== role.name) place.replaceChildren(make("li", { class: "soft" }, "Choosing three voices…"));
  shownFor = role.name;
  try {
    const answer = await read("/api/candidates?role=" + encodeURIComponent(role.name));
    if (mine !== asked) return;
    const held = place.contains(document.activeElement) && [...place.querySelectorAll("button")].indexOf(document.activeElement);
    place.replaceChildren(...answer.voices.map((uri) => candidate(uri, role.name)));
    if (!answer.voices.length) place.append(make("li", { class: "soft" }, "No voice differs enough from the others."));
    const again = held !== false && place.querySelectorAll("button")[held];
    if (again) again.focus({ preventScroll: true });
    if (pair.b === null && answer.voices.length) setPair("b", answer.voices[0], true);
  } catch (error) {
    if (mine === asked) place.replaceChildren(make("li", { class: "soft" }, error.message));
  }
  if (mine === asked) place.removeAttribute("aria-busy");
}

function candidate(uri, role) {
  const voice = describe(uri);
  const name = short(voice.words, 80);
  return make("li", { class: "candidate", data: { voice: uri }, draggable: "true" },
    make("button", { type: "button", class: "play", "aria-label": "Play " + name, on: { click: () => playVoice(uri) } }, icon("play")),
    make("span", { class: "voice-text" }, make("span", { class: "who", dir: "auto" }, voice.name),
      make("span", { class: "soft", dir: "auto" }, [voice.engine, voice.about].filter(Boolean).join(" · "))),
    button("A", () => setPair("a", uri), { class: "small", "aria-label": "Set " + name + " as voice A" }),
    button("B", () => setPair("b", uri), { class: "small", "aria-label": "Set " + name + " as voice B" }),
    button("Assign", () => assign(role, uri), {
      class: "small assign", "aria-label": "Assign " + name + " to " + short(roleName(role), 60),
    }));
}

// ----- Filters

const fields = {};

function drawFilters() {
  const choice = (id, label, options) => {
    const old = fields[id] && fields[id].value;
    const select = make("select", { id: "filter-" + id },
      ...options.map(([value, words]) => make("option", { value }, words)));
    if (options.some(([value]) => value === old)) select.value = old;
    fields[id] = select;
    return make("div", {}, make("label", { for: select.id }, label), select);
  };
  const field = (id, label, attributes) => {
    fields[id] = fields[id] || make("input", { id: "filter-" + id, ...attributes });
    return make("div", {}, make("label", { for: "filter-" + id }, label), fields[id]);
  };
  const unique = (key) => [...new Set(voices.map((voice) => voice[key]).filter(Boolean))];
  const tags = unique("language").sort();
  const bases = [...new Set(tags.map((tag) => tag.split(/[-_]/)[0]))].sort();
  const tongues = [["", "all"]];
  for (const base of bases) {
    tongues.push([base, languageName(base)]);
    const more = tags.filter((tag) => tag !== base && tag.split(/[-_]/)[0] === base);
    if (more.length > 1) for (const tag of more) tongues.push([tag, languageName(tag)]);
  }
  const first = !fields.language;
  const engines = new Map(voices.map((voice) => [voice.provider, voice.providerName]));
  get("filters").replaceChildren(
    field("name", "Name", { type: "search", autocomplete: "off" }),
    choice("language", "Language", tongues),
    choice("engine", "Engine", [["", "all"], ...engines]),
    choice("gender", "Gender", [["", "all"], ...unique("gender").sort().map((value) => [value, value])]),
    field("low", "Pitch from, Hz", { type: "number", min: "0", max: "1000", step: "10", inputmode: "numeric" }),
    field("high", "Pitch to, Hz", { type: "number", min: "0", max: "1000", step: "10", inputmode: "numeric" }),
    make("label", { class: "check" }, fields.commercial = fields.commercial ||
      make("input", { type: "checkbox", id: "filter-commercial" }), " Licence allows commercial use"),
  );
  const base = (book.language || "").split("-")[0];
  if (first && bases.includes(base)) fields.language.value = base;
}

function matches(voice) {
  const words = fields.name.value.trim().toLowerCase();
  const low = Number(fields.low.value) || 0;
  const high = Number(fields.high.value) || Infinity;
  const tongue = fields.language.value;
  const tag = voice.language || "";
  return (!words || (voice.name + " " + voice.providerName).toLowerCase().includes(words)) &&
    (!tongue || tag === tongue || tag.split(/[-_]/)[0] === tongue) &&
    (!fields.engine.value || voice.provider === fields.engine.value) &&
    (!fields.gender.value || voice.gender === fields.gender.value) &&
    ((low === 0 && high === Infinity) || (voice.pitch >= low && voice.pitch <= high)) &&
    (!fields.commercial.checked || voice.commercialUse === "yes");
}

const filter = later(120, () => {
  shown = PAGE;
  drawList();
});
get("filters").addEventListener("input", filter);
get("filters").addEventListener("submit", (event) => event.preventDefault());

// ----- The list. It is one tab stop: arrow keys go through the voices.

function drawList() {
  const held = list.contains(document.activeElement);
  found = voices.filter(matches);
  const part = found.slice(0, shown);
  if (!part.some((voice) => voice.uri === chosen)) chosen = null;
  list.replaceChildren(...part.map(option));
  list.hidden = !part.length;
  const stop = list.querySelector("[aria-selected='true']") || list.firstElementChild;
  if (stop) {
    stop.tabIndex = 0;
    if (held) stop.focus({ preventScroll: true });
  }
  get("voices-count").textContent = found.length + " of " + count(voices.length, "voice");
  get("voices-more").hidden = found.length <= shown;
  drawChosen();
}

function option(voice) {
  const mine = voice.uri === chosen;
  const about = describe(voice.uri).about;
  return make("div", { role: "option", data: { voice: voice.uri }, draggable: "true", tabindex: "-1", "aria-selected": String(mine) },
    make("span", { class: "play", "aria-hidden": "true" }, icon("play")),
    make("span", { class: "voice-text" }, make("span", { class: "who", dir: "auto" }, voice.name), " ",
      make("span", { class: "soft", dir: "auto" }, voice.providerName + (about ? " · " + about : ""))));
}

function pick(element, focus) {
  for (const old of list.querySelectorAll("[role=option]")) {
    old.tabIndex = -1;
    old.setAttribute("aria-selected", "false");
  }
  element.tabIndex = 0;
  element.setAttribute("aria-selected", "true");
  chosen = element.dataset.voice;
  if (focus) element.focus();
  drawChosen();
}

list.addEventListener("click", (event) => {
  const element = event.target.closest("[role=option]");
  if (!element) return;
  pick(element, true);
  playVoice(chosen);
});

list.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const options = [...list.children];
  const at = options.indexOf(event.target.closest("[role=option]"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
  if (to !== undefined) {
    if (options[to]) pick(options[to], true);
  } else if (![" ", "Enter", "a", "b"].includes(event.key)) {
    return; // keys such as Tab pass the list and choose nothing
  } else {
    pick(options[at], false);
    if (event.key === " ") playVoice(chosen);
    else if (event.key === "Enter") assign(chosenRole().name, chosen);
    else setPair(event.key, chosen);
  }
  event.preventDefault();
  event.stopPropagation();
});

get("voices-more").addEventListener("click", () => {
  const from = shown;
  shown += PAGE * 3;
  drawList();
  if (list.children[from]) pick(list.children[from], true);
});

function drawChosen() {
  const place = get("chosen");
  const role = chosenRole();
  place.hidden = !chosen || !role;
  if (place.hidden) return;
  const voice = describe(chosen);
  const uri = chosen;
  place.replaceChildren(
    make("span", { class: "who", dir: "auto" }, short(voice.words, 60)),
    button("Play", () => playVoice(uri), { class: "small" }),
    button("Set as A", () => setPair("a", uri), { class: "small" }),
    button("Set as B", () => setPair("b", uri), { class: "small" }),
    button("Assign to " + short(roleName(role.name), 40), () => assign(chosenRole().name, uri), { class: "small main", id: "assign" }));
}

// ----- Comparing

function setPair(which, uri, quiet = false) {
  pair[which] = uri;
  drawPair();
  if (!quiet) say("Voice " + which.toUpperCase() + " is " + describe(uri).words + ".");
}

export function comparePlay(which) {
  const both = which === "ab" ? ["a", "b"] : [which];
  const items = both.filter((name) => pair[name]).map((name) => {
    const item = tried(pair[name]);
    item.name = name.toUpperCase() + ": " + item.name;
    return item;
  });
  if (items.length < both.length) return say("Choose voices A and B first.");
  if (lineToTry() < 0) return say("This role has no line to try.");
  return play(items);
}

export function compareSwap() {
  pair = { a: pair.b, b: pair.a };
  drawPair();
  say("Voices A and B are swapped.");
}

function drawPair() {
  const place = get("compare");
  const held = place.contains(document.activeElement) && document.activeElement.id;
  const part = (which) => {
    const words = pair[which] ? describe(pair[which]).words : "not chosen yet";
    return make("p", { class: "pair" }, make("b", {}, which.toUpperCase()),
      make("span", { dir: "auto" }, words),
      button("Play " + which.toUpperCase(), () => comparePlay(which), { class: "small", id: "play-" + which, disabled: !pair[which] }));
  };
  const none = !pair.a || !pair.b;
  place.replaceChildren(part("a"), part("b"), make("p", { class: "row" },
    button("Play A, then B", () => comparePlay("ab"), { id: "play-ab", disabled: none }),
    button("Swap", compareSwap, { id: "swap", disabled: none })));
  if (held && get(held)) get(held).focus({ preventScroll: true });
}

// ----- Changes

let othersBefore = "";
const voicesBeside = (role) =>
  JSON.stringify(book.roles.filter((other) => other !== role).map((other) => [other.name, other.plain]));

on("voices", () => {
  drawFilters();
  drawList();
  get("voices-problems").replaceChildren(...problems.map((words) => make("li", { dir: "auto" }, words)));
  if (chosenRole()) drawPair();
});
on("role", (role) => {
  othersBefore = voicesBeside(role);
  pair = { a: role.plain, b: null };
  drawPair();
  drawChosen();
  drawCandidates();
});
on("book", () => {
  const role = chosenRole();
  if (!role) return;
  // The candidates differ from the voices of the other roles, so they hold until one of those changes.
  const others = voicesBeside(role);
  if (othersBefore && othersBefore !== others && shownFor === role.name) drawCandidates();
  othersBefore = others;
});
