// Exports the book for a purpose: one file for a phone, episodes, the files that shops ask for, an archive.

import { get, make, icon, clock, count, number, say } from "./dom.js";
import { read, send } from "./api.js";
import { book, on } from "./book.js";
import { askToPay } from "./dialog.js";
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

place.append(
  make("fieldset", { class: "presets" }, make("legend", {}, "What is it for?"), ...Object.entries(PRESETS).map(([value, [title, words]], i) =>
    make("label", { class: "preset" }, make("input", { type: "radio", name: "preset", value, id: "preset-" + value, checked: i === 0 }),
      make("span", {}, make("b", {}, title), make("span", { class: "soft" }, words))))),
  make("div", { class: "field" }, make("label", { for: "export-format" }, "Format"), format),
  make("fieldset", { class: "extras" }, make("legend", {}, "Also"), check("captions", "Captions (WebVTT)"), check("page", "Read-along page"), check("epub", "EPUB with sound")),
  make("p", { class: "row" }, go));

function fit() {
  const value = preset();
  format.value = PRESETS[value][2];
  format.disabled = value === "acx";
  get("export-captions").checked = value === "podcast" || value === "archive";
  fitEPUB();
}
function fitEPUB() {
  const epub = get("export-epub");
  epub.disabled = ["flac", "opus"].includes(format.value);
  if (epub.disabled) epub.checked = false;
}
place.addEventListener("change", (event) => (event.target.name === "preset" ? fit() : event.target === format && fitEPUB()));

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wish = { preset: preset(), format: format.value, captions: get("export-captions").checked, page: get("export-page").checked, epub: get("export-epub").checked };
  go.disabled = true;
  try {
    for (let pay = false; ;) {
      try {
        await send("/api/render", { pay, export: wish });
        say("The export has started.");
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
let shown = "";

function draw(render) {
  if (!render) return;
  go.disabled = render.running;
  const key = JSON.stringify([render.exportFolder, render.exported]);
  if (key === shown) return;
  shown = key;
  const files = render.exported || [];
  result.replaceChildren();
  if (!files.length) return;
  const link = (address, words, title) => make("a", { class: "button", href: address, download: "", "aria-label": title }, icon("download"), words);
  const main = files.map((file, i) => ({ ...file, i })).sort((a, b) => b.bytes - a.bytes);
  result.append(make("h3", {}, "Ready to download"), make("p", { class: "soft", dir: "auto" }, "Folder: " + render.exportFolder),
    make("ul", { class: "files" }, ...main.filter((file) => !file.name.includes("/")).slice(0, 30).map((file) => make("li", {}, make("span", { dir: "auto", class: "grow" }, file.name),
      make("span", { class: "soft" }, size(file.bytes)), link("/export/" + file.i, "Download", "Download " + file.name)))),
    files.length > 1 ? make("p", { class: "row" }, link("/export/all", "Download all as a zip", "Download all files as a zip"), make("span", { class: "soft" }, count(files.length, "file"))) : null,
    shared());
}

// Returns a place that shows where others can hear the book, if the studio shares it.
function shared() {
  const box = make("div", { id: "export-share" });
  read("/api/share").then(({ address, warning }) => {
    if (!address) return;
    box.append(make("h3", {}, "On the local network"), make("p", {}, make("a", { href: address, target: "_blank", rel: "noreferrer" }, address)), make("p", { class: "soft" }, warning));
  }).catch(() => null); // the files are there without it
  return box;
}

get("export").addEventListener("click", () => {
  setView("panel");
  openTab("render", true);
});

export const rest = (render) => (render.rest ? "About " + clock(render.rest) + " left" : "");
fit();
on("book", () => draw(book.render));
on("render", draw);
