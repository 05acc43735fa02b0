import Audiobook
import Guion
import Hablare
import Narration

/// Every option of every command, under its long name.
enum OptionName: String, CaseIterable {
  case cast, cache, output, format, split, only, voice, language, rate, jobs, loudness, bitrate,
    title, captions, cover, diagnostics, overlay, rules
  case author, force, memory, overwrite, strict, progress, quiet, verbose, from, to, provider
  case gender, json
  case help, version, shard, wait, stereo, man, completions, merge, role, voices, gains, listen,
    retake, pitch, licence, yes, play
  case url, episodes, date, description, email, link, category, explicit
  case cacheLimit = "cache-limit"
  case captionAnnouncements = "caption-announcements"
  case readAlong = "read-along"
  case chapterLevel = "chapter-level"
  case coverFit = "cover-fit"
  case dryRun = "dry-run"
  case maxCost = "max-cost"
  case sampleRate = "sample-rate"
  case keepGoing = "keep-going"
  case noCache = "no-cache"
  case noOpen = "no-open"
  case noVerify = "no-verify"
  case singleFile = "single-file"
}

/// An option as the table of a command lists it: the parser and the help text both read this.
struct OptionSpec {
  var name: OptionName
  /// The one-letter form.
  var letter: Character?
  /// What stands for the value in the help; nil for an option without one.
  var value: String?
  var help: String
  /// The words that it takes, or some of them, for shells to complete.
  var words: [String] = []
  /// What its value looks like in the user's `defaults`; nil if the option belongs to one run.
  var standing: Form?
  /// What it means to a command to which it means something else.
  var meanings: [Command: Meaning] = [:]

  /// What an option means to one command.
  struct Meaning {
    var value: String
    var help: String
  }

  /// The option as a command has it.
  func specific(to command: Command) -> OptionSpec {
    guard let meaning = meanings[command] else { return self }
    var spec = self
    (spec.value, spec.help, spec.words) = (meaning.value, meaning.help, [])
    return spec
  }

  typealias Form = DefaultableOption.Form

  /// The option as the reader of the user's configuration knows it.
  var defaultable: DefaultableOption { DefaultableOption(name: name.rawValue, form: standing) }

  static let all: [OptionSpec] = [
    OptionSpec(
      name: .cast, value: "FILE", help: "the cast file (default: cast.json beside the input)",
      meanings: [
        .voices: Meaning(value: "FILE", help: "install every voice that a cast file names")
      ]),
    OptionSpec(
      name: .output, letter: "o", value: "PATH",
      help:
        "what to write: render's folder (./NAME.audiobook/); a file of say, cast, audition, convert",
      meanings: [
        .feed: Meaning(
          value: "FILE", help: "the feed (default: standard output, without files of chapters)"
        )
      ]),
    OptionSpec(
      name: .format, value: "LIST",
      help: "mp3, flac, wav, ogg, opus; m4b is the whole book in one file (default: mp3)",
      words: BookFormat.allCases.map(\.rawValue),
      standing: .words(BookFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .singleFile, help: "one file of the whole book, with its chapters, in each format",
      standing: .flag),
    OptionSpec(
      name: .split, value: "HOW", help: "auto, chapter, scene or document (default: auto)",
      words: SplitMode.allCases.map(\.rawValue), standing: .word(SplitMode.allCases.map(\.rawValue))
    ),
    OptionSpec(
      name: .chapterLevel, value: "N", help: "the heading level that starts a chapter",
      standing: .integer(1...99)),
    OptionSpec(
      name: .only, value: "LIST", help: "chapters by number (3, 2-5, 7-) or by words of the title"),
    OptionSpec(
      name: .voice, value: "URI", help: "the narrator's voice, or the voice to hear",
      standing: .voice),
    OptionSpec(
      name: .language, value: "TAG",
      help: "the language of the text (default: the document's, else en-US)", standing: .language,
      meanings: [
        .feed: Meaning(value: "TAG", help: "the language of the podcast (default: the book's)")
      ]),
    OptionSpec(
      name: .rate, value: "X", help: "the tempo of every voice (0.5 to 2, default: 1)",
      standing: .number(VoiceURI.rateRange)),
    OptionSpec(
      name: .rules, value: "VERSION",
      help: "the rules by which the text is read (default: \(RuleSet.current.rawValue))",
      words: RuleSet.allCases.map(\.rawValue), standing: .word(RuleSet.allCases.map(\.rawValue))),
    OptionSpec(
      name: .jobs, letter: "j", value: "N",
      help: "processors to keep busy (default: those this process may use)",
      standing: .integer(1...1024)),
    OptionSpec(
      name: .memory, value: "SIZE",
      help: "how much memory the program may take with the models of natural voices, such as 600M "
        + "(default: a quarter of the machine's)",
      standing: .size),
    OptionSpec(
      name: .loudness, value: "HOW",
      help: "LUFS on mono (default: -19), acx, podcast, ebu, or off",
      words: ["acx", "podcast", "ebu", "off"],
      standing: .wordOrNumber(["acx", "podcast", "ebu", "off"], -70 ... -5)),
    OptionSpec(name: .stereo, help: "two channels, with each voice in its place", standing: .flag),
    OptionSpec(
      name: .sampleRate, value: "HZ", help: "auto, or the rate of every file in hertz",
      words: ["auto"], standing: .wordOrNumber(["auto"], 8_000...192_000)),
    OptionSpec(
      name: .bitrate, value: "K",
      help: "about so many kilobits per second of mp3, ogg, opus and m4b",
      standing: .integer(6...512)),
    OptionSpec(
      name: .title, value: "TEXT", help: "the title of the book",
      meanings: [
        .feed: Meaning(value: "TEXT", help: "the title of the podcast (default: the book's)")
      ]),
    OptionSpec(
      name: .author, value: "TEXT", help: "the author of the book",
      meanings: [
        .feed: Meaning(value: "TEXT", help: "who makes the podcast (default: the authors)")
      ]),
    OptionSpec(
      name: .cover, value: "FILE",
      help: "the cover, JPEG or PNG; auto draws one where none is named"),
    OptionSpec(
      name: .coverFit, value: "HOW",
      help: "what is not square: keep it, or pad it to a square (default: keep)",
      words: CoverFit.allCases.map(\.rawValue), standing: .word(CoverFit.allCases.map(\.rawValue))),
    OptionSpec(
      name: .captions, value: "LIST",
      help: "captions beside each chapter: vtt, srt (default: none)",
      words: CaptionFormat.allCases.map(\.rawValue) + ["none"],
      standing: .words(CaptionFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .captionAnnouncements, help: "captions show announcements such as \"Ann says:\" too",
      standing: .flag),
    OptionSpec(
      name: .readAlong, value: "LIST",
      help: "the text to read while it sounds: html is a page, epub a book with its audio "
        + "(default: none)",
      words: ReadAlongFormat.allCases.map(\.rawValue) + ["none"],
      standing: .words(ReadAlongFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .overlay, value: "UNIT",
      help: "what an EPUB highlights while it sounds: sentence or word (default: sentence)",
      words: OverlayUnit.allCases.map(\.rawValue),
      standing: .word(OverlayUnit.allCases.map(\.rawValue))),
    OptionSpec(
      name: .play, help: "after each build, play the lines that have changed (a minute at most)"),
    OptionSpec(name: .dryRun, help: "say what would be rendered and what it costs, as `plan` does"),
    OptionSpec(
      name: .maxCost, value: "X",
      help: "spend no more than this, by the prices in config.json; stop before the first request "
        + "if the plan costs more", standing: .number(0...1_000_000)),
    OptionSpec(
      name: .force, help: "render again what is already rendered, with the clips that are kept"),
    OptionSpec(
      name: .retake, value: "LIST",
      help: "ask for new takes of lines (FILE:LINE or LINE) or roles, and pay for them again"),
    OptionSpec(name: .overwrite, help: "replace files that this program did not write"),
    OptionSpec(
      name: .keepGoing, help: "render the other chapters after one fails", standing: .flag),
    OptionSpec(
      name: .shard, value: "I/N",
      help: "render only this share of the chapters; auto asks the job's environment",
      words: ["auto"]),
    OptionSpec(name: .wait, help: "wait for a folder that another build holds", standing: .flag),
    OptionSpec(name: .strict, help: "warnings are errors", standing: .flag),
    OptionSpec(
      name: .progress, value: "HOW", help: "auto, bar, plain, json or none",
      words: ProgressReporter.Style.allCases.map(\.rawValue),
      standing: .word(ProgressReporter.Style.allCases.map(\.rawValue))),
    OptionSpec(
      name: .diagnostics, value: "HOW",
      help: "text, json, github (annotations), gitlab (code quality) or sarif (default: text)",
      words: DiagnosticsStyle.allCases.map(\.rawValue),
      standing: .word(DiagnosticsStyle.allCases.map(\.rawValue))),
    OptionSpec(
      name: .from, value: "FORMAT",
      help: "fountain, markdown, text, fdx, highland, textbundle or epub; needed for -",
      words: DocumentFormat.allCases.map(\.rawValue),
      meanings: [
        .voices: Meaning(
          value: "PATH", help: "the folder, file or address that voices are installed from")
      ]),
    OptionSpec(
      name: .to, value: "FORMAT",
      help: "what to write: fountain, fdx or markdown (default: by the file's name)",
      words: DocumentConversion.targets.map(\.rawValue)),
    OptionSpec(
      name: .cache, value: "DIR", help: "where clips of paid voices and lists of voices are kept",
      standing: .path),
    OptionSpec(
      name: .cacheLimit, value: "SIZE",
      help: "the size of the clip cache, such as 10G; paid clips go last (default: 2G)",
      standing: .size),
    OptionSpec(name: .noCache, help: "keep nothing and use nothing that was kept", standing: .flag),
    OptionSpec(name: .noOpen, help: "open no browser; the address is printed either way"),
    OptionSpec(name: .noVerify, help: "keep a key without trying it"),
    OptionSpec(name: .provider, value: "ID", help: "only the voices of this provider"),
    OptionSpec(
      name: .gender, value: "G", help: "only female, male or neutral voices",
      words: ["female", "male", "neutral"]),
    OptionSpec(
      name: .pitch, value: "RANGE",
      help: "only voices whose fundamental is in a range of hertz: 90-140, -120, 200-"),
    OptionSpec(
      name: .licence, value: "WORDS",
      help: "only voices with these words in their licence, or `commercial`: for commercial use",
      words: ["commercial"]),
    OptionSpec(name: .yes, help: "install without asking"),
    OptionSpec(name: .json, help: "print JSON"),
    OptionSpec(name: .quiet, letter: "q", help: "print errors only", standing: .flag),
    OptionSpec(name: .verbose, letter: "v", help: "print notes as well", standing: .flag),
    OptionSpec(name: .merge, help: "names that are nearly alike are one role's"),
    OptionSpec(
      name: .listen, value: "LIST",
      help: "listen also to the voices of these providers, which may cost money"),
    OptionSpec(name: .role, value: "NAME", help: "only this role; `narrator` is the narrator"),
    OptionSpec(
      name: .voices, value: "LIST", help: "voices that the role is tried with, parted by commas"),
    OptionSpec(
      name: .gains,
      help: "measure paid voices that have no gain, and write it into the cast file"),
    OptionSpec(
      name: .url, value: "ADDRESS",
      help: "where the folder of the feed is served, such as https://example.org/books/"),
    OptionSpec(
      name: .episodes, value: "WHAT",
      help:
        "what an episode is: book or chapter (default: book if each folder has one file of the book)",
      words: FeedSettings.Episodes.allCases.map(\.rawValue)),
    OptionSpec(
      name: .date, value: "DATE",
      help:
        "when the first episode is published, such as 2026-11-24 or 2026-11-24T18:00:00Z (default: "
        + "the date in front matter or on the title page)"),
    OptionSpec(
      name: .description, value: "TEXT",
      help: "what the podcast is about (default: the description of the book)"),
    OptionSpec(
      name: .category, value: "NAME",
      help: "a category of Apple Podcasts, such as Fiction/Drama or Arts/Books",
      words: PodcastCategory.names.filter { !$0.contains(" ") }),
    OptionSpec(name: .explicit, help: "the podcast is not for children"),
    OptionSpec(
      name: .email, value: "ADDRESS", help: "the owner's mail address, which everyone can read"),
    OptionSpec(
      name: .link, value: "ADDRESS", help: "the page of the podcast (default: --url)"),
    OptionSpec(name: .man, help: "print the manual page, for man"),
    OptionSpec(
      name: .completions, value: "SHELL", help: "print completions for bash, zsh or fish",
      words: Shell.allCases.map(\.rawValue)),
    OptionSpec(name: .help, letter: "h", help: "print help"),
    OptionSpec(name: .version, help: "print the version"),
  ]

  static func named(_ name: OptionName) -> OptionSpec? { all.first { $0.name == name } }
}

/// A shell that can complete what is typed behind the program's name.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}
