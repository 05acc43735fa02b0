// The script on the page: play buttons, keys in the text, the playing line, affected lines and findings.

import { get, make, icon, short, titled, ended, count, say } from "./dom.js";
import { book, on, tell, affected, setAffected, effectWords, doubts, roleOf, roleName, together } from "./book.js";
import { set, paint, isHeading } from "./text.js";
import { play } from "./player.js";
import { setView, reveal, point } from "./layout.js";
import { nextFinding, showFindings } from "./findings.js";

const script = get("script");
let drawn = { parts: [], units: [], texts: [], elements: [] };
let unitOfLine = [];
let unitOfBlock = [];
let current = 0; // the unit at which Tab enters the script
let lit = []; // the units of the playing lines
let marks = []; // units with affected lines, in order
let selected = null; // the selected unit
let solo = null; // the name of the chosen role, whose lines stand out

export const units = () => drawn.units;
export const texts = () => drawn.texts;
// Returns the line of a unit's speaker. The unit may begin with a line in which the narrator announces the speaker.
export const ownLine = (unit) => unit.lines.find((line) => roleOf(line).name !== "") ?? unit.lines[0];
export const unitFor = (line) => drawn.units[unitOfLine[line]];
export const currentUnit = () => drawn.units[current];

// ----- Drawing

// Draws the script. Returns a function that then restores the scroll position and the focus.
function draw(move) {
  const place = keepPlace(move);
  const kept = selected ? move(selected.lines[0]) : -1;
  drawn = set(book);
  unitOfLine = [];
  unitOfBlock = [];
  drawn.units.forEach((unit, i) => {
    for (const block of unit.blocks) unitOfBlock[block] = i;
    for (const line of unit.lines) if (unitOfLine[line] === undefined) unitOfLine[line] = i;
  });
  drawn.units.forEach(addButton);
  drawn.units.forEach(addMarks);
  selected = kept >= 0 ? unitFor(kept) ?? null : null;
  if (selected) selected.element.classList.add("selected");
  markRole();
  current = drawn.units.findIndex((unit) => unit.button);
  lit = [];
  script.lang = book.language || "";
  script.classList.toggle("screenplay", book.screenplay);
  script.classList.toggle("document", !book.screenplay);
  const whole = document.createDocumentFragment();
  whole.append(...drawn.parts);
  script.replaceChildren(whole);
  if (!drawn.units.length) script.append(make("p", { class: "waiting" }, "There is no text to show."));
  return place;
}

// Adds the play button of a unit. The arrow keys move the focus between these buttons. Screen readers read the name and
// the state of a button.
function addButton(unit, i) {
  const block = book.blocks[unit.block];
  const heading = isHeading(block);
  if (!unit.lines.length && !(heading && sceneLines(i).length)) return;
  if (unit.lines.length) {
    unit.element.dataset.line = unit.lines[0];
    unit.element.dataset.lines = unit.lines.join(" ");
  }
  const described = heading ? null : unit.blocks.filter((b) => book.blocks[b].kind !== "character").map((b) => "b" + b).join(" ");
  unit.button = make("button", {
    type: "button", class: "play", tabindex: "-1", lang: "en", "aria-label": playName(unit), "aria-describedby": described || null,
  }, icon("play"));
  if (heading) unit.element.classList.add("heads");
  unit.place.prepend(unit.button);
}

function playName(unit) {
  const block = book.blocks[unit.block];
  if (isHeading(block)) return "Play from " + short(block.text, 60);
  return "Play " + short(unit.lines.length ? roleName(roleOf(ownLine(unit)).name) : "", 60);
}

// Marks a unit whose lines have settings of their own, and one with a quotation whose speaker is in doubt.
function addMarks(unit) {
  const shaped = unit.lines.some((line) => book.lines[line].shape);
  const turns = unit.lines.flatMap((line) => (book.lines[line].turns || []).map((turn) => book.turns[turn]));
  const doubt = turns.some((turn) => turn.doubt);
  const unsure = turns.filter((turn) => !turn.answered && turn.voiced && turn.sure < SURE).map((turn) => turn.sure);
  unit.element.classList.toggle("unsure", unsure.length > 0);
  if (unsure.length) unit.element.dataset.sure = Math.min(...unsure) + " %";
  unit.element.classList.toggle("shaped", shaped);
  unit.element.classList.toggle("doubtful", doubt);
}

// Returns the first quotation of a unit whose speaker is in doubt.
const doubtOf = (unit) => unit.lines.flatMap((line) => book.lines[line].turns || []).find((turn) => book.turns[turn].doubt);

// Shows what the roles and the lines of the same script are now.
function refresh() {
  for (const unit of drawn.units) {
    addMarks(unit);
    paint(unit, book);
    if (unit.button) unit.button.setAttribute("aria-label", playName(unit));
  }
  markRole();
}

const SURE = 80; // percent; below it, the script shows how sure the program is of a speaker

function markRole() {
  const one = solo === null ? null : String(solo);
  for (const unit of drawn.units) unit.element.classList.toggle("mine", one !== null && one !== "" && unit.element.dataset.role === one);
}
on("role", (role) => {
  solo = role.name;
  markRole();
});

// Selects the line of a unit, and tells its role. With `stays`, the panel keeps its tab.
function select(index, block, stays = false) {
  const unit = drawn.units[index];
  if (selected) selected.element.classList.remove("selected");
  selected = unit;
  if (!unit || !unit.lines.length) return;
  unit.element.classList.add("selected");
  // The picture of the scene can appear now, and would cover the line.
  setTimeout(() => unit.element.isConnected && selected === unit && reveal(unit.element), 60);
  const own = block !== undefined ? (book.blocks[block].lines || []).find((line) => unit.lines.includes(line) && !book.lines[line].ours) : undefined;
  tell("line", { line: own ?? ownLine(unit), cue: block !== undefined && book.blocks[block].kind === "character", stays });
}

// On a small screen, the selected line stays in view above the sheet.
document.addEventListener("view", ({ detail }) => {
  if (detail === "panel" && selected && selected.element.isConnected) selected.element.scrollIntoView({ block: "start", behavior: "instant" });
});

export const selectLine = (line, stays = false) => select(unitOfLine[line], undefined, stays);

// Returns the first and the last line in view; [-1, -1] if no line is in view.
export function lineAtTop() {
  const box = script.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const at = (from, to, step) => {
    for (let y = from; step > 0 ? y < to : y > to; y += step) {
      const hit = document.elementFromPoint(x, y);
      const element = hit && script.contains(hit) && hit.closest(".unit");
      const unit = element && drawn.units[Number(element.dataset.unit)];
      if (unit && unit.lines.length) return unit.lines;
    }
    return [-1];
  };
  const first = at(box.top + 4, box.bottom - 4, 24)[0];
  const last = first < 0 ? [-1] : at(box.bottom - 4, box.top + 4, -24);
  return [first, last[last.length - 1]];
}

// Returns the lines of the scene that contains a line.
export function sceneOf(line) {
  const index = unitOfLine[line];
  if (index === undefined) return [];
  let from = index;
  while (from > 0 && !isHeading(book.blocks[drawn.units[from].block])) from -= 1;
  return sceneLines(from);
}

// Returns a function that restores the scroll position and the focus after the script has been drawn again.
function keepPlace(move) {
  if (!drawn.units.length) {
    return () => current >= 0 && drawn.units[current] && (drawn.units[current].button.tabIndex = 0);
  }
  const { top, bottom } = script.getBoundingClientRect();
  const inView = (unit) => {
    const box = unit && unit.lines.length && unit.element.getBoundingClientRect();
    return box && box.bottom > top + 1 && box.top < bottom;
  };
  // One line keeps its position: the line with the focus, the playing line, or the first line in view.
  const anchor = [script.contains(document.activeElement) && drawn.units[current], lit[0]].find(inView) || drawn.units.find(inView);
  const line = anchor ? anchor.lines[0] : -1;
  const offset = anchor ? anchor.element.getBoundingClientRect().top - top : 0;
  const focused = script.contains(document.activeElement);
  const stopped = drawn.units[current] && drawn.units[current].lines[0];
  // If the line itself is gone, its neighbour keeps the place.
  const near = (from) => {
    for (let by = 0; by < 40; by += 1) for (const to of [from - by, from + by]) if (to >= 0 && move(to) >= 0) return move(to);
    return -1;
  };
  return () => {
    const moved = unitFor(near(line));
    if (moved) {
      moved.element.scrollIntoView({ block: "start", behavior: "instant" });
      script.scrollTop += moved.element.getBoundingClientRect().top - script.getBoundingClientRect().top - offset;
    }
    const unit = stopped === undefined ? undefined : unitOfLine[near(stopped)];
    if (unit !== undefined) current = unit;
    if (!drawn.units[current]) return;
    drawn.units[current].button.tabIndex = 0;
    if (focused) drawn.units[current].button.focus({ preventScroll: true });
  };
}

// ----- Positions

// Returns the lines from a heading to the end of its scene or section, in the order of speaking.
function sceneLines(index) {
  const first = book.blocks[drawn.units[index].block];
  const rank = (block) => (block.kind === "section-heading" ? block.level || 1 : Infinity);
  const lines = [];
  for (let i = index; i < drawn.units.length; i += 1) {
    const block = book.blocks[drawn.units[i].block];
    // A heading of the same or a higher level ends the section.
    if (i > index && isHeading(block) && (!isHeading(first) || rank(block) <= rank(first))) break;
    for (const line of drawn.units[i].lines) if (unitOfLine[line] === i) lines.push(line);
  }
  // Simultaneous lines have one sound, so only the first of the lines is played.
  return lines.sort((a, b) => a - b).filter((line) => !together(line).some((other) => other < line && lines.includes(other)));
}

function choose(index, focus) {
  const next = drawn.units[index];
  if (!next || !next.button) return;
  if (drawn.units[current] && drawn.units[current].button) drawn.units[current].button.tabIndex = -1;
  current = index;
  next.button.tabIndex = 0;
  if (!focus) return;
  next.button.focus({ preventScroll: true });
  reveal(next.element);
}

// Goes to a line or a block and makes it the position at which Tab enters the script.
export function goToLine(line, focus = true, atOnce = false) {
  const index = unitOfLine[line];
  if (index === undefined) return;
  if (!atOnce) return goToUnit(index, focus);
  setView("script");
  choose(index, false);
  drawn.units[index].element.scrollIntoView({ block: "start", behavior: "instant" });
}

export function goToBlock(block, focus = true) {
  const unit = unitOfBlock[block];
  setView("script");
  if (unit !== undefined && drawn.units[unit].button) return goToUnit(unit, focus);
  if (!drawn.elements[block]) return;
  reveal(drawn.elements[block]);
  point(drawn.elements[block]);
}

function goToUnit(index, focus) {
  setView("script");
  choose(index, focus);
  reveal(drawn.units[index].element);
  point(drawn.units[index].element);
}

// ----- Playing

export function playUnit(index, on = false) {
  const unit = drawn.units[index];
  const heading = isHeading(book.blocks[unit.block]);
  const lines = on || heading ? sceneLines(index) : unit.lines;
  choose(index, false);
  play(lines.map((line) => ({ line })), { scene: on || heading });
}

script.addEventListener("click", (event) => {
  const element = event.target.closest(".unit");
  if (!element) return;
  const index = Number(element.dataset.unit);
  if (event.target.closest(".play")) return playUnit(index, event.shiftKey);
  choose(index, false);
  // A click that ends the marking of words selects nothing.
  if (event.target.closest("a, button, textarea, summary") || String(getSelection())) return;
  const box = element.getBoundingClientRect();
  const asked = event.clientX > box.right - 44 && event.clientY > box.bottom - 28 && doubtOf(drawn.units[index]);
  if (asked !== false && asked !== undefined) return tell("turn", asked); // a click on "who?"
  const block = event.target.closest("[data-block]");
  select(index, block ? Number(block.dataset.block) : undefined);
});

script.addEventListener("focusin", (event) => {
  const element = event.target.closest(".unit");
  if (element && event.target.matches(".play")) choose(Number(element.dataset.unit), false);
});

script.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches(".play")) return;
  const step = (from, by, wanted) => {
    let i = from + by;
    while (drawn.units[i] && !(drawn.units[i].button && wanted(drawn.units[i]))) i += by;
    return drawn.units[i] ? i : from;
  };
  const any = () => true;
  const heads = (unit) => unit.element.classList.contains("heads");
  const to = {
    ArrowDown: () => step(current, 1, any), ArrowUp: () => step(current, -1, any),
    PageDown: () => step(current, 1, heads), PageUp: () => step(current, -1, heads),
    Home: () => step(-1, 1, any), End: () => step(drawn.units.length, -1, any),
  }[event.key];
  if (to) choose(to(), true);
  else if (event.key === "Enter" && event.shiftKey) playUnit(current, true);
  else return;
  event.preventDefault();
});

// After a scene, the next scene plays.
on("scene-end", (scene) => {
  let index = unitOfLine[scene.line];
  if (index === undefined) return;
  do index += 1;
  while (drawn.units[index] && !(isHeading(book.blocks[drawn.units[index].block]) && sceneLines(index).length));
  if (drawn.units[index]) scene.next = { first: sceneLines(index)[0], play: () => playUnit(index) };
});

on("playing", ({ line }) => {
  for (const unit of lit) {
    unit.element.classList.remove("now");
    unit.element.removeAttribute("aria-current");
  }
  lit = line === null || line < 0 ? [] : together(line).map(unitFor).filter(Boolean);
  for (const unit of lit) {
    unit.element.classList.add("now");
    unit.element.setAttribute("aria-current", "true");
  }
  if (!lit.length) return;
  // Tab enters the script at the playing line, unless the focus is already in the script.
  if (!script.contains(document.activeElement)) choose(drawn.units.indexOf(lit[0]), false);
  if (following()) reveal(lit[0].element);
});

// ----- Following. It is switched off if the user scrolls while lines play.

const followButton = get("player-follow");
const following = () => followButton.getAttribute("aria-pressed") === "true";

function setFollowing(yes) {
  followButton.setAttribute("aria-pressed", String(yes));
  if (yes && lit.length) reveal(lit[0].element);
}

followButton.addEventListener("click", () => setFollowing(!following()));
for (const name of ["wheel", "touchmove"]) {
  script.addEventListener(name, () => lit.length && setFollowing(false), { passive: true });
}
on("play", () => setFollowing(true));

// ----- Affected lines

function mark() {
  for (const unit of marks) unit.element.classList.remove("affected", "trial");
  const found = new Set();
  for (const line of affected.lines) if (unitFor(line)) found.add(unitFor(line));
  marks = drawn.units.filter((unit) => found.has(unit));
  for (const unit of marks) unit.element.classList.add("affected", ...(affected.trial ? ["trial"] : []));
  get("changed").hidden = !affected.words;
  get("changed-words").title = get("changed-words").textContent = ended(affected.words) + " " + effectWords(affected) +
    (affected.trial ? " The change is not saved yet." : "");
  get("changed-next").disabled = get("changed-previous").disabled = !marks.length;
  get("changed-doubts").hidden = !affected.gave || !doubts();
  get("changed-doubts").textContent = "Answer " + count(doubts(), "doubt");
}

export function nextAffected(by) {
  if (!marks.length) return say("No line is affected.");
  const at = marks.findIndex((unit) => drawn.units.indexOf(unit) >= current);
  const here = marks[at] === drawn.units[current];
  const from = at < 0 ? marks.length : at;
  const to = by > 0 ? (here ? from + 1 : from) : from - 1;
  const unit = marks[(to + marks.length) % marks.length];
  goToUnit(drawn.units.indexOf(unit), true);
}

get("changed-previous").append(icon("up"));
get("changed-next").addEventListener("click", () => nextAffected(1));
get("changed-doubts").addEventListener("click", () => {
  tell("next-doubt");
});
get("changed-previous").addEventListener("click", () => nextAffected(-1));
get("changed-hide").addEventListener("click", () => {
  setAffected([], "");
  const unit = currentUnit();
  if (unit && unit.button) unit.button.focus({ preventScroll: true });
});
on("affected", mark);

const unitAt = (block) => drawn.units[unitOfBlock[block]];
export const walkFindings = (by, focus = true) => nextFinding(by, currentUnit, unitAt, (block) => goToBlock(block, focus));
get("findings-previous").append(icon("up"));
get("findings-next").append(icon("down"));
get("findings-previous").addEventListener("click", () => walkFindings(-1, false));
get("findings-next").addEventListener("click", () => walkFindings(1, false));

// ----- The book

on("book", ({ same, move }) => {
  let restore = null;
  if (!same) {
    restore = draw(move);
    const choice = get("go");
    choice.replaceChildren(make("option", { value: "" }, "Go to…"),
      ...book.chapters.map((chapter) => make("option", { value: chapter.block }, titled(chapter, 80))));
  }
  showFindings(unitAt, goToBlock);
  mark();
  if (same) refresh();
  if (restore) restore(); // this comes last, because it needs the final heights
});

get("go").addEventListener("change", (event) => {
  if (event.target.value !== "") {
    goToBlock(Number(event.target.value));
    const element = drawn.elements[Number(event.target.value)];
    if (element) element.scrollIntoView({ block: "start", behavior: "instant" });
  }
  event.target.value = "";
});

// ----- For the search and the marked words

export const elementOf = (block) => drawn.elements[block];

// Makes the unit of a block the position at which Tab enters the script.
export function enterAt(block) {
  if (unitOfBlock[block] !== undefined) choose(unitOfBlock[block], false);
}
