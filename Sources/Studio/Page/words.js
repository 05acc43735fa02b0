// Editing the words of a line in place. The script file is changed as text: the field shows the lines as the file has them.

import { get, make, button, say, short } from "./dom.js";
import { read, send } from "./api.js";
import { book, changeLine, load } from "./book.js";
import { elementOf, enterAt } from "./script.js";

let open = null; // { block, element, form }

// Opens a field for the words of a block.
export async function editWords(block) {
  if (block === undefined || block < 0) return;
  close();
  if (!book.editable[book.blocks[block].document]) {
    say("The studio edits the words of Fountain, Markdown and plain text only.");
    return;
  }
  let source = null;
  for (let tries = 0; !source; tries += 1) {
    try {
      source = await read("/api/source?plan=" + book.plan + "&block=" + block);
    } catch (error) {
      if (!(error.body && error.body.stale) || tries) {
        say(error.message);
        return;
      }
      await load(); // the book was planned again in the meantime
    }
  }
  const element = elementOf(block);
  const area = make("textarea", {
    id: "words", dir: "auto", spellcheck: "true", rows: Math.min(14, Math.max(2, Math.ceil(source.text.length / 60) + source.text.split("\n").length - 1)),
    "aria-label": "Words of line " + source.line + " of " + source.file,
  });
  area.value = source.text;
  const keep = async () => {
    if (area.value === source.text) return close(true);
    const saved = await changeLine("/api/words", () => ({ block, from: source.text, to: area.value }), "Words changed: " + short(area.value, 60));
    return saved ? close() : area.focus();
  };
  const form = make("form", { class: "words", on: { submit: (event) => (event.preventDefault(), keep()) } }, area,
    make("p", { class: "row between" }, make("span", { class: "soft" }, source.file + ", line " + source.line),
      make("span", { class: "row" }, button("Cancel", () => close(true), { class: "small" }),
        make("button", { type: "submit", class: "small main", title: "Ctrl+Enter" }, "Save"))));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(true);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.hidden = true;
  element.after(form);
  open = { block, element, form };
  area.focus();
}

function close(back = false) {
  if (!open) return;
  const { block, element, form } = open;
  open = null;
  form.remove();
  element.hidden = false;
  if (!back) return;
  enterAt(block);
  const unit = element.closest(".unit");
  const play = unit && unit.querySelector(".play");
  if (play) play.focus({ preventScroll: true });
}
