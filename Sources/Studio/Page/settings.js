// The settings page: enabling providers, logging in and out, and installing voices.

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

let configuration = "";
let cards = new Map(); // provider id -> { data, card }

// Draws only the providers that have changed. So the other providers keep the focus and the text in their fields.
async function loadProviders() {
  const answer = await read("/api/settings");
  configuration = answer.configuration;
  const held = document.activeElement && document.activeElement.closest("[data-provider]");
  const old = cards;
  cards = new Map(answer.providers.map((provider) => {
    const data = JSON.stringify(provider);
    const known = old.get(provider.id);
    return [provider.id, known && known.data === data ? known : { data, card: card(provider) }];
  }));
  const id = document.activeElement && document.activeElement.id;
  const places = [...cards.values()].map((one) => one.card);
  const list = get("providers");
  for (const child of [...list.children]) if (!places.includes(child)) child.remove();
  places.forEach((place, index) => list.children[index] === place || list.insertBefore(place, list.children[index] || null));
  if (!held || held.isConnected) return;
  // If the control with the focus was removed, another control of its provider gets the focus.
  const target = get(id) || get("enable-provider-" + held.dataset.provider);
  if (target) target.focus({ preventScroll: true });
}

function card(data) {
  const id = "provider-" + data.id;
  const item = make("li", { class: "provider", data: { provider: data.id } },
    make("div", {}, make("h3", { dir: "auto" }, data.name), make("p", { class: "soft" }, data.about)),
    data.alwaysEnabled ? make("span", { class: "soft" }, "Always enabled") : enabling(data, id));
  if (data.needsVoice) {
    item.append(make("p", { class: "row" }, make("span", {}, "No voice is installed."),
      button("Show its voices", () => showVoicesOf(data), { class: "small", "aria-label": "Show the voices of " + short(data.name, 60) })));
  } else if (data.trouble) {
    item.append(make("p", { class: "finding error" }, icon("error"),
      make("span", { dir: "auto" }, make("b", {}, "Cannot speak: "), data.trouble)));
  }
  if (data.takesKey) item.append(data.key ? keyOf(data, id) : login(data, id));
  if (data.fields.length) item.append(settingsOf(data));
  return item;
}

function enabling(data, id) {
  const box = make("input", { type: "checkbox", id: "enable-" + id, checked: data.enabled, on: { change: () => enable(data, box) } });
  return make("label", { class: "check" }, box, make("span", {}, "Enabled", make("span", { class: "unseen" }, ": " + data.name)));
}

async function enable(data, box) {
  const wanted = box.checked;
  const loss = wanted ? [] : await lossOf(data);
  if (loss.length && !(await ask("Disable " + data.name + "?", loss, "Disable"))) {
    box.checked = true;
    return box.focus();
  }
  const kept = await change("/api/settings/provider", { id: data.id, enabled: wanted }, data.name + (wanted ? " is enabled." : " is disabled."));
  if (!kept) box.checked = !wanted;
}

// Returns sentences about the effect of disabling a provider. The list is empty if there is no effect.
async function lossOf(data) {
  const answer = await read("/api/book").catch(() => ({ roles: [] }));
  const roles = answer.roles.filter((role) => role.plain.startsWith(data.id + "://"));
  const names = (some) => {
    const all = some.map((role) => role.name || "Narrator");
    const shown = all.length > 4 ? [...all.slice(0, 3), count(all.length - 3, "other role")] : all;
    return shown.length > 1 ? shown.slice(0, -1).join(", ") + " and " + shown.at(-1) : shown[0];
  };
  const named = roles.filter((role) => role.cast);
  const chosen = roles.filter((role) => !role.cast);
  const loss = [];
  if (named.length) {
    loss.push("The cast gives voices of " + data.name + " to " + names(named) +
      ". Without " + data.name + " the script cannot be played or rendered until you assign other voices.");
  }
  if (chosen.length) {
    loss.push("The program has chosen voices of " + data.name + " for " + names(chosen) +
      ". It will choose other voices, and the lines of these roles will sound different.");
  }
  return loss;
}

function keyOf(data, id) {
  const out = async () => {
    const words = ["Logging out removes the key from " + data.key + ". You need the key to log in again.", ...(await lossOf(data))];
    const yes = await ask("Log out of " + data.name + "?", words, "Log out");
    if (yes) await change("/api/settings/logout", { id: data.id }, "Logged out of " + data.name + ".");
  };
  return make("p", { class: "row" }, make("span", {}, "Logged in. The key is in " + data.key + "."),
    data.keyIsFixed ? make("span", { class: "soft" }, "The key cannot be removed here.")
      : button("Log out", out, { id: "logout-" + id, "aria-label": "Log out of " + short(data.name, 60) }));
}

// The form for a key. The key stays in the field until it is stored, so that the user does not have to paste it again.
function login(data, id) {
  const key = make("input", {
    id: "key-" + id, type: "password", autocomplete: "off", spellcheck: "false", autocapitalize: "off", required: true,
    "aria-describedby": "trouble-" + id,
  });
  const verify = make("input", { id: "verify-" + id, type: "checkbox", checked: true });
  const trouble = make("p", { class: "failed", id: "trouble-" + id, role: "alert" });
  const state = make("span", { class: "soft", id: "state-" + id });
  const submit = make("button", { type: "submit", id: "login-" + id }, "Log in");
  let works = false;
  const send_ = async (event) => {
    event.preventDefault();
    trouble.textContent = "";
    if (!key.value.trim()) {
      trouble.textContent = "Enter a key.";
      return key.focus();
    }
    if (works) return;
    works = true;
    state.textContent = verify.checked ? "Checking the key with " + data.name + "…" : "Storing the key…";
    say(state.textContent);
    try {
      const answer = await send("/api/settings/login", { id: data.id, key: key.value.trim(), verify: verify.checked });
      key.value = ""; // the page never shows a stored key
      await loadProviders();
      say("Logged in to " + data.name + ". The key is in " + answer.kept + ".");
    } catch (error) {
      say("");
      trouble.textContent = error.message + (key.value ? " The key is still in the field, so you can correct it or try again." : "");
      key.focus();
    }
    state.textContent = "";
    works = false;
  };
  return make("form", { class: "login", autocomplete: "off", on: { submit: send_ } },
    make("div", { class: "field" }, make("label", { for: key.id }, "Key for " + short(data.name, 60)), key),
    make("label", { class: "check" }, verify, " Check the key with the provider"),
    make("p", { class: "row" }, submit, state), trouble);
}

// The settings in the user configuration. The page lists them and does not change them.
function settingsOf(data) {
  return make("details", {}, make("summary", {}, "Settings in config.json", make("span", { class: "unseen" }, " for " + data.name)),
    make("p", { class: "soft" }, "This page does not change these settings. Write them into ", make("code", { dir: "auto" }, configuration),
      ", under ", make("code", {}, `"providers": { "${data.id}": { … } }`), ", and start the studio again."),
    make("dl", {}, ...data.fields.map((field) => make("div", {},
      make("dt", {}, make("code", {}, field.key)),
      make("dd", { dir: "auto" }, field.help || field.label, ".", field.usual ? make("span", { class: "soft" }, " Default: ", make("code", {}, field.usual)) : null)))));
}

// Sends a change. Returns whether it was saved.
async function change(address, body, words) {
  let kept = true;
  try {
    await send(address, body);
    say(words);
  } catch (error) {
    kept = false;
    say(error.message);
  }
  await loadProviders().catch((error) => say(error.message));
  return kept;
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
    make("div", { class: "voice-state" }, ...stateOf(voice, busy)));
}

// Returns the end of a voice's row: the progress of its installation, or the Install button.
function stateOf(voice, busy) {
  if (voice.installed) return [make("span", { class: "soft" }, "installed")];
  const mine = install && install.uri === voice.uri;
  if (mine && install.running) {
    return [make("progress", { max: Math.max(1, install.total), value: install.bytes, "aria-label": "Progress of " + short(voice.name, 60) }),
      make("span", { class: "soft" }, received(install))];
  }
  const failed = mine && install.error;
  return [
    failed ? make("span", { class: "failed", dir: "auto" }, failure(install)) : null,
    button(failed ? "Try again" : "Install", () => begin(voice), {
      class: "small", disabled: busy, "aria-label": (failed ? "Try again to install " : "Install ") + short(voice.name, 60) + ", " + size(voice.bytes),
    }),
  ].filter(Boolean);
}

const size = (bytes) => (bytes === undefined ? "size unknown" : number(bytes / 1e6, bytes < 1e7 ? 1 : 0) + " MB");
const received = (run) => (run.total ? size(run.bytes) + " of " + size(run.total) : "Starting…");
const failure = (run) => "Not installed: " + run.error +
  (run.bytes ? " The downloaded part is stored, and the next try continues the download." : "");
const rowOf = (uri) => [...get("available").children].find((element) => element.dataset.voice === uri);

let starts = false; // whether an installation is being requested; the server still reports the previous installation

async function begin(voice) {
  const run = { uri: voice.uri, bytes: 0, total: 0, running: true };
  starts = true;
  progress(run);
  say("Installing " + voice.name + ", " + size(voice.bytes) + ".");
  try {
    await send("/api/settings/install", { uri: voice.uri });
  } catch (error) {
    progress({ ...run, running: false, error: error.message });
  }
  starts = false;
}

function progress(next) {
  const before = install;
  install = next;
  if (!next || JSON.stringify(before) === JSON.stringify(next)) return;
  const voice = voices.find((one) => one.uri === next.uri);
  const name = voice ? voice.name : next.uri;
  const was = Boolean(before && before.running);
  if (was && !next.running) {
    say(name + (next.error ? " was not installed." : " is installed."));
    loadVoices();
    loadProviders().catch((error) => say(error.message));
  } else if (next.running !== was) {
    drawVoices();
  } else if (voice && rowOf(next.uri)) {
    rowOf(next.uri).querySelector(".voice-state").replaceChildren(...stateOf(voice, next.running));
  }
}

// Shows the voices of a provider that can be installed.
async function showVoicesOf(data) {
  await listed;
  fields.name.value = data.id + "://";
  fields.language.value = fields.state.value = "";
  fields.commercial.checked = false;
  filter();
  filter.flush();
  fields.name.focus();
  get("install-title").scrollIntoView({ block: "start", behavior: "instant" });
}

async function loadVoices() {
  try {
    const answer = await read("/api/settings/available");
    const first = !voices.length;
    voices = answer.voices;
    if (first) drawFilters();
    drawVoices();
    get("install-problem").textContent = answer.problem ? "Not all voices are listed: " + answer.problem : "";
  } catch (error) {
    get("install-count").textContent = error.message;
  }
}

drawFilters();
loadProviders().catch((error) => banner("settings", "The settings cannot be loaded: " + error.message, ["Try again", () => location.reload()]));
const listed = loadVoices();
watch((news) => starts || progress(news.install));
