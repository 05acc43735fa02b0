// The audio element. Lines pass through a gain and a limiter. Finished chapters pass through neither.

import { get } from "./dom.js";

export const sound = get("sound");
const LEVEL = 7; // the gain of every line in decibels, in addition to the gain of its voice

let graph = null;

// Creates or resumes the audio graph. Browsers allow this only after a key or a click.
export function wake() {
  try {
    if (!graph) graph = makeGraph();
    if (graph.context.state !== "running") graph.context.resume().catch(() => null);
  } catch (_) {
    graph = null; // without Web Audio, the audio element plays directly
  }
}

function makeGraph() {
  const context = new AudioContext();
  const source = context.createMediaElementSource(sound);
  const line = context.createGain();
  const limiter = new DynamicsCompressorNode(context, { threshold: -3, ratio: 20, knee: 0, attack: 0.001, release: 0.1 });
  const trim = context.createGain();
  const chapter = context.createGain();
  // The compressor node adds a make-up gain: 0.6 times the reduction at full scale, and that reduction is
  // 3 dB - 3 dB / 20. This gain removes the make-up gain.
  trim.gain.value = decibels(-0.6 * (3 - 3 / 20));
  chapter.gain.value = 0;
  source.connect(line).connect(limiter).connect(trim).connect(context.destination);
  source.connect(chapter).connect(context.destination); // finished chapters already have their final loudness
  return { context, line, chapter };
}

let volume = 1;
let last = null; // the level of the playing sound

// Sets the volume of the page, from 0 to 1.
export function setVolume(value) {
  volume = value;
  setLevel(last);
}

const decibels = (value) => 10 ** (value / 20);

// Sets the gain of the voice for a line, in decibels. Null means that a finished chapter plays.
export function setLevel(gain) {
  last = gain;
  if (!graph) {
    sound.volume = volume * (gain === null ? 1 : Math.min(1, decibels(gain + LEVEL)));
    return;
  }
  sound.volume = volume;
  graph.line.gain.value = gain === null ? 0 : decibels(Math.max(-60, Math.min(40, gain + LEVEL)));
  graph.chapter.gain.value = gain === null ? 1 : 0;
}

for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { capture: true, passive: true });
