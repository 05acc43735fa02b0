// Searches the titles immediately and the text chapter by chapter. Chapters that are not loaded yet are loaded
// one after the other, so the page stays responsive and results appear as they are found.
"use strict";

(function () {
  const { info, load, player } = guion2audio;
  const get = (id) => document.getElementById(id);
  if (!info) return; // player.js shows the reason
  const most = 200; // more results are not useful, and a long list is slow
  let search = 0; // counts searches, so that a search stops when a newer search begins

  // Returns the text without case and accents, and the position in `text` of each returned character.
  function fold(text) {
    let folded = "";
    const places = [];
    let at = 0;
    for (const character of text) {
      let plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      if (/\s/.test(plain)) plain = folded.endsWith(" ") ? "" : " "; // scripts often contain double blanks
      for (let i = 0; i < plain.length; i += 1) places.push(at);
      folded += plain;
      at += character.length;
    }
    places.push(at);
    return { folded, places };
  }

  // Appends a result: a link with the marked match and the text around it.
  function add(target, text, wanted, where) {
    const { folded, places } = fold(text);
    const found = folded.indexOf(wanted);
    if (found < 0) return false;
    const from = places[found];
    const to = places[found + wanted.length];
    const left = Math.max(0, from - 60);
    const right = Math.min(text.length, to + 60);
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, to);
    const link = document.createElement("a");
    link.href = target;
    link.append((left ? "…" : "") + text.slice(left, from), mark, text.slice(to, right) + (right < text.length ? "…" : ""));
    const item = document.createElement("li");
    item.append(link);
    if (where) {
      const note = document.createElement("span");
      note.className = "where";
      note.textContent = where;
      item.append(" ", note);
    }
    get("results").append(item);
    return true;
  }

  async function run(words) {
    const mine = (search += 1);
    get("results").replaceChildren();
    const wanted = fold(words.trim()).folded;
    if (!wanted) return player.say("");
    let count = 0;
    const missing = [];
    for (const { number, title } of info.chapters) {
      if (count < most && add("#c" + number, title, wanted, "chapter " + number)) count += 1;
    }
    let searched = 0;
    for (const { number: n, title } of info.chapters) {
      if (count >= most) break;
      let data;
      try {
        data = await load(n);
      } catch (error) {
        missing.push(n);
        continue;
      }
      if (mine !== search) return;
      for (const sentence of data.sentences) {
        if (count < most && add("#c" + n + "s" + sentence.number, sentence.text, wanted, title)) count += 1;
      }
      // A pause between chapters keeps the page responsive to keys. The count is not announced to screen readers.
      searched += 1;
      get("progress").textContent = searched + " of " + info.chapters.length + " chapters searched";
      if (searched % 8 === 0) await new Promise((go) => setTimeout(go));
      if (mine !== search) return;
    }
    get("progress").textContent = "";
    const found = count >= most ? "The first " + most + " results" : count === 1 ? "1 result" : count + " results";
    player.say(found + (missing.length ? "; missing chapters: " + missing.join(", ") : ""));
  }

  get("search").addEventListener("submit", (event) => {
    event.preventDefault();
    run(get("words").value);
  });
  get("words").addEventListener("input", () => {
    if (!get("words").value) run("");
  });
})();
