// Asks the user a question in a dialog, and shows the list of keys.

import { get, make, button, count, leaveNote, short, KNOWN } from "./dom.js";
import { upload } from "./api.js";

let last = Promise.resolve();

// Asks a question. `words` is a paragraph or a list of paragraphs. Returns whether the user agreed. A question waits
// until the previous question has been answered.
export function ask(title, words, yes, no = "Cancel") {
  return choose(title, words, yes, null, no).then((answer) => answer === "yes");
}

// Asks which of two things to do. Returns "yes", "other", or another text if the user wants neither.
function choose(title, words, yes, other, no = "Cancel") {
  const answer = last.then(() => show(title, words, yes, other, no));
  last = answer.catch(() => "no");
  return answer;
}

function show(title, words, yes, other, no) {
  const dialog = get("ask");
  return new Promise((done) => {
    dialog.returnValue = "";
    dialog.replaceChildren(
      make("h2", { id: "ask-title", dir: "auto" }, title),
      make("div", { id: "ask-words" }, ...[words].flat().map((part) => make("p", { dir: "auto" }, part))),
      make("p", { class: "row end" },
        button(no, () => dialog.close("no")),
        other ? button(other, () => dialog.close("other")) : null,
        button(yes, () => dialog.close("yes"), { class: "main" })),
    );
    dialog.addEventListener("close", () => done(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}

// Sends a script, which opens as a book. If a book seems to have an earlier version of it, asks whether the script belongs to
// that book. Returns whether a book was opened.
export async function sendScript(file) {
  const add = (way) => upload("/api/books/add?" + new URLSearchParams({ name: file.name, ...way }), file);
  const { isKnown, revises } = await add({ asks: "yes" });
  if (isKnown) leaveNote(KNOWN);
  if (!revises) return true;
  const name = short(revises.title || revises.name, 60);
  const answer = await choose("Is this a new version of “" + name + "”?",
    "The studio has another script with the name “" + revises.name + "”. The new version can replace it: voices, answers and pronunciations stay, and Undo brings the earlier script back.",
    "Replace the script of “" + name + "” and keep its voices", "Open as a new book");
  if (!["yes", "other"].includes(answer)) return false;
  await add(answer === "yes" ? { replaces: revises.id } : {});
  if (answer === "yes") leaveNote("This is the new version of your script, with the voices of “" + name + "”. Undo brings the earlier script back.");
  return true;
}

// Asks before an action that costs money. Returns whether the user agrees to pay.
export function askToPay(error, yes) {
  const cost = error.body.cost;
  if (!cost) return ask("This costs money", error.message, yes);
  const words = [cost.work + "."];
  if (cost.unpriced.length) {
    words.push("No price is known for " + cost.unpriced.join(" and ") + ". To see prices here, set “prices” in config.json.");
  }
  words.push("Paid audio is stored. Playing or rendering it again is free.");
  return ask(cost.money ? "Pay " + cost.money + "?" : "Pay for " + count(cost.characters, "character") + "?", words, yes);
}

const KEYS = [
  ["In the script", [
    ["↑ ↓", "previous or next line"],
    ["Page Up, Page Down", "previous or next heading"],
    ["Home, End", "first or last line"],
    ["Enter or Space", "play the line; on a heading, the scene"],
    ["Shift+Enter", "play from this line to the end of the scene"],
    ["W", "choose words of the line and set their pronunciation"],
    ["R", "open the role of the line"],
    ["L", "shape the line: speed, loudness, pauses, emphasis"],
    ["E", "edit the words of the line"],
  ]],
  ["In the field for the words of a line", [
    ["Enter", "save the words"],
    ["Shift+Enter", "begin a new line"],
    ["Esc", "leave the words as they were"],
  ]],
  ["In the list of voices", [
    ["↑ ↓", "previous or next voice"],
    ["Space", "play the voice on the line to try"],
    ["Enter", "assign the voice to the role"],
    ["A, B", "set the voice as voice A or B of the comparison"],
  ]],
  ["Everywhere, except in text fields", [
    [". or Esc", "stop"],
    ["Esc", "close the sheet on a small screen, if nothing plays"],
    ["P", "pause or continue"],
    ["1, 2, 3", "play voice A, voice B, or A and then B"],
    ["X", "swap voices A and B"],
    ["D, Shift+D", "next or previous quotation in doubt"],
    ["Y", "confirm the speaker of the quotation in doubt"],
    ["N, Shift+N", "next or previous affected line"],
    ["F, Shift+F", "next or previous finding"],
    ["/", "search the script"],
    ["Ctrl+Z", "undo"],
    ["Ctrl+Shift+Z, Ctrl+Y", "redo"],
    ["F6", "go from the script to the cast, to the player, and back"],
    ["?", "this list"],
  ]],
];

export function showHelp() {
  const dialog = get("help");
  if (dialog.open) return;
  const parts = KEYS.map(([title, keys]) => make("section", {},
    make("h3", {}, title),
    make("dl", {}, ...keys.map(([key, words]) => make("div", {}, make("dt", {}, key), make("dd", {}, words))))));
  // The Close button gets the focus. It comes before the list, so that the dialog opens at the beginning of the list.
  dialog.replaceChildren(
    make("div", { class: "row between" }, make("h2", { id: "help-title" }, "Keys"), button("Close", () => dialog.close())),
    ...parts);
  dialog.showModal();
  dialog.scrollTop = 0;
}
