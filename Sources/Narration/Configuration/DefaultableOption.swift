import Hablare

/// An option of the command for which a user's configuration may hold a value.
struct DefaultableOption {
  /// What its value looks like.
  enum Form {
    /// No value: it is given or not.
    case flag
    /// A folder, from `/` or `~/`: the configuration is the same wherever it is used.
    case path
    /// One of these words.
    case word([String])
    /// Some of these words, with commas between them or as a list.
    case words([String])
    /// A whole number.
    case integer(ClosedRange<Double>)
    /// A number.
    case number(ClosedRange<Double>)
    /// One of these words, or a number.
    case wordOrNumber([String], ClosedRange<Double>)
    /// A size in bytes: a whole number, or one with `K`, `M`, `G` or `T` behind it.
    case size
    /// A voice's URI.
    case voice
    /// A language tag.
    case language
  }

  var name: String
  var form: Form

  /// The options by the table of `Documentation/interfaces.md`, with its ranges.
  static let all: [DefaultableOption] = [
    .init(name: "format", form: .words(["mp3", "m4b", "flac", "wav", "ogg", "opus"])),
    .init(name: "single-file", form: .flag),
    .init(name: "split", form: .word(["auto", "chapter", "scene", "document"])),
    .init(name: "chapter-level", form: .integer(1...99)),
    .init(name: "voice", form: .voice),
    .init(name: "language", form: .language),
    .init(name: "rate", form: .number(VoiceURI.rateRange)),
    .init(name: "jobs", form: .integer(1...1024)),
    .init(name: "loudness", form: .wordOrNumber(["acx", "podcast", "ebu", "off"], -70 ... -5)),
    .init(name: "sample-rate", form: .wordOrNumber(["auto"], 8_000...192_000)),
    .init(name: "bitrate", form: .integer(6...512)),
    .init(name: "stereo", form: .flag),
    .init(name: "cover-fit", form: .word(["keep", "pad"])),
    .init(name: "captions", form: .words(["vtt", "srt"])),
    .init(name: "max-cost", form: .number(0...1_000_000)),
    .init(name: "keep-going", form: .flag),
    .init(name: "wait", form: .flag),
    .init(name: "strict", form: .flag),
    .init(name: "progress", form: .word(["auto", "bar", "plain", "json", "none"])),
    .init(name: "diagnostics", form: .word(["text", "json", "github", "sarif"])),
    .init(name: "cache", form: .path),
    .init(name: "no-cache", form: .flag),
    .init(name: "cache-limit", form: .size),
    .init(name: "quiet", form: .flag),
    .init(name: "verbose", form: .flag),
  ]

  /// Options that belong to one run or one book, so that a default would be a trap.
  static let others = [
    "cast", "output", "only", "title", "author", "cover", "dry-run", "force", "overwrite", "shard",
    "from", "provider", "gender", "json", "role", "voices", "listen", "retake", "help", "version",
  ]
}
