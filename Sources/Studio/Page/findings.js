// The findings of `check`: in the script at their lines, and in the panel by kind, with advice for each kind.

import { get, make, icon, button, coded, empty, say, short, count } from "./dom.js";
import { book, changeLine, edit, giveVoices, tell } from "./book.js";
import { finding, SEVERITIES } from "./text.js";
import { openTab } from "./layout.js";

const ORDER = Object.keys(SEVERITIES);
const MOST = 100; // the maximum number of findings that are listed for one kind
const list = get("findings");
// The list of roles shows better than the script which roles have automatic voices.
const isQuiet = (data) => data.code === "uncast-character" && data.severity === "note";
// The place on the page where a finding is mended, by its code.
const MENDS = {
  "unbound-sound": ["Choose the file", () => openTab("sounds", true)],
  "unknown-name": ["Set a pronunciation", () => openTab("say", true)],
  "unsure-speaker": ["Say who speaks", () => tell("next-doubt")],
  "uncast-character": ["Open the cast", () => openTab("cast", true)],
  "quotations": ["Give the characters their own voices", () => giveVoices()],
  "cover-shape": ["Choose another picture", () => openCover()],
  "small-cover": ["Choose another picture", () => openCover()],
  "no-natural-voice": ["Install a voice", () => location.assign("/settings")],
};
const walk = get("findings-walk");
let placed = []; // the findings in the script, in its order
let reached = null; // the place of the reader after the last step
let at = -1; // the number in `placed` of the finding that was shown last
const opened = new Map(); // key of a fold -> whether the user has opened or closed it
let shown = "";

// Shows the findings. `unitAt` returns the unit of a block. `go` goes to a block in the script.
export function showFindings(unitAt, go) {
  for (const old of get("script").querySelectorAll(".finding")) old.remove();
  for (const data of book.findings) {
    const unit = isQuiet(data) ? null : unitAt(data.block);
    if (unit) (unit.place || unit.element).append(finding(data));
  }
  placed = book.findings.filter((data) => data.block !== undefined && !isQuiet(data)).sort((a, b) => a.block - b.block);
  if (!placed[at]) at = -1;
  walk.hidden = placed.length < 2;
  const key = JSON.stringify([book.findings, book.help, book.documents]);
  if (key === shown) return; // nothing has changed, so the list is not drawn again and keeps the focus
  shown = key;
  const kinds = Map.groupBy(book.findings, (data) => data.severity + " " + data.code);
  const sorted = [...kinds.values()].sort((a, b) => rank(a[0]) - rank(b[0]));
  // The list stays where it was when one of its findings is mended.
  const pane = list.closest("[role=tabpanel]");
  const { scrollTop } = pane;
  const held = list.contains(document.activeElement) ? [...list.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  list.replaceChildren(...sorted.map((same) => kind(same, go)));
  if (!sorted.length) list.append(empty("done", "There are no findings."));
  pane.scrollTop = scrollTop;
  const buttons = [...list.querySelectorAll("button")];
  if (held >= 0) (buttons[Math.min(held, buttons.length - 1)] || get("tab-findings")).focus({ preventScroll: true });
  // The tab counts errors and warnings, but not notes, because notes need no action.
  const grave = book.findings.filter((data) => ORDER.indexOf(data.severity) < ORDER.indexOf("note")).length;
  get("tab-findings").textContent = grave ? "Findings (" + grave + ")" : "Findings";
}

// Goes to the next or the previous finding from the place of the reader: `here` returns its unit, and `unitAt` that of a block.
export function nextFinding(by, here, unitAt, go) {
  if (!placed.length) return say(book.findings.length ? "No finding has a place in the script." : "There are no findings.");
  const unit = here();
  const isHere = placed[at] && (unit === reached || unit === unitAt(placed[at].block));
  const block = unit ? unit.block : 0;
  const from = by > 0 ? placed.findIndex((one) => one.block >= block) : placed.findLastIndex((one) => one.block < block);
  const next = isHere ? at + by : from;
  at = (next + placed.length) % placed.length;
  if (by > 0 && next < 0) at = 0;
  go(placed[at].block);
  reached = here(); // a block without a button leaves the reader where he was
  return say("Finding " + (at + 1) + " of " + placed.length + ": " + placed[at].message);
}

const rank = (data) => (ORDER.includes(data.severity) ? ORDER.indexOf(data.severity) : ORDER.length);

// Returns the element for the findings with one code. Several findings are in a fold. The fold is open at first, except
// for notes.
function kind(same, go) {
  const [first] = same;
  const help = book.help[first.code];
  if (same.length === 1) return make("li", {}, one(first, go), advice(first.code, help));
  const words = SEVERITIES[first.severity].toLowerCase();
  return make("li", {}, fold(first.severity + " " + first.code, rank(first) < ORDER.indexOf("note"),
    [make("span", { class: "finding " + first.severity }, icon(first.severity),
      make("span", {}, make("b", {}, count(same.length, words) + ": "), help ? help.meaning : first.code))],
    make("ul", {}, ...same.slice(0, MOST).map((data) => make("li", {}, one(data, go)))),
    same.length > MOST ? make("p", { class: "soft" }, count(same.length - MOST, "more finding") + " in the script.") : null,
    advice(first.code, help)));
}

function one(data, go) {
  const file = data.file || (data.document !== undefined ? book.documents[data.document] : "") || "";
  const where = [file, data.place].filter(Boolean).join(", ");
  const jump = data.block !== undefined && button("Show in the script", () => go(data.block), {
    class: "small", "aria-label": "Show in the script: " + short(data.message, 80),
  });
  // A finding inside a longer paragraph or a comment has another line than its block.
  const isHere = data.block !== undefined && book.editable[data.document] && book.blocks[data.block].line === data.line;
  const change = isHere && button("Edit the words", () => {
    go(data.block);
    tell("edit-words", data.block);
  }, { class: "small", "aria-label": "Edit the words: " + short(data.message, 80) });
  const mends = [data.rename && renaming(data.rename), data.join && joining(data.join), data.unused && removing(data.unused)].filter(Boolean);
  const other = !mends.length && MENDS[data.code];
  return make("div", {}, finding(data), make("p", { class: "where" }, where ? make("span", { class: "soft", dir: "auto" }, where) : null,
    ...mends.map(([words, run, title]) => button(words, run, { class: "small", title })), jump || null, change || null,
    other ? button(other[0], other[1], { class: "small" }) : null));
}

function openCover() {
  openTab("render");
  (get("cover-choose") || get("tab-render")).focus();
}

const joining = ([name, owner]) => ["They are one role", () => edit([{ kind: "alias", role: owner, name }], name + " is the same as " + owner),
  name + " becomes another name of " + owner + ". The script keeps both."];

// All cues with the name change, in one step. The finding may have another place by then.
const renaming = ([from, to]) => ["Write " + short(to, 40), () => changeLine("/api/words", () =>
  (book.findings.some(({ rename }) => rename && rename[0] === from && rename[1] === to) ? { block: 0, from, to, renames: true } : null), from + " renamed to " + to),
  "Changes " + from + " to " + to + " in all its cues in the script"];

const removing = (name) => ["Remove from the cast", () => edit([{ kind: "discard", name }], name + " removed from the cast")];

function advice(code, help) {
  if (!help) return null;
  return fold("advice of " + code, false, ["What does this mean?"],
    make("p", {}, help.meaning), make("p", {}, ...coded(help.advice)), make("p", { class: "soft" }, "Code: " + code));
}

function fold(key, open, summary, ...children) {
  const made = make("details", { class: "fold", open: opened.get(key) ?? open }, make("summary", {}, ...summary), ...children.filter(Boolean));
  made.addEventListener("toggle", () => opened.set(key, made.open));
  return made;
}
