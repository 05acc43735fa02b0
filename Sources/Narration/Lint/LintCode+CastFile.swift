import Guion

/// What is found in cast files, order files and the user configuration, and in the voices they name.
extension LintCode {
  static let castFile: [LintCode] = [
    LintCode(
      "json-syntax", .error, "A file is no JSON (RFC 8259).", example: "{ \"version\": 1, }",
      advice: "Correct it at the place: no comma after the last member, no comments."),
    LintCode(
      "unknown-key", .error, "A key is not known, or cannot stand there.",
      example: "{ \"charcters\": {} }", advice: "Correct it; the message names the nearest."),
    LintCode(
      "duplicate-key", .error, "A key stands twice in one object.",
      example: "{ \"language\": \"en\", \"language\": \"fr\" }", advice: "Take one out."),
    LintCode(
      "missing-key", .error, "A key that is needed is missing.",
      example: "\"pronunciations\": [ { \"text\": \"Hablaré\" } ]", advice: "Add it."),
    LintCode(
      "wrong-type", .error, "A value is of another type than its key wants.",
      example: "\"speech\": { \"action\": \"no\" }", advice: "Write what the message asks for."),
    LintCode(
      "unknown-value", .error, "A word is none of those that its key takes.",
      example: "\"speech\": { \"announce\": \"ever\" }",
      advice: "Correct it; the message names the nearest."),
    LintCode(
      "out-of-range", .error, "A number is too small or too large.", example: "\"rate\": 20",
      advice: "Stay within the limits of the message."),
    LintCode(
      "too-large", .error,
      "An input, or a text in it, is larger than its limit (Documentation/interfaces.md lists all).",
      example: "cast.json: error: the cast file is larger than 16 MB",
      advice: "Do what the message says; no book needs more."),
    LintCode(
      "unsupported-version", .error, "The cast file's version is not 1.",
      example: "{ \"version\": 2 }", advice: "Write 1, or take a newer program."),
    LintCode(
      "bad-language", .error,
      "A text is no language tag; a warning in a title page or front matter, where en-US holds then.",
      example: "\"language\": \"english\"", advice: "Write a BCP 47 tag, such as en-US or es."),
    LintCode(
      noNaturalVoice, .note, "The natural voice cannot speak, so that espeak-ng reads the book.",
      example: "a program that was built without it",
      advice: "Install it as the note says, or ask for a voice: --voice espeak://en-us."),
    LintCode(
      "hidden-voices", .note,
      "The user configuration has a provider with the id of installed voices, which do not speak.",
      example: "a \"piper\" with a program in config.json, and a Piper voice that was installed",
      advice: "Remove the provider from the configuration, or give it another id."),
    LintCode(
      "bad-voice", .error, "A text is no voice URI.", example: "\"narrator\": \"espeak:en-gb\"",
      advice: "Write PROVIDER://VOICE; `guion2audio voices` lists them."),
    LintCode(
      "missing-voice", .error, "An object of a voice has no \"voice\".",
      example: "\"JOHN\": { \"rate\": 1.1 }", advice: "Add \"voice\"."),
    LintCode(
      "bad-pronunciation", .error,
      "A pronunciation has no letter or digit, is not one line, or has phonemes with brackets.",
      example: "{ \"text\": \"Hablaré\", \"say\": \"...\" }", advice: "Write words to say."),
    LintCode(
      "bad-announcement", .error, "The words that name a speaker have no {name} in them.",
      example: "\"speech\": { \"announcement\": \"says:\" }",
      advice: "Write {name} where the name is to be said: \"{name} says:\"."),
    LintCode(
      "bad-name", .error, "A name or a direction has no letter or digit.",
      example: "\"characters\": { \"???\": \"espeak://en-us\" }", advice: "Write the cue's name."),
    LintCode(
      "duplicate-name", .error, "Two entries of the cast claim one name.",
      example: "\"ALICE\": {…}, \"ANN\": { \"aliases\": [\"Alice\"] }", advice: "Take one out."),
    LintCode(
      "bad-cover", .error, "The cover is no JPEG or PNG, is damaged or too large.",
      example: "\"cover\": \"cover.webp\"", advice: "Save it as JPEG or PNG."),
    LintCode(
      "small-cover", .warning, "The cover has less than 500 pixels a side.",
      example: "a picture of 300 by 300", advice: "Take a larger one; shops ask for 2400."),
    LintCode(
      "cover-shape", .warning, "The cover is not square.", example: "a book's jacket",
      advice: "--cover-fit pad makes it square."),
    LintCode(
      "cover-font", .warning, "No installed font has all letters of a drawn cover.",
      example: "a title in Thai", advice: "Install one (Debian: fonts-noto)."),
  ]

  static let voice: [LintCode] = [
    LintCode(
      "unknown-voice", .error, "There is no such provider, or it has no such voice.",
      example: "\"narrator\": \"espeak://en-uk\"",
      advice: "Correct it; `guion2audio voices` lists them."),
    LintCode(
      "voice-not-installed", .error, "The files of a known voice are not on this machine.",
      example: "\"narrator\": \"hibari://emma\"",
      advice: "Put the file that the message names into the folder that it names."),
    LintCode(
      "no-voice", .error, "No provider has a voice for the language.", example: "--language tlh",
      advice: "Name a narrator, or another language."),
    LintCode(
      "bad-setting", .error, "A voice cannot do what its URI or object asks.",
      example: "\"espeak://en-gb?stability=0.5\"", advice: "Take the setting out."),
    LintCode(
      "own-fallback", .error, "A provider stands in for itself.",
      example: "\"fallback\": { \"elevenlabs\": \"elevenlabs://…\" }",
      advice: "Name a voice of another provider."),
    LintCode(
      "provider-refused", .error,
      "The provider of a voice is disabled, needs a key, or refused it.",
      example: "a cast with ElevenLabs on a computer without its key",
      advice: "`guion2audio providers` shows what each needs."),
    LintCode(
      "provider-unavailable", .error,
      "The provider of a voice cannot be reached, and has no fallback.",
      example: "no network", advice: "Try again later, or name a \"fallback\" in the cast."),
    LintCode(
      "tempo", .warning, "--rate asks more of a voice than it can do; it goes as far as it can.",
      example: "--rate 2 with a voice that can do 1.2", advice: "Ask for less."),
  ]

  static let build: [LintCode] = [
    LintCode(
      "loudness", .warning,
      "While rendering: a chapter stays below the loudness that was asked for.",
      example: "--loudness -10 for a voice with high peaks", advice: "Ask for less."),
    LintCode(
      "silent-line", .warning, "While rendering: a voice had no sound for a line.",
      example: "a line of letters that the voice does not know",
      advice: "Give the role a voice of the line's language."),
    LintCode(
      "bad-take", .warning,
      "While rendering: the first take of a line was silent or ended early; a second one was asked "
        + "for.",
      example: "a service that breaks off in the middle of a sentence",
      advice: "None: the second take is the one that is heard and kept."),
    LintCode(
      "retake", .warning, "A name of --retake changes nothing.",
      example: "--retake narrator for a narrator of espeak, who says a line the same way each time",
      advice: "Leave it out, or let --only take the chapters of its lines."),
    LintCode(
      "quota", .warning, "More characters are to be paid for than the account has left.",
      example: "a novel with a free account", advice: "Buy more, or render a part with --only."),
    LintCode(
      "fallback-voice", .warning,
      "While rendering: a provider is down, and the cast's fallback speaks the rest of its lines.",
      example: "an outage of a service", advice: "Run it again: its own voices are tried again."),
    LintCode(
      "chapter-failed", .error, "While rendering: a chapter could not be made.",
      example: "a line that a service refuses", advice: "See the reason in the message."),
  ]

  static let configuration: [LintCode] = [
    LintCode(
      "unreadable-configuration", .error, "The user configuration cannot be read.",
      example: "GUION2AUDIO_CONFIG=missing.json", advice: "Correct the path or its permissions."),
    LintCode(
      "exposed-configuration", .error,
      "Others can change the user configuration, which names programs to run.",
      example: "a config.json of mode 664",
      advice: "Look at what is in it, then take the permission away: chmod go-w FILE."),
    LintCode(
      "bad-provider-id", .error, "An id cannot stand before ://.",
      example: "\"providers\": { \"my voice\": {} }", advice: "Use letters, digits and hyphens."),
    LintCode(
      "wrong-provider-type", .error, "espeak has another type, or another provider has its type.",
      example: "\"espeak\": { \"type\": \"openai\" }", advice: "Give the provider another id."),
    LintCode(
      "always-enabled", .error, "espeak is disabled.",
      example: "\"espeak\": { \"enabled\": false }",
      advice: "Take it out: espeak casts whom the cast leaves out."),
    LintCode(
      "misplaced-key", .error, "A key is one of providers of another type.",
      example: "\"command\" for a provider of type openai", advice: "Take it out."),
    LintCode(
      "secret-in-configuration", .error, "A key of a service stands in the file.",
      example: "\"apiKey\": \"sk-…\"", advice: "`guion2audio providers login ID` keeps it safely."),
    LintCode(
      "bad-address", .error, "A value is no address of a server.",
      example: "\"baseURL\": \"local\"",
      advice: "Write http:// or https:// and a host."),
    LintCode(
      "bad-variable", .error, "A value is no name of an environment variable.",
      example: "\"keyVariable\": \"my key\"", advice: "Use capitals, digits and underscores."),
    LintCode(
      "bad-currency", .error, "A value is no currency.", example: "\"currency\": \"dollars\"",
      advice: "Write its three letters: USD."),
    LintCode(
      "bad-text", .error, "A value is no text on one line.", example: "\"model\": \"a\\nb\"",
      advice: "Write it on one line."),
    LintCode(
      "empty-value", .error, "A value is empty.", example: "\"model\": \"\"",
      advice: "Give it one, or take the key out."),
    LintCode(
      "bad-command", .error,
      "Arguments, input, output and voices of a command do not fit together.",
      example: "\"output\": \"wav\" without {output}", advice: "See Documentation/providers.md."),
    LintCode(
      "stray-format", .error, "sampleRate or channels stand beside the output \"wav\".",
      example: "\"output\": \"wav\", \"channels\": 1", advice: "Take them out: the file says it."),
    LintCode(
      "bad-path", .error, "A folder does not begin with / or ~/.",
      example: "\"voices\": [\"piper\"]",
      advice: "Write the whole path."),
    LintCode(
      "duplicate-voice", .error, "A voice is listed twice.", example: "\"voices\": [\"a\", \"a\"]",
      advice: "Take one out."),
  ]
}
