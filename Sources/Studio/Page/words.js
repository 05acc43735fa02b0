// Editing the words of a line in place. The script file is changed as text: the field shows the lines as the file has them.

import { get, make, button, say, short } from "./dom.js";
import { read } from "./api.js";
import { book, on, changeLine, load } from "./book.js";
import { ask } from "./dialog.js";
import { elementOf, enterAt, goToLine, selectLine, unitFor } from "./script.js";

// The field: { line, block, source, area, form }. A new book draws the script again, and gets the field back.
let open = null;

// Opens a field for the words of a block. With `stays`, the panel keeps its tab when the words are saved.
export async function editWords(block, stays = false) {
  if (block === undefined || block < 0) return;
  if (!(await leave())) return;
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
  const area = make("textarea", {
    id: "words", dir: "auto", spellcheck: "true", rows: Math.min(14, Math.max(2, Math.ceil(source.text.length / 60) + source.text.split("\n").length - 1)),
    "aria-label": "Words of line " + source.line + " of " + source.file,
  });
  area.value = source.text;
  const keep = async () => {
    if (area.value.trim() === source.text.trim()) return close(true);
    const body = () => (open && open.block >= 0 ? { block: open.block, from: source.text, to: area.value } : null);
    const saved = await changeLine("/api/words", body, "Words changed: " + short(area.value, 60));
    if (!saved) return area.focus();
    const { line } = open || { line: -1 };
    close();
    // The corrected line stays selected, so that it can be heard and shaped at once.
    if (line >= 0 && book.lines[line]) {
      goToLine(line);
      selectLine(line, stays);
    }
    return undefined;
  };
  const form = make("form", { class: "words", on: { submit: (event) => (event.preventDefault(), keep()) } }, area,
    make("p", { class: "row between" }, make("span", { class: "soft" }, source.file + ", line " + source.line + ". Enter saves."),
      make("span", { class: "row" }, button("Cancel", () => leave(true), { class: "small" }),
        make("button", { type: "submit", class: "small main", title: "Enter" }, "Save"))));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave(true);
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) keep();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  open = { line: (book.blocks[block].lines || [])[0] ?? -1, block, source, area, form };
  show();
}

on("edit-words", (block) => editWords(block, true));

// Puts the field in the place of its words; at the end of the script if the words are gone.
function show() {
  const { block, area, form } = open;
  const element = elementOf(block);
  if (element) {
    element.hidden = true;
    element.after(form);
  } else get("script").append(form);
  area.focus();
}

on("book", ({ same, move }) => {
  if (!open || same) return;
  open.line = open.line < 0 ? -1 : move(open.line);
  const unit = open.line < 0 ? null : unitFor(open.line);
  open.block = unit ? unit.blocks.find((block) => (book.blocks[block].lines || []).includes(open.line) && book.blocks[block].kind !== "character") ?? -1 : -1;
  show();
});

// Closes the field. If it has words that are not saved, asks first. Returns whether it is closed.
async function leave(back = false) {
  if (!open) return true;
  const { area, source } = open;
  if (area.value !== source.text && !(await ask("Discard your words?", "The words that you typed are not saved.", "Discard", "Keep editing"))) {
    area.focus();
    return false;
  }
  close(back);
  return true;
}

function close(back = false) {
  if (!open) return;
  const { block, form } = open;
  const element = elementOf(block);
  open = null;
  form.remove();
  if (!element) return;
  element.hidden = false;
  if (!back) return;
  enterAt(block);
  const unit = element.closest(".unit");
  const play = unit && unit.querySelector(".play");
  if (play) play.focus({ preventScroll: true });
}
