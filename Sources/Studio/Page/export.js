// Exports the book for a purpose: one file for a phone, episodes, the files that shops ask for, an archive. Then the files
// can be heard, downloaded and shared.

import { get, make, icon, breaking, button, clock, coded, count, number, say, short } from "./dom.js";
import { read, send } from "./api.js";
import { book, on, edit, sendCover } from "./book.js";
import { askToPay } from "./dialog.js";
import { fileThatPlays, playChapter, stop } from "./player.js";
import { openTab, setView } from "./layout.js";

const PRESETS = {
  phone: ["For a phone", "One M4B file with chapters and cover, for friends and for yourself.", "m4b"],
  podcast: ["Podcast", "An MP3 file for each chapter, at the loudness of podcasts, with captions.", "chapters"],
  acx: ["Shops (ACX)", "MP3 files that ACX and Audible accept: 192 kbit/s, their loudness and room tone.", "chapters"],
  archive: ["Archive", "One FLAC file without loss, with captions and labels.", "flac"],
};
const FORMATS = { m4b: "M4B, one file", mp3: "MP3, one file", flac: "FLAC, one file", opus: "Opus, one file", chapters: "MP3, a file for each chapter" };

const place = get("export-form");
const result = get("export-result");
const preset = () => place.querySelector("[name=preset]:checked").value;

const format = make("select", { id: "export-format" }, ...Object.entries(FORMATS).map(([value, words]) => make("option", { value }, words)));
const check = (id, words) => make("label", { class: "check" }, make("input", { type: "checkbox", id: "export-" + id }), " " + words);
const go = make("button", { type: "submit", class: "main", id: "export-go" }, icon("export"), "Export");

const ACX = "ACX takes narration by machines only with its permission: ask first. The folder gets opening and closing credits as files of their own, " +
  "a retail sample (of a chapter of a minute or more), and a square cover of 2,400 pixels if you choose none.";
const about = make("p", { id: "export-about", class: "notice", role: "note", hidden: true }, ACX);
const NOBODY = "The book names no author, so its files and its opening credits name none. Shops ask for one: write it below.";
const nobody = make("p", { id: "export-nobody", class: "notice", role: "note", hidden: true }, NOBODY);

// The title and the author in the files, which the cast keeps. An empty field restores what the script says.
const LONGEST = 1000; // letters, as a person writes; the server allows more
const NAMES = {
  title: { label: "Title", now: () => book.title, words: (text) => (text ? "Title: " + short(text, 80) : "Title of the script") },
  author: { label: "Author", now: () => (book.authors || []).join("; "), words: (text) => (text ? "Author: " + short(text, 80) : "Author of the script") },
};
let naming = null; // the change of a name that is being saved
const nameField = ([kind, { label, now, words }]) => {
  const input = make("input", { id: "book-" + kind, type: "text", maxlength: LONGEST, autocomplete: "off", dir: "auto", placeholder: kind === "author" ? "Nobody is named" : null,
    title: kind === "author" ? "Several authors: put ; between them" : null });
  let sent = null; // the text that is being saved
  const keep = async () => {
    const text = input.value.trim();
    if (text === sent) return;
    sent = text;
    if (text !== now()) await edit([{ kind, text }], words(text));
    sent = null;
    if (input.value.trim() === text) input.value = now();
  };
  input.addEventListener("change", () => (naming = keep()));
  // Enter would start the export.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    naming = keep();
  });
  return make("div", { class: "field" }, make("label", { for: input.id }, label), input);
};

place.append(
  make("fieldset", { class: "presets" }, make("legend", {}, "What is it for?"), ...Object.entries(PRESETS).map(([value, [title, words]], i) =>
    make("label", { class: "preset" }, make("input", { type: "radio", name: "preset", value, id: "preset-" + value, checked: i === 0 }),
      make("span", {}, make("b", {}, title), make("span", { class: "soft" }, words))))),
  about, nobody,
  make("div", { class: "two" }, ...Object.entries(NAMES).map(nameField)),
  make("div", { class: "field" }, make("label", { for: "export-format" }, "Format"), format),
  make("div", { class: "field" }, make("span", { class: "soft", id: "cover-title" }, "Cover"), make("div", { id: "cover", role: "group", "aria-labelledby": "cover-title" })),
  make("fieldset", { class: "extras" }, make("legend", {}, "Also"), check("captions", "Captions (WebVTT)"), check("page", "Read-along page"), check("epub", "EPUB with sound")),
  make("p", { class: "row" }, go));

const captions = get("export-captions");
let chosen = false; // whether the user has set or removed the captions, which then stay so for every purpose

function fit() {
  const value = preset();
  format.value = PRESETS[value][2];
  format.disabled = value === "acx";
  about.hidden = value !== "acx";
  fitAuthor();
  if (!chosen) captions.checked = value === "podcast" || value === "archive";
  fitEPUB();
}
function fitAuthor() {
  nobody.hidden = preset() !== "acx" || !book || (book.authors || []).length > 0;
}
captions.addEventListener("change", () => {
  chosen = true;
});
function fitEPUB() {
  const epub = get("export-epub");
  epub.disabled = ["flac", "opus"].includes(format.value);
  if (epub.disabled) epub.checked = false;
}
place.addEventListener("change", (event) => (event.target.name === "preset" ? fit() : event.target === format && fitEPUB()));

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wish = { preset: preset(), format: format.value, captions: captions.checked, page: get("export-page").checked, epub: get("export-epub").checked };
  go.disabled = true;
  await naming;
  try {
    for (let pay = false; ;) {
      try {
        await send("/api/render", { pay, export: wish });
        say("The export has started.");
        get("export-title").scrollIntoView({ block: "start", behavior: "instant" });
        break;
      } catch (error) {
        if (error.status !== 402 || pay) throw error;
        if (!(await askToPay(error, "Pay and export"))) break;
        pay = true;
      }
    }
  } catch (error) {
    say(error.message);
  }
  go.disabled = Boolean(book.render.running);
});

const size = (bytes) => (bytes > 1e6 ? number(bytes / 1e6, 1) + " MB" : number(Math.max(1, bytes / 1e3)) + " kB");
const OLD = "These files were made before your last change. To take the change in, export the book again.";
const HEARD = " Until then, listeners hear the earlier version.";
let shown = "";
let ran = false; // whether an export has run, so that its files are shown

// Files that a person opens. The others are for programs.
const isMain = ({ name }) => !name.includes("/") && !/\.(json|m3u8)$/.test(name);
const isSound = ({ name }) => /\.(m4b|mp3|flac|opus)$/.test(name);

function draw(render) {
  if (!render) return;
  go.disabled = render.running;
  if (render.running && !render.exported.length) ran = true;
  const key = JSON.stringify([render.exportFolder, render.exported, render.isShared, render.isOutdated]);
  if (key === shown) return;
  const held = result.contains(document.activeElement) && document.activeElement.id;
  shown = key;
  const files = (render.exported || []).map((file, i) => ({ ...file, i, address: "/export/" + i }));
  result.replaceChildren();
  if (!files.length) return;
  const main = files.filter(isMain);
  const link = (address, words, title) => make("a", { class: "button", href: address, download: "", "aria-label": title }, icon("download"), words);
  result.append(make("h3", {}, "Your export is ready"));
  if (render.isOutdated) result.append(make("p", { id: "export-old", class: "notice", role: "note" }, OLD + (render.isShared ? HEARD : "")));
  result.append(make("p", { class: "row" }, files.length > 1 ? link("/export/all", "Download all as a zip", "Download all files as a zip") : null,
    make("span", { class: "soft", dir: "auto" }, count(main.length, "file") + (files.length > main.length ? ", and " + number(files.length - main.length) + " for other programs to read," : "") +
        " in the folder ", ...breaking(render.exportFolder))),
    make("ul", { class: "files" }, ...main.map((file) => make("li", {}, isSound(file) ? hear(file) : null,
      make("span", { dir: "auto", class: "grow" }, file.name), make("span", { class: "soft" }, size(file.bytes)), ...ways(file, link)))),
    make("div", { id: "export-share" }));
  if (ran) get("export-title").scrollIntoView({ block: "start", behavior: "instant" });
  ran = false;
  drawShare(held);
}

// Returns the links of a file. A page that needs other files is useless alone, so it is only in the zip.
function ways(file, link) {
  if (file.name === "index.html") return [make("span", { class: "soft" }, "in the zip: unpack it and open this file")];
  const download = link(file.address, "Download", "Download " + file.name);
  if (!file.name.endsWith(".html")) return [download];
  return [make("a", { class: "button", href: "/listen/" + file.i, target: "_blank", rel: "noopener", "aria-label": "Open " + file.name }, icon("play"), "Open"), download];
}

const hear = ({ name, address }) => make("button", { type: "button", class: "play", "aria-label": "Play " + name, data: { plays: address },
  on: { click: () => (fileThatPlays() === address ? stop() : playChapter({ address, who: "Export", title: name })) } }, icon(fileThatPlays() === address ? "stop" : "play"));

on("playing", () => {
  for (const one of result.querySelectorAll("[data-plays]")) one.replaceChildren(icon(fileThatPlays() === one.dataset.plays ? "stop" : "play"));
});

// Shows whether others on the network can hear the book, and shares it when the user asks.
async function drawShare(held) {
  const box = get("export-share");
  const { isPossible, address, warning } = await read("/api/share").catch(() => ({})); // the files are there without it
  if (!box.isConnected) return;
  if (isPossible === false) {
    box.replaceChildren(make("h3", {}, "On the local network"),
      make("p", { class: "soft" }, ...coded("To share the finished book with people on your network, start the studio with `--host 0.0.0.0`.")));
  }
  if (!isPossible) return;
  const set = async (way, words) => {
    await send("/api/share" + way).then(() => say(words), (error) => say(error.message));
  };
  box.replaceChildren(make("h3", {}, "On the local network"), ...(address ? [
    make("p", {}, make("a", { href: address, target: "_blank", rel: "noreferrer" }, address)),
    make("p", { class: "row" }, button("Copy the address", () => navigator.clipboard.writeText(address).then(() => say("The address is copied."), () => say("The browser does not allow copying.")), { id: "share-copy" }),
      button("Stop sharing", () => set("/stop", "The book is not shared any more."), { id: "share-stop" }))] : [
    make("p", { class: "row" }, button("Share this book", () => set("/start", "The book is shared: its address is in the tab Export."), { id: "share-start" }))]),
  make("p", { class: "soft" }, warning));
  const again = held && (get(held) || get(address ? "share-stop" : "share-start"));
  if (again) again.focus({ preventScroll: true });
}

// ----- The cover

const MOST = 10; // megabytes, as the server allows
const chooser = get("cover-file");
chooser.addEventListener("change", () => {
  const [file] = chooser.files;
  chooser.value = "";
  if (file) takeCover(file);
});

export function takeCover(file) {
  if (book.cover && book.cover.isFixed) return say("The cover was named when the studio was started (--cover).");
  if (file.size > MOST * 1e6) return say("A cover can be " + MOST + " MB long. This picture is longer.");
  return sendCover(file);
}

let pictured = "";
const SHAPE = "The picture is not square, and the export keeps its shape. To pad it to a square, start the studio with `--cover-fit pad`.";

function drawCover() {
  const { cover } = book;
  const isTall = Boolean(cover) && book.findings.some(({ code }) => code === "cover-shape");
  const key = JSON.stringify([cover, isTall, cover ? book.plan : [book.title, book.authors]]); // a drawn cover has only words
  if (key === pictured) return;
  pictured = key;
  const place = get("cover");
  const held = place.contains(document.activeElement);
  place.replaceChildren(
    make("img", { src: (cover ? "/api/cover?plan=" : "/api/cover/drawn?plan=") + book.plan, alt: cover ? "Cover" : "Cover with the title, as it will be drawn", loading: "lazy", width: "72", height: "72" }),
    make("div", { class: "grow" }, make("p", { dir: "auto" }, cover ? cover.name : "Drawn from the title"),
      isTall ? make("p", { class: "soft", id: "cover-shape" }, ...coded(SHAPE)) : null,
      make("p", { class: "row" }, cover && cover.isFixed ? null : button(cover ? "Another picture" : "Choose a picture", () => chooser.click(), { class: "small", id: "cover-choose" }),
        cover && cover.isOfCast && !cover.isFixed ? button("Remove", () => edit([{ kind: "uncover" }], "Cover removed"), { class: "small", id: "cover-remove" }) : null)));
  if (held) get("cover-choose").focus({ preventScroll: true });
}

get("export").addEventListener("click", () => {
  setView("panel");
  openTab("render", true);
});

export const rest = (render) => (render.rest ? "About " + clock(render.rest) + " left" : "");
fit();
on("book", () => {
  fitAuthor();
  for (const [kind, { now }] of Object.entries(NAMES)) {
    const input = get("book-" + kind);
    if (document.activeElement !== input || input.value === input.dataset.was) input.value = now();
    input.dataset.was = now();
  }
  draw(book.render);
  drawCover();
  get("own").hidden = !book.copy;
  get("own-about").replaceChildren("The studio works on a copy of your file, in ", ...breaking(book.copy || ""), ". Your own file stays as it was. The zip has the script, the cast, the answers and the sounds.");
  get("own-script").textContent = "Download " + book.input;
});
on("render", draw);
