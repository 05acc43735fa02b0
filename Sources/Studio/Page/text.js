// Creates the elements of the script. A screenplay looks like a screenplay, and Markdown looks like a document.
// script.js puts the elements on the page and makes them playable.

import { make, icon, short, coded } from "./dom.js";
import { colourOf } from "./faces.js";

const SPEECH = ["dialogue", "parenthetical", "lyrics"];
const TAGS = { emphasis: "em", strong: "strong", underline: "u", strike: "s", code: "code" };
const HEADINGS = ["scene-heading", "section-heading"];
const PART = 50; // the number of blocks after which a new part begins; the browser lays out only the parts in view

export const isHeading = (block) => HEADINGS.includes(block.kind);

// Returns the elements of the book:
// - `parts`: the elements to put on the page
// - `units`: the playable units, in order
// - `texts`: for each block, its texts and the elements that show them
// - `elements`: the element of each block
export function set(book) {
  const maker = new Setter(book);
  maker.run();
  return { parts: maker.parts, units: maker.units, texts: maker.texts, elements: maker.elements };
}

// Gives a unit the colour of its role. The same script can have other roles: two of them can be joined.
export function paint({ element, lines }, book) {
  const own = lines.map((line) => book.roles[book.lines[line].role]).find((role) => role && role.name);
  element.classList.remove("voiced", ...[...element.classList].filter((name) => name.startsWith("voice-")));
  if (own) element.classList.add("voiced", colourOf(own));
  if (own) element.dataset.role = own.name;
  else delete element.dataset.role;
}

class Setter {
  constructor(book) {
    this.book = book;
    this.parts = [];
    this.units = [];
    this.texts = book.blocks.map(() => []);
    this.elements = []; // the element of each block
    this.level = 1; // the level of the last heading on the page
    this.section = 0; // the author's level of the last section heading
  }

  run() {
    const { blocks } = this.book;
    let i = 0;
    let part = null;
    let size = 0;
    while (i < blocks.length) {
      if (!part || isHeading(blocks[i]) || size >= PART) {
        part = make("div", { class: "part" });
        this.parts.push(part);
        size = 0;
      }
      const next = this.group(part, i, false);
      size += next - i;
      i = next;
      // The height of a part is estimated until the part is in view. Without an estimate, the scroll bar would jump.
      part.style.containIntrinsicSize = "auto none auto " + size * 44 + "px";
    }
    for (const unit of this.units) paint(unit, this.book);
  }

  // Appends the block with index i and the blocks that belong to it, and returns the index of the next block.
  group(parent, i, quoted) {
    const { blocks } = this.book;
    const block = blocks[i];
    const end = (belongs) => {
      let j = i + 1;
      while (j < blocks.length && j < i + 500 && Boolean(blocks[j].quote) === Boolean(block.quote) && belongs(blocks[j])) j += 1;
      return j;
    };
    if (block.quote && !quoted) {
      const last = end((other) => !isHeading(other));
      const quotation = make("blockquote");
      for (let j = i; j < last;) j = this.group(quotation, j, true);
      parent.append(quotation);
      return last;
    }
    if (block.kind === "item") return this.list(parent, i, end((other) => other.kind === "item"));
    if (block.kind === "table-row") return this.table(parent, i, end((other) => other.kind === "table-row"));
    if (block.kind === "character") {
      const last = end((other) => SPEECH.includes(other.kind));
      const speech = this.speech(i, last);
      const before = parent.lastElementChild;
      if (block.dual && before && before.matches(".speech")) {
        const dual = make("div", { class: "dual", role: "group", "aria-label": "Simultaneous speeches" });
        before.replaceWith(dual);
        dual.append(before, speech);
      } else if (block.dual && before && before.matches(".dual")) before.append(speech);
      else parent.append(speech);
      return last;
    }
    const unit = this.unit(make("div", { class: "unit" }), i);
    unit.element.append(this.block(i));
    parent.append(unit.element);
    return i + 1;
  }

  // Adds a unit: a heading, a paragraph, or a cue with its speech. A unit has one play button.
  unit(element, i, place = element) {
    const unit = { element, block: i, blocks: [i], lines: (this.book.blocks[i].lines || []).slice(), place };
    this.units.push(unit);
    element.dataset.unit = this.units.length - 1;
    return unit;
  }

  speech(from, to) {
    const { blocks } = this.book;
    const speech = make("div", { class: "speech" });
    let unit = null;
    for (let i = from; i < to; i += 1) {
      const lines = blocks[i].lines || [];
      const joins = unit && (!lines.length || !unit.lines.length || lines.some((line) => unit.lines.includes(line)));
      if (joins) {
        unit.blocks.push(i);
        for (const line of lines) if (!unit.lines.includes(line)) unit.lines.push(line);
      } else {
        unit = this.unit(make("div", { class: "unit" }), i);
        speech.append(unit.element);
      }
      unit.element.append(this.block(i));
    }
    return speech;
  }

  list(parent, from, to) {
    const { blocks } = this.book;
    const top = make(blocks[from].ordered ? "ol" : "ul", { dir: "auto" });
    const open = [top];
    for (let i = from; i < to; i += 1) {
      const block = blocks[i];
      const depth = Math.max(1, Math.min(block.depth || 1, 20));
      while (open.length > depth) open.pop();
      while (open.length < depth) {
        const outer = open[open.length - 1];
        const inner = make(block.ordered ? "ol" : "ul");
        (outer.lastElementChild || outer.appendChild(make("li", { class: "empty" }))).append(inner);
        open.push(inner);
      }
      const item = make("li");
      if (typeof block.item === "number") item.value = block.item;
      // The unit is an element inside the item, so that nested lists are not part of the unit.
      const unit = this.unit(make("div", { class: "unit" }), i);
      unit.element.append(this.block(i));
      item.append(unit.element);
      open[open.length - 1].append(item);
    }
    parent.append(top);
    return to;
  }

  table(parent, from, to) {
    const body = make("tbody");
    for (let i = from; i < to; i += 1) {
      const block = this.book.blocks[i];
      const row = make("tr", { data: { block: i }, id: "b" + i });
      const cells = (block.cells && block.cells.length ? block.cells : [block]).map((cell) => {
        const words = make("span");
        fill(words, cell);
        this.texts[i].push({ text: cell.text || "", element: words });
        const box = make("td", { dir: "auto" }, words);
        row.append(box);
        return box;
      });
      this.unit(row, i, cells[0]);
      row.classList.add("unit");
      this.elements[i] = row;
      body.append(row);
    }
    // `tabindex` makes wide tables scrollable by keyboard.
    parent.append(make("div", { class: "table", tabindex: "0", role: "group", "aria-label": "Table" }, make("table", {}, body)));
    return to;
  }

  block(i) {
    const block = this.book.blocks[i];
    const text = block.text || "";
    const data = { block: i };
    let element;
    let words;
    if (isHeading(block)) {
      element = make("h" + this.heading(block), { class: block.kind, data });
      if (block.number) element.append(make("span", { class: "number" }, block.number + " "));
      words = element.appendChild(make("span"));
    } else if (block.kind === "page-break") {
      element = words = make("hr", { data });
    } else if (block.kind === "code") {
      words = make("code");
      element = make("pre", { data, tabindex: "0", role: "group", "aria-label": "Code" }, words);
    } else if (block.kind === "note" || block.kind === "synopsis") {
      words = make("span");
      const label = block.kind === "note" ? "Note, not spoken: " : "Synopsis: ";
      element = make("p", { class: block.kind, data }, make("span", { class: "label" }, label), words);
    } else {
      element = words = make("p", { class: block.kind, data });
    }
    element.id = "b" + i;
    element.dir = "auto";
    if (block.center) element.classList.add("center");
    if (block.kind !== "page-break") fill(words, block);
    this.texts[i].push({ text, element: words });
    this.elements[i] = element;
    return element;
  }

  // Returns the level of a heading on the page. The title of the page has level 1, and no level is skipped.
  heading(block) {
    if (block.kind === "section-heading") this.section = Math.max(1, block.level || 1);
    const wanted = block.kind === "section-heading" ? this.section + 1 : this.section + 2;
    this.level = Math.min(6, wanted, this.level + 1);
    return this.level;
  }
}

// Appends a text with its formatting. Formatting that crosses the end of other formatting is split there.
function fill(parent, block) {
  const text = block.text || "";
  const looks = (block.looks || []).filter(([, from, to]) => from < to)
    .sort((a, b) => a[1] - b[1] || b[2] - a[2]);
  inline(parent, text, 0, text.length, looks, 0);
}

function inline(parent, text, from, to, looks, first) {
  let at = from;
  for (let i = first; i < looks.length && looks[i][1] < to; i += 1) {
    const start = Math.max(looks[i][1], at);
    const end = Math.min(looks[i][2], to);
    if (end <= start) continue; // already written within the outer formatting
    if (start > at) parent.append(text.slice(at, start));
    const made = styled(looks[i]);
    inline(made, text, start, end, looks, i + 1);
    parent.append(made);
    at = end;
  }
  if (at < to) parent.append(text.slice(at, to));
}

function styled([kind, , , target]) {
  if (TAGS[kind]) return make(TAGS[kind]);
  // Other schemes, such as javascript:, stay plain text.
  if (kind === "link" && typeof target === "string" && /^(https?:\/\/|mailto:)/i.test(target)) {
    return make("a", { href: target, target: "_blank", rel: "noopener noreferrer", tabindex: "-1" });
  }
  return make(kind === "footnote" ? "sup" : "span");
}

export const SEVERITIES = { error: "Error", warning: "Warning", note: "Note" };

// Returns a finding as an element. An icon and a label show the severity, because colour alone is not enough.
export function finding(data) {
  const severity = SEVERITIES[data.severity] ? data.severity : "note";
  return make("p", { class: "finding " + severity }, icon(severity),
    make("span", { dir: "auto" }, make("b", {}, SEVERITIES[severity] + ": "), ...coded(short(data.message, 1000))));
}
