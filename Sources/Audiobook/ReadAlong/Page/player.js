// Plays the chapters, highlights the spoken sentence and word, and handles keys, the stored position, the sleep timer
// and the settings. Uses the elements that text.js creates. search.js uses `guion2audio.player`.
"use strict";

guion2audio.player = (function () {
  const { info, load, missing, render, beside, opening, title, source } = guion2audio;
  const get = (id) => document.getElementById(id);
  const audio = get("audio");
  const text = get("text");
  const place = get("place");
  if (!info) {
    text.textContent = "This book cannot be shown: read-along/book.js is missing or damaged.";
    return { say };
  }

  const calm = !window.matchMedia("(prefers-reduced-motion: no-preference)").matches;

  let chapter = null; // the data of the chapter on the page
  let entry = null; // the chapter's entry in book.js
  let wanted = null; // the position to seek to once the audio is ready, in milliseconds of the chapter
  let sound = ""; // the name of the file that plays
  let sought = null; // the position of the last seek, in seconds of the file
  const failed = new Set(); // names of the chapter's files that could not be played
  let request = 0; // counts calls of `open`, so that a slow chapter does not replace a later one
  let ahead = 0; // the number of the chapter whose text was preloaded
  let lit = [];
  let shownWord = null;
  let follow = true; // whether the page scrolls with the audio

  // ----- Storage. Browsers may forbid storage for pages from a disk. Then nothing is stored.

  const store = {
    read(key) {
      try {
        return JSON.parse(localStorage.getItem("guion2audio:" + key));
      } catch (_) {
        return null;
      }
    },
    write(key, value) {
      try {
        localStorage.setItem("guion2audio:" + key, JSON.stringify(value));
      } catch (_) {
        // Storage is forbidden or full. The page works without it.
      }
    },
  };

  const last = store.read("place:" + info.id); // where the last visit ended

  // ----- Messages. Only results of the reader's actions are announced, never the spoken sentences.

  function say(words) {
    get("status").textContent = words;
  }

  // Announces a chapter's title to screen readers. The page already shows the title to everyone else.
  function announce(title) {
    get("announce").textContent = title;
  }

  function clock(ms) {
    const s = Math.max(0, Math.round(ms / 1000));
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(s / 3600);
    return (hours ? hours + ":" + two(Math.floor(s / 60) % 60) : Math.floor(s / 60)) + ":" + two(s % 60);
  }

  // ----- Chapters

  // Shows a chapter and seeks to a time in it. Playback starts only if `play` is true, because browsers refuse to play
  // before the reader's first action. If the text of the chapter is missing, its audio still plays.
  async function open(number, { at = 0, sentence = 0, play = false, quiet = false } = {}) {
    const mine = (request += 1);
    let trouble = "";
    const data = await load(number).catch((error) => {
      trouble = error.message;
      return missing(number);
    });
    if (mine !== request) return;
    if (data !== chapter) {
      chapter = data;
      entry = guion2audio.entry(number);
      lit = [];
      failed.clear();
      show();
      say(trouble);
      announce(quiet ? "" : entry.title);
    }
    const target = sentence < 0 ? chapter.sentences.at(sentence) : chapter.sentences[sentence - 1];
    listen(target ? target.start : at, play);
  }

  function show() {
    const isFirst = chapter.number === info.chapters[0].number;
    text.replaceChildren(...(isFirst ? [opening(last ? "Go on" : "Play", toggle)] : []), render(chapter));
    shownWord = null;
    offerRoles();
    markRole();
    if (chapter.sentences.length) chapter.sentences[0].element.tabIndex = 0;
    window.scrollTo(0, 0);
    for (const link of get("chapters").querySelectorAll("a")) {
      if (link.hash === "#c" + chapter.number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    get("chapter-name").textContent = title(entry.title);
    get("previous-chapter").disabled = !beside(chapter.number, -1);
    get("next-chapter").disabled = !beside(chapter.number, 1);
    place.max = entry.duration;
    get("length").textContent = clock(entry.duration);
    if (window.MediaMetadata && navigator.mediaSession) {
      const about = { title: entry.title, artist: (info.authors || []).join(", "), album: info.title };
      navigator.mediaSession.metadata = new MediaMetadata(about);
    }
  }

  // Returns [name, type] of each file of the chapter that the browser can play.
  function playable() {
    return entry.files.filter(([file, type]) => audio.canPlayType(type) && !failed.has(file));
  }

  // Loads the audio of the chapter unless it is already loaded, and seeks to a time.
  function listen(at, play) {
    const [file, type] = playable()[0] || entry.files[0];
    const address = source(file, type);
    sound = file;
    if (audio.getAttribute("src") !== address) {
      audio.src = address;
      setSpeed(); // a new source resets the speed, and pauses without an event
      showState();
    }
    seek(at);
    if (play) start();
  }

  function seek(at) {
    myLine = null;
    wanted = Math.max(0, Math.min(at, entry.duration));
    if (audio.readyState > 0) {
      const time = (wanted + entry.offset) / 1000;
      // In a book in one file the next chapter is already at this position, and a seek would be audible.
      if (Math.abs(audio.currentTime - time) > 0.01) audio.currentTime = sought = time;
      wanted = null;
    }
    setFollow(true);
    update();
  }

  // The time in the chapter, in milliseconds.
  function now() {
    return wanted !== null ? wanted : audio.currentTime * 1000 - entry.offset;
  }

  function start() {
    if (myLine) {
      const line = myLine;
      myLine = null;
      seek(line.end);
    }
    if (audio.error) {
      // After an error, all files are tried again: the server may be available now.
      const at = now();
      failed.clear();
      audio.removeAttribute("src");
      listen(at, false);
    }
    const promise = audio.play();
    if (promise) promise.catch((error) => error.name === "NotAllowedError" && say("Press Play to start."));
  }

  // Plays the chapter from its next file, or reports that no file is left.
  function soundFailed() {
    const at = now();
    const playing = !audio.paused;
    failed.add(sound);
    if (playable().length) return listen(at, playing);
    audio.pause();
    const names = entry.files.map(([file]) => file).join(", ");
    say("The audio is missing, or this browser cannot play it: " + names);
  }

  function toggle() {
    if (audio.paused) {
      setFollow(true);
      start();
    } else audio.pause();
  }

  function setFollow(on) {
    follow = on;
    get("follow").setAttribute("aria-pressed", String(on));
  }

  function go(number, play = !audio.paused) {
    if (number) open(number, { play });
  }

  // Goes to the previous or next sentence, which may be in another chapter.
  function step(by) {
    if (!chapter) return;
    const at = now() + 5;
    const sentences = chapter.sentences.slice().sort((a, b) => a.start - b.start);
    let i = -1;
    while (i + 1 < sentences.length && sentences[i + 1].start <= at) i += 1;
    // Going back leads to the start of the current sentence, unless the sentence has just begun.
    if (by < 0 && i >= 0 && at - sentences[i].start > 1500) i += 1;
    const next = sentences[i + by];
    if (next) return seek(next.start);
    const number = beside(chapter.number, by);
    if (!number) return by < 0 ? seek(0) : undefined;
    open(number, { sentence: by < 0 ? -1 : 1, play: !audio.paused });
  }

  // ----- A role that the reader plays: its lines are silent, or the page waits until they are said.

  let myLine = null; // the line for which the page waits

  function myLineAt(at) {
    if (settings.role === "") return null;
    return chapter.speeches.find((s) => s.who === Number(settings.role) && s.start <= at && at < s.end) || null;
  }

  function playRole(at) {
    const line = myLineAt(at);
    audio.muted = Boolean(line);
    if (!line || settings.wait !== "key" || audio.paused || myLine) return;
    myLine = line;
    audio.pause();
    say("Your line. Press Play or the space bar when you have said it.");
  }

  // Adds the roles of the chapter to the list.
  function offerRoles() {
    const choice = get("role");
    for (const [who, cue] of Array.from(chapter.roles || []).sort((a, b) => a[0] - b[0])) {
      if (Array.from(choice.options).some((o) => o.value === String(who))) continue;
      choice.add(new Option(cue, String(who)));
    }
    choice.value = settings.role;
    if (choice.value !== settings.role) choice.value = "";
    get("roles").hidden = choice.options.length < 2;
  }

  function markRole() {
    for (const group of text.querySelectorAll(".speech")) {
      group.classList.toggle("mine", settings.role !== "" && group.dataset.who === settings.role);
    }
  }

  // ----- Highlighting

  // Returns the units to highlight at a time. In a pause this is the unit before the pause. In dual dialogue there can
  // be several units.
  function sounding(at) {
    const units = chapter.units;
    let low = 0;
    let high = units.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (units[middle].start <= at) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return [];
    // Few units overlap, so the last 12 units that have begun include all current units.
    const together = units.slice(Math.max(0, low - 12), low).filter((u) => u.end > at);
    return together.length ? together : [units[low - 1]];
  }

  const elementOf = (unit) => unit.element || unit.block.element;

  function update() {
    if (!chapter) return;
    // A seek rounds the time down. Without the 5 ms, the previous word would flash.
    const at = now() + 5;
    // If the slider moved while it has keyboard focus, screen readers would read every value.
    if (!place.matches(":focus-visible")) showPlace();
    if (get("time").textContent !== clock(at)) get("time").textContent = clock(at);
    const units = sounding(at);
    if (units.length !== lit.length || units.some((u, i) => u !== lit[i])) light(units);
    lightWords(at);
    playRole(at);
  }

  function showPlace() {
    place.value = now();
    place.setAttribute("aria-valuetext", clock(now()) + " of " + clock(entry.duration));
  }

  function light(units) {
    for (const unit of lit) {
      elementOf(unit).classList.remove("now");
      elementOf(unit).removeAttribute("aria-current");
    }
    lit = units;
    for (const unit of lit) {
      elementOf(unit).classList.add("now");
      elementOf(unit).setAttribute("aria-current", "true");
    }
    // Tab enters the text at the current sentence, unless the focus is already in the text.
    const sentence = lit.find((u) => u.number);
    if (sentence && !document.activeElement.closest(".sentence")) stop(sentence);
    if (lit.length && follow) reveal(elementOf(lit[0]));
  }

  // Makes a sentence the only tab stop in the text.
  function stop(sentence) {
    for (const old of text.querySelectorAll(".sentence[tabindex='0']")) old.tabIndex = -1;
    sentence.element.tabIndex = 0;
  }

  function reveal(element) {
    const box = element.getBoundingClientRect();
    const bottom = get("controls").getBoundingClientRect().top;
    if (box.top > 80 && box.bottom < bottom - 40) return;
    element.scrollIntoView({ block: isTall(box) ? "start" : "center", behavior: calm ? "auto" : "smooth" });
  }

  // Whether a sentence is too tall for the space above the player, as in large type on a small screen.
  function isTall(box) {
    return box.height > get("controls").getBoundingClientRect().top - 120;
  }

  // Scrolls to a word within a tall sentence.
  function revealWord(word, element) {
    const box = word.getBoundingClientRect();
    const bottom = get("controls").getBoundingClientRect().top;
    if (box.bottom < bottom - 10 || !isTall(element.getBoundingClientRect())) return;
    window.scrollBy({ top: box.top - 100, behavior: calm ? "auto" : "smooth" });
  }

  // Highlights words with the Custom Highlight API, because screen readers stutter if each word has its own element.
  // Browsers without the API highlight only sentences.
  function lightWords(at) {
    if (!window.Highlight || !CSS.highlights) return;
    const found = [];
    for (const unit of lit) {
      if (!unit.words || at >= unit.end) continue;
      let i = -2;
      while (i + 2 < unit.words.length && unit.words[i + 3] <= at - unit.start) i += 2;
      if (i >= 0) found.push([unit, i]);
    }
    const key = found.map(([unit, i]) => unit.number + "/" + i).join() + "/" + chapter.number;
    if (key === shownWord) return;
    shownWord = key;
    const words = found.map(([unit, i]) => {
      const from = unit.words[i];
      const to = i + 2 < unit.words.length ? unit.words[i + 2] : unit.text.length;
      return range(unit, from, from + unit.text.slice(from, to).trimEnd().length);
    });
    CSS.highlights.set("word", new Highlight(...words));
    if (words.length && follow) revealWord(words[0], found[0][0].element);
  }

  // Returns the Range object for the characters from..<to of a sentence on the page.
  function range(sentence, from, to) {
    const made = document.createRange();
    const walker = document.createTreeWalker(sentence.element, NodeFilter.SHOW_TEXT);
    let at = 0;
    let begun = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const end = at + node.length;
      if (!begun && from < end) {
        made.setStart(node, from - at);
        begun = true;
      }
      if (begun && to <= end) {
        made.setEnd(node, to - at);
        break;
      }
      at = end;
    }
    return made;
  }

  // ----- Words at the pointer and the keyboard cursor

  // Returns the time at a character of a sentence: the start of its word if known, else the start of the sentence.
  function timeAt(sentence, offset) {
    let time = sentence.start;
    const words = sentence.words || [];
    for (let i = 0; i < words.length && words[i] <= offset; i += 2) time = sentence.start + words[i + 1];
    return time;
  }

  function sentenceOf(node) {
    const element = (node && (node.nodeType === 1 ? node : node.parentElement)) || null;
    const span = element && element.closest(".sentence");
    return span && text.contains(span) ? chapter.sentences[Number(span.id.split("s")[1]) - 1] : null;
  }

  // Returns the number of characters in a sentence before a position in the page.
  function offsetIn(sentence, node, offset) {
    const before = document.createRange();
    before.selectNodeContents(sentence.element);
    before.setEnd(node, offset);
    return before.toString().length;
  }

  function playFrom(sentence, offset) {
    stop(sentence);
    seek(timeAt(sentence, offset));
    start();
  }

  let pressed = null; // the position where the pointer went down; a drag selects text and must not start playback

  text.addEventListener("pointerdown", (event) => {
    pressed = [event.clientX, event.clientY];
  });

  text.addEventListener("click", (event) => {
    if (event.target.closest("a") || event.detail > 1) return;
    if (event.detail === 1 && pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 5) return;
    const sentence = sentenceOf(event.target);
    if (!sentence) return playBlock(event.target);
    // A click by a screen reader has no coordinates, so playback starts at the beginning of the sentence.
    playFrom(sentence, event.detail === 0 ? 0 : offsetAt(sentence, event.clientX, event.clientY));
  });

  // Plays from the announcement of the block that contains an element, such as a cue, code or a table.
  function playBlock(element) {
    const unit = blockOf(element);
    if (!unit) return;
    seek(unit.start);
    start();
  }

  function blockOf(element) {
    return chapter.units.find((unit) => unit.block && elementOf(unit).contains(element));
  }

  function offsetAt(sentence, x, y) {
    let node = null;
    let offset = 0;
    if (document.caretPositionFromPoint) {
      const caret = document.caretPositionFromPoint(x, y);
      if (caret) [node, offset] = [caret.offsetNode, caret.offset];
    } else if (document.caretRangeFromPoint) {
      const caret = document.caretRangeFromPoint(x, y);
      if (caret) [node, offset] = [caret.startContainer, caret.startOffset];
    }
    if (!node || sentenceOf(node) !== sentence) return 0;
    // For a click on the right half of a letter, the browser reports the position after the letter. After a word's
    // last letter, that position is outside the word, so this returns the position before the letter.
    const found = offsetIn(sentence, node, offset);
    return found > 0 && !/\s/.test(sentence.text[found - 1]) ? found - 1 : found;
  }

  // Returns [start, end] of each word of a sentence, in characters.
  function wordsOf(sentence) {
    if (window.Intl && Intl.Segmenter) {
      const parts = new Intl.Segmenter(guion2audio.locale, { granularity: "word" }).segment(sentence.text);
      const words = Array.from(parts).filter((p) => p.isWordLike).map((p) => [p.index, p.index + p.segment.length]);
      if (words.length) return words;
    }
    return Array.from(sentence.text.matchAll(/\S+/g), (m) => [m.index, m.index + m[0].length]);
  }

  // Returns the keyboard cursor: a sentence, an offset in it, and whether text is selected.
  //
  // The cursor is the page's selection, because browsers show the selection and screen readers support it. So Enter
  // plays from any selected word, even if the word was selected with the browser's own caret (F7).
  function cursor() {
    const selection = getSelection();
    const first = selection.rangeCount ? selection.getRangeAt(0) : null;
    const sentence = first && sentenceOf(first.startContainer);
    const focused = sentenceOf(document.activeElement);
    // A click leaves an empty selection. If the focus has moved to another sentence since then, the focus decides.
    if (!sentence || (focused && focused !== sentence)) return focused && { sentence: focused, offset: 0, on: false };
    return { sentence, offset: offsetIn(sentence, first.startContainer, first.startOffset), on: !selection.isCollapsed };
  }

  function select(sentence, word) {
    setFollow(false);
    stop(sentence);
    sentence.element.focus({ preventScroll: true });
    const [from, to] = wordsOf(sentence)[word] || [0, sentence.text.length];
    const made = range(sentence, from, to);
    getSelection().setBaseAndExtent(made.startContainer, made.startOffset, made.endContainer, made.endOffset);
    reveal(sentence.element);
  }

  // Moves the keyboard cursor by a word or a sentence.
  function move(by, whole) {
    const at = cursor();
    if (!at) return;
    const words = wordsOf(at.sentence);
    let i = words.findIndex(([, end]) => end > at.offset);
    if (i < 0) i = words.length - 1;
    if (!whole && !at.on) return select(at.sentence, i);
    if (!whole && words[i + by]) return select(at.sentence, i + by);
    const other = chapter.sentences[at.sentence.number - 1 + by];
    if (other) select(other, whole || by > 0 ? 0 : wordsOf(other).length - 1);
  }

  // Letters are not used as keys, so that nothing conflicts with screen readers or speech input.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !chapter) return;
    const action = actionFor(event.key, event.target);
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || event.key !== " ") action();
  });

  // Returns the action of a key at the current focus, or null to leave the key to the browser.
  function actionFor(key, on) {
    const slider = on === place;
    if (!slider && on.matches("input, select, textarea")) return null;
    if (key === " ") return on.matches("button, summary") ? null : toggle;
    if (slider) return null;
    if (key === "Enter") {
      if (on.matches("a, button, summary")) return null;
      if (on.matches("pre, .table") && blockOf(on)) return () => playBlock(on);
      const at = cursor();
      return at && (() => playFrom(at.sentence, at.offset));
    }
    if (on.matches(".sentence")) {
      const ahead = getComputedStyle(on).direction === "rtl" ? -1 : 1;
      const inText = {
        ArrowLeft: () => move(-ahead, false),
        ArrowRight: () => move(ahead, false),
        ArrowUp: () => move(-1, true),
        ArrowDown: () => move(1, true),
        Escape: leaveText,
      };
      return inText[key] || null;
    }
    if (/^(Page|Home|End|ArrowUp|ArrowDown)/.test(key)) setFollow(false); // the reader scrolls
    if (on.matches("pre, .table")) return null; // tables and code scroll with the arrow keys
    return { ArrowLeft: () => step(-1), ArrowRight: () => step(1) }[key] || null;
  }

  function leaveText() {
    getSelection().removeAllRanges();
    get("play").focus();
  }

  text.addEventListener("focusin", (event) => {
    const sentence = sentenceOf(event.target);
    if (sentence) stop(sentence);
  });

  // ----- Audio

  audio.preservesPitch = audio.mozPreservesPitch = audio.webkitPreservesPitch = true;

  audio.addEventListener("loadedmetadata", () => {
    if (wanted !== null) seek(wanted);
  });
  audio.addEventListener("timeupdate", () => {
    update();
    const end = entry && now() >= entry.duration;
    if (end && !audio.paused && entry.offset + entry.duration < audio.duration * 1000 - 50) finished();
    if (chapter && !audio.paused) {
      countDown();
      keep(false);
      // Loads the text of the next chapter before its audio begins.
      const next = entry.duration - now() < 20000 && beside(chapter.number, 1);
      if (next && next !== ahead) load((ahead = next)).catch(() => {});
    }
  });
  audio.addEventListener("seeked", () => {
    update();
    if (audio.seeking || sought === null) return;
    if (Math.abs(audio.currentTime - sought) > 2) {
      say("Cannot jump to this position: the server does not support range requests");
    }
    sought = null;
  });
  audio.addEventListener("ended", finished);
  audio.addEventListener("error", () => audio.getAttribute("src") && soundFailed());
  for (const name of ["play", "pause"]) {
    audio.addEventListener(name, () => {
      showState();
      if (audio.paused) return keep(true);
      heard = true;
      requestAnimationFrame(frame);
    });
  }

  function showState() {
    get("play").setAttribute("aria-label", audio.paused ? "Play" : "Pause");
    document.documentElement.classList.toggle("playing", !audio.paused);
  }

  // Updates the page for each frame while the audio plays. `timeupdate` fires only about four times a second, which is
  // too slow for words. But hidden pages get no frames, so both are needed.
  function frame() {
    update();
    if (!audio.paused) requestAnimationFrame(frame);
  }

  function finished() {
    if (sleep.chapter) {
      setSleep("0");
      audio.pause();
      say("Sleep timer: stopped at the end of the chapter");
    } else if (beside(chapter.number, 1)) {
      const next = beside(chapter.number, 1);
      const [[file]] = guion2audio.entry(next).files;
      const at = file === entry.files[0][0] ? Math.max(0, now() - entry.duration) : 0; // the same file: no seek
      open(next, { at, play: true, quiet: true });
    } else {
      audio.pause();
      say("The end");
    }
  }

  // ----- Position

  let kept = 0;
  let heard = false; // whether the page has played; before that, it must not replace the stored position

  // Stores the position, at most every five seconds unless `atOnce`.
  function keep(atOnce) {
    if (!heard || (!atOnce && Date.now() - kept < 5000)) return;
    kept = Date.now();
    store.write("place:" + info.id, { chapter: chapter.number, at: Math.round(now()) });
  }

  // Goes to the position that `#c3`, `#c3s12` or `#c3f2` names. Returns false if the chapter does not exist.
  function goToAddress(hash, play) {
    const match = /^#c([0-9]+)(?:([sf])([0-9]+))?$/.exec(hash);
    if (!match || !guion2audio.entry(Number(match[1]))) return false;
    const options = { sentence: match[2] === "s" ? Number(match[3]) : 0, play };
    open(Number(match[1]), options).then(() => {
      if (match[2] === "f") {
        const note = document.getElementById(match[0].slice(1));
        if (note) note.scrollIntoView({ block: "center" });
      }
    });
    return true;
  }

  // ----- Sleep. The timer runs only while the book plays.

  const sleep = { left: 0, chapter: false, counted: 0 };

  function setSleep(value) {
    sleep.chapter = value === "chapter";
    sleep.left = (Number(value) || 0) * 60000;
    sleep.counted = Date.now();
    get("sleep").value = value;
  }

  function countDown() {
    const since = Date.now() - sleep.counted;
    sleep.counted += since;
    if (!sleep.left) return;
    if (since < 2000) sleep.left -= since; // in a longer gap, the audio was paused
    if (sleep.left > 0) return;
    // Stops at the end of the sentence, not within a word.
    const rest = Math.max(0, ...lit.map((unit) => unit.end - now()));
    setSleep("0");
    setTimeout(() => {
      audio.pause();
      say("Sleep timer: stopped");
    }, rest / audio.playbackRate);
  }

  // ----- Settings

  const settings = Object.assign({ speed: "1", theme: "auto", size: "3", wait: "go" }, store.read("settings"));
  // Roles have numbers in each book, so the choice belongs to the book.
  settings.role = String(store.read("role:" + info.id) || "");

  function setSpeed() {
    audio.playbackRate = audio.defaultPlaybackRate = Number(settings.speed) || 1;
  }

  function apply() {
    setSpeed();
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.size = settings.size;
  }

  for (const name of ["speed", "theme", "size", "wait"]) {
    const choice = get(name);
    if (Array.from(choice.options).some((o) => o.value === settings[name])) choice.value = settings[name];
    else settings[name] = choice.value;
    choice.addEventListener("change", () => {
      settings[name] = choice.value;
      apply();
      const { role, ...others } = settings;
      store.write("settings", others);
    });
  }

  get("role").addEventListener("change", () => {
    settings.role = get("role").value;
    store.write("role:" + info.id, settings.role);
    myLine = null;
    markRole();
    update();
  });

  get("sleep").addEventListener("change", () => setSleep(get("sleep").value));

  // ----- Buttons

  get("play").addEventListener("click", toggle);
  get("back").addEventListener("click", () => step(-1));
  get("forward").addEventListener("click", () => step(1));
  get("previous-chapter").addEventListener("click", () => go(beside(chapter.number, -1)));
  get("next-chapter").addEventListener("click", () => go(beside(chapter.number, 1)));
  place.addEventListener("keydown", () => chapter && showPlace()); // so that arrow keys count from here
  place.addEventListener("input", () => {
    seek(Number(place.value));
    place.setAttribute("aria-valuetext", clock(now()) + " of " + clock(entry.duration));
  });

  get("follow").addEventListener("click", () => {
    setFollow(!follow);
    if (follow && lit.length) reveal(elementOf(lit[0]));
  });

  get("panel-switch").addEventListener("click", () => setPanel(get("panel").hidden));

  function setPanel(open) {
    get("panel").hidden = !open;
    get("panel-switch").setAttribute("aria-expanded", String(open));
  }

  get("link").addEventListener("click", () => {
    const sentence = lit.find((u) => u.number);
    if (!sentence) return;
    history.replaceState(null, "", "#" + sentence.element.id);
    const copied = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject();
    copied.then(
      () => say("Link to this sentence copied"),
      () => say("Copy the link to this sentence from the address bar"),
    );
  });

  // Prints the whole book: loads and shows every chapter, and afterwards shows the current chapter again.
  get("print").addEventListener("click", async () => {
    const all = [];
    for (const { number } of info.chapters) {
      all.push(render(await load(number).catch(() => missing(number))));
      if (all.length % 20 === 0) say("Preparing chapter " + all.length + " of " + info.chapters.length);
    }
    text.replaceChildren(...all);
    const done = () => {
      say("");
      lit = [];
      show();
      update();
    };
    window.addEventListener("afterprint", done, { once: true });
    window.print();
  });

  // When the reader scrolls, the page stops following the audio until the next jump or Play.
  for (const name of ["wheel", "touchmove"]) {
    window.addEventListener(name, () => setFollow(false), { passive: true });
  }

  window.addEventListener("hashchange", () => goToAddress(location.hash, !audio.paused));
  window.addEventListener("pagehide", () => keep(true));
  document.addEventListener("visibilitychange", () => document.hidden && keep(true));

  if (navigator.mediaSession) {
    const actions = {
      play: start,
      pause: () => audio.pause(),
      previoustrack: () => step(-1),
      nexttrack: () => step(1),
      seekto: (details) => seek(details.seekTime * 1000 - entry.offset),
    };
    for (const [name, action] of Object.entries(actions)) {
      try {
        navigator.mediaSession.setActionHandler(name, action);
      } catch (_) {
        // Browsers throw an error for unknown actions.
      }
    }
  }

  // ----- Start

  apply();
  text.dir = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/i.test(info.language) ? "rtl" : "ltr";
  setPanel(window.matchMedia("(min-width: 60rem)").matches);

  let list = get("chapters");
  for (const one of info.chapters) {
    if (one.part) {
      const act = document.createElement("li");
      act.className = "part";
      act.dir = "auto";
      list = document.createElement("ol");
      act.append(title(one.part), list);
      get("chapters").append(act);
    }
    const link = document.createElement("a");
    link.href = "#c" + one.number;
    link.textContent = title(one.title);
    const length = document.createElement("span");
    length.className = "length";
    length.textContent = clock(one.duration);
    const item = document.createElement("li");
    item.value = one.number;
    link.dir = "auto";
    item.append(link, " ", length);
    list.append(item);
  }
  // Links in the panel do not change the page's address. On the next visit, the address would override the stored
  // position.
  get("panel").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goToAddress(link.hash, !audio.paused);
    if (window.matchMedia("(max-width: 60rem)").matches) {
      setPanel(false);
      text.focus({ preventScroll: true });
    }
  });

  const [visit] = performance.getEntriesByType("navigation");
  const reloaded = visit && visit.type === "reload" && last;
  if (reloaded || !goToAddress(location.hash, false)) {
    if (last && guion2audio.entry(last.chapter)) open(last.chapter, { at: Number(last.at) || 0, quiet: true });
    else if (info.chapters.length) open(info.chapters[0].number, { quiet: true });
  }

  return { say };
})();
