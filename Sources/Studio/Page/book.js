// Holds the book as the server sent it last, and sends edits of the cast. Other modules listen to its events:
// "book" (a new book; detail: what moved), "affected" (lines that an edit changed), "render" and "install".

import { read, send, watch, banner } from "./api.js";
import { say, count } from "./dom.js";
import { ask } from "./dialog.js";

const events = new EventTarget();
export const on = (name, listener) => events.addEventListener(name, (event) => listener(event.detail));
export const tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, { detail }));

export let book = null;

// Names that people see. The narrator has no name in the script.
export const roleName = (name) => name || "Narrator";
export const roleOf = (line) => book.roles[book.lines[line].role];
export const roleNamed = (name) => book.roles.find((role) => role.name === name);

let loading = null;
let again = false;

// Fetches the book. Calls during a fetch lead to one more fetch, so that the newest book is always shown.
export function load() {
  if (loading) {
    again = true;
    return loading;
  }
  loading = (async () => {
    try {
      do {
        again = false;
        take(await read("/api/book"));
      } while (again);
    } finally {
      loading = null;
    }
  })();
  return loading;
}

function take(next) {
  const old = book;
  book = next;
  const same = old && alike(old.blocks, next.blocks);
  banner("problem", next.problem &&
    "The files cannot be planned now: " + next.problem + " The page shows the last plan that worked.");
  tell("book", { first: !old, same, move: same ? (line) => line : mover(old, next) });
}

// Whether two lists of blocks look the same and have the same lines.
function alike(one, other) {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}

// Returns a function from a line of the old book to the line of the new one with the same text, or -1.
// Lines before and behind a change keep their order, so only the lines between are searched.
function mover(old, next) {
  if (!old) return () => -1;
  const a = old.lines;
  const b = next.lines;
  const equal = (i, j) => a[i].text === b[j].text;
  let head = 0;
  while (head < a.length && head < b.length && equal(head, head)) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && equal(a.length - 1 - tail, b.length - 1 - tail)) tail += 1;
  return (line) => {
    if (line < head) return line;
    if (line >= a.length - tail) return line + b.length - a.length;
    for (let j = head; j < b.length - tail; j += 1) if (a[line] && equal(line, j)) return j;
    return -1;
  };
}

// ----- Edits. They wait for each other, so that each has the digest of the cast that the edit before has left.

let queue = Promise.resolve();

function inTurn(run) {
  const made = queue.then(run);
  queue = made.catch(() => null);
  return made;
}

// Changes the cast. `words` name the change, such as "Voice of BETTY". Returns whether the change was kept.
// `refused` is called with the server's words if the edit is not possible; without it they become a message.
export function edit(edits, words, refused = say) {
  return inTurn(() => change("/api/edit", { edits, try: false }, words, () => edit(edits, words), refused));
}

export function undo() {
  const words = book && book.cast.undo;
  return words ? inTurn(() => change("/api/undo", {}, "Undone: " + words, undo)) : Promise.resolve(false);
}

export function redo() {
  const words = book && book.cast.redo;
  return words ? inTurn(() => change("/api/redo", {}, "Done again: " + words, redo)) : Promise.resolve(false);
}

async function change(address, body, words, repeat, refused = say) {
  let result;
  try {
    result = await send(address, { digest: book.cast.digest, ...body });
  } catch (error) {
    if (error.status === 409 && error.body.conflict) {
      await load().catch(() => null);
      // Not awaited: the question must not hold up other edits.
      ask("The cast was changed elsewhere", "Your change was not kept: " + words + ". Apply it to the cast as it is now?",
        "Apply again", "Leave it").then((yes) => yes && repeat());
      return false;
    }
    refused(error.message);
    return false;
  }
  book.cast.digest = result.digest || book.cast.digest;
  if (book.state !== result.state) await load();
  const cost = result.cost ? " Making them again costs " + result.cost.words + "." : "";
  setAffected(result.affected || [], words);
  say(words + ". " + count(affected.lines.length, "line") + (affected.lines.length === 1 ? " is" : " are") + " affected." + cost);
  return true;
}

// Returns what edits would change, without keeping them: { affected, cost }. Throws the server's words.
export function tryEdits(edits) {
  return inTurn(() => send("/api/edit", { digest: book.cast.digest, edits, try: true }));
}

// ----- Affected lines

export let affected = { lines: [], words: "", trial: false };

// `trial`: the edit is not kept yet.
export function setAffected(lines, words, trial = false) {
  affected = { lines, words, trial };
  tell("affected", affected);
}

// ----- Changes

on("book", ({ move }) => {
  if (affected.lines.length) setAffected(affected.lines.map(move).filter((line) => line >= 0), affected.words, affected.trial);
});

export function follow() {
  watch(async (news) => {
    if (book) {
      book.render = news.render;
      book.install = news.install;
    }
    tell("render", news.render);
    tell("install", news.install);
    if (!book || news.state !== book.state) await load();
  });
}
