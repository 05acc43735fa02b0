// Plays a voice on the line to try, and lets the user drag a voice onto a role.

import { icon, say, short } from "./dom.js";
import { on } from "./book.js";
import { play, stop } from "./player.js";
import { describe } from "./catalogue.js";
import { chosenRole, lineToTry, trial, DRAG } from "./roles.js";

// Returns an item for the player: the line to try with a voice. The current voice of the role plays with its settings.
export function tried(uri) {
  const role = chosenRole();
  const edits = uri === role.voice ? [] : [{ kind: "voice", role: role.name, voice: uri }];
  return { ...trial(edits, describe(uri).name), voice: uri };
}

let playing = null; // the voice that is tried now
export const isPlayingVoice = (uri) => playing === uri;

// The play button of the voice that plays is a stop button.
export function markPlaying() {
  for (const element of document.querySelectorAll("[data-voice]")) {
    const button = element.querySelector(".play");
    const plays = element.dataset.voice === playing;
    if (!button || button.classList.contains("stops") === plays) continue;
    button.classList.toggle("stops", plays);
    button.replaceChildren(icon(plays ? "stop" : "play"));
    if (button.matches("button")) button.setAttribute("aria-label", (plays ? "Stop " : "Play ") + short(describe(element.dataset.voice).words, 80));
  }
}
on("playing", ({ voice = null }) => {
  playing = voice;
  markPlaying();
});

// Plays a voice, or stops it if it plays.
export function playVoice(uri) {
  if (isPlayingVoice(uri)) return stop();
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
