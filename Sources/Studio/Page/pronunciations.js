// The list of the pronunciations of the cast.

import { get, make, button, count, empty, short } from "./dom.js";
import { book, on, edit, roleName } from "./book.js";
import { play } from "./player.js";
import { open } from "./say.js";

get("say-new").addEventListener("click", () => open({}));

function card(entry, i) {
  const name = short(entry.text, 60);
  const character = entry.character ?? null;
  const said = entry.ipa ? "/" + entry.ipa + "/" : entry.say ? "“" + entry.say + "”" : "phonemes " + (entry.phonemes || "");
  const remove = () => edit([{ kind: "unsay", text: entry.text, character }], "Pronunciation of “" + name + "” removed");
  const lines = book.pronunciationLines[i];
  const [first] = lines;
  const uses = lines.length ? "applies to " + count(lines.length, "line") : "applies to no line: check the spelling and the capitals";
  const about = [character === null ? "all roles" : "only " + roleName(character), entry.language && "language " + entry.language, uses];
  return make("li", { class: "card" },
    make("p", {}, make("b", { dir: "auto" }, entry.text), " is pronounced ", make("span", { dir: "auto", class: "said-as" }, said)),
    make("p", { class: "soft", dir: "auto" }, about.filter(Boolean).join(" · ")),
    make("p", { class: "row" },
      first === undefined ? null : button("Play", () => play([{ line: first }]), { class: "small", "aria-label": "Play a line with " + name }),
      entry.say || entry.ipa ? button("Edit", () => open({ entry, line: first ?? -1 }), { class: "small", "aria-label": "Edit " + name }) : null,
      button("Remove", remove, { class: "small", "aria-label": "Remove " + name })));
}

on("book", () => {
  const place = get("pronunciations");
  const held = place.contains(document.activeElement);
  place.replaceChildren(...book.pronunciations.map(card));
  if (!book.pronunciations.length) place.append(empty("say", "The cast has no pronunciations yet."));
  const many = book.pronunciations.length;
  get("tab-say").textContent = many ? "Say as (" + many + ")" : "Say as";
  if (held && !place.contains(document.activeElement)) get("say-new").focus();
});
