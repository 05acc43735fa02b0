// The page of settings: providers from their descriptors, logging in and out, and installing voices.

import { get, make, button, icon, count, number, later, short } from "./dom.js";
import { read, send, watch, banner } from "./api.js";
import { ask } from "./dialog.js";

const SHOWN = 50;
let voices = [];
let shown = SHOWN;
let install = null;

function say(words) {
  const status = get("status");
  if (status.textContent === words) status.textContent = "";
  status.textContent = words;
}

// ----- Providers

async function loadProviders() {
  const answer = await read("/api/settings");
  get("configuration").textContent = answer.configuration;
  const held = document.activeElement && document.activeElement.id;
  get("providers").replaceChildren(...answer.providers.map(provider));
  if (held && get(held)) get(held).focus({ preventScroll: true });
  else if (held && held.includes("-provider-")) {
    // A button that is gone leaves the focus to its provider.
    const name = get("enable-provider-" + held.split("-provider-")[1]);
    if (name) name.focus({ preventScroll: true });
  }
}

function provider(data) {
  const id = "provider-" + data.id;
  const switched = make("input", {
    type: "checkbox", id: "enable-" + id, checked: data.enabled,
    on: { change: () => change("/api/settings/provider", { id: data.id, enabled: switched.checked },
      data.name + (switched.checked ? " is enabled." : " is disabled.")) },
  });
  const card = make("li", { class: "provider", data: { provider: data.id } },
    make("h3", { dir: "auto" }, data.name),
    make("label", { class: "check" }, switched, make("span", {}, "Enabled", make("span", { class: "unseen" }, ": " + data.name))));
  if (data.trouble) {
    card.append(make("p", { class: "finding " + (data.enabled ? "error" : "note") }, icon(data.enabled ? "error" : "note"),
      make("span", { dir: "auto" }, make("b", {}, "Missing: "), data.trouble)));
  }
  if (data.fields && data.fields.length) {
    card.append(make("dl", {}, ...data.fields.map((field) => make("div", {},
      make("dt", { dir: "auto" }, field.label),
      make("dd", { dir: "auto" }, field.help, field.usual ? make("span", { class: "soft" }, " Usually " + field.usual + ".") : null)))));
  }
  if (data.takesKey) card.append(data.key ? keyOf(data, id) : login(data, id));
  return card;
}

function keyOf(data, id) {
  const out = async () => {
    const yes = await ask("Log out of " + data.name + "?", "The key is removed from " + data.key + ". You need the key to log in again.", "Log out");
    if (yes) await change("/api/settings/logout", { id: data.id }, "Logged out of " + data.name + ".");
  };
  return make("p", { class: "row" }, make("span", {}, "Logged in. The key is in " + data.key + "."),
    data.keyIsFixed ? make("span", { class: "soft" }, "It cannot be removed here.")
      : button("Log out", out, { id: "logout-" + id, "aria-label": "Log out of " + short(data.name, 60) }));
}

function login(data, id) {
  const key = make("input", {
    id: "key-" + id, type: "password", autocomplete: "off", spellcheck: "false", autocapitalize: "off", required: true,
    "aria-describedby": "trouble-" + id,
  });
  const verify = make("input", { id: "verify-" + id, type: "checkbox", checked: true });
  const trouble = make("p", { class: "failed", id: "trouble-" + id, role: "alert" });
  const submit = make("button", { type: "submit", id: "login-" + id }, "Log in");
  const send_ = async (event) => {
    event.preventDefault();
    const value = key.value.trim();
    key.value = ""; // cleared at once: the page never shows a key again
    trouble.textContent = "";
    if (!value) return (trouble.textContent = "Enter a key.");
    submit.disabled = true;
    try {
      const answer = await send("/api/settings/login", { id: data.id, key: value, verify: verify.checked });
      say("Logged in to " + data.name + ". The key is in " + answer.kept + ".");
      submit.focus();
      await loadProviders();
    } catch (error) {
      trouble.textContent = error.message;
      key.focus();
    }
    submit.disabled = false;
  };
  return make("form", { class: "login", autocomplete: "off", on: { submit: send_ } },
    make("div", { class: "field" }, make("label", { for: key.id }, "Key for " + short(data.name, 60)), key),
    make("label", { class: "check" }, verify, " Check the key with the provider"),
    make("p", { class: "row" }, submit), trouble);
}

async function change(address, body, words) {
  try {
    await send(address, body);
    say(words);
  } catch (error) {
    say(error.message);
  }
  await loadProviders().catch((error) => say(error.message));
}

// ----- Voices to install

const fields = {};

function drawFilters() {
  const languages = new Map(voices.map((voice) => [voice.language, voice.languageName || voice.language]));
  const field = (id, label, input) => {
    fields[id] = input;
    input.id = "available-" + id;
    return make("div", { class: "field" }, make("label", { for: input.id }, label), input);
  };
  const options = (list) => list.map(([value, words]) => make("option", { value }, words));
  get("install-filters").replaceChildren(
    field("name", "Name", make("input", { type: "search", autocomplete: "off" })),
    field("language", "Language", make("select", {}, ...options([["", "all"], ...[...languages].sort((a, b) => (a[1] < b[1] ? -1 : 1))]))),
    field("state", "Show", make("select", {}, ...options([["", "all"], ["no", "not installed"], ["yes", "installed"]]))),
    make("label", { class: "check" }, fields.commercial = make("input", { type: "checkbox", id: "available-commercial" }),
      " Licence allows commercial use"));
}

const filter = later(120, () => {
  shown = SHOWN;
  drawVoices();
});
get("install-filters").addEventListener("input", filter);
get("install-filters").addEventListener("submit", (event) => event.preventDefault());
get("available-more").addEventListener("click", () => {
  const first = shown;
  shown += SHOWN * 4;
  drawVoices();
  const next = get("available").children[first];
  const target = next && (next.querySelector("button") || next);
  if (target) {
    if (target === next) next.tabIndex = -1;
    target.focus();
  }
});

function drawVoices() {
  const words = fields.name.value.trim().toLowerCase();
  const found = voices.filter((voice) =>
    (!words || (voice.name + " " + voice.uri).toLowerCase().includes(words)) &&
    (!fields.language.value || voice.language === fields.language.value) &&
    (!fields.state.value || (fields.state.value === "yes") === voice.installed) &&
    (!fields.commercial.checked || voice.commercialUse === "yes"));
  const busy = install && install.running;
  const held = document.activeElement && document.activeElement.closest("[data-voice]");
  const uri = held && held.dataset.voice;
  get("available").replaceChildren(...found.slice(0, shown).map((voice) => row(voice, busy)));
  get("available-more").hidden = found.length <= shown;
  get("install-count").textContent = number(found.length) + " of " + count(voices.length, "voice");
  if (uri) {
    const again = [...get("available").children].find((element) => element.dataset.voice === uri);
    const target = again && again.querySelector("button:enabled");
    if (target) target.focus({ preventScroll: true });
    else if (again) {
      again.tabIndex = -1;
      again.focus({ preventScroll: true });
    }
  }
}

const COMMERCIAL = { yes: "commercial use allowed", no: "no commercial use", unknown: "commercial use unknown" };

function row(voice, busy) {
  const about = [voice.languageName || voice.language, voice.gender, voice.quality && voice.quality + " quality",
    size(voice.bytes), voice.licence, COMMERCIAL[voice.commercialUse]].filter(Boolean).join(" · ");
  return make("li", { data: { voice: voice.uri } },
    make("span", { class: "voice-text" }, make("span", { class: "who", dir: "auto" }, voice.name), make("span", { class: "soft", dir: "auto" }, about)),
    voice.installed ? make("span", { class: "soft" }, "installed")
      : button("Install", () => begin(voice), { class: "small", disabled: busy, "aria-label": "Install " + short(voice.name, 60) + ", " + size(voice.bytes) }));
}

const size = (bytes) => (bytes === undefined ? "size unknown" : number(bytes / 1e6, bytes < 1e7 ? 1 : 0) + " MB");

async function begin(voice) {
  try {
    await send("/api/settings/install", { uri: voice.uri });
    say("Installing " + voice.name + ", " + size(voice.bytes) + ".");
  } catch (error) {
    say(error.message);
  }
}

const bar = make("progress", { id: "install-progress", "aria-label": "Progress of the installation", max: "1", value: "0" });
const numbers = make("p", { dir: "auto" });
get("install-state").append(numbers, bar);

function progress(next) {
  const before = install;
  install = next;
  get("install-state").hidden = !next || (!next.running && !next.error);
  if (!next) return;
  const voice = voices.find((one) => one.uri === next.uri);
  const name = voice ? voice.name : next.uri;
  bar.max = Math.max(1, next.total);
  bar.value = next.bytes;
  bar.hidden = !next.running;
  numbers.textContent = next.error ? name + " was not installed: " + next.error
    : name + ": " + size(next.bytes) + " of " + size(next.total);
  if (before && before.running && !next.running) {
    say(next.error ? numbers.textContent : name + " is installed.");
    loadVoices();
  } else if (next.running && !(before && before.running)) drawVoices();
}

async function loadVoices() {
  try {
    const answer = await read("/api/settings/available");
    const first = !voices.length;
    voices = answer.voices;
    if (first) drawFilters();
    drawVoices();
    banner("available", answer.problem);
  } catch (error) {
    get("install-count").textContent = error.message;
  }
}

drawFilters();
loadProviders().catch((error) => banner("settings", "The settings cannot be loaded: " + error.message, ["Try again", () => location.reload()]));
loadVoices();
watch((news) => progress(news.install));
