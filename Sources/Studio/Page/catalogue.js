// The voices that the server lists, and the texts that describe a voice.

import { read } from "./api.js";
import { number } from "./dom.js";
import { tell } from "./book.js";

export let voices = [];
export let problems = [];
let byURI = new Map();

let loading = Promise.resolve();
let shown = "";

// Fetches the voices, and lists natural voices first.
export function loadVoices() {
  loading = loading.catch(() => null).then(async () => {
    const answer = await read("/api/voices");
    const words = JSON.stringify(answer);
    if (words === shown) return;
    shown = words;
    voices = answer.voices.sort((a, b) => Number(b.natural) - Number(a.natural));
    problems = answer.problems || [];
    byURI = new Map(voices.map((voice) => [voice.uri, voice]));
    tell("voices");
  });
  return loading;
}

const measured = new Set(); // the providers whose voices have been fetched again

// Fetches the voices again if the page does not know the pitch of a voice of these providers. The server has just
// measured voices of the providers.
export async function loadMeasured(uris) {
  await loading.catch(() => null);
  const providers = new Set(uris.map((uri) => uri.split("://")[0]).filter((id) => !measured.has(id)));
  if (!voices.some((voice) => providers.has(voice.provider) && !voice.pitch)) return;
  for (const id of providers) measured.add(id);
  await loadVoices();
}

// Returns a voice without its settings.
export const plain = (uri) => uri.split("?")[0];

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

// Returns the name of a language, or undefined if the browser has no name for it.
function knownName(tag) {
  try {
    return languages.of(tag.replace(/_/g, "-"));
  } catch (_) {
    return undefined; // the text is not a language tag
  }
}

export const languageName = (tag) => knownName(tag) || tag;

// Compares two languages by their names. Languages without a name come last.
export function byName(one, other) {
  const [a, b] = [knownName(one), knownName(other)];
  return Number(!a) - Number(!b) || (a || one).localeCompare(b || other, "en");
}

const COMMERCIAL = { yes: "commercial use allowed", no: "no commercial use", unknown: "commercial use unknown" };

// Returns the name of a voice, a short text ("Heart, Hibari"), words about it, and facts such as its licence. A blend of voices is not in the list of
// voices, so its name consists of the names of its parts.
export function describe(uri) {
  const voice = byURI.get(uri) || byURI.get(plain(uri));
  if (voice) {
    const about = [voice.words || [voice.gender, voice.age].filter(Boolean).join(", "), voice.language ? languageName(voice.language) : "any language", voice.paid && "paid"];
    const facts = [voice.providerName, voice.pitch && number(voice.pitch) + " Hz", voice.quality && voice.quality + " quality", voice.licence, COMMERCIAL[voice.commercialUse]];
    return { voice, name: voice.name, engine: voice.providerName, words: voice.name + ", " + voice.providerName,
      about: about.filter(Boolean).join(" · "), facts: facts.filter(Boolean).join(" · ") };
  }
  const [scheme, rest = ""] = plain(uri).split("://");
  const known = voices.find((other) => other.provider === scheme);
  const engine = known ? known.providerName : scheme;
  const parts = rest.split("+").map((part) => {
    const other = byURI.get(scheme + "://" + part);
    return other ? other.name : part;
  });
  const name = parts.join(" + ") || plain(uri);
  return { voice: null, name, engine, words: name + ", " + engine, about: parts.length > 1 ? "blend of voices" : "", facts: engine };
}
