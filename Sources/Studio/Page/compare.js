// The comparison of two voices on one line. At first, voice A is the current voice of the role.

import { get, make, button, say, short } from "./dom.js";
import { on, roleName } from "./book.js";
import { play } from "./player.js";
import { describe, plain } from "./catalogue.js";
import { assign, chosenRole, hasVoice, lineToTry } from "./roles.js";
import { tried } from "./trying.js";

let pair = { a: null, b: null };
let follows = true; // whether voice A is the current voice of the role

// Returns whether voice B is not chosen yet. The page then chooses the first candidate as voice B.
export const pairIsOpen = () => pair.b === null;

export function setPair(which, uri, quiet = false) {
  pair[which] = uri;
  if (which === "a") follows = uri === chosenRole().voice;
  draw();
  if (!quiet) say("Voice " + which.toUpperCase() + " is " + describe(uri).words + ".");
}

export function comparePlay(which) {
  const both = which === "ab" ? ["a", "b"] : [which];
  const items = both.filter((name) => pair[name]).map((name) => {
    const item = tried(pair[name]);
    item.name = name.toUpperCase() + ": " + item.name;
    return item;
  });
  if (items.length < both.length) return say("Choose voices A and B first.");
  if (lineToTry() < 0) return say("This role has no line to try.");
  return play(items);
}

export function compareSwap() {
  pair = { a: pair.b, b: pair.a };
  follows = pair.a === chosenRole().voice;
  draw();
  say("Voices A and B are swapped.");
}

function draw() {
  const place = get("compare");
  const role = chosenRole();
  const held = place.contains(document.activeElement) && document.activeElement.id;
  const part = (which) => {
    const uri = pair[which];
    const letter = which.toUpperCase();
    const has = Boolean(uri) && hasVoice(role, uri);
    return make("p", { class: "pair" }, make("b", {}, letter),
      make("span", { dir: "auto" }, uri ? describe(uri).words + (uri === role.voice ? " · current voice" : "") : "not chosen yet"),
      button("Play " + letter, () => comparePlay(which), { class: "small", id: "play-" + which, disabled: !uri }),
      button(has ? "Assigned" : "Assign " + letter, () => assign(role.name, uri), {
        class: "small", id: "assign-" + which, disabled: !uri || has,
        "aria-label": uri ? (has ? describe(uri).words + " is assigned to " : "Assign voice " + letter + ", " + describe(uri).words + ", to ") +
          short(roleName(role.name), 60) : null,
      }));
  };
  const none = !pair.a || !pair.b;
  place.replaceChildren(part("a"), part("b"), make("p", { class: "row" },
    button("Play A, then B", () => comparePlay("ab"), { id: "play-ab", disabled: none }),
    button("Swap", compareSwap, { id: "swap", disabled: none })));
  if (!held) return;
  const again = get(held).disabled ? get(held.replace("assign", "play")) : get(held);
  again.focus({ preventScroll: true });
}

on("role", (role) => {
  pair = { a: role.voice, b: null };
  follows = true;
  draw();
});
// If the role gets voice B, the voices swap: voice A is the new voice of the role, and voice B is its former voice.
on("role-changed", (role) => {
  if (!role) return;
  const former = pair.a;
  if (follows) pair.a = role.voice;
  if (follows && pair.b && plain(pair.b) === role.plain && plain(former) !== role.plain) pair.b = former;
  draw();
});
on("voices", () => chosenRole() && draw());
