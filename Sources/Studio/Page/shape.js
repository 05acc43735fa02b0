// The tab "Line": how the selected line is spoken, and who speaks its quotations. A change is heard at once and saved soon
// after. A change to a paid line shows its cost first.

import { get, make, icon, button, count, empty, number, say, short, later, inSeconds, pauseIn, whenChosen, LONGEST_PAUSE, NO_PAUSE } from "./dom.js";
import { send } from "./api.js";
import { book, on, changeLine, doubts, likelySpeakers, roleOf, roleName } from "./book.js";
import { play } from "./player.js";
import { describe, plain, voices, languageName } from "./catalogue.js";
import { face } from "./faces.js";
import { choose } from "./roles.js";
import { editWords } from "./words.js";
import { goToLine, selectLine, unitFor } from "./script.js";
import { openTab, setView } from "./layout.js";
import { SETTINGS } from "./tune.js";

const place = get("line");
let line = -1; // the selected line
let draft = null; // settings that are not saved yet
let drawn = "";

// What the page knows of the voice that speaks the line: its own voice, or that of its role.
const speaker = () => {
  const own = current().voice;
  return (own && voices.find((one) => one.uri === plain(own))) || roleOf(line);
};
// Whether the voice of the line costs money, and whether it can say the line differently.
const paid = () => Boolean(speaker().paid);
const varies = () => Boolean(speaker().varies);

const saved = () => (line >= 0 && book.lines[line].shape) || {};
const current = () => draft || saved();
const hasSettings = (settings) => Object.keys(settings).length > 0;

const SLIDERS = {
  rate: { ...SETTINGS.rate, label: "Speed", low: 0.5, high: 1.6, less: "Slower", more: "Faster" },
  gain: { ...SETTINGS.gain, label: "Loudness", low: -12, high: 8, less: "Softer", more: "Louder" },
};

function showLine(next) {
  if (next === line) return;
  keep.flush();
  line = next;
  draft = null;
  draw();
}

// Opens the tab for a line.
export function openLine(next, focus = false) {
  showLine(next);
  openTab("line");
  draw();
  if (focus) {
    setView("panel");
    (place.querySelector("#line-hear") || get("tab-line")).focus();
  }
}

// Changes a setting; undefined removes it.
function change(name, value) {
  const next = { ...current() };
  if (value === undefined || (Array.isArray(value) && !value.length)) delete next[name];
  else next[name] = value;
  draft = next;
  hear();
  if (!paid()) keep();
  else price();
  refresh();
}

// A line whose settings are saved plays as the book has it.
const item = () => (draft ? { line, shape: draft } : { line });
const hear = later(60, () => line >= 0 && !paid() && play([item()]));

const moving = new Set(); // the lines of changes that are being saved

// Saves the settings after a short wait, so that several key presses on a slider become one change.
const keep = later(900, save);

async function save() {
  if (!draft || line < 0) return;
  const mine = draft;
  const settings = hasSettings(mine) ? mine : null;
  const { text } = book.lines[line];
  const at = { line }; // the number of the line, which a new book can change
  moving.add(at);
  const kept = await changeLine("/api/shape", () => (at.line >= 0 && book.lines[at.line].text === text ? { line: at.line, settings } : null),
    settings ? "Line: " + short(words(settings), 80) : "Settings of the line removed");
  moving.delete(at);
  if (draft === mine) draft = null;
  if (!kept) draw();
}
window.addEventListener("pagehide", () => keep.flush());
export const flushLine = () => keep.flush();

const words = (settings) => Object.entries(settings).map(([name, value]) =>
  name === "rate" ? SLIDERS.rate.words(value) : name === "gain" ? SLIDERS.gain.words(value) : name === "whisper" ? (value ? "whispered" : "not whispered") :
    name === "before" ? inSeconds(value) + " before" : name === "after" ? inSeconds(value) + " after" : name === "stress" ? "stress on " + value.join(", ") :
      name === "voice" ? describe(value).name : name === "take" ? "take " + value : "pronunciation").join(", ");

// Shows what a change of a paid line costs, before it is saved.
const price = later(300, async () => {
  const mine = draft;
  let text = "This change costs nothing: the line is in the cache.";
  try {
    await send("/api/hear", { plan: book.plan, line, shape: mine, pay: false });
  } catch (error) {
    text = error.status === 402 ? "Speaking the line like this costs " + error.body.cost.words + "." : error.message;
  }
  if (mine === draft && get("line-cost")) get("line-cost").textContent = text;
});

// ----- Drawing

// The fields are drawn only if the user can see them.
function draw() {
  if (place.closest("[role=tabpanel]").hidden) {
    drawn = "";
    return;
  }
  drawn = line < 0 ? "" : JSON.stringify([book.plan, line, saved(), book.lines[line].turns, voices.length]);
  const held = place.contains(document.activeElement) && document.activeElement.id;
  if (line < 0 || !book.lines[line]) {
    const made = [empty("line", "Click a line of the script to shape it.", "p"), turns({})];
    place.replaceChildren(...made.filter(Boolean));
    const again = held && get(held);
    if (again) again.focus({ preventScroll: true });
    return;
  }
  const role = roleOf(line);
  const data = book.lines[line];
  place.replaceChildren(...[
    make("div", { class: "speaker" }, face(role), make("div", { class: "grow" }, make("h2", { dir: "auto" }, roleName(role.name)),
      make("p", { class: "soft", dir: "auto" }, describe(data.shape && data.shape.voice ? data.shape.voice : role.plain).words)),
    button("Open in the cast", () => {
      choose(role.name);
      openTab("cast", true);
    }, { class: "small" })),
    make("blockquote", { id: "line-text", dir: "auto" }, data.text),
    make("p", { class: "row" },
      make("button", { type: "button", id: "line-hear", class: "main", on: { click: () => play([item()]) } }, icon("play"), "Hear"),
      make("button", { type: "button", id: "line-plain", title: "Hear the line without its settings", on: { click: () => play([{ line, shape: {} }]) } }, "As it was"),
      data.ours ? null : make("button", { type: "button", id: "line-edit", title: "E", on: { click: () => edit() } }, icon("pencil"), "Edit the words")),
    turns(data), data.ours ? make("p", { class: "soft" }, "The program writes this line, so it has no settings.") : settings(data, role),
  ].filter(Boolean));
  refresh();
  const again = held && get(held);
  if (again) again.focus({ preventScroll: true });
}

function edit() {
  const unit = unitFor(line);
  const blocks = unit.blocks.filter((block) => (book.blocks[block].lines || []).includes(line) && book.blocks[block].kind !== "character");
  setView("script");
  goToLine(line, false);
  return editWords(blocks.find((block) => book.blocks[block].kind !== "parenthetical") ?? blocks[0] ?? unit.block);
}
export const editLine = (next) => {
  showLine(next);
  return edit();
};

function settings(data, role) {
  return make("div", { class: "settings" },
    ...Object.entries(SLIDERS).map(slider),
    make("fieldset", { class: "segments" }, make("legend", {}, "Whisper"), ...[["", "As written"], ["yes", "Whisper"], ["no", "Aloud"]].map(([value, text]) =>
      make("label", {}, make("input", { type: "radio", name: "line-whisper", value, id: "line-whisper-" + (value || "as"),
        on: { change: () => change("whisper", value ? value === "yes" : undefined) } }), make("span", {}, text)))),
    make("div", { class: "two" }, pause("before", "Pause before, seconds", data.pause * 1000), pause("after", "Pause after, seconds", nextPause())),
    make("div", { class: "field" }, make("label", { for: "line-voice" }, "Voice of this line"), voiceChoice(role)),
    make("fieldset", {}, make("legend", {}, "Emphasis: choose words"), make("div", { class: "chips", id: "line-words" }, ...chips(data))),
    make("details", { class: "names", open: Boolean((current().words || []).length) }, make("summary", {}, "Pronunciation in this line"), said(data)),
    make("div", { class: "row", id: "line-takes" },
      button("Say it differently", () => otherTake(1), { id: "line-take", title: "Another take of the line by the same voice" }),
      button("Take before", () => otherTake(-1), { id: "line-take-back", class: "small" }), make("output", { id: "line-take-value", for: "line-take" })),
    make("p", { id: "line-cost", class: "soft", role: "status" }),
    make("p", { class: "row" },
      make("button", { type: "button", id: "line-save", class: "main", on: { click: save } }, "Save"),
      button("Remove all settings", () => {
        draft = {};
        save();
      }, { id: "line-clear" })));
}

function slider([name, { label, usual, low, high, step, less, more, words: text }]) {
  const id = "line-" + name;
  const value = current()[name] ?? usual;
  const input = make("input", { id, type: "range", min: low, max: high, step, value,
    on: { input: () => change(name, Number(input.value) === usual ? undefined : Number(input.value)), change: () => keep.flush() } });
  const nudge = (by, words) => button(words, () => {
    const next = Math.max(low, Math.min(high, Math.round(((current()[name] ?? usual) + by) * 100) / 100));
    input.value = next;
    change(name, next === usual ? undefined : next);
  }, { class: "small", id: id + (by < 0 ? "-less" : "-more") });
  return make("div", { class: "nudge" }, make("label", { for: id }, label), nudge(-step * (name === "rate" ? 2 : 4), less), input,
    nudge(step * (name === "rate" ? 2 : 4), more), make("output", { for: id, id: id + "-value" }, text(value)));
}

// Chooses the take behind or before this one. The first has no number in the settings.
function otherTake(by) {
  const take = (current().take || 1) + by;
  if (take > 99) return say("A line has at most 99 takes.");
  return change("take", take > 1 ? take : undefined);
}

const nextPause = () => (book.lines[line + 1] ? book.lines[line + 1].pause * 1000 : 0);

function pause(name, label, usual) {
  const id = "line-" + name;
  const input = make("input", { id, type: "number", min: "0", max: LONGEST_PAUSE / 1000, step: "0.05", inputmode: "decimal", placeholder: String(Math.round(usual) / 1000),
    value: current()[name] === undefined ? "" : current()[name] / 1000, on: { change: () => {
      if (input.value.trim() === "" && !input.validity.badInput) return change(name, undefined);
      const value = pauseIn(input);
      return value === null ? say(NO_PAUSE) : change(name, value);
    } } });
  return make("div", { class: "field" }, make("label", { for: id }, label), input);
}

function voiceChoice(role) {
  const base = (book.language || "").split(/[-_]/)[0];
  const fits = voices.filter((voice) => !voice.language || voice.language.split(/[-_]/)[0] === base);
  const groups = Map.groupBy(fits, (voice) => voice.providerName);
  const mine = current().voice;
  const select = make("select", { id: "line-voice", on: { change: () => change("voice", select.value || undefined) } },
    make("option", { value: "" }, "the voice of " + short(roleName(role.name), 40)),
    mine && !fits.some((voice) => voice.uri === mine) ? make("option", { value: mine }, describe(mine).words) : null,
    ...[...groups].map(([name, list]) => make("optgroup", { label: name },
      ...list.slice(0, 300).map((voice) => make("option", { value: voice.uri },
        voice.name + (voice.words ? ", " + voice.words : voice.language ? ", " + languageName(voice.language) : ""))))));
  select.value = mine || "";
  return select;
}

const wordsOf = (data) => data.text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) || [];

function chips(data) {
  return wordsOf(data).slice(0, 120).map((word, i) => make("button", {
    type: "button", class: "chip", id: "line-word-" + i, "aria-pressed": "false", data: { word: word.toLowerCase() },
    on: { click: () => {
      const key = word.toLowerCase();
      const old = current().stress || [];
      change("stress", old.includes(key) ? old.filter((other) => other !== key) : [...old, key]);
    } },
  }, word));
}

function said(data) {
  const list = current().words || [];
  const from = make("select", { id: "line-say-word", dir: "auto", "aria-label": "Word" }, ...[...new Set(wordsOf(data))].map((word) => make("option", { value: word }, word)));
  const to = make("input", { id: "line-say", type: "text", maxlength: "200", autocomplete: "off", spellcheck: "false", "aria-label": "Say it as, in words or between slashes in IPA", placeholder: "words, or /aɪ piː eɪ/" });
  const add = () => {
    const text = to.value.trim();
    if (!text || !from.value) return say("Write how the word is said.");
    const ipa = /^\/(.+)\/$/.exec(text);
    const made = ipa ? { text: from.value, ipa: ipa[1] } : { text: from.value, say: text };
    change("words", [...list.filter((one) => one.text !== from.value), made]);
    keep.flush();
    return undefined;
  };
  return make("div", { class: "said" },
    ...list.map((one) => make("p", { class: "row" }, make("span", { dir: "auto", class: "said-as" }, "“" + one.text + "” as " + (one.ipa ? "/" + one.ipa + "/" : "“" + one.say + "”")),
      button("Remove", () => {
        change("words", list.filter((other) => other !== one));
        keep.flush();
      }, { class: "small", "aria-label": "Remove the pronunciation of " + one.text }))),
    make("p", { class: "row" }, from, to, button("Add", add, { class: "small", id: "line-say-add" })));
}

// Updates the values without drawing the fields again.
function refresh() {
  if (line < 0 || !get("line-rate")) return;
  const now = current();
  for (const [name, { usual, words: text }] of Object.entries(SLIDERS)) {
    const input = get("line-" + name);
    const value = now[name] ?? usual;
    if (document.activeElement !== input) input.value = value;
    input.setAttribute("aria-valuetext", text(value));
    get("line-" + name + "-value").textContent = text(value);
  }
  get("line-whisper-" + (now.whisper === undefined ? "as" : now.whisper ? "yes" : "no")).checked = true;
  for (const chip of get("line-words").children) chip.setAttribute("aria-pressed", String((now.stress || []).includes(chip.dataset.word)));
  get("line-takes").hidden = !varies();
  get("line-take-value").textContent = "Take " + (now.take || 1);
  get("line-take-back").disabled = !now.take;
  get("line-save").hidden = !paid();
  get("line-clear").disabled = !hasSettings(now);
  get("line-plain").disabled = !hasSettings(now);
}

// ----- Quotations: who speaks, and how sure it is

const MOST = 400; // the quotations in the list of all
let others = []; // the other quotations whose speaker an answer has changed: { index, from, to }
const SURE = 85; // percent; if no doubt is left, wrong speakers are most often among the quotations below it
let listed = null; // whether the user has opened or closed the list of all quotations

const speakerIn = (turn) => (turn.voiced ? turn.names[0] || "" : "");
const called = (name) => name || "the narrator";
// The server sends the beginning of long quotations.
const quoted = (turn, length) => "“" + (turn.words.length >= 60 && length >= 60 ? turn.words.trimEnd() + "…" : short(turn.words, length)) + "”";
const lineOfTurn = (index) => book.lines.findIndex((data) => (data.turns || []).includes(index));
const unsure = () => book.turns.filter((turn) => !turn.answered && turn.sure < SURE).length;

function turns(data) {
  if (!book.turns.length) return null;
  const open = doubts();
  const weak = open ? 0 : unsure();
  return make("div", { class: "turns" }, ...(data.turns || []).map(turnCard), otherTurns(), make("div", { class: "row" },
    button("Next doubt", () => nextDoubt(1), { class: "small", id: "next-doubt", title: "D", disabled: !open }),
    make("span", { class: "soft", id: "turns-open" }, count(open, "open question") + (weak ? ", " + number(weak) + " less than " + SURE + " % sure" : ""))),
  allTurns(listed ?? (weak > 0 || line < 0)));
}

function turnCard(index) {
  const turn = book.turns[index];
  const id = "turn-" + index;
  const [best] = turn.names;
  const state = turn.answered ? "Your answer: " + called(speakerIn(turn)) : best ? best + ", " + turn.sure + " % sure" + (turn.voiced ? "" : "; the narrator speaks") : "nobody is named";
  const likely = likelySpeakers(turn);
  const rest = [...new Set([...turn.names, ...book.people])].filter((name) => !likely.includes(name));
  const select = make("select", { id, dir: "auto" },
    make("option", { value: "?" }, turn.answered ? "Another speaker…" : "Spoken by…"),
    ...likely.map((name) => make("option", { value: "=" + name }, name)), make("option", { value: "=" }, "the narrator"),
    rest.length ? make("optgroup", { label: "Others" }, ...rest.map((name) => make("option", { value: "=" + name }, name))) : null);
  if (turn.answered) select.value = "=" + speakerIn(turn);
  whenChosen(select, (value, moves) => answer(index, value, moves));
  return make("div", { class: "turn" + (turn.doubt ? " doubt" : "") },
    make("label", { for: id, dir: "auto" }, quoted(turn, 60)),
    make("p", { class: "sure" }, make("meter", { min: "0", max: "100", value: turn.answered ? 100 : turn.sure, "aria-hidden": "true" }), make("span", { class: "soft" }, state)),
    make("p", { class: "row" }, best && !turn.answered ? button("It is " + short(best, 30), () => answer(index, "=" + best), { class: "small", id: id + "-yes", title: turn.doubt ? "Y" : null }) : null, select,
      turn.answered ? button("Take the answer back", () => answer(index, "?"), { class: "small", id: id + "-back" }) : null));
}

// An answer teaches the program who speaks before and after it. What this changes is shown, and can be refused.
function otherTurns() {
  others = others.filter(({ index, to }) => book.turns[index] && !book.turns[index].answered && speakerIn(book.turns[index]) === to);
  if (!others.length) return null;
  return make("div", { class: "turn doubt", id: "turns-changed" }, make("p", {}, "Your answer also changed " + count(others.length, "other speaker") + ":"),
    ...others.map(({ index, from, to }) => make("div", {}, make("p", { dir: "auto" }, quoted(book.turns[index], 60)),
      make("p", { class: "row" }, make("span", { class: "soft", dir: "auto" }, called(from) + " → " + called(to)),
        button("Show", () => showTurn(index), { class: "small", "aria-label": "Show " + quoted(book.turns[index], 40) }),
        button("Keep " + short(called(from), 30), () => answer(index, "=" + from), { class: "small", "aria-label": "Keep " + called(from) + " for " + quoted(book.turns[index], 40) })))),
    make("p", { class: "row" }, others.length > 1 ? button("Keep all as they were", keepAll, { class: "small", id: "turns-keep" }) : null, button("All of them are right", () => {
      others = [];
      draw();
      get("line").querySelector("button").focus();
    }, { class: "small" })));
}

// Gives the other quotations back to their former speakers, one after another: each answer can move the next ones.
async function keepAll() {
  const former = others.map(({ index, from }) => ({ from, turn: book.turns[index].number, text: book.turns[index].words }));
  for (const { from, turn, text } of former) {
    const now = () => book.turns.find((one) => one.number === turn && one.words === text);
    const kept = await changeLine("/api/speaker", () => (now() ? { turn, name: from } : null), "“" + short(text, 40) + "” is spoken by " + called(from));
    if (!kept) return;
  }
  others = [];
  draw();
  say(count(former.length, "speaker") + " kept.");
  const next = doubts() ? get("next-doubt") : get("line-hear") || get("tab-line");
  next.focus({ preventScroll: true });
}

// The list of all quotations, the least certain first.
function allTurns(open) {
  const rank = (turn) => (turn.answered ? 200 : turn.doubt ? 0 : 100) + turn.sure / 2;
  const list = make("ul", {});
  const fill = () => list.replaceChildren(...book.turns.map((turn, index) => ({ turn, index })).sort((a, b) => rank(a.turn) - rank(b.turn)).slice(0, MOST)
    .map(({ turn, index }) => make("li", {}, make("button", { type: "button", class: "bare", on: { click: () => showTurn(index) } },
      make("span", { class: "sureness" }, turn.answered ? "you" : turn.sure + " %"), make("b", { dir: "auto" }, turn.answered ? called(speakerIn(turn)) : turn.names[0] || "nobody"),
      make("span", { class: "soft grow", dir: "auto" }, quoted(turn, 50) + (turn.answered || turn.voiced ? "" : " – the narrator speaks"))))));
  const made = make("details", { id: "all-turns", open }, make("summary", {}, "All " + count(book.turns.length, "quotation") + ", the least certain first"), list);
  made.addEventListener("toggle", () => {
    if (made.open !== open || listed !== null) listed = made.open;
    if (made.open && !list.children.length) fill();
  });
  if (open) fill();
  return made;
}

function showTurn(index) {
  const at = lineOfTurn(index);
  if (at < 0) return;
  goToLine(at, false);
  selectLine(at);
  openLine(at);
  setView("panel");
  const field = get("turn-" + index + "-yes") || get("turn-" + index);
  if (field && field.checkVisibility()) field.focus();
}

// Saves who speaks a quotation. Then the focus moves on, unless the user has moved it.
async function answer(index, value, moves = true) {
  const name = value === "?" ? null : value.slice(1);
  const { number: turn, words: text } = book.turns[index];
  const before = book.turns.map(speakerIn);
  const kept = await changeLine("/api/speaker", () => (book.turns[index] && book.turns[index].words === text ? { turn, name } : null),
    name === null ? "Answer taken back" : "“" + short(text, 40) + "” is spoken by " + called(name));
  if (!kept || book.turns.length !== before.length) return kept;
  others = book.turns.flatMap((one, i) => (i !== index && speakerIn(one) !== before[i] ? [{ index: i, from: before[i], to: speakerIn(one) }] : []));
  if (!moves) {
    draw();
    return kept;
  }
  // The line stays selected, also if the answer has cut it in two.
  const at = lineOfTurn(index);
  if (at >= 0) selectLine(at);
  openLine(at >= 0 ? at : line);
  draw();
  const next = doubts() ? get("next-doubt") : get("turn-" + index);
  if (next && next.checkVisibility()) next.focus({ preventScroll: true });
  return kept;
}

// Confirms the speaker of the first quotation in doubt of the selected line.
export function confirmSpeaker() {
  const yes = place.querySelector(".turns > .turn.doubt [id^='turn-'][id$='-yes']");
  if (yes) yes.click();
  else say("No quotation of this line is in doubt.");
}

// Goes to the next quotation whose answer helps.
export function nextDoubt(by) {
  const doubtful = book.lines.flatMap((data, i) => ((data.turns || []).some((turn) => book.turns[turn].doubt) ? [i] : []));
  if (!doubtful.length) return say(book.turns.length ? "No quotation is in doubt." : "This book has no quotations with speakers.");
  const at = by > 0 ? doubtful.find((one) => one > line) ?? doubtful[0] : doubtful.findLast((one) => one < line) ?? doubtful[doubtful.length - 1];
  return showTurn(book.lines[at].turns.find((turn) => book.turns[turn].doubt));
}

document.addEventListener("tab", ({ detail }) => detail === "line" && book && !drawn && draw());
on("turn", showTurn);
on("line", ({ line: next, cue, stays }) => {
  showLine(next);
  if (!cue && !stays && !get("panel").contains(document.activeElement)) openTab("line");
});
on("book", ({ move }) => {
  const open = doubts();
  get("tab-line").textContent = open ? "Line (" + number(open) + ")" : "Line";
  get("tab-line").title = "Shape the line (L)" + (open ? "; " + count(open, "quotation") + " in doubt (D)" : "");
  for (const at of moving) if (at.line >= 0) at.line = move(at.line);
  if (line >= 0) line = move(line);
  if (line >= 0 && JSON.stringify([book.plan, line, saved(), book.lines[line].turns, voices.length]) === drawn) return;
  // A pronunciation that is being typed is no draft yet.
  const typed = get("line-say");
  if (!draft && !(typed && typed.value)) draw();
  else refresh();
});
on("voices", () => book && draw());
