// The colour and the initials of each role. The colours are those of the read-along page.

import { make } from "./dom.js";

const COLOURS = 8;

export const colourOf = (role) => (role && role.colour !== undefined ? "voice-" + (role.colour % COLOURS) : "voice-none");

// Returns the initials of a name: "JO" for "JOHN", "DW" for "Dr. Watson". The narrator has "N".
function initials(name) {
  const words = name.match(/[\p{L}\p{N}]+/gu) || [];
  if (!words.length) return "N";
  const letters = words.length > 1 ? [words[0], words[words.length - 1]].map((word) => [...word][0]).join("") : [...words[0]].slice(0, 2).join("");
  return letters.toUpperCase();
}

// Returns the face of a role. Screen readers ignore it, because the name of the role is beside it.
export const face = (role) => make("span", { class: "face " + colourOf(role), "aria-hidden": "true" }, initials(role ? role.name : ""));

let painted = null; // the colours as the page shows them, for pictures

// Returns the colours of the roles as CSS texts: that of the narrator is under "none".
export function paints() {
  if (painted) return painted;
  // A colour property has a value for light and one for dark. Only a colour that is used shows which of them holds.
  const probe = make("span", { hidden: true });
  document.body.append(probe);
  const value = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  painted = { none: value("--voice-none"), accent: value("--accent"), line: value("--line"), ink: value("--ink"), soft: value("--soft") };
  for (let i = 0; i < COLOURS; i += 1) painted[i] = value("--voice-" + i);
  probe.remove();
  return painted;
}

export const paintOf = (role) => (role && role.colour !== undefined ? paints()[role.colour % COLOURS] : paints().none);

const listeners = [];
// Calls a function when the colours of the page have changed.
export const onPaint = (run) => listeners.push(run);

function repaint() {
  painted = null;
  for (const run of listeners) run();
}
new MutationObserver(repaint).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);

// Prepares a canvas for drawing in CSS pixels, and returns its pen; null if the canvas is not shown.
export function pen(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width || !height) return null;
  const scale = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const made = canvas.getContext("2d");
  made.setTransform(scale, 0, 0, scale, 0, 0);
  made.clearRect(0, 0, width, height);
  return { draw: made, width, height };
}
