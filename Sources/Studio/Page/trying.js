// Plays a voice on the line to try, and lets the user drag a voice onto a role.

import { say } from "./dom.js";
import { play } from "./player.js";
import { describe } from "./catalogue.js";
import { chosenRole, lineToTry, trial, DRAG } from "./roles.js";

// Returns an item for the player: the line to try with a voice. The current voice of the role plays with its settings.
export function tried(uri) {
  const role = chosenRole();
  const edits = uri === role.voice ? [] : [{ kind: "voice", role: role.name, voice: uri }];
  return trial(edits, describe(uri).name);
}

export function playVoice(uri) {
  if (chosenRole() && lineToTry() >= 0) return play([tried(uri)]);
  return say("This role has no line to try.");
}

// Lets the voices of a list be dragged.
export function letDrag(list) {
  list.addEventListener("dragstart", (event) => {
    const element = event.target.closest("[data-voice]");
    if (!element) return;
    event.dataTransfer.setData(DRAG, element.dataset.voice);
    event.dataTransfer.setData("text/plain", describe(element.dataset.voice).words);
    event.dataTransfer.effectAllowed = "copy";
  });
}
