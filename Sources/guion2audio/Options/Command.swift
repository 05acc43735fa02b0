/// The commands, with their usage and options.
enum Command: String, CaseIterable {
  case render, play, studio, watch, plan, check, cast, speakers, audition, assemble, say, voices,
    elements, convert,
    verify, report, recordings, feed,
    providers,
    cache, help,
    version

  /// What the commands are for, in the order of the help.
  static let groups: [(title: String, commands: [Command])] = [
    ("make", [.render, .play, .watch, .studio, .say, .audition]),
    ("cast", [.cast, .speakers, .voices, .recordings]),
    ("check", [.check, .plan, .verify, .report]),
    ("publish", [.feed, .convert]),
    ("advanced", [.elements, .assemble, .providers, .cache, .help, .version]),
  ]

  var summary: String {
    switch self {
    case .render: "turn scripts and documents into folders of audio"
    case .play: "speak a script at once, without writing a book"
    case .studio: "cast voices by ear in the browser and hear each change immediately"
    case .watch: "render, and render again whenever a script or its cast changes"
    case .cast: "draft a cast file, or complete an existing one"
    case .speakers: "show who speaks the quotations of a novel, and list the doubts"
    case .audition: "hear each role once, or compare voices for one role"
    case .check: "report errors and likely mistakes in scripts and casts"
    case .plan: "show chapters, length and cost without rendering"
    case .assemble: "join the shards of a build"
    case .say: "speak a text with one voice"
    case .voices: "list, install and remove voices"
    case .elements: "print the parsed document as JSON"
    case .convert: "convert a script to Fountain or Final Draft, or a document to Markdown"
    case .verify: "check an output folder against its manifest"
    case .report: "list the lines that differ between two versions of a book"
    case .recordings: "list lines for people to record, and check their recordings"
    case .feed: "create a podcast feed from finished books"
    case .providers: "list, enable and disable providers, and store their keys"
    case .cache: "show or clear the clip cache, which avoids paying for a line twice"
    case .help: "explain a command, a topic or the code of a message"
    case .version: "print the version"
    }
  }

  var usage: String {
    switch self {
    case .render: "guion2audio [render] INPUT... [--cast FILE] [-o DIR] [options]"
    case .play: "guion2audio play INPUT [--start CHAPTER] [--cast FILE] [options]"
    case .studio: "guion2audio studio [INPUT] [--cast FILE] [-o DIR] [--no-open] [options]"
    case .watch: "guion2audio watch INPUT... [--cast FILE] [-o DIR] [--play] [options]"
    case .cast:
      "guion2audio cast INPUT... [-o FILE] [--set LIST] [--provider ID] [--merge] [options]"
    case .speakers: "guion2audio speakers INPUT [--cast FILE] [--ask | -o FILE [--all]] [--json]"
    case .audition:
      "guion2audio audition INPUT [--cast FILE] [--role NAME [--voices LIST]] [-o FILE]"
    case .check: "guion2audio check INPUT... [--cast FILE] [options]"
    case .plan: "guion2audio plan INPUT... [--cast FILE] [--json] [options]"
    case .assemble: "guion2audio assemble DIR"
    case .say: "guion2audio say TEXT [--voice URI] [-o FILE]"
    case .voices:
      "guion2audio voices [available|install NAME...|remove NAME...] [--language TAG] [--yes] [options]"
    case .elements: "guion2audio elements INPUT"
    case .convert: "guion2audio convert INPUT [-o FILE] [--to FORMAT] [--overwrite]"
    case .verify: "guion2audio verify DIR [--preset acx] [--json] [options]"
    case .report: "guion2audio report OLD NEW [--to markdown|--json] [-o FILE] [options]"
    case .recordings: "guion2audio recordings list|check INPUT [ROLE...] [--cast FILE] [options]"
    case .feed: "guion2audio feed DIR... --url ADDRESS [-o FILE] [--date DATE] [options]"
    case .providers:
      "guion2audio providers [enable|disable|login|logout|status|show ID] [--no-verify] [--json]"
    case .cache: "guion2audio cache [info|prune [SIZE]|clear] [--cache DIR] [--json]"
    case .help: "guion2audio help [COMMAND|TOPIC|CODE] [--man] [--completions SHELL]"
    case .version: "guion2audio --version"
    }
  }

  var options: [OptionName] {
    switch self {
    case .render: Self.plan.options + [.dryRun]
    case .watch: Self.plan.options.filter { !Self.notForWatch.contains($0) } + [.play]
    case .plan:
      [
        .cast, .output, .preset, .format, .singleFile, .split, .chapterLevel, .only, .voice,
        .language, .rules, .skip, .dialogue, .read, .rehearse, .rehearseWith, .rehearseGap,
        .onlyWith, .rate, .jobs, .memory, .loudness, .roomTone, .stereo,
        .sampleRate, .bitrate,
        .title, .author,
        .cover, .coverFit, .captions, .captionAnnouncements, .labels, .stems, .project,
        .markers, .bits, .readAlong, .overlay, .force,
        .retake, .overwrite, .keepGoing, .shard, .wait, .strict,
        .progress, .diagnostics, .from, .cache, .noCache, .cacheLimit, .maxCost, .json, .quiet,
        .verbose,
      ]
    case .studio:
      [
        .cast, .output, .format, .singleFile, .split, .chapterLevel, .voice, .language, .rules,
        .skip, .dialogue, .read, .rate, .jobs, .memory, .loudness, .roomTone, .stereo, .sampleRate,
        .bitrate, .title, .author, .cover,
        .coverFit, .captions, .captionAnnouncements, .labels, .stems, .project,
        .markers, .bits, .readAlong, .overlay, .overwrite,
        .keepGoing, .from, .cache, .noCache, .cacheLimit, .maxCost, .noOpen, .host, .quiet,
      ]
    case .check:
      [
        .cast, .split, .chapterLevel, .voice, .language, .rules, .skip, .dialogue, .read, .rate,
        .cover,
        .coverFit, .strict, .diagnostics, .from, .cache, .noCache, .quiet, .verbose,
      ]
    case .cast:
      [
        .cast, .output, .set, .provider, .language, .skip, .dialogue, .merge, .listen, .memory,
        .maxCost, .from, .cache, .noCache, .cacheLimit, .quiet, .verbose,
      ]
    case .speakers:
      [.cast, .output, .ask, .all, .language, .rules, .skip, .from, .json, .quiet, .verbose]
    case .audition:
      [
        .cast, .role, .voices, .gains, .output, .voice, .language, .rules, .skip, .dialogue, .rate,
        .jobs, .memory, .maxCost, .from, .cache, .noCache, .cacheLimit, .quiet, .verbose,
      ]
    case .play:
      [
        .cast, .start, .split, .chapterLevel, .voice, .language, .rules, .skip, .read, .rehearse,
        .rehearseWith, .rehearseGap, .onlyWith, .rate, .jobs,
        .memory,
        .stereo, .maxCost, .from, .cache, .noCache, .cacheLimit, .quiet, .verbose,
      ]
    case .assemble: [.overwrite, .wait, .quiet]
    case .say: [.voice, .output, .language, .rate, .cache, .noCache]
    case .voices:
      [
        .provider, .language, .gender, .pitch, .licence, .cast, .from, .yes, .progress, .json,
        .cache,
        .noCache, .quiet,
      ]
    case .providers: [.json, .noVerify]
    case .cache: [.cache, .cacheLimit, .json]
    case .elements: [.rules, .from, .quiet, .verbose]
    case .convert: [.output, .to, .overwrite, .rules, .diagnostics, .from, .quiet, .verbose]
    case .verify: [.preset, .jobs, .json, .quiet]
    case .report:
      [
        .output, .to, .json, .strict, .cast, .split, .chapterLevel, .voice, .language, .rules,
        .skip, .dialogue, .read, .rate, .from, .cache, .noCache, .quiet, .verbose,
      ]
    case .recordings:
      [
        .cast, .voice, .language, .rules, .skip, .dialogue, .from, .cache, .noCache, .json,
        .strict, .quiet, .verbose,
      ]
    case .feed:
      [
        .url, .output, .episodes, .date, .title, .description, .author, .language, .category,
        .explicit, .email, .link, .overwrite, .json, .quiet,
      ]
    case .help: [.man, .completions]
    case .version: []
    }
  }

  /// Options of `render` that `watch` does not accept.
  /// With `--force` or `--retake`, `watch` would render or pay for lines again after every change. `--json` and
  /// `--diagnostics` request a document of all findings, but `watch` prints only the findings that have changed.
  private static let notForWatch: Set<OptionName> = [.force, .retake, .shard, .json, .diagnostics]

  /// Options of `render` that `plan` accepts, but that change nothing in a plan.
  static let withoutEffectOnPlan: Set<OptionName> = [
    .force, .overwrite, .keepGoing, .wait, .progress, .captionAnnouncements, .overlay,
  ]

  /// Whether the user's configuration applies to the command.
  var usesConfiguration: Bool {
    switch self {
    case .render, .play, .studio, .watch, .plan, .check, .cast, .speakers, .audition, .say,
      .voices, .providers, .report, .recordings,
      .cache:
      true
    case .assemble, .elements, .convert, .verify, .feed, .help, .version: false
    }
  }
}
