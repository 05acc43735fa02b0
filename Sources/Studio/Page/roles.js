// The list of roles, and the chosen role with its line to try.

import { get, make, icon, button, info, number, count, short, say } from "./dom.js";
import { book, on, tell, edit, giveVoices, roleName, roleNamed } from "./book.js";
import { play } from "./player.js";
import { describe } from "./catalogue.js";
import { goToLine } from "./script.js";
import { openTab } from "./layout.js";
import { flush } from "./tune.js";
import { colourOf, face } from "./faces.js";

const list = get("roles");
let chosen = null; // the name of the chosen role; "" for the narrator
let tabStop = ""; // the name of the role at which Tab enters the list
let tryLine = -1; // the line on which voices are tried for the chosen role

export const chosenRole = () => (chosen === null ? undefined : roleNamed(chosen));
export const lineToTry = () => tryLine;

// Returns an item for the player: the line to try, with edits that are not saved.
export const trial = (edits = [], name = "") => ({ line: tryLine, edits, name });

function draw() {
  if (roleNamed(tabStop) === undefined) tabStop = book.roles.length ? book.roles[0].name : "";
  const focus = list.contains(document.activeElement) && document.activeElement;
  const held = focus && { role: focus.closest("[data-role]").dataset.role, play: focus.matches(".play") };
  list.replaceChildren(...book.roles.map(row));
  if (held) {
    const again = rowOf(held.role);
    if (again) again.querySelector(held.play ? ".play" : ".choose").focus({ preventScroll: true });
  }
}

const rowOf = (name) => [...list.children].find((element) => element.dataset.role === name);

function row(role) {
  const name = roleName(role.name);
  const stop = role.name === tabStop ? "0" : "-1";
  const share = number(role.share * 100, role.share < 0.1 ? 1 : 0) + " %";
  const voice = describe(role.plain);
  // All bars begin at the same place, and the largest role has the longest one.
  const bar = make("span", { class: "bar", "aria-hidden": "true" }, make("span"));
  bar.firstChild.style.width = Math.max(1, 100 * role.share / Math.max(0.01, ...book.roles.map((other) => other.share))) + "%";
  return make("li", { data: { role: role.name }, class: colourOf(role) + (role.name === chosen ? " chosen" : "") },
    make("button", {
      type: "button", class: "play faced", tabindex: stop, disabled: role.sample === undefined,
      "aria-label": "Play a line of " + short(name, 60),
    }, face(role), icon("play")),
    make("button", { type: "button", class: "choose", tabindex: stop, "aria-current": role.name === chosen ? "true" : null },
      make("span", { class: "who", dir: "auto" }, name),
      make("span", { class: "share" }, share + " · " + count(role.lines, "line")),
      make("span", { class: "voice-name", dir: "auto" }, voice.name, voice.voice && voice.voice.words ? " · " + voice.voice.words : ", " + voice.engine,
        role.cast ? "" : " · automatic", role.paid ? " · paid" : ""),
      bar));
}

list.addEventListener("click", (event) => {
  const element = event.target.closest("[data-role]");
  if (!element) return;
  const role = roleNamed(element.dataset.role);
  setStop(role.name);
  if (event.target.closest(".play")) {
    if (role.sample !== undefined) play([{ line: role.sample }]);
  } else if (event.target.closest(".choose")) choose(role.name);
});

// The list gets another size when the scene appears above the player, or on another screen.
new ResizeObserver(() => {
  const mine = list.querySelector(".chosen");
  if (mine && !list.contains(document.activeElement)) mine.scrollIntoView({ block: "nearest", behavior: "instant" });
}).observe(list);

list.addEventListener("focusin", (event) => {
  const element = event.target.closest("[data-role]");
  if (element) setStop(element.dataset.role);
});

list.addEventListener("keydown", (event) => {
  const rows = [...list.children];
  const at = rows.indexOf(event.target.closest("[data-role]"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (rows[to]) rows[to].querySelector(event.target.matches(".play:not(:disabled)") ? ".play" : ".choose").focus();
});

function setStop(name) {
  tabStop = name;
  for (const element of list.children) {
    for (const one of element.querySelectorAll("button")) one.tabIndex = element.dataset.role === name ? 0 : -1;
  }
}

export function choose(name, { focus = false } = {}) {
  const role = roleNamed(name);
  if (!role) return;
  chosen = name;
  tryLine = role.sample === undefined ? -1 : role.sample;
  setStop(name);
  for (const element of list.children) {
    const mine = element.dataset.role === name;
    element.classList.toggle("chosen", mine);
    element.querySelector(".choose").toggleAttribute("aria-current", mine);
    if (mine) element.querySelector(".choose").setAttribute("aria-current", "true");
    if (mine) element.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  drawRole();
  get("role").scrollTop = 0;
  tell("role", role);
  if (focus && rowOf(name)) rowOf(name).querySelector(".choose").focus();
}

function drawRole() {
  const role = chosenRole();
  get("role-body").hidden = !role;
  if (!role) {
    get("role-title").textContent = "No role is chosen";
    get("role-face").replaceChildren();
    get("role-about").replaceChildren();
    get("role-actions").replaceChildren();
    namesShown = "";
    return;
  }
  const voice = describe(role.plain);
  get("role-title").textContent = roleName(role.name);
  get("role-face").replaceChildren(face(role));
  const about = [voice.words];
  if (voice.about) about.push(voice.about);
  if (!role.cast) about.push(role.person ? "chosen for: " + role.person + (role.reason ? " (" + role.reason + ")" : "")
    : "automatic, because the cast names no voice");
  if (role.inFrontMatter) about.push("set in the front matter of the script");
  const also = role.aliases && role.aliases.length ? "Also called " + role.aliases.join(", ") + "." : "";
  get("role-about").replaceChildren(make("span", { dir: "auto", class: "about" }, about.join(" · "), ...info(voice.facts, voice.name)),
    ...[also, role.note].filter(Boolean).map((words) => make("span", { class: "soft", dir: "auto" }, words)));
  drawNames(role);
  drawLine();
}

let namesShown = ""; // the key of the drawn state; drawing again would disturb a user who is choosing a name

// Draws the actions for the role: keep its automatic voice, or join it with another role.
function drawNames(role) {
  const place = get("role-actions");
  const open = book.roles.filter((other) => other.name && !other.cast).length;
  const key = JSON.stringify([role.name, open, role.cast || role.voice, role.aliases, book.roles.map((other) => other.name)]);
  if (key === namesShown) return;
  namesShown = key;
  const held = place.contains(document.activeElement);
  const name = roleName(role.name);
  const keep = role.cast ? null : button("Keep this voice", () =>
    edit([{ kind: "voice", role: role.name, voice: role.voice }], "Voice of " + name + " kept: " + describe(role.plain).words), {
    class: "small", id: "role-keep", title: "Writes this voice into the cast. The role then keeps the voice if you change other roles.",
  });
  const all = role.cast || open < 2 ? null : button("Keep all " + open + " voices", () => giveVoices(), {
    class: "small", id: "role-keep-all", title: "Writes the voices of all characters into the cast.",
  });
  place.replaceChildren(...[keep, all, role.name ? namesOf(role) : null].filter(Boolean));
  if (held && !place.contains(document.activeElement)) rowOf(role.name).querySelector(".choose").focus({ preventScroll: true });
}

// Returns the controls for the other names of a role. Joining a role with another role makes it a name of that role.
function namesOf(role) {
  const others = book.roles.filter((other) => other.name && other !== role);
  const choice = make("select", { id: "role-same", dir: "auto" }, make("option", { value: "" }, "Choose a role…"),
    ...others.map((other) => make("option", { value: other.name }, short(other.name, 60))));
  const join = button("Join", async () => {
    const owner = choice.value;
    if (!owner) return say("Choose a role first.");
    const joined = await edit([{ kind: "alias", role: owner, name: role.name }], role.name + " is the same as " + owner);
    return joined && choose(owner, { focus: true });
  }, { class: "small", id: "role-join" });
  const separate = (role.aliases || []).map((alias) => button("Separate " + short(alias, 40), () =>
    edit([{ kind: "unalias", role: role.name, name: alias }], alias + " is not the same as " + role.name), { class: "small" }));
  if (!others.length && !separate.length) return null;
  return make("details", { class: "names" }, make("summary", {}, "Same as another role"), make("p", { class: "row" },
    ...(others.length ? [make("label", { for: "role-same" }, short(role.name, 40) + " is the same as"), choice, join] : []), ...separate));
}

function drawLine() {
  const line = book.lines[tryLine];
  get("try-text").textContent = line ? line.text : "This role has no line.";
  for (const id of ["try-play", "try-next", "try-show"]) get(id).disabled = !line;
}

get("try-play").prepend(icon("play"));
get("try-play").addEventListener("click", () => play([trial()]));
get("try-show").addEventListener("click", () => goToLine(tryLine));
get("try-next").addEventListener("click", () => {
  const index = book.roles.indexOf(chosenRole());
  const after = (from) => book.lines.findIndex((line, i) => i > from && line.role === index);
  const next = after(tryLine) >= 0 ? after(tryLine) : after(-1);
  if (next >= 0) tryLine = next;
  drawLine();
  say("Line to try: " + short(get("try-text").textContent, 80));
});

// A selected line is the line to try, and its role is chosen.
on("line", ({ line, cue }) => {
  const role = book.roles[book.lines[line].role];
  if (role.name !== chosen) choose(role.name);
  tryLine = line;
  drawLine();
  if (cue) openTab("cast");
});

on("book", ({ first, move }) => {
  if (tryLine >= 0) tryLine = move(tryLine);
  if (chosen !== null && roleNamed(chosen) === undefined) chosen = null;
  draw();
  // The first answer may have no roles, because the book is still loading.
  if (chosen === null && book.roles.length) return choose(book.roles[0].name);
  if (chosenRole() && tryLine < 0 && chosenRole().sample !== undefined) tryLine = chosenRole().sample;
  drawRole();
  if (!first) tell("role-changed", chosenRole());
});
on("voices", () => {
  if (book) draw();
  if (book) drawRole();
});

// ----- Assigning

// Returns whether the cast names this voice for a role. An automatic voice is not in the cast, so it can still be
// assigned.
export const hasVoice = (role, uri) => role.cast && [role.voice, role.plain].includes(uri);

let assigning = ""; // the assignment in progress, so that a second click on its button changes nothing

export async function assign(name, uri) {
  const key = JSON.stringify([name, uri]);
  if (assigning === key) return false;
  if (hasVoice(roleNamed(name), uri)) return say(roleName(name) + " has this voice already.");
  assigning = key;
  flush(); // saves a moved slider first, because its change belongs to the previous voice
  try {
    return await edit([{ kind: "voice", role: name, voice: uri }], "Voice of " + roleName(name) + ": " + describe(uri).words);
  } finally {
    assigning = "";
  }
}

// Dragged voices have their own type, so that other dropped data is ignored.
export const DRAG = "application/x-guion2audio-voice";

list.addEventListener("dragover", (event) => {
  const element = event.target.closest("[data-role]");
  if (!element || !event.dataTransfer.types.includes(DRAG)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
  over(element);
});
list.addEventListener("dragleave", (event) => list.contains(event.relatedTarget) || over(null));
list.addEventListener("drop", (event) => {
  const element = event.target.closest("[data-role]");
  const uri = event.dataTransfer.getData(DRAG);
  over(null);
  if (!element || !uri) return;
  event.preventDefault();
  assign(element.dataset.role, uri);
});

function over(element) {
  for (const other of list.children) other.classList.toggle("over", other === element);
}
