// Creates the elements of the page from the data of the book.
//
// The data files are classic scripts that call `guion2audio.book` or `guion2audio.chapter`, because browsers
// allow neither `fetch` nor modules for pages opened from a disk. Documentation/read-along.md describes their
// format.
//
// Text of the script only becomes text nodes or values of checked attributes. No code here parses markup, and
// the policy in index.html makes the browser reject code that tries.
"use strict";

var guion2audio = (function () {
  const chapters = new Map(); // chapter number -> data with its sentences, once loaded
  const waiting = new Map(); // chapter number -> promise of the chapter's data
  const self = { info: null, locale: undefined, entry, beside, load, missing, chapter, book, render, opening, title, source };

  // Called by book.js.
  function book(data) {
    self.info = data;
    try {
      [self.locale] = Intl.getCanonicalLocales(data.language);
    } catch {
      // The browser knows no such tag and uses its own language.
    }
  }

  // Returns a title for a list: titles in capitals get small letters, but not their abbreviations (TV, FBI, LA).
  function title(text) {
    if (/\p{Ll}/u.test(text) || (text.match(/\p{Lu}/gu) || []).length < 4) return text;
    const spoken = /[AEIOUYÀ-ÖØ-Þ]/u;
    const short = new Set(["LA", "USA", "FBI", "CIA", "UFO", "POV", "PA", "II", "III", "IV", "VI", "VII", "VIII", "IX", "XI", "LAPD", "LAX", "NASA"]);
    return text.replace(/[\p{L}\p{M}'’]+/gu, (word) =>
      short.has(word) || (word.length > 1 && word.length < 5 && !spoken.test(word) && !/^INT$|^EXT$/.test(word))
        ? word
        : word[0] + word.slice(1).toLocaleLowerCase(self.locale),
    );
  }

  // ----- The list of chapters. Numbers may be missing, because a book can be built in part.

  // Returns the list entry of a chapter.
  function entry(number) {
    return self.info.chapters.find((one) => one.number === number);
  }

  // Returns the number of the chapter `by` positions after another in the list, or undefined.
  function beside(number, by) {
    const chapters = self.info.chapters;
    const other = chapters[chapters.findIndex((one) => one.number === number) + by];
    return other && other.number;
  }

  // Called by chapter-NNN.js.
  function chapter(number, data) {
    data.number = number;
    data.sentences = [];
    data.units = []; // the units that can be highlighted: sentences, and blocks with an announcement
    data.speeches = []; // the times of speeches, each with the number of its role
    data.roles = new Map(); // number of a role -> its cue
    count(data.blocks, data);
    data.units.sort((a, b) => a.start - b.start);
    chapters.set(number, data);
  }

  // Numbers the sentences in the order of the text, from 1, as used in links (#c3s12).
  function count(blocks, data) {
    let speech = null;
    for (const block of blocks) {
      if (block.kind === "character" && typeof block.who === "number") {
        speech = { who: block.who, start: Infinity, end: 0 };
        data.speeches.push(speech);
        // A cue may end with an extension: ANN (V.O.)
        if (!data.roles.has(block.who)) data.roles.set(block.who, block.text.replace(/\s*\(.*$/, ""));
      } else if (!["dialogue", "parenthetical", "lyrics"].includes(block.kind)) speech = null;
      if (block.sounds) data.units.push({ block, start: block.sounds[0], end: block.sounds[1] });
      for (const [from, to, start, end, words] of block.sentences || []) {
        const sentence = { number: data.sentences.length + 1, text: block.text.slice(from, to), from, start, end };
        sentence.words = words || null;
        data.sentences.push(sentence);
        if (speech) [speech.start, speech.end] = [Math.min(speech.start, start), Math.max(speech.end, end)];
        data.units.push(sentence);
        (block.numbered = block.numbered || []).push(sentence);
      }
      for (const column of block.columns || []) count(column, data);
      for (const row of block.rows || []) count(row, data);
    }
  }

  // ----- Loading

  // With Trusted Types, scripts can be loaded only through this policy, which accepts only the names of chapters.
  const policy = (window.trustedTypes || { createPolicy: (_, rules) => rules }).createPolicy("guion2audio", {
    createScriptURL(url) {
      if (!/^read-along\/chapter-[0-9]+\.js$/.test(url)) throw new TypeError("not a chapter: " + url);
      return url;
    },
  });

  // Returns the data of a chapter, loading its script if needed.
  function load(number) {
    if (chapters.has(number)) return Promise.resolve(chapters.get(number));
    if (waiting.has(number)) return waiting.get(number);
    const promise = new Promise((done, failed) => {
      const file = "chapter-" + String(number).padStart(3, "0") + ".js";
      const script = document.createElement("script");
      const end = () => {
        script.remove();
        waiting.delete(number);
        if (chapters.has(number)) done(chapters.get(number));
        else failed(new Error("The text of this chapter is missing or damaged: read-along/" + file));
      };
      script.onload = script.onerror = end;
      script.src = policy.createScriptURL("read-along/" + file);
      document.head.append(script);
    });
    waiting.set(number, promise);
    return promise;
  }

  // Returns a chapter without text, for a chapter whose script cannot be loaded. Its audio may still be available.
  function missing(number) {
    return { number, blocks: [], sentences: [], units: [], speeches: [], roles: new Map(), missing: true };
  }

  // ----- Addresses

  // Returns the address of a link if the page may follow it, else null. `javascript:`, `data:` and `file:`
  // addresses remain plain text.
  function address(target) {
    const internal = /^#c[0-9]+([sf][0-9]+)?$/.test(target);
    return internal || /^(https?:\/\/|mailto:)/i.test(target) ? target : null;
  }

  // Returns the address of a picture in the folder of the page, else null.
  function picture(path) {
    return /^read-along\/image-[0-9a-f]+\.[a-z]+$/.test(path) ? source(path, "") : null;
  }

  const made = new Map(); // name of a file on the page -> its address

  // Returns the address of a file of the book. A page in one file has its files as blocks of Base64. Names may contain #
  // and %, so they are encoded. An encoded name cannot lead to another folder or server.
  function source(name, type) {
    const block = Array.from(document.querySelectorAll("script[data-file]")).find((one) => one.dataset.file === name);
    if (!block) return name.split("/").map(encodeURIComponent).join("/");
    if (!made.has(name)) {
      const bytes = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
      made.set(name, URL.createObjectURL(new Blob([bytes], { type })));
    }
    return made.get(name);
  }

  // ----- Elements

  function make(name, className, ...children) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children);
    return element;
  }

  // Returns what a listener sees first: the cover, the title, the cast in the colours of the text, and a large button.
  function opening(label, play) {
    const { cover, title, authors, roles } = self.info;
    const section = make("section", "opening");
    if (/^cover\.(png|jpg)$/.test(cover || "")) {
      const picture = make("img", "cover");
      picture.src = source(cover, "");
      picture.alt = "";
      section.append(picture);
    }
    const words = make("div");
    // The page's heading has the same words for screen readers.
    const name = make("p", "title", title);
    const by = make("p", "by", (authors || []).join(", "));
    for (const line of [name, by]) {
      line.dir = "auto";
      line.setAttribute("aria-hidden", "true");
    }
    const button = make("button", "begin", label);
    button.type = "button";
    button.lang = "en";
    button.addEventListener("click", play);
    words.append(name, by, button);
    if (roles && roles.length > 1) {
      const cast = make("ul", "cast", ...roles.map((role, who) => make("li", "voice-" + (who % 8), role)));
      cast.setAttribute("aria-label", "Cast");
      cast.dir = "auto";
      words.append(cast);
    }
    section.append(words);
    return section;
  }

  // Returns a chapter as a section. It contains two kinds of ids: c3s12 for sentences and c3f2 for footnotes.
  function render(data) {
    const section = make("section", "chapter");
    section.id = "c" + data.number;
    data.level = 2; // the level of the last heading
    section.setAttribute("aria-labelledby", "c" + data.number + "title");
    const first = data.blocks[0];
    const named = first && (first.kind === "scene-heading" || first.kind === "section-heading");
    if (!named) {
      const title = make("h2", null, entry(data.number).title);
      title.id = "c" + data.number + "title";
      title.dir = "auto";
      // The credits already show the title, so this heading is only for screen readers.
      if (first && first.kind === "credits") title.className = "unseen";
      section.append(title);
    }
    if (data.missing) {
      const note = make("p", null, "The text of this chapter is missing.");
      note.lang = "en";
      section.append(note);
    }
    append(section, data.blocks, data);
    if (named) section.querySelector("h2, h3, h4, h5, h6").id = "c" + data.number + "title";
    return section;
  }

  // Appends blocks, and groups adjacent blocks that belong together: items form a list, quoted blocks a quotation, and
  // a cue and its speech one element. So screen readers report the end of each list, quotation and speech.
  function append(parent, blocks, data, quoted) {
    let i = 0;
    const run = (...kinds) => {
      const start = i;
      const quote = Boolean(blocks[i] && blocks[i].quote);
      const belongs = (b) => Boolean(b.quote) === quote && (!kinds.length || kinds.includes(b.kind));
      while (i < blocks.length && belongs(blocks[i])) i += 1;
      return blocks.slice(start, i);
    };
    while (i < blocks.length) {
      const block = blocks[i];
      if (block.quote && !quoted) {
        const quotation = make("blockquote");
        append(quotation, run(), data, true);
        parent.append(quotation);
      } else if (block.kind === "item") {
        parent.append(list(run("item"), data));
      } else if (block.kind === "character") {
        i += 1;
        parent.append(speech([block, ...run("dialogue", "parenthetical", "lyrics")], data));
      } else {
        i += 1;
        parent.append(element(block, data));
      }
    }
  }

  function speech(blocks, data) {
    const group = make("div", "speech");
    if (typeof blocks[0].who === "number") {
      group.classList.add("voice-" + (blocks[0].who % 8));
      group.dataset.who = blocks[0].who;
    }
    for (const block of blocks) group.append(element(block, data));
    return group;
  }

  // Builds nested lists from items, by their depth. If the first item is deeper than 1, lists for the depths above it
  // are also built.
  function list(blocks, data) {
    const top = make(blocks[0].ordered ? "ol" : "ul");
    top.dir = "auto";
    const open = [top];
    for (const block of blocks) {
      while (open.length > Math.max(1, block.depth)) open.pop();
      while (open.length < block.depth) {
        const outer = open[open.length - 1];
        const inner = make(block.ordered ? "ol" : "ul");
        (outer.lastElementChild || outer.appendChild(make("li", "empty"))).append(inner);
        open.push(inner);
      }
      const item = make("li");
      if (typeof block.task === "boolean") {
        item.className = "task";
        const box = make("span", "box", block.task ? "☑" : "☐");
        box.setAttribute("role", "img");
        box.setAttribute("aria-label", block.task ? "done:" : "to do:");
        item.append(box);
      }
      if (typeof block.item === "number") item.value = block.item;
      else if (block.item === false) item.className = "more"; // another paragraph of the previous item
      mark(item, block);
      fill(item, block, data);
      open[open.length - 1].append(item);
    }
    return top;
  }

  function element(block, data) {
    const made = plain(block, data);
    mark(made, block);
    return made;
  }

  // Stores the element of a block with an announcement in the block. The player highlights this element as a whole.
  function mark(made, block) {
    if (!block.sounds) return;
    block.element = made;
    made.classList.add("announced");
  }

  function plain(block, data) {
    switch (block.kind) {
      case "scene-heading":
      case "section-heading": {
        const heading = make("h" + level(block, data), block.kind);
        if (block.number) heading.append(make("span", "number", block.number + " "));
        return fill(heading, block, data);
      }
      case "dual":
        return make("div", "dual", ...block.columns.map((column) => {
          const made = make("div");
          append(made, column, data);
          return made;
        }));
      case "table":
        return table(block, data);
      case "code": {
        const made = make("pre", "code", fill(make("code"), block, data));
        made.tabIndex = 0; // makes long lines scrollable by keyboard
        made.setAttribute("role", "group");
        made.setAttribute("aria-label", block.language ? "Code, " + block.language : "Code");
        return made;
      }
      case "image": {
        const figure = make("figure", null, image(block.image, block.text ? "" : "Picture"));
        // The description of the picture becomes its caption, without showing the picture again.
        const looks = (block.looks || []).filter(([look]) => look !== "image");
        if (block.text) figure.append(fill(make("figcaption"), Object.assign({}, block, { looks }), data));
        return figure;
      }
      case "footnote": {
        const note = make("div", "footnote");
        note.id = "c" + data.number + "f" + block.number;
        note.setAttribute("role", "note");
        note.append(make("span", "number", block.number + " "));
        return fill(note, block, data);
      }
      case "page-break":
        return make("hr");
      default: {
        const known = ["action", "character", "parenthetical", "dialogue", "transition", "lyrics", "credits"];
        const made = make("p", known.includes(block.kind) ? block.kind : "action");
        // A scene opens at the left margin and ends at the right.
        if (block.kind === "transition" && /^(FADE|IRIS) (IN|UP)/i.test(block.text)) made.classList.add("begins");
        if (block.center) made.classList.add("center");
        return fill(made, block, data);
      }
    }
  }

  // Returns the level of a heading on the page: 2 for the chapter's heading. No level is skipped.
  function level(block, data) {
    const first = data.blocks[0];
    if (block === first) return 2;
    const deeper = block.level && first.level ? block.level - first.level : 1;
    data.level = Math.min(data.level + 1, 6, 2 + Math.max(1, deeper));
    return data.level;
  }

  function table(block, data) {
    const body = make("tbody");
    const made = make("table");
    made.dir = "auto";
    block.rows.forEach((row, i) => {
      const head = i === 0 && block.header;
      const line = make("tr");
      for (const cell of row) {
        const names = head && cell.text.trim(); // whether the cell is a column header; an empty cell is not
        const box = make(names ? "th" : "td");
        if (names) box.scope = "col";
        line.append(fill(box, cell, data));
      }
      if (head) made.append(make("thead", null, line));
      else body.append(line);
    });
    made.append(body);
    const frame = make("div", "table", made);
    frame.tabIndex = 0; // makes wide tables scrollable by keyboard
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "Table");
    return frame;
  }

  function image(path, words) {
    const source = picture(path || "");
    if (!source) return document.createTextNode("");
    const made = make("img");
    made.alt = words;
    made.loading = "lazy";
    made.src = source;
    return made;
  }

  // ----- Sentences and formatting

  // Fills an element with the text of a block: a span for each sentence, with the formatting inside the span.
  function fill(parent, block, data) {
    // Each text gets the direction of its letters. But an item gets the direction of its list, so that all numbers of
    // the list are on one side.
    if (!parent.matches("li, code")) parent.dir = "auto";
    // Outer formatting comes before inner formatting, and marks without text come first.
    const width = ([, start, end]) => (start === end ? Infinity : end - start);
    const looks = (block.looks || []).slice().sort((a, b) => a[1] - b[1] || width(b) - width(a) || 0);
    let at = 0;
    for (const sentence of block.numbered || []) {
      if (at < sentence.from) inline(parent, block.text, at, sentence.from, looks);
      const span = make("span", "sentence");
      span.id = "c" + data.number + "s" + sentence.number;
      span.tabIndex = -1;
      at = sentence.from + sentence.text.length;
      inline(span, block.text, sentence.from, at, looks);
      sentence.element = span;
      parent.append(span);
    }
    if (at < block.text.length) inline(parent, block.text, at, block.text.length, looks);
    return parent;
  }

  // Appends text[from..<to] with its formatting. Formatting that crosses the end of other formatting is split there. A
  // footnote mark covers no text and belongs to the text before it.
  function inline(parent, text, from, to, looks, nested) {
    const begins = (at) => at > from || (at === 0 && !nested);
    const ends = (at) => at < to || (at === to && !nested);
    const mine = ([, start, end]) => (start === end ? begins(start) && ends(end) : start < to && end > from);
    let at = from;
    for (const look of looks.filter(mine)) {
      const start = Math.max(look[1], at);
      const end = Math.min(look[2], to);
      if (look[1] === look[2] ? look[1] < at : end <= start) continue; // already written within the outer formatting
      if (start > at) parent.append(text.slice(at, start));
      const made = styled(look);
      inline(made, text, start, end, looks.slice(looks.indexOf(look) + 1), true);
      parent.append(made);
      at = end;
    }
    if (at < to) parent.append(text.slice(at, to));
  }

  function styled([kind, , , target, chapterNumber]) {
    const names = { emphasis: "em", strong: "strong", underline: "u", strike: "s", code: "code" };
    if (names[kind]) return make(names[kind]);
    if (kind === "link" && typeof target === "string" && address(target)) {
      const link = make("a");
      link.href = address(target);
      if (!target.startsWith("#")) {
        link.target = "_blank"; // opening it in this tab would stop the audio
        link.rel = "noopener noreferrer";
      }
      return link;
    }
    if (kind === "footnote") {
      const link = make("a", "footnote-mark");
      link.href = "#c" + Number(chapterNumber) + "f" + Number(target);
      link.dataset.number = target; // the style sheet shows the number, so that the text has only the author's words
      link.setAttribute("role", "doc-noteref");
      link.setAttribute("aria-label", "Footnote " + target);
      return link;
    }
    if (kind === "image") return make("span", "picture", image(target, ""));
    if (kind === "voice") return make("span", "said voice-" + (Number(target) % 8));
    return make("span");
  }

  return self;
})();
