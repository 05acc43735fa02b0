import Audiobook
import Guion
import Hablare
import Narration

/// Every option of every command, by its long name.
enum OptionName: String, CaseIterable {
  case cast, cache, output, format, split, only, voice, language, rate, jobs, loudness, bitrate,
    title, captions, cover, diagnostics, labels, overlay, rules, skip, dialogue
  case stems, project, markers, bits, preset
  case author, force, memory, overwrite, strict, progress, quiet, verbose, from, to, provider
  case all, ask, gender, json, set
  case help, version, shard, wait, stereo, man, completions, merge, role, voices, gains, listen,
    retake, pitch, licence, yes, play, color, start, read, rehearse, host
  case url, episodes, date, description, email, link, category, explicit
  case cacheLimit = "cache-limit"
  case captionAnnouncements = "caption-announcements"
  case readAlong = "read-along"
  case roomTone = "room-tone"
  case chapterLevel = "chapter-level"
  case coverFit = "cover-fit"
  case dryRun = "dry-run"
  case maxCost = "max-cost"
  case onlyWith = "only-with"
  case rehearseGap = "rehearse-gap"
  case rehearseWith = "rehearse-with"
  case sampleRate = "sample-rate"
  case keepGoing = "keep-going"
  case noCache = "no-cache"
  case noOpen = "no-open"
  case noVerify = "no-verify"
  case singleFile = "single-file"
}

extension OptionName {
  /// What the options are about, in the order of the help. An option that is in no group is about reading.
  static let groups: [(title: String, options: Set<OptionName>)] = [
    (
      "input",
      [.cast, .from, .only, .start, .split, .chapterLevel, .skip, .language, .title, .author]
    ),
    (
      "voices",
      [.voice, .role, .voices, .provider, .gender, .pitch, .licence, .listen, .gains, .merge, .set]
    ),
    ("reading", stageNames.union([.rules, .rate, .dialogue])),
    (
      "output",
      [
        .preset, .format, .singleFile, .loudness, .roomTone, .stereo, .sampleRate, .bits, .bitrate,
        .cover,
        .coverFit,
      ]
    ),
    (
      "files",
      [
        .output, .captions, .captionAnnouncements, .labels, .stems, .project, .markers, .readAlong,
        .overlay, .overwrite, .cache,
        .noCache, .cacheLimit,
      ]
    ),
    ("money", [.maxCost, .retake]),
    ("build", [.dryRun, .force, .keepGoing, .shard, .wait, .jobs, .memory, .play, .noOpen, .host]),
    ("messages", [.strict, .progress, .diagnostics, .json, .quiet, .verbose, .color]),
  ]

  /// The title of the option's group.
  var group: String { Self.groups.first { $0.options.contains(self) }?.title ?? "reading" }
}

/// An option in the option table.
/// Both the parser and the help text use the table.
struct OptionSpec {
  var name: OptionName
  var letter: Character?
  /// The placeholder of the value in the help, or nil if the option has no value.
  var value: String?
  var help: String
  /// The words that shell completions offer as values.
  /// Other values may also be accepted.
  var words: [String] = []
  /// The form of the value in the user configuration's `defaults`, or nil if the option can only be typed.
  var defaultForm: Form?
  var meanings: [Command: Meaning] = [:]

  struct Meaning {
    /// The placeholder of the value, or nil if the option has no value.
    var value: String?
    var help: String
    /// The words that shell completions offer as values.
    var words: [String] = []
  }

  func specific(to command: Command) -> OptionSpec {
    guard let meaning = meanings[command] else { return self }
    var spec = self
    (spec.value, spec.help, spec.words) = (meaning.value, meaning.help, meaning.words)
    return spec
  }

  typealias Form = DefaultableOption.Form

  /// The option in the form that the reader of the user configuration needs.
  var defaultable: DefaultableOption { DefaultableOption(name: name.rawValue, form: defaultForm) }

  static let all: [OptionSpec] = reading + casting + production + stage

  private static let reading: [OptionSpec] = [
    OptionSpec(
      name: .cast, value: "FILE", help: "the cast file (default: cast.json beside the input)",
      meanings: [
        .cast: Meaning(
          value: "FILE", help: "the cast file to complete (default: cast.json beside the input)"),
        .voices: Meaning(
          value: "FILE", help: "install the voices that this cast uses (for `voices install`)"),
      ]),
    OptionSpec(
      name: .output, letter: "o", value: "DIR",
      help: "the output folder (default: ./NAME.audiobook)",
      meanings: [
        .say: Meaning(
          value: "FILE",
          help:
            "the audio file (default: play the audio; if standard output is redirected, write the audio there)"
        ),
        .audition: Meaning(
          value: "FILE", help: "the audio file, or - for WAV to standard output (default: play)"),
        .cast: Meaning(
          value: "FILE",
          help: "the cast file to write (default: standard output; with --set, the cast file)"),
        .speakers: Meaning(
          value: "FILE", help: "write the file of answers, such as NOVEL.voices beside the input"),
        .convert: Meaning(value: "FILE", help: "the new document (default: standard output)"),
        .report: Meaning(value: "FILE", help: "the report (default: standard output)"),
        .feed: Meaning(
          value: "FILE",
          help: "the feed file, with files of chapter marks beside it "
            + "(default: standard output, without these files)"
        ),
      ]),
    OptionSpec(
      name: .format, value: "LIST",
      help: "mp3, flac, wav, ogg, opus; m4b writes the whole book to one file (default: mp3)",
      words: BookFormat.allCases.map(\.rawValue),
      defaultForm: .words(BookFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .singleFile,
      help: "write the whole book to one file with chapter marks, in each format",
      defaultForm: .flag),
    OptionSpec(
      name: .split, value: "HOW",
      help: "one file per chapter, scene or document; auto chooses (default: auto)",
      words: SplitMode.allCases.map(\.rawValue),
      defaultForm: .word(SplitMode.allCases.map(\.rawValue))
    ),
    OptionSpec(
      name: .chapterLevel, value: "N", help: "headings of levels 1 to N start a chapter",
      defaultForm: .integer(1...99)),
    OptionSpec(
      name: .only, value: "LIST",
      help: "only these chapters, by number (3, 2-5, 7-) or by words of the title"),
    OptionSpec(
      name: .start, value: "CHAPTER",
      help: "begin with this chapter or scene: its number, or words of its title"),
    OptionSpec(
      name: .voice, value: "URI",
      help: "the narrator's voice: a URI, or a short name such as raven",
      words: VoiceURI.shortNames, defaultForm: .voice,
      meanings: [
        .say: Meaning(
          value: "URI",
          help: "the voice that speaks: a URI, or a short name such as raven "
            + "(default: the usual voice of the language)",
          words: VoiceURI.shortNames)
      ]),
    OptionSpec(
      name: .language, value: "TAG",
      help: "the language of the text (default: the document's, else en-US)",
      defaultForm: .language,
      meanings: [
        .voices: Meaning(value: "TAG", help: "only voices for this language"),
        .say: Meaning(value: "TAG", help: "the language of the text (default: en-US)"),
        .feed: Meaning(value: "TAG", help: "the language of the podcast (default: the book's)"),
      ]),
    OptionSpec(
      name: .rate, value: "X", help: "the tempo of every voice (0.5 to 2, default: 1)",
      defaultForm: .number(VoiceURI.rateRange)),
    OptionSpec(
      name: .rules, value: "VERSION",
      help: "the version of the reading rules (default: \(RuleSet.current.rawValue))",
      words: RuleSet.allCases.map(\.rawValue), defaultForm: .word(RuleSet.allCases.map(\.rawValue))),
    OptionSpec(
      name: .skip, value: "LIST",
      help:
        "leave out the sections with these names, such as Boneyard; back-matter leaves out contents, "
        + "index, copyright and the like; none reads all",
      words: [Manuscript.backMatterName, "none"]),
    OptionSpec(
      name: .dialogue, value: "HOW",
      help:
        "whether characters speak the quotations of prose: on or off (default: the cast's choice, else off)",
      words: ["on", "off"]),
    OptionSpec(
      name: .jobs, letter: "j", value: "N",
      help: "the number of processors to use (default: all that this process may use)",
      defaultForm: .integer(1...1024)),
    OptionSpec(
      name: .memory, value: "SIZE",
      help: "the memory limit, such as 600M, including the models of natural voices "
        + "(default: a quarter of the machine's memory)",
      defaultForm: .size),
    OptionSpec(
      name: .loudness, value: "HOW",
      help:
        "the loudness target: acx (whose shop takes machine narration only with its permission), podcast, "
        + "ebu, off, or a number of LUFS, the unit of loudness (default: -19, measured on mono)",
      words: ["acx", "podcast", "ebu", "off"],
      defaultForm: .wordOrNumber(["acx", "podcast", "ebu", "off"], -70 ... -5)),
    OptionSpec(
      name: .roomTone, value: "HOW",
      help:
        "a quiet noise under each chapter, so that no pause is absolute silence: on, off, or a level "
        + "from -90 to -60 dBFS (default: on for --loudness acx)",
      words: ["on", "off"],
      defaultForm: .wordOrNumber(["on", "off"], RoomToneSetting.range)),
    OptionSpec(
      name: .stereo, help: "write two channels, with each role at its own position",
      defaultForm: .flag),
    OptionSpec(
      name: .sampleRate, value: "HZ",
      help: "the sample rate of every file in hertz, or auto (default: auto)",
      words: ["auto"], defaultForm: .wordOrNumber(["auto"], 8_000...192_000)),
    OptionSpec(
      name: .bitrate, value: "K",
      help: "the approximate bit rate of mp3, ogg, opus and m4b, in kilobits per second",
      defaultForm: .integer(6...512)),
    OptionSpec(
      name: .title, value: "TEXT", help: "the title of the book",
      meanings: [
        .feed: Meaning(value: "TEXT", help: "the title of the podcast (default: the book's)")
      ]),
    OptionSpec(
      name: .author, value: "TEXT", help: "the author of the book",
      meanings: [
        .feed: Meaning(
          value: "TEXT", help: "the author of the podcast (default: the books' authors)")
      ]),
    OptionSpec(
      name: .cover, value: "FILE",
      help: "the cover, JPEG or PNG; auto draws one "
        + "if neither the cast nor the document names a cover"),
    OptionSpec(
      name: .coverFit, value: "HOW",
      help: "for covers that are not square: keep, or pad to a square (default: keep)",
      words: CoverFit.allCases.map(\.rawValue),
      defaultForm: .word(CoverFit.allCases.map(\.rawValue))),
    OptionSpec(
      name: .captions, value: "LIST",
      help: "caption files for each chapter: "
        + CaptionFormat.allCases.map(\.rawValue).joined(separator: ", ") + " (default: none)",
      words: CaptionFormat.allCases.map(\.rawValue) + ["none"],
      defaultForm: .words(CaptionFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .captionAnnouncements, help: "include announcements such as \"Ann says:\" in captions",
      defaultForm: .flag),
    OptionSpec(
      name: .labels, value: "LIST",
      help: "a label track for each chapter, for audio editors: audacity (default: none)",
      words: LabelFormat.allCases.map(\.rawValue) + ["none"],
      defaultForm: .words(LabelFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .readAlong, value: "LIST",
      help:
        "also write a page (html), a page that contains its sound (html-single) or a book (epub) "
        + "that shows the text while the audio plays (default: none)",
      words: ReadAlongFormat.allCases.map(\.rawValue) + ["none"],
      defaultForm: .words(ReadAlongFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .overlay, value: "UNIT",
      help: "what an EPUB highlights during playback: sentence or word (default: sentence)",
      words: OverlayUnit.allCases.map(\.rawValue),
      defaultForm: .word(OverlayUnit.allCases.map(\.rawValue))),
    OptionSpec(
      name: .play, help: "after each build, play the changed lines, for about a minute at most"),
    OptionSpec(
      name: .dryRun, help: "show chapters, length and cost without rendering, as `plan` does"),
    OptionSpec(
      name: .maxCost, value: "X",
      help:
        "the cost limit, in the currency of the prices in config.json; a run that would cost more "
        + "stops before its first request", defaultForm: .number(0...1_000_000)),
    OptionSpec(
      name: .force, help: "render all chapters again, using the cached clips"),
    OptionSpec(
      name: .retake, value: "LIST",
      help: "request new takes of lines (FILE:LINE or LINE) or roles, and pay for them again"),
    OptionSpec(
      name: .overwrite, help: "replace files that this program did not write",
      meanings: [.convert: Meaning(value: nil, help: "replace an existing file")]),
    OptionSpec(
      name: .keepGoing, help: "continue with the other chapters if one fails", defaultForm: .flag),
    OptionSpec(
      name: .shard, value: "I/N",
      help: "render only shard I of N; auto reads I and N from the job's environment",
      words: ["auto"]),
    OptionSpec(
      name: .wait, help: "wait if another build is using the output folder", defaultForm: .flag,
      meanings: [.watch: Meaning(value: nil, help: "no effect, because watch always waits")]),
    OptionSpec(
      name: .strict,
      help: "if there are warnings before rendering, render nothing and exit with 65",
      defaultForm: .flag,
      meanings: [
        .check: Meaning(value: nil, help: "exit with 1 if there are warnings"),
        .recordings: Meaning(value: nil, help: "exit with 1 if there are warnings"),
        .report: Meaning(value: nil, help: "exit with 1 if the lines differ"),
        .watch: Meaning(
          value: nil, help: "if there are warnings, render nothing until they are gone"),
      ]),
    OptionSpec(
      name: .progress, value: "HOW",
      help: "how to show progress: auto, bar, plain, json or none (default: auto)",
      words: ProgressReporter.Style.allCases.map(\.rawValue),
      defaultForm: .word(ProgressReporter.Style.allCases.map(\.rawValue))),
    OptionSpec(
      name: .diagnostics, value: "HOW",
      help:
        "the format of errors, warnings and notes: text, json, github (annotations), "
        + "gitlab (code quality) or sarif (default: text)",
      words: DiagnosticsStyle.allCases.map(\.rawValue),
      defaultForm: .word(DiagnosticsStyle.allCases.map(\.rawValue))),
    OptionSpec(
      name: .from, value: "FORMAT",
      help:
        "the input format: "
        + DocumentFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + "; needed for - (standard input)",
      words: DocumentFormat.allCases.map(\.rawValue),
      meanings: [
        .voices: Meaning(
          value: "PATH", help: "the folder, file or address to install voices from")
      ]),
    OptionSpec(
      name: .to, value: "FORMAT",
      help: "the output format: fountain, fdx or markdown (default: from the output file's name)",
      words: DocumentConversion.targets.map(\.rawValue), meanings: [.report: reportForms]),
    OptionSpec(
      name: .cache, value: "DIR", help: "the cache folder, for clips and lists of voices",
      defaultForm: .path),
    OptionSpec(
      name: .cacheLimit, value: "SIZE",
      help:
        "the size limit of the clip cache, such as 10G; paid clips are removed last (default: 2G)",
      defaultForm: .size),
    OptionSpec(name: .noCache, help: "do not use or fill the cache", defaultForm: .flag),
    OptionSpec(name: .noOpen, help: "do not open the browser; the address is always printed"),
    OptionSpec(
      name: .host, value: "ADDRESS",
      help: "let the page share books at this IPv4 address; 0.0.0.0 for the local network"),
    OptionSpec(name: .noVerify, help: "save a key without checking it"),
    OptionSpec(name: .provider, value: "ID", help: "only the voices of this provider"),
    OptionSpec(
      name: .gender, value: "G", help: "only female, male or neutral voices",
      words: ["female", "male", "neutral"]),
    OptionSpec(
      name: .pitch, value: "RANGE",
      help: "only voices with a fundamental frequency in this range of hertz: 90-140, -120, 200-"),
    OptionSpec(
      name: .licence, value: "WORDS",
      help:
        "only voices with this text in their licence; `commercial`: only voices whose licence "
        + "allows commercial use",
      words: ["commercial"]),
    OptionSpec(name: .yes, help: "install without asking"),
    OptionSpec(
      name: .json, help: "print JSON",
      meanings: [
        .render: Meaning(value: nil, help: "print the plan as JSON (only with --dry-run)")
      ]),
    OptionSpec(
      name: .quiet, letter: "q", help: "print only results and errors", defaultForm: .flag,
      meanings: [
        .check: Meaning(value: nil, help: "print only errors and warnings, without a summary"),
        .verify: Meaning(value: nil, help: "print only findings, without a summary"),
      ]),
    OptionSpec(
      name: .verbose, letter: "v", help: "print every note, not only three of each code",
      defaultForm: .flag,
      meanings: [
        .check: Meaning(
          value: nil,
          help:
            "print every note, not only three of each code, and how many words are read and left out"
        )
      ]),
    OptionSpec(name: .merge, help: "treat nearly identical names as one role"),
    OptionSpec(
      name: .listen, value: "LIST",
      help: "also listen to the voices of these providers, to find voices that sound "
        + "different from one another; this may cost money"),
    OptionSpec(
      name: .url, value: "ADDRESS",
      help: "the address of the feed's folder on the web, such as https://example.org/books/"),
    OptionSpec(
      name: .episodes, value: "WHAT",
      help:
        "one episode per book or chapter (default: book if every book is one file, else chapter)",
      words: FeedSettings.Episodes.allCases.map(\.rawValue)),
    OptionSpec(
      name: .date, value: "DATE",
      help:
        "the publication date of the first episode, such as 2026-11-24 or 2026-11-24T18:00:00Z (default: "
        + "the date in front matter or on the title page)"),
    OptionSpec(
      name: .description, value: "TEXT",
      help: "the description of the podcast (default: the book's)"),
    OptionSpec(
      name: .category, value: "NAME",
      help: "the Apple Podcasts category, such as Fiction/Drama or Arts/Books",
      words: PodcastCategory.names.filter { !$0.contains(" ") }),
    OptionSpec(name: .explicit, help: "mark the podcast as explicit: not for children"),
    OptionSpec(
      name: .email, value: "ADDRESS", help: "the owner's email address, which becomes public"),
    OptionSpec(
      name: .link, value: "ADDRESS", help: "the web page of the podcast (default: --url)"),
    OptionSpec(name: .man, help: "print the manual page"),
    OptionSpec(
      name: .completions, value: "SHELL", help: "print the completion script for bash, zsh or fish",
      words: Shell.allCases.map(\.rawValue)),
    OptionSpec(name: .help, letter: "h", help: "print help"),
    OptionSpec(name: .version, letter: "V", help: "print the version"),
    OptionSpec(
      name: .color, value: "WHEN",
      help: "colours in messages: auto, always or never (default: auto, on terminals)",
      words: TerminalLook.Color.allCases.map(\.rawValue),
      defaultForm: .word(TerminalLook.Color.allCases.map(\.rawValue))),
  ]

  static func named(_ name: OptionName) -> OptionSpec? { all.first { $0.name == name } }
}
