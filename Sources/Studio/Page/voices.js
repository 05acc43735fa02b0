// The list of all voices with its filters, and the chosen voice.

import { get, make, icon, button, info, count, short, later } from "./dom.js";
import { book, on, roleName } from "./book.js";
import { voices, problems, describe, languageName, byName } from "./catalogue.js";
import { assign, chosenRole, hasVoice } from "./roles.js";
import { playVoice, letDrag, markPlaying } from "./trying.js";
import { setPair } from "./compare.js";

const PAGE = 60; // the number of voices that are shown at first
const list = get("voices");
let chosen = null; // the URI of the chosen voice
let shown = PAGE;
let found = [];

letDrag(list);

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
  const check = (id, words) => {
    fields[id] = fields[id] || make("input", { type: "checkbox", id: "filter-" + id });
    return make("label", { class: "check" }, fields[id], " " + words);
  };
  const place = get("filters");
  const held = place.contains(document.activeElement) && document.activeElement.id;
  const first = !fields.language;
  const base = baseOf(book.language || "");
  const tongues = languages(base);
  const engines = new Map(voices.map((voice) => [voice.provider, voice.providerName]));
  place.replaceChildren(
    field("name", "Name", { type: "search", autocomplete: "off" }),
    choice("language", "Language and accent", [["", "all"], ...tongues.map((tag) => [tag, languageName(tag)])]),
    choice("engine", "Provider", [["", "all"], ...engines]),
    choice("gender", "Who", [["", "all"], ["female", "woman"], ["male", "man"], ["child", "child"]]),
    choice("age", "Age", [["", "all"], ...unique("age").sort().map((value) => [value, value])]),
    field("low", "Pitch from, Hz", { type: "number", min: "0", max: "1000", step: "10", inputmode: "numeric" }),
    field("high", "Pitch to, Hz", { type: "number", min: "0", max: "1000", step: "10", inputmode: "numeric" }),
    check("natural", "Natural voices only"),
    check("commercial", "Licence allows commercial use"),
  );
  if (first && tongues.includes(base)) fields.language.value = base;
  if (held && get(held)) get(held).focus({ preventScroll: true });
}

// A woman, a man or a child, as the filter has them; undefined if the voice does not say.
const whoIs = (voice) => (voice.age === "child" || /\b(child|boy|girl)\b/.test(voice.words || "") ? "child" : voice.gender);
const unique = (key) => [...new Set(voices.map((voice) => voice[key]).filter(Boolean))];
const baseOf = (tag) => tag.split(/[-_]/)[0];

// Returns the languages of the voices. The language of the book comes first. The other languages are sorted by name.
// Each language is followed by its variants.
function languages(own) {
  const tags = unique("language");
  const bases = [...new Set(tags.map(baseOf))].sort((a, b) => Number(b === own) - Number(a === own) || byName(a, b));
  return bases.flatMap((base) => {
    const variants = tags.filter((tag) => tag !== base && baseOf(tag) === base).sort(byName);
    return variants.length > 1 ? [base, ...variants] : [base];
  });
}

// Returns whether a voice passes the filters. If the pitch or the licence of a voice is unknown, the voice does not pass
// that filter. `left` names a filter to leave out: "pitch" or "licence".
function matches(voice, left = "") {
  const words = fields.name.value.trim().toLowerCase();
  const low = Number(fields.low.value) || 0;
  const high = Number(fields.high.value) || Infinity;
  const tongue = fields.language.value;
  return (!words || (voice.name + " " + voice.providerName + " " + (voice.words || "")).toLowerCase().includes(words)) &&
    (!tongue || !voice.language || voice.language === tongue || baseOf(voice.language) === tongue) &&
    (!fields.engine.value || voice.provider === fields.engine.value) &&
    (!fields.gender.value || whoIs(voice) === fields.gender.value) &&
    (!fields.age.value || voice.age === fields.age.value) &&
    (!fields.natural.checked || voice.natural) &&
    (left === "pitch" || (low === 0 && high === Infinity) || (voice.pitch >= low && voice.pitch <= high)) &&
    (left === "licence" || !fields.commercial.checked || voice.commercialUse === "yes");
}

// Returns a text about the voices that are hidden only because their pitch or licence is unknown.
function hidden() {
  const unknown = { pitch: (voice) => !voice.pitch, licence: (voice) => (voice.commercialUse || "unknown") === "unknown" };
  return Object.entries(unknown).map(([what, isUnknown]) => {
    const many = voices.filter((voice) => isUnknown(voice) && !matches(voice) && matches(voice, what)).length;
    return many ? " " + count(many, "voice") + (many === 1 ? " is" : " are") + " hidden because the " + what + " is unknown." : "";
  }).join("");
}

const filter = later(120, () => {
  shown = PAGE;
  drawList();
});
get("filters").addEventListener("input", filter);
get("filters").addEventListener("submit", (event) => event.preventDefault());

// ----- The list. Tab enters the list once, and the arrow keys move through the voices.

function drawList() {
  const held = list.contains(document.activeElement);
  found = voices.filter((voice) => matches(voice));
  const part = found.slice(0, shown);
  if (!part.some((voice) => voice.uri === chosen)) chosen = null;
  list.replaceChildren(...part.map(option));
  list.hidden = !part.length;
  markPlaying();
  const stop = list.querySelector("[aria-selected='true']") || list.firstElementChild;
  if (stop) {
    stop.tabIndex = 0;
    if (held) stop.focus({ preventScroll: true });
  }
  get("voices-count").textContent = found.length + " of " + count(voices.length, "voice") + "." + hidden();
  get("voices-more").hidden = found.length <= shown;
  drawChosen();
}

function option(voice) {
  const mine = voice.uri === chosen;
  const about = describe(voice.uri).about;
  return make("div", { role: "option", data: { voice: voice.uri }, draggable: "true", tabindex: "-1", "aria-selected": String(mine) },
    make("span", { class: "play", "aria-hidden": "true" }, icon("play")),
    make("span", { class: "voice-text" }, make("span", { class: "who", dir: "auto" }, voice.name), " ",
      make("span", { class: "soft", dir: "auto" }, about)));
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
    return; // the browser handles other keys, such as Tab
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
  const has = hasVoice(role, uri);
  const held = [...place.children].indexOf(document.activeElement);
  place.replaceChildren(
    make("span", { class: "who", dir: "auto" }, short(voice.words, 60), ...info(voice.facts, voice.name)),
    button("Play", () => playVoice(uri), { class: "small" }),
    button("Set as A", () => setPair("a", uri), { class: "small" }),
    button("Set as B", () => setPair("b", uri), { class: "small" }),
    button((has ? "Assigned to " : "Assign to ") + short(roleName(role.name), 40), () => assign(chosenRole().name, uri), {
      class: "small main", id: "assign", "aria-disabled": String(has),
    }));
  if (held >= 0) place.children[held].focus({ preventScroll: true });
}

on("voices", () => {
  drawFilters();
  drawList();
  get("voices-problems").replaceChildren(...problems.map((words) => make("li", { dir: "auto" }, words)));
});
on("role", drawChosen);
on("role-changed", drawChosen);
