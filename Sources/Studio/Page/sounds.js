// The sounds that the script asks for: each with its file and its places. A file is chosen, or dropped on a sound.

import { get, make, button, clock, count, empty, say, short } from "./dom.js";
import { book, bindSound, edit, on } from "./book.js";
import { fileThatPlays, play, playChapter, stop } from "./player.js";
import { goToBlock } from "./script.js";
import { openTab, setView } from "./layout.js";

const BUSES = { effects: "Sound", ambience: "Ambience", music: "Music" };
const MOST = 128; // megabytes, as the server allows

const list = get("sounds");
const chooser = get("sounds-file");
let chosen = ""; // the sound that gets the chosen file

function bind(name, file) {
  if (!file) return;
  if (file.size > MOST * 1024 * 1024) say("A sound can be " + MOST + " MB long. This file is longer.");
  else bindSound(name, file);
}

chooser.addEventListener("change", () => {
  bind(chosen, chooser.files[0]);
  chooser.value = "";
});

let offered = null; // a dropped file that waits for its sound

// Asks which sound of the script a dropped file is.
export function offerSound(file) {
  setView("panel");
  openTab("sounds", true);
  if (!book.sounds.length) return say("The script asks for no sounds, so “" + short(file.name, 60) + "” has no place.");
  offered = file;
  draw();
  say("Choose the sound that is “" + short(file.name, 60) + "”.");
  list.querySelector(".main").focus();
  return undefined;
}

function choose(name) {
  chosen = name;
  chooser.click();
}

const address = (i) => "/bound/" + i + "?plan=" + book.plan;

function hear(sound, i) {
  if (fileThatPlays() === address(i)) stop();
  else playChapter({ address: address(i), who: BUSES[sound.bus], title: sound.name, seconds: sound.seconds });
}

function card(sound, i) {
  const name = short(sound.name, 60);
  const [first] = sound.places;
  const place = sound.places.find((one) => one.line !== undefined);
  const state = sound.file ? sound.file + ", " + clock(sound.seconds) : "No file yet, so nothing is heard. Choose one, or drop it here.";
  const small = (words, run, about) => button(words, run, { class: "small", "aria-label": about });
  const card = make("li", { class: "card", data: { sound: i } },
    make("p", {}, make("b", { dir: "auto" }, sound.name)),
    make("p", { class: "soft", dir: "auto" }, BUSES[sound.bus] + " · " + count(sound.places.length, "place") + " · " + state),
    make("p", { class: "row" },
      offered ? button("Use “" + short(offered.name, 40) + "”", () => {
        const file = offered;
        offered = null;
        bind(sound.name, file);
        draw();
      }, { class: "small main", "aria-label": "Use " + short(offered.name, 60) + " for " + name }) : null,
      small(sound.file ? "Another file" : "Choose a file", () => choose(sound.name), "Choose a file for " + name),
      sound.file ? small("Play", () => hear(sound, i), "Play the file of " + name) : null,
      sound.file && place ? small("Play in place", () => play([{ line: place.line, around: true }]), "Play " + name + " in place") : null,
      first.block !== undefined ? small("Show", () => goToBlock(first.block), "Show " + name + " in the script") : null,
      sound.file ? small("Remove the file", () => edit([{ kind: "unbind", name: sound.name }], "“" + name + "” has no file"), "Remove the file of " + name) : null));
  card.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    card.classList.add("over");
  });
  card.addEventListener("dragleave", () => card.classList.remove("over"));
  card.addEventListener("drop", (event) => {
    card.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    offered = null;
    event.preventDefault();
    bind(sound.name, event.dataTransfer.files[0]);
  });
  return card;
}

function draw() {
  const held = list.contains(document.activeElement) && document.activeElement.closest("[data-sound]").dataset.sound;
  list.replaceChildren(...book.sounds.map(card));
  const open = book.sounds.filter((sound) => !sound.file).length;
  get("tab-sounds").textContent = open ? "Sounds (" + open + ")" : "Sounds";
  get("sounds-about").hidden = !book.sounds.length;
  if (!book.sounds.length) {
    list.append(empty("sound", "The script asks for no sounds. Write " +
      (book.screenplay ? "[[Sound: door slams]] or [[Music: theme, under]]" : "<!-- Sound: door slams --> or <!-- Music: theme, under -->") + " where one is heard."));
  }
  if (held && !list.contains(document.activeElement)) {
    const card = list.querySelector(`[data-sound="${held}"] button`);
    if (card) card.focus();
  }
}
on("book", draw);
