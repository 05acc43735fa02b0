// Stores the book that the server has sent, and sends edits of the cast. Other modules listen to its events:
// - "book": a new book. The detail's `move` returns the number in the new book for a line of the old book.
// - "affected": the lines that an edit changes.
// - "render" and "install": the progress of a build or an installation.

import { read, send, upload, watch, banner } from "./api.js";
import { say, count, number, short, ended, pageWords } from "./dom.js";
import { ask } from "./dialog.js";
import { describe } from "./catalogue.js";

const events = new EventTarget();
export const on = (name, listener) => events.addEventListener(name, (event) => listener(event.detail));
export const tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, { detail }));

export let book = null;

// Returns the name of a role on the page. The narrator has no name in the script.
export const roleName = (name) => name || "Narrator";
export const roleOf = (line) => book.roles[book.lines[line].role];
export const roleNamed = (name) => book.roles.find((role) => role.name === name);

// Returns a line and the lines that are simultaneous with it. Simultaneous speeches are separate lines with one sound.
export const together = (line) => [line, ...(book.lines[line].with || [])];

// The name of this page, which stays the same after a reload. The server stores it with each change of this page.
const page = (() => {
  const made = crypto.randomUUID();
  try {
    const key = "guion2audio:studio:page";
    if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, made);
    return sessionStorage.getItem(key);
  } catch (_) {
    return made; // storage is forbidden
  }
})();

let loading = null;
let again = false;

// Fetches the book. If this function is called during a fetch, the book is then fetched once more, so that the page
// shows the newest version.
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
  for (const finding of next.findings) finding.message = pageWords(finding.message);
  for (const help of Object.values(next.help)) help.advice = pageWords(help.advice);
  book = next;
  const same = old && alike(old.blocks, next.blocks);
  showProblem(next);
  tell("book", { first: !old, same, move: same ? (line) => line : mover(old, next) });
  if (old && !changing && old.cast.digest !== next.cast.digest) changedElsewhere(old.cast, next.cast);
}

// Reports a change of the cast by another page or an editor. The marks of this page's own last change are removed.
function changedElsewhere(old, next) {
  if (!affected.trial) setAffected([], "");
  if (next.undo && next.undo === old.redo) say("Another page redid a change: " + next.undo + ".");
  else if (next.redo && next.redo !== old.redo) say("Another page undid a change: " + next.redo + ".");
  else if (next.undo && next.undoPage !== page) say("Another page made a change: " + next.undo + ".");
  else say("The cast file was changed outside this page.");
}

// Shows why the book cannot be rendered now, with a link to the settings if a provider or a voice is missing.
function showProblem({ problem, plan }) {
  const words = problem && "The book cannot be rendered now: " + problem + (plan ? " The page shows the last version that worked." : "");
  const isOfProvider = problem && /\[(provider-refused|provider-unavailable|voice-not-installed)\]/.test(problem);
  banner("problem", words, isOfProvider ? ["Open the settings", () => location.assign("/settings")] : undefined);
}

// Returns whether two lists of blocks have the same contents and lines.
function alike(one, other) {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}

// Returns a function that takes the number of a line in the old book. The function returns the number of
// the line with the same text in the new book, or -1. The lines before and after a change keep their
// order, so only the changed part is searched.
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
    // One line in the place of one line is the same line with other words.
    if (a.length - tail === head + 1 && b.length - tail === head + 1) return head;
    for (let j = head; j < b.length - tail; j += 1) if (a[line] && equal(line, j)) return j;
    return -1;
  };
}

// ----- Edits. They run one after another, so that each edit is sent with the digest that the previous edit returned.

let queue = Promise.resolve();

function inTurn(run) {
  const made = queue.then(run);
  queue = made.catch(() => null);
  return made;
}

let changing = 0; // the number of changes in progress

// Changes the cast. `words` names the change, such as "Voice of BETTY". Returns whether the change was saved. If the
// edit is not possible, `refused` is called with the server's message. By default the page shows the message.
export function edit(edits, words, refused = say) {
  const roles = edits.map((edit) => edit.role);
  return inTurn(() => change("/api/edit", { edits, try: false, page }, words, () => edit(edits, words), refused, roles));
}

// Binds a sound of the script, by its name, to a file. The server stores the file beside the cast.
export function bindSound(name, file) {
  return inTurn(() => {
    const sound = book.sounds.findIndex((one) => one.name === name);
    if (sound < 0) return say("The script no longer asks for this sound.");
    return change("/api/sound", { sound, plan: book.plan, page, file }, "“" + short(name, 60) + "” is " + short(file.name, 80), () => bindSound(name, file));
  });
}

// Gives the roles that the cast does not name voices of their own in the cast.
export const giveVoices = () => inTurn(() => change("/api/voices/give", { page }, "Voices of the characters", () => giveVoices()));

// Returns what `giveVoices` has found as a text.
function found({ roles, quotations }) {
  const who = count(roles.length, "character has a voice of its own", "characters have voices of their own") + ": " + short(roles.join(", "), 160);
  return who + (quotations ? ". They speak " + number(quotations[0]) + " of " + count(quotations[1], "quotation") : "");
}

// Makes a picture the cover of the book. The server stores the file beside the cast.
export const sendCover = (file) =>
  inTurn(() => change("/api/cover", { page, file }, "Cover: " + short(file.name, 80), () => sendCover(file)));

// Changes one line: how it is spoken, by whom, or its words. `make` returns the body of the request, or null if the line is
// gone. It is called again if the plan has changed, because lines then have other numbers. Returns whether the change was
// saved.
export function changeLine(address, make, words) {
  return inTurn(async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      const body = make();
      if (!body) {
        say("The line is no longer in the book. Your change was not saved.");
        return false;
      }
      let stale = false;
      const kept = await change(address, { ...body, plan: book.plan, page }, words, () => changeLine(address, make, words), (message, error) => {
        stale = Boolean(error.body && error.body.stale) && tries < 2;
        if (!stale) say(message);
      });
      if (!stale) return kept;
    }
    return false;
  });
}

export const undo = () => step("undo", "Undone: ");
export const redo = () => step("redo", "Redone: ");

const EARLIER = "earlier"; // the page of changes that were made before the studio was started

// Undoes or redoes the last change. If another page made the change, asks the user first.
async function step(name, verb) {
  const { [name]: words, [name + "Page"]: maker, digest } = book ? book.cast : {};
  if (!words) return false;
  const run = () => inTurn(() => change("/api/" + name, maker === page ? {} : { digest }, verb + words, () => step(name, verb)));
  if (maker === page || maker === EARLIER) return run();
  const action = name === "undo" ? "Undo" : "Redo";
  const yes = await ask(action + " a change of another page?", "This change was made on another page: " + words + ".", action);
  return yes && run();
}

async function change(address, body, words, repeat, refused = say, roles = []) {
  let result;
  changing += 1;
  try {
    const { file, ...fields } = { digest: book.cast.digest, ...body };
    result = await (file ? upload(address + "?" + new URLSearchParams(fields), file) : send(address, fields));
  } catch (error) {
    if (error.status === 409 && error.body.conflict) {
      changing -= 1;
      await load().catch(() => null);
      changing += 1;
      // The words of another version must not be written over it, and the user's words are still in their field.
      if (address === "/api/words") {
        refused(error.message, error);
        return false;
      }
      // The question is not awaited, so that it does not block other edits.
      ask("A file was changed elsewhere", error.message + " It was: " + words + ". Apply the change to the new version?",
        "Apply again", "Discard").then((yes) => yes && repeat());
      return false;
    }
    if (error.body && error.body.stale) await load().catch(() => null);
    refused(error.message, error);
    return false;
  } finally {
    changing -= 1;
  }
  book.cast.digest = result.digest || book.cast.digest;
  if (book.state !== result.state) await load();
  const others = alsoRecast(result.recast || [], result.roles || roles);
  setAffected(result.affected || [], (result.roles ? found(result) : words) + (others && ". " + others), false, result.chapters, Boolean(result.roles));
  const cost = result.cost ? " Rendering them again costs " + result.cost.words + "." : "";
  say(ended(affected.words) + " " + effectWords(affected) + cost, !cost);
  return true;
}

// Returns a text with the roles whose automatic voice has changed. Automatic voices depend on each other.
function alsoRecast(recast, roles) {
  const others = recast.filter((one) => !roles.includes(one.role));
  if (!others.length) return "";
  return "Also " + short(others.map((one) =>
    roleName(one.role) + ": “" + describe(one.from).name + "” to “" + describe(one.to).name + "”").join("; "), 300);
}

// Returns the effect of edits without saving them: { affected, chapters, recast, applies, cost }. Throws the server's
// message.
export function tryEdits(edits) {
  return inTurn(() => send("/api/edit", { digest: book.cast.digest, edits, try: true }));
}

// ----- Affected lines

export let affected = { lines: [], words: "", trial: false, chapters: 0, gave: false };

// Stores and announces the affected lines. `trial` is true if the edit is not saved yet. `chapters` is the number of
// chapters that differ, even if only in a pause. `gave` is true if the change gave characters their voices.
export function setAffected(lines, words, trial = false, chapters = 0, gave = false) {
  affected = { lines, words, trial, chapters, gave };
  tell("affected", affected);
}

// Returns the number of quotations whose speaker is in doubt: an answer helps there.
export const doubts = () => book.turns.filter((turn) => turn.doubt).length;

const orders = new Map(); // a quotation -> its likely speakers as the page showed them first

// Returns the likely speakers of a quotation. An answer does not change their order, so that a list stays as it was read.
export function likelySpeakers({ number: place, words, names }) {
  const key = place + " " + words;
  if (!orders.has(key)) orders.set(key, names);
  return orders.get(key).filter((name) => names.includes(name) || book.people.includes(name));
}

// Returns the effect of a change as a text: "3 lines are affected."
export function effectWords({ lines, trial, chapters }) {
  const many = lines.length || chapters;
  if (!many) return trial ? "No line would change." : "No line is affected.";
  const what = lines.length ? count(many, "line") + (chapters > 1 ? " in " + count(chapters, "chapter") : "") : count(many, "chapter");
  return what + (trial ? " would change." : many === 1 ? " is affected." : " are affected.");
}

// ----- Changes

on("book", ({ move }) => {
  if (affected.lines.length) setAffected(affected.lines.map(move).filter((line) => line >= 0), affected.words, affected.trial, affected.chapters, affected.gave);
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
