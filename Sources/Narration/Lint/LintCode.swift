package import Guion

/// A kind of finding: its stable code, and its texts for the help and for SARIF.
/// The values of this type are the only list of codes. A code that is not in `all` has no help, and the cast cannot
/// change its severity.
package struct LintCode: Hashable, Sendable {
  /// The code as diagnostics show it, such as `speaks-once`.
  package let name: String
  /// The default severity; nil if the code is off by default.
  /// If the severity varies, this is the highest severity.
  package let severity: Diagnostic.Severity?
  /// The meaning of the finding, in one sentence.
  package let meaning: String
  /// An input that causes the finding, or the finding's own message if that is clearer.
  package let example: String
  package let advice: String

  init(
    _ name: String, _ severity: Diagnostic.Severity?, _ meaning: String, example: String,
    advice: String
  ) {
    (self.name, self.severity) = (name, severity)
    (self.meaning, self.example, self.advice) = (meaning, example, advice)
  }

  /// Whether the cast's `"lint"` can change the severity.
  /// The severity of an error cannot be changed, because a build cannot continue after an error. The same is true for
  /// findings that appear while rendering, because they do not belong to the script.
  package var isSwitchable: Bool { severity != .error && !Self.build.contains(self) }

  /// The code of the note that explains why a robotic voice reads the book.
  /// This note is shown even if the user has not asked for notes.
  package static let noNaturalVoice = "no-natural-voice"
  /// The code of the note that front and back matter is read, which is shown in the same way.
  package static let backMatter = "back-matter"
  /// The code of the note that a text is not UTF-8, which is shown in the same way.
  package static let windows1252 = "windows-1252"
  /// The code of the note that footnotes are not read.
  package static let unreadFootnotes = "unread-footnotes"
  package static let unsureSpeaker = "unsure-speaker"
  /// The code of the note that a tag is not read.
  package static let skippedTag = "skipped-tag"
  /// The code of the note that several characters have a name.
  package static let sharedName = "shared-name"
  /// The code of the note that the narrator speaks all quotations.
  package static let quotations = "quotations"
  package static let unusedCover = "unused-cover"
  package static let damagedVoice = "damaged-voice"
  package static let noRecordings = "no-recordings"
  package static let staleTake = "stale-take"
  package static let unusableTake = "unusable-take"
  package static let poorTake = "poor-take"

  /// Every code, sorted by name.
  package static let all: [LintCode] =
    (script + castUse + document + conversion + folder + castFile + voice + build + configuration)
    .sorted { $0.name < $1.name }

  /// Returns the code with a name, or nil if there is no such code.
  package static func named(_ name: String) -> LintCode? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

/// The severities of codes in a project (the cast file's `"lint"`).
package struct LintSettings: Hashable, Sendable {
  /// A severity that the cast can set for a code, or `off`.
  package enum Level: String, Sendable, CaseIterable {
    case off, note, warning, error

    /// The severity, or nil for `off`.
    package var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// The severities that the cast sets, by code.
  package var levels: [String: Level] = [:]

  /// Creates settings that change no severity.
  package init() {}

  /// Returns the diagnostics with the severities of these settings.
  /// Diagnostics with a code that is off are left out.
  /// Errors stay errors, because a build cannot continue after an error.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.compactMap { diagnostic in
      guard diagnostic.severity != .error else { return diagnostic }
      guard let level = levels[diagnostic.code] else {
        let isOff = LintCode.named(diagnostic.code).map { $0.severity == nil } ?? false
        return isOff ? nil : diagnostic
      }
      guard let severity = level.severity else { return nil }
      var copy = diagnostic
      copy.severity = severity
      return copy
    }
  }
}

/// Findings in cast files, order files and the user configuration, and in the voices that they name.
extension LintCode {
  static let castFile: [LintCode] = [
    LintCode(
      "json-syntax", .error, "A file is not valid JSON (RFC 8259).", example: "{ \"version\": 1, }",
      advice:
        "Correct the file at the position in the message. JSON allows no comments, and no comma after the last entry."
    ),
    LintCode(
      "unknown-key", .error, "A key is unknown, or is not allowed here.",
      example: "{ \"charcters\": {} }",
      advice:
        "Correct or remove the key. The message names the nearest key, or all known keys."),
    LintCode(
      "duplicate-key", .error, "A key occurs twice in one object.",
      example: "{ \"language\": \"en\", \"language\": \"fr\" }",
      advice: "Remove one of the two keys."),
    LintCode(
      "missing-key", .error, "A required key is missing.",
      example: "\"pronunciations\": [ { \"text\": \"Hablaré\" } ]", advice: "Add the key."),
    LintCode(
      "wrong-type", .error, "A value has the wrong type for its key.",
      example: "\"speech\": { \"action\": \"no\" }",
      advice:
        "Write a value of the type that the message names. An object has the form { \"key\": \"value\" }."
    ),
    LintCode(
      "unknown-value", .error, "A value is not allowed for its key.",
      example: "\"speech\": { \"announce\": \"ever\" }",
      advice: "Correct the value. The message names the nearest value, or all known values."),
    LintCode(
      "out-of-range", .error, "A number is too small or too large.", example: "\"rate\": 20",
      advice: "Stay within the limits that the message names."),
    LintCode(
      "too-large", .error,
      "An input, or a text in an input, is too large.",
      example: "cast.json: error: the cast file is larger than 16 MB",
      advice:
        "Split the input, or remove parts that do not belong in it. No known book reaches a limit."),
    LintCode(
      "unsupported-version", .error, "The cast file's version is not 1.",
      example: "{ \"version\": 2 }", advice: "Write 1, or install a newer guion2audio."),
    LintCode(
      "bad-language", .error,
      "A value is not a language tag. For the key \"language\" of front matter, this is only a warning, and the book is read as en-US.",
      example: "\"language\": \"english\"", advice: "Write a BCP 47 tag, such as en-US or es."),
    LintCode(
      noNaturalVoice, .note, "The natural voice is not available, so espeak-ng reads the book.",
      example: "a guion2audio that was built without the natural voice",
      advice:
        "Install the natural voice as the note says, or choose a voice: --voice espeak://en-us."),
    LintCode(
      damagedVoice, .warning,
      "A file of the natural voice is damaged, so espeak-ng reads the book.",
      example: "heart.onnx was not copied completely",
      advice: "Install guion2audio again, or choose a voice: --voice espeak://en-us."),
    LintCode(
      noRecordings, .warning, "The folder of recordings has no table, so no recording is heard.",
      example: "\"recordings\": \"takes/\" without takes/takes.csv",
      advice: "Write the table with `guion2audio recordings list`, or remove the key."),
    LintCode(
      staleTake, .warning, "The words of a recorded line have changed, so a voice speaks the line.",
      example: "takes.csv has \"Under the stone.\", and the script has \"Under the mat.\"",
      advice:
        "Run `guion2audio recordings list` again, and record the new row. The old recording stays."),
    LintCode(
      unusableTake, .warning, "A recording, or a row of takes.csv, cannot be used.",
      example: "takes/7.wav, the recording of ann-0007, is silent",
      advice: "Record the line again, or correct the row. A voice speaks the line until then."),
    LintCode(
      poorTake, .warning, "A recording is heard, and has a fault.",
      example: "takes/7.wav, the recording of ann-0007, has a sample rate of 8000 Hz",
      advice: "Record the line again if the fault is audible."),
    LintCode(
      "hidden-voices", .note,
      "Installed voices have the ids piper, kokoro and hibari. The user configuration gives one of these ids to another provider, "
        + "so the installed voices are not used.",
      example: "config.json has a server with the id kokoro, and a Kokoro voice is installed",
      advice: "Remove the provider from the configuration, or give it another id."),
    LintCode(
      "bad-voice", .error, "A value is not a voice URI.", example: "\"narrator\": \"espeak:en-gb\"",
      advice: "Write PROVIDER://VOICE; `guion2audio voices` lists all voices."),
    LintCode(
      "missing-voice", .error, "An object that describes a voice has no \"voice\".",
      example: "\"JOHN\": { \"rate\": 1.1 }", advice: "Add \"voice\"."),
    LintCode(
      "bad-pronunciation", .error,
      "A pronunciation has no letters or digits, is not on one line, or has brackets in its phonemes.",
      example: "{ \"text\": \"Hablaré\", \"say\": \"...\" }", advice: "Write the words to speak."),
    LintCode(
      "bad-announcement", .error, "The announcement of a speaker does not contain {name}.",
      example: "\"speech\": { \"announcement\": \"says:\" }",
      advice: "Write {name} where the speaker's name belongs: \"{name} says:\"."),
    LintCode(
      "bad-name", .error, "A name or a direction has no letters or digits.",
      example: "\"characters\": { \"???\": \"espeak://en-us\" }",
      advice: "Write the name of the cue, or the words of the direction."),
    LintCode(
      "duplicate-name", .error, "Two entries of the cast have the same name.",
      example: "\"ALICE\": {…}, \"ANN\": { \"aliases\": [\"Alice\"] }",
      advice: "Remove one of the entries, or the alias."),
    unboundSound, longSound,
    LintCode(
      "bad-sound", .error, "A sound of the cast is missing, damaged, or no sound.",
      example: "\"rain\": \"sounds/rian.flac\"",
      advice: "Correct the path, or save the file again as FLAC, WAV, Ogg or MP3."),
    LintCode(
      "bad-cover", .error, "The cover is not a JPEG or PNG, is damaged or is too large.",
      example: "\"cover\": \"cover.webp\"", advice: "Save the cover again as JPEG or PNG."),
    LintCode(
      unusedCover, .warning, "The cover in an EPUB is not a JPEG or PNG, or is damaged.",
      example: "an EPUB of Standard Ebooks, whose cover is a drawing (SVG)",
      advice: "Name another cover with --cover, or draw one with --cover auto."),
    LintCode(
      "small-cover", .warning, "A side of the cover is shorter than 500 pixels.",
      example: "a picture of 300 by 300", advice: "Use a larger image; shops ask for 2400 pixels."),
    LintCode(
      "cover-shape", .warning, "The cover is not square.",
      example: "the cover of a printed book",
      advice: "Use --cover-fit pad to make the cover square."),
    LintCode(
      "cover-font", .warning, "No installed font has all letters of a drawn cover.",
      example: "a title in Thai",
      advice: "Install a font that has these letters (Debian: fonts-noto)."),
  ]

  static let voice: [LintCode] = [
    LintCode(
      "unknown-voice", .error,
      "The provider of a voice does not exist, or the provider has no such voice.",
      example: "\"narrator\": \"espeak://en-uk\"",
      advice: "Correct the voice; `guion2audio voices` lists all voices."),
    LintCode(
      "voice-not-installed", .error, "The files of a known voice are not on this machine.",
      example: "\"narrator\": \"hibari://emma\"",
      advice: "Run the `guion2audio voices install` command that the message shows."),
    LintCode(
      "no-voice", .error, "No provider has a voice for the language.", example: "--language tlh",
      advice: "Choose a narrator, or another language."),
    LintCode(
      "bad-setting", .error, "A URI or object has a setting that the voice does not support.",
      example: "\"espeak://en-gb?stability=0.5\"", advice: "Remove the setting."),
    LintCode(
      "own-fallback", .error, "A provider is its own fallback.",
      example: "\"fallback\": { \"elevenlabs\": \"elevenlabs://…\" }",
      advice: "Choose a voice of another provider."),
    LintCode(
      "provider-refused", .error,
      "The provider of a voice is disabled, needs a key, or refused the key.",
      example: "a cast with voices of ElevenLabs, but no key for ElevenLabs",
      advice: "`guion2audio providers` shows what each provider needs."),
    LintCode(
      "provider-unavailable", .error,
      "The provider of a voice is unavailable and has no fallback.",
      example: "no network", advice: "Try again later, or add a \"fallback\" to the cast."),
    LintCode(
      "tempo", .warning,
      "--rate is beyond the range of a voice. The voice speaks at the nearest rate that it supports.",
      example: "--rate 2 with a voice whose limit is 1.2",
      advice: "Choose a --rate that is closer to 1."),
    languageSwitch,
  ]

  package static let unboundSound = LintCode(
    "unbound-sound", .note, "The script asks for a sound for which the cast names no file.",
    example: "[[Sound: door slams]]",
    advice: """
      Name a file under "sounds" of the cast. Without a file, a note is not read, and the narrator reads a line \
      such as SFX: A DOOR SLAMS.
      """)
  package static let longSound = LintCode(
    "long-sound", .warning, "The next line waits more than ten minutes for a sound.",
    example: "[[Sound: rain, wait]] with a file of two hours",
    advice: "Write `under` after the name, so that the sound goes on beneath the next lines.")

  package static let languageSwitch = LintCode(
    "language-switch", .note,
    "Another voice than the role's speaks a passage in another language, or no voice speaks it.",
    example: "She said [Je ne sais pas.]{lang=fr} and left.",
    advice: """
      Name the voice for the language under "languages" of the role in the cast. If the passage is not in this \
      language, correct its mark, or give the role a voice in the cast.
      """)

  static let build: [LintCode] = [
    LintCode(
      "loudness", .warning,
      "While rendering: a chapter stays below the requested loudness.",
      example: "--loudness -10 for a voice with high peaks", advice: "Choose a lower loudness."),
    LintCode(
      "many-sounds", .warning, "While rendering: more than 64 sounds play at once.",
      example: "200 sounds under each other", advice: "End sounds with [[Sound: stop NAME]]."),
    LintCode(
      "silent-line", .warning, "While rendering: a voice returned no audio for a line.",
      example: "a line in an alphabet that the voice does not know",
      advice: "Give the role a voice for the language of the line."),
    LintCode(
      "bad-take", .warning,
      "While rendering: the first take of a line was silent or ended early, so a second take was requested.",
      example: "a service that breaks off in the middle of a sentence",
      advice: "No action is needed: the second take is used."),
    LintCode(
      "retake", .warning, "A name after --retake has no effect.",
      example: "--retake narrator with an espeak voice, which speaks a line the same way each time",
      advice:
        "If the message names --only, add the chapter of this role or line to --only. Otherwise remove the name from --retake: voices of espeak and hibari always speak a line the same way."
    ),
    LintCode(
      "quota", .warning,
      "The build needs more paid characters than the account at the service has left.",
      example: "a novel with a free account",
      advice: "Buy more characters, or render only some chapters with --only."),
    LintCode(
      "fallback-voice", .warning,
      "While rendering: a provider is down, so the fallback in the cast speaks the provider's remaining lines.",
      example: "an outage of a service",
      advice: "Build again later: the build then tries the provider again."),
    LintCode(
      "chapter-failed", .error, "While rendering: a chapter could not be rendered.",
      example: "a line that a service refuses", advice: "See the reason in the message."),
  ]

  static let configuration: [LintCode] = [
    LintCode(
      "unreadable-configuration", .error, "The user configuration cannot be read.",
      example: "GUION2AUDIO_CONFIG=missing.json",
      advice: "Correct the path, or the permissions of the file."),
    LintCode(
      "exposed-configuration", .error,
      "Other users can change the user configuration, which names programs to run.",
      example: "a config.json of mode 664",
      advice: "Check the contents of the file, then remove the permission: chmod go-w FILE."),
    LintCode(
      "bad-provider-id", .error,
      "The id of a provider has characters that are not allowed in ID://VOICE.",
      example: "\"providers\": { \"my voice\": {} }",
      advice: "Use only letters, digits, hyphens, underscores and dots."),
    LintCode(
      "wrong-provider-type", .error,
      "espeak or hibari has another type than its own, or a provider with another id has the type espeak, hibari or kokoro.",
      example: "\"espeak\": { \"type\": \"openai\" }",
      advice: "Change the id or the type of the provider."),
    LintCode(
      "always-enabled", .error, "espeak cannot be disabled.",
      example: "\"espeak\": { \"enabled\": false }",
      advice:
        "Remove the setting: espeak reads the languages for which no natural voice is installed."),
    LintCode(
      "misplaced-key", .error, "A key belongs to providers of another type.",
      example: "\"command\" for a provider of type openai", advice: "Remove the key."),
    LintCode(
      "retired-key", .note, "A key of an earlier version has no effect.",
      example: "\"program\" for a provider of type piper", advice: "Remove the key."),
    LintCode(
      "secret-in-configuration", .error,
      "The user configuration contains the API key of a service.",
      example: "\"apiKey\": \"sk-…\"",
      advice:
        "Remove the key from the file, and store it with `guion2audio providers login ID`."),
    LintCode(
      "bad-address", .error, "A value is not the address of a server.",
      example: "\"baseURL\": \"local\"",
      advice:
        "Write https:// or http:// and a host. To send a key to another machine, use https://."),
    LintCode(
      "bad-variable", .error, "A value is not a valid name for an environment variable.",
      example: "\"keyVariable\": \"my key\"", advice: "Use capitals, digits and underscores."),
    LintCode(
      "bad-currency", .error, "A value is not a currency code.",
      example: "\"currency\": \"dollars\"",
      advice: "Write three letters, such as USD."),
    LintCode(
      "bad-text", .error, "A value is blank, or is not a single line of text.",
      example: "\"model\": \"a\\nb\"", advice: "Write a text on one line."),
    LintCode(
      "empty-value", .error, "A value is an empty list.", example: "\"format\": []",
      advice: "Enter a value, or remove the key."),
    LintCode(
      "bad-command", .error,
      "The arguments, input, output and voices of a command contradict each other.",
      example: "\"output\": \"raw\" without \"sampleRate\"",
      advice: "Correct what the message names. Documentation/providers.md explains commands."),
    LintCode(
      "stray-format", .error, "sampleRate or channels are set although the output is \"wav\".",
      example: "\"output\": \"wav\", \"channels\": 1",
      advice: "Remove these keys: the WAV file states the sample rate and the channels."),
    LintCode(
      "bad-path", .error, "The path of a folder does not begin with / or ~/.",
      example: "\"voices\": [\"piper\"]",
      advice: "Write the full path."),
    LintCode(
      "duplicate-voice", .error, "A voice is listed twice.", example: "\"voices\": [\"a\", \"a\"]",
      advice: "Remove one of the two entries."),
  ]
}
