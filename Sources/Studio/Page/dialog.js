// Asks the user a question in a dialog, and shows the list of keys.

import { get, make, button, count } from "./dom.js";

let last = Promise.resolve();

// Asks a question. `words` is a paragraph or a list of paragraphs. Returns whether the user agreed. A question waits
// until the previous question has been answered.
export function ask(title, words, yes, no = "Cancel") {
  const answer = last.then(() => show(title, words, yes, no));
  last = answer.catch(() => false);
  return answer;
}

function show(title, words, yes, no) {
  const dialog = get("ask");
  return new Promise((done) => {
    dialog.returnValue = "";
    dialog.replaceChildren(
      make("h2", { id: "ask-title", dir: "auto" }, title),
      make("div", { id: "ask-words" }, ...[words].flat().map((part) => make("p", { dir: "auto" }, part))),
      make("p", { class: "row end" },
        button(no, () => dialog.close("no")),
        button(yes, () => dialog.close("yes"), { class: "main" })),
    );
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });
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
