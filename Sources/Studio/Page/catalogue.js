// The voices that the server knows, and the words that describe a voice.

import { read } from "./api.js";
import { number } from "./dom.js";
import { tell } from "./book.js";

export let voices = [];
export let problems = [];
let byURI = new Map();

export async function loadVoices() {
  const answer = await read("/api/voices");
  voices = answer.voices;
  problems = answer.problems || [];
  byURI = new Map(voices.map((voice) => [voice.uri, voice]));
  tell("voices");
}

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

export function languageName(tag) {
  try {
    return languages.of(tag.replace(/_/g, "-")) || tag;
  } catch (_) {
    return tag; // not a tag that the browser knows
  }
}

const COMMERCIAL = { yes: "commercial use allowed", no: "no commercial use", unknown: "commercial use unknown" };

// Returns the name of a voice, its words ("Heart, Hibari"), and what else is known. A blend of voices is in no list.
export function describe(uri) {
  const plain = uri.split("?")[0];
  const voice = byURI.get(uri) || byURI.get(plain);
  if (voice) {
    const about = [
      voice.language && languageName(voice.language), voice.gender, voice.pitch && number(voice.pitch) + " Hz",
      voice.quality && voice.quality + " quality", voice.licence, COMMERCIAL[voice.commercialUse], voice.paid && "paid",
    ];
    return { voice, name: voice.name, engine: voice.providerName, words: voice.name + ", " + voice.providerName,
      about: about.filter(Boolean).join(" · ") };
  }
  const [scheme, rest = ""] = plain.split("://");
  const known = voices.find((other) => other.provider === scheme);
  const engine = known ? known.providerName : scheme;
  const parts = rest.split("+").map((part) => {
    const other = byURI.get(scheme + "://" + part);
    return other ? other.name : part;
  });
  const name = parts.join(" + ") || plain;
  return { voice: null, name, engine, words: name + ", " + engine, about: parts.length > 1 ? "blend of voices" : "" };
}
