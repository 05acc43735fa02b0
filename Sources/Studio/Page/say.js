// The pronunciation of words: marking words in the script, and the dialog "Say it as".

import { get, make, button, count, short, later } from "./dom.js";
import { book, on, edit, tryEdits, setAffected, roleOf, roleName } from "./book.js";
import { play, stop, isPlaying } from "./player.js";
import { currentUnit, ownLine, unitFor } from "./script.js";
import { editWords } from "./words.js";

const script = get("script");
const dialog = get("say");
const marked = get("say-marked");
const correct = get("correct-marked");
const LETTERS = [
  ["ˈ", "main stress"], ["ˌ", "second stress"], ["ː", "long"], ["ə", "a in about"], ["ɪ", "i in kit"], ["iː", "ee in see"],
  ["ɛ", "e in dress"], ["æ", "a in trap"], ["ʌ", "u in strut"], ["ɑː", "a in father"], ["ɒ", "British o in lot"],
  ["ɔː", "aw in law"], ["ʊ", "oo in foot"], ["uː", "oo in goose"], ["ɜː", "ur in nurse"], ["eɪ", "ay in day"],
  ["aɪ", "i in price"], ["ɔɪ", "oy in boy"], ["oʊ", "o in go"], ["aʊ", "ou in mouth"], ["ʃ", "sh in ship"],
  ["ʒ", "s in measure"], ["tʃ", "ch in chin"], ["dʒ", "j in jam"], ["θ", "th in thin"], ["ð", "th in this"],
  ["ŋ", "ng in sing"], ["ɹ", "English r"], ["j", "y in yes"], ["x", "ch in Scottish loch"],
];

// ----- Words that the user marks with the pointer or with the browser's own keys

function selectedWords() {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const block = element(range.startContainer).closest("[data-block]");
  const words = selection.toString().replace(/\s+/g, " ").trim();
  if (!block || !script.contains(block) || !words || words.length > 80) return null;
  if (!block.contains(range.endContainer) && range.endOffset > 0) return null;
  const place = block.closest(".unit");
  const unit = place && place.dataset.line !== undefined ? unitFor(Number(place.dataset.line)) : null;
  return { words, block: Number(block.dataset.block), line: unit ? ownLine(unit) : -1, box: range.getBoundingClientRect() };
}

const offer = later(120, () => {
  const found = dialog.open ? null : selectedWords();
  marked.hidden = correct.hidden = !found;
  if (!found) return;
  correct.hidden = found.line < 0 || !book.editable[book.blocks[found.block].document];
  marked.textContent = "Say “" + short(found.words, 24) + "” as…";
  // The button is below the words, because phones show their own menu above them.
  const width = marked.offsetWidth;
  const left = Math.max(8, Math.min(innerWidth - width - correct.offsetWidth - 16, found.box.left));
  marked.style.left = left + "px";
  correct.style.left = left + width + 8 + "px";
  for (const one of [marked, correct]) one.style.top = Math.max(8, Math.min(innerHeight - marked.offsetHeight - 8, found.box.bottom + 10)) + "px";
});
document.addEventListener("selectionchange", offer);
script.addEventListener("scroll", offer, { passive: true });
for (const one of [marked, correct]) one.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the selection
correct.addEventListener("click", () => {
  const found = selectedWords();
  marked.hidden = correct.hidden = true;
  getSelection().removeAllRanges();
  if (found) editWords(found.block);
});
marked.addEventListener("click", () => {
  const found = selectedWords();
  marked.hidden = correct.hidden = true;
  if (found) open({ text: found.words, line: found.line });
});

// Opens the dialog for the current line of the script. The user chooses words of the line in the dialog.
export function sayCurrent() {
  const unit = currentUnit();
  if (!unit || !unit.lines.length) return;
  const found = selectedWords();
  open({ text: found && unit.lines.includes(found.line) ? found.words : "", line: ownLine(unit) });
}

// ----- The dialog

let line = -1; // the line on which the pronunciation is played
let origin = -1; // the line for which the dialog was opened
let old = null; // the entry to edit, or null for a new entry
let opener = null;
let applies = null; // the lines that the pronunciation applies to, or null while they are unknown
let warned = false; // whether the user was warned that the pronunciation applies to no line

export function open({ text = "", line: from = -1, entry = null }) {
  line = origin = from;
  old = entry;
  opener = document.activeElement;
  applies = null;
  const role = line >= 0 ? roleOf(line) : null;
  const words = line >= 0 ? wordsRead(line) : [];
  const way = entry && entry.ipa ? "ipa" : "words";

  const form = make("form", { method: "dialog", novalidate: true, on: { submit: keep, input: changed } },
    make("h2", { id: "say-title" }, entry ? "Edit a pronunciation" : "Say it as"),
    words.length ? field("say-word", "Word of this line", make("select", { id: "say-word", dir: "auto" },
      make("option", { value: "" }, "Choose a word…"), ...words.map((word) => make("option", { value: word }, word)))) : null,
    field("say-text", "Written in the script", make("input", {
      id: "say-text", type: "text", dir: "auto", autocomplete: "off", spellcheck: "false", maxlength: "200", value: entry ? entry.text : text,
      "aria-describedby": "say-match",
    }), make("p", { id: "say-match", class: "soft" })),
    make("fieldset", {}, make("legend", {}, "Pronunciation in"), make("div", { class: "row" },
      radio("words", "Words", way === "words"), radio("ipa", "IPA (phonetic letters)", way === "ipa"))),
    field("say-value", way === "ipa" ? "IPA" : "Words to say", make("input", {
      id: "say-value", type: "text", dir: "auto", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "400",
      value: entry ? entry.ipa || entry.say || "" : "",
    })),
    make("div", { class: "letters", id: "say-letters", role: "group", "aria-label": "Phonetic letters", hidden: way !== "ipa" },
      ...LETTERS.map(([letter, name]) => button(letter, () => insert(letter), { "aria-label": letter + ": " + name, title: name }))),
    make("p", { id: "say-takes", class: "soft", hidden: true }),
    field("say-who", "For", make("select", { id: "say-who", dir: "auto" },
      make("option", { value: "all" }, "all roles"),
      ...roles(role, entry).map((name) => make("option", { value: "role:" + name }, "only " + short(roleName(name), 60))))),
    make("p", { id: "say-effect", class: "soft", role: "status" }),
    make("p", { id: "say-line", class: "soft", dir: "auto", hidden: true }),
    make("p", { id: "say-error", class: "failed", role: "alert" }),
    make("p", { class: "row" },
      button("Play without the change", () => hear(false), { id: "say-before" }),
      button("Play with the change", () => hear(true), { id: "say-hear" }),
      button("Stop", stop, { id: "say-stop", disabled: !isPlaying() })),
    make("p", { class: "row end" },
      button("Cancel", () => dialog.close()),
      make("button", { type: "submit", class: "main", id: "say-keep" }, "Save")));
  dialog.replaceChildren(form);
  if (entry && entry.character !== undefined && entry.character !== null) get("say-who").value = "role:" + entry.character;
  if (words.length) {
    get("say-word").addEventListener("change", (event) => {
      if (event.target.value) get("say-text").value = event.target.value;
    });
    if (words.includes(get("say-text").value)) get("say-word").value = get("say-text").value;
  }
  dialog.showModal();
  (get("say-text").value ? get("say-value") : get("say-word") || get("say-text")).focus();
  update();
}

// Returns the spoken words of a line and of the other lines of its unit. One of these lines may be an announcement such
// as "Ann says:".
function wordsRead(from) {
  const lines = new Set([from, ...unitFor(from).lines]);
  return [...new Set([...lines].flatMap((one) => book.lines[one].text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) || []))];
}

const field = (id, label, ...inputs) => make("div", { class: "field" }, make("label", { for: id }, label), ...inputs);
const radio = (value, words, checked) => make("label", { class: "check" },
  make("input", { type: "radio", name: "say-way", value, checked, id: "say-way-" + value }), " " + words);

// Returns the names of roles: first the line's role, then the entry's role, then all other roles. The entry's role need
// not be in the script.
function roles(role, entry) {
  const first = [role && role.name, entry && entry.character].filter((name) => name !== undefined && name !== null);
  return [...new Set([...first, ...book.roles.map((other) => other.name)])];
}

function insert(letter) {
  const input = get("say-value");
  input.setRangeText(letter, input.selectionStart, input.selectionEnd, "end");
  changed();
}

const who = () => (get("say-who").value === "all" ? null : get("say-who").value.slice(5));

// Returns the edits of the dialog, or null while a field is empty.
function edits() {
  const text = get("say-text").value.trim();
  const value = get("say-value").value.trim();
  if (!text || !value) return null;
  const ipa = get("say-way-ipa").checked;
  const character = who();
  const made = [{ kind: "say", text, say: ipa ? null : value, ipa: ipa ? value : null, character }];
  const before = old && (old.character ?? null);
  // The text and the character identify an entry. If one of the two changes, the old entry is removed.
  if (old && (old.text !== text || before !== character)) made.unshift({ kind: "unsay", text: old.text, character: before });
  return made;
}

function changed() {
  const ipa = get("say-way-ipa").checked;
  get("say-letters").hidden = !ipa;
  dialog.querySelector("label[for=say-value]").textContent = ipa ? "IPA" : "Words to say";
  get("say-error").textContent = "";
  applies = null;
  update();
}

// Returns a text that explains which words of the script match.
function matching(text) {
  if (!text) return "Only whole words match.";
  if (text === text.toLowerCase()) return "Only whole words match. Capitals make no difference.";
  const capitals = text.toUpperCase();
  return "Only “" + short(text, 40) + "”" + (text === capitals ? " matches" : " and “" + short(capitals, 40) + "” match") +
    ", as whole words.";
}

function update() {
  const now = edits();
  warned = false;
  get("say-keep").textContent = "Save";
  get("say-keep").disabled = get("say-hear").disabled = !now;
  get("say-match").textContent = matching(get("say-text").value.trim());
  showLine();
  const deaf = book.roles.filter((role) => !role.takesIPA && (who() === null || role.name === who()));
  const note = get("say-takes");
  note.hidden = !get("say-way-ipa").checked || !deaf.length;
  note.textContent = who() === null
    ? "IPA has no effect on the voices of " + count(deaf.length, "role") + ": " + short(deaf.map((role) => roleName(role.name)).join(", "), 120) + "."
    : "The voice of " + roleName(who()) + " does not support IPA. Use words instead.";
  if (now) effect(now);
  else {
    effect.drop();
    get("say-effect").textContent = "";
  }
}

// Shows the line on which the pronunciation is played.
function showLine() {
  get("say-before").disabled = line < 0;
  get("say-line").hidden = line < 0;
  if (line >= 0) get("say-line").textContent = "Line to play: " + short(book.lines[line].text, 120);
}

let asked = 0;

const effect = later(350, async (now) => {
  const mine = (asked += 1);
  try {
    const result = await tryEdits(now);
    if (!dialog.open || mine !== asked) return;
    applies = result.applies || [];
    // The pronunciation is played on the line for which the dialog was opened, if it applies to that line.
    line = applies.includes(origin) ? origin : applies[0] ?? origin;
    showLine();
    get("say-effect").textContent = (applies.length ? "Applies to " + count(applies.length, "line") + ". " : NOWHERE + " ") +
      "This changes " + count(result.affected.length, "line") + "." +
      (result.cost ? " Rendering them again costs " + result.cost.words + "." : "");
    setAffected(result.affected, "Pronunciation of “" + short(now[now.length - 1].text, 40) + "”", true, result.chapters);
  } catch (error) {
    if (!dialog.open || mine !== asked) return;
    get("say-error").textContent = error.message;
    get("say-effect").textContent = "";
    setAffected([], "");
  }
});
const NOWHERE = "The pronunciation applies to no line. Check the spelling, the capitals and the role.";

// Waits until the lines that the edits apply to are known. Returns whether there are any such lines.
async function known(now) {
  if (!applies) {
    effect(now);
    await effect.flush();
  }
  return Boolean(applies && applies.length);
}

async function hear(changed) {
  get("say-error").textContent = "";
  const now = edits();
  if (now && !(await known(now)) && changed) return (get("say-error").textContent ||= NOWHERE);
  if (line < 0) return;
  return play([{ line, edits: changed ? now : [] }], { failed: (words) => (get("say-error").textContent = words) });
}

async function keep(event) {
  event.preventDefault();
  const now = edits();
  if (!now) return;
  if (!warned && !(await known(now))) {
    if (!applies) return; // the dialog shows the error
    warned = true;
    get("say-error").textContent = NOWHERE;
    get("say-keep").textContent = "Save anyway";
    return;
  }
  effect.drop();
  get("say-keep").disabled = true;
  let refused = "";
  const last = now[now.length - 1];
  const kept = await edit(now, "Pronunciation of “" + short(last.text, 40) + "”", (words) => (refused = words));
  get("say-keep").disabled = false;
  if (refused) return (get("say-error").textContent = refused);
  keptNow = kept;
  dialog.close();
}

let keptNow = false;
dialog.addEventListener("close", () => {
  effect.drop();
  if (!keptNow) setAffected([], "");
  keptNow = false;
  // If the list or the script was drawn again, the element that opened the dialog may no longer exist.
  const unit = line >= 0 && unitFor(line);
  if (opener && opener.isConnected && opener !== document.body && !opener.hidden) opener.focus({ preventScroll: true });
  else if (unit && unit.button) unit.button.focus({ preventScroll: true });
});
on("book", ({ move }) => {
  if (line >= 0) line = move(line);
  if (origin >= 0) origin = move(origin);
  applies = null;
});
on("playing", ({ line: plays }) => {
  if (!dialog.open) return;
  const held = document.activeElement === get("say-stop");
  get("say-stop").disabled = plays === null;
  if (held && plays === null) get("say-hear").focus(); // a disabled button loses the focus
});
