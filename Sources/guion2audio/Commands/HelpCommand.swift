import Audiobook
import Basics
import Guion
import Hablare
import Narration

struct HelpCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private func print(_ text: String) {
    Streams.out(arguments.look(terminal: Streams.outIsTerminal).wrapped(text))
  }

  func run() throws -> ExitCode {
    if arguments.has(.man) {
      Streams.out(ManualPage.text)
      return .success
    }
    if let shell: Shell = try RenderOptions.choice(.completions, arguments) {
      Streams.out(shell.completions)
      return .success
    }
    guard let topic = arguments.inputs.first else {
      print(overview)
      return .success
    }
    let pages = [
      LintCode.named(topic).map { text(of: $0) }, Finding.Code(rawValue: topic)?.help,
    ].compactMap(\.self)
    if !pages.isEmpty {
      print(pages.joined(separator: "\n"))
      return .success
    }
    if let topic = HelpTopic(rawValue: topic) {
      print(topic.text)
      return .success
    }
    guard let command = Command(rawValue: topic) else {
      let topics =
        Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
        + LintCode.all.map(\.name) + Finding.Code.allCases.map(\.rawValue)
      let nearest = Spelling.nearest(to: topic, among: topics, limit: 1)
      let all = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
      let hint = nearest.first.map { "; did you mean \($0)?" } ?? "; the topics are \(all)"
      throw UsageError("no help on \"\(topic)\"\(hint)")
    }
    print(text(of: command))
    return .success
  }

  private var overview: String {
    var text = """
      guion2audio turns scripts and documents into audio, with a separate voice for each character.

      usage:
        guion2audio script.fountain [--cast cast.json] [-o out/]
        guion2audio article.md

      """
    let grouped = Set(Command.groups.flatMap(\.commands))
    let others = Command.allCases.filter { !grouped.contains($0) }
    for (title, commands) in Command.groups + (others.isEmpty ? [] : [("more", others)]) {
      text += "\n\(title):\n"
      for command in commands { text += row(command.rawValue, command.summary) }
    }
    text += "\ntopics:\n"
    for topic in HelpTopic.allCases { text += row("help \(topic.rawValue)", topic.summary) }
    return text + "\n`guion2audio help render` lists the options of render.\n"
      + "`guion2audio help CODE` explains the code in brackets at the end of a message.\n"
  }

  private func text(of command: Command) -> String {
    var text = "usage: \(command.usage)\n\n\(command.summary)\n"
    if command == .render || command == .plan {
      text +=
        "INPUT is a document (.fountain, .md, .txt, ...), a folder of documents, or - for standard\n"
        + "input, with --from.\n"
    }
    if command == .watch { text += Self.watchText }
    if command == .check {
      text += """
        Errors and likely mistakes in the inputs and the cast are printed to standard output.
        `guion2audio help CODE` explains a code; "lint" in the cast file sets its severity or switches it off.

        """
    }
    if command == .help { text += codes }
    if command == .plan {
      text += "Nothing is rendered or written, and no speech is requested from services.\n"
    }
    if command == .providers { text += Self.providersText }
    if command == .cache { text += Self.cacheText }
    if command == .verify {
      text += """
        Checks the hash of every file that DIR/manifest.json lists, decodes every audio file and analyses the
        audio of each line. Prints one line for each finding to standard output; if there are findings, the exit code is 1.
        `guion2audio help CODE` explains the code at the end of a finding.

        """
    }
    if command == .studio { text += Self.studioText }
    if command == .feed { text += Self.feedText }
    return text + options(of: command)
  }

  /// The options of a command; in groups if there are many.
  private func options(of command: Command) -> String {
    let specs = command.specs.filter {
      command != .plan || !Command.withoutEffectOnPlan.contains($0.name)
    }
    let isLong = specs.count > 16
    let groups = isLong ? OptionName.groups.map(\.title) : [""]
    return groups.compactMap { group in
      let rows = specs.filter { !isLong || $0.name.group == group }.map { spec in
        let letter = spec.letter.map { "-\($0), " } ?? "    "
        return row(letter + spec.flag + (spec.value.map { " \($0)" } ?? ""), spec.help)
      }
      guard !rows.isEmpty else { return nil }
      return (isLong ? "\n\(group) options:\n" : "\noptions:\n") + rows.joined()
    }.joined()
  }

  private static let watchText = """
    INPUT is a document or a folder of documents. Each build prints one line. Each finding is printed when it
    appears and when it disappears. While another build uses the output folder, the watch waits. Ctrl-C ends the
    watch; finished chapters stay.

    """

  private static let providersText = """
      guion2audio providers                 list the providers
      guion2audio providers enable ID       allow the use of a provider
      guion2audio providers disable ID      stop the use of a provider
      guion2audio providers login ID        read a key, check it with a free request, store it and enable the provider
      guion2audio providers logout ID       remove the stored key
      guion2audio providers status ID       show one provider
      guion2audio providers show ID         show what can be set in config.json for the provider

    """

  private static let cacheText = """
      guion2audio cache                     show how many clips are cached, their size and where they are
      guion2audio cache prune 500M          remove clips until the cache has at most 500 MB: free clips before
                                            paid clips, and the least recently used clips first
      guion2audio cache clear               remove all clips, lists of voices and measurements of voices

    """

  private static let studioText = """
    INPUT is a document or a folder of documents. Without INPUT, the page opens a book: a file that you choose or drop,
    which is copied into guion2audio/books in the data folder, a recent book (recent-books.json there), or an example.
    The address of the page is printed and opened in the browser. The page writes the cast file, NAME.voices beside
    the script if you set how lines are spoken, the script if you edit its words, copies of sounds in the folder
    sounds beside the cast, and, if you render, the output folder (-o). Its settings enable and disable providers
    (providers.json beside config.json), store keys (in the keyring or beside config.json), and install voices in the
    data folder. An interrupted download stays there as a .part file, and the next download of the voice continues
    it. Clips, voice lists and waveforms are cached. With --host, others on the network can read and hear the exported
    book at an address that the page shows. Ctrl-C ends the studio.

    """

  private static let feedText = """
    DIR is the folder of a finished book, inside the feed's folder. ADDRESS is the address of the feed's folder on
    the web. `guion2audio feed snow.audiobook --url https://example.org/ -o feed.xml` writes a feed whose episodes are
    at https://example.org/snow.audiobook/…, so upload feed.xml and the folder snow.audiobook to https://example.org/.
    In a feed with the chapters of several books, each book is a season.

    """

  /// Returns the help on a diagnostic code: its meaning, an example, advice, and how to change its severity.
  private func text(of code: LintCode) -> String {
    var text = "\(code.name) (\(code.severity?.rawValue ?? "off by default"))\n\n\(code.meaning)\n"
    text += "\nExample:\n\n"
    for line in code.example.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : "    \(line)\n"
    }
    text += "\n\(code.advice)\n"
    if code.isSwitchable {
      let level = code.severity == nil ? "warning" : "off"
      text +=
        "\nTo change the severity, add this to the cast file: \"lint\": { \"\(code.name)\": \"\(level)\" }  "
        + "(off, note, warning or error)\n"
    }
    return text
  }

  /// The list of all codes with their severities.
  private var codes: String {
    "\ncodes:\n"
      + LintCode.all.map { row($0.name, $0.severity?.rawValue ?? "off by default") }.joined()
      + "\ncodes of verify:\n"
      + Finding.Code.allCases.map {
        row($0.rawValue, Finding(code: $0, message: "").severity.rawValue)
      }.joined()
  }

  private func row(_ name: String, _ help: String) -> String {
    let padding = String(repeating: " ", count: max(2, 26 - name.count))
    return "  \(name)\(padding)\(help)\n"
  }
}

/// A help topic that is neither a command nor a diagnostic code, as in `guion2audio help captions`.
private enum HelpTopic: String, CaseIterable {
  case captions, casting, dialogue
  case exitCodes = "exit-codes"
  case formats
  case readAlong = "read-along"
  case rehearsal

  /// A one-line summary for the list of topics.
  var summary: String {
    switch self {
    case .captions: "caption files beside the audio"
    case .casting: "choose the voice of each role"
    case .dialogue: "novels in many voices"
    case .exitCodes: "what each exit code means"
    case .formats: "audio formats, and which to choose"
    case .readAlong: "show the text while the audio plays"
    case .rehearsal: "table reads, rehearsals and recordings by people"
    }
  }

  var text: String {
    switch self {
    case .captions: Self.captionsText
    case .casting: Self.castingText
    case .dialogue: Self.dialogueText
    case .exitCodes: Self.exitCodesText
    case .formats: Self.formatsText
    case .readAlong: Self.readAlongText
    case .rehearsal: Self.rehearsalText
    }
  }

  private static var exitCodesText: String {
    var text = "The exit code shows how a command ended:\n\n"
    for code in ExitCode.allCases {
      let number = String(code.rawValue)
      text += "  \(number)\(String(repeating: " ", count: 5 - number.count))\(code.meaning)\n"
    }
    return text
      + "\n129, 130 and 143 mean that a signal ended the command. 152 means that the processor time that "
      + "the shell\nallows is used up. In all these cases, finished chapters stay.\n"
  }

  private static let rehearsalText = """
    Rehearse with a script, and put recordings by people in the place of synthetic lines.

      guion2audio script.fountain --read dialogue          speak only what the roles say
      guion2audio play script.fountain --rehearse ANN      leave time for Ann's lines; every cue is heard
      guion2audio script.fountain --rehearse ANN --rehearse-with whisper --only-with ANN
                                                           whisper her first words; only the scenes in which she speaks

    For recordings, add "recordings": "takes/" to cast.json.

      guion2audio recordings list script.fountain ANN      write takes/takes.csv, and takes/ann.txt to read from
      guion2audio recordings check script.fountain         show which recordings are missing, stale or faulty

    Save a recording as the id or number of its row: ann-0001.wav or 1.wav. If the words of a line change, its voice speaks
    again until there is a new recording. No command changes or deletes a recording.

    """

  private static let captionsText = """
    Captions show the text while it is spoken.

      guion2audio script.fountain --captions vtt        write a WebVTT file for each chapter
      guion2audio script.fountain --captions vtt,srt    write SubRip files as well
      guion2audio script.fountain --captions none       write no captions, even if your configuration sets a format

    Captions contain the author's own text: "Mr." stays "Mr.", and $5 stays $5. They leave out announcements such as
    "Ann says:" and "Quote."; --caption-announcements includes them.
    A caption appears when its first word is spoken and disappears after its last word. If the voice reports the time of
    each word, a long line of the script becomes several captions. A book in one file (m4b, --single-file) gets a caption file for the
    whole book and a caption file for each chapter.
    For an audio editor, --labels audacity writes a label with the speaker and the words of each line.
    The times of all lines are also in manifest.json: "start" and "end" in seconds.

    """

  private static let dialogueText = """
    The characters of a novel speak their quotations, and the narrator reads the rest.

      guion2audio cast novel.md -o cast.json            find the characters and switch dialogue on
      guion2audio speakers novel.md                     show who speaks, and the answers that help most
      guion2audio speakers novel.md --ask               answer the doubts, first what decides most
      guion2audio speakers novel.md -o novel.voices     list the doubts in a file, for your answers; --all: every turn
      guion2audio novel.md                              render: cast.json and novel.voices are read

    The program finds the speakers by tags ("said Tom"), turns and names, without a network, and never changes a word. Turns
    in doubt are the narrator's. "dialogue" in the cast sets the threshold ("confidence") and who "I" is ("narrator"),
    and leaves out tags that only name the speaker ("tags": "skip"). --dialogue on and off apply once.

    """

  private static let readAlongText = """
    A page or an EPUB shows the text as written and highlights the sentence that is being spoken.

      guion2audio script.fountain --read-along html     write a page beside the audio; open index.html
      guion2audio script.fountain --read-along html-single    write one page with text and sound, for sending
      guion2audio novel.md --read-along epub            write an EPUB with its audio, for reading apps
      guion2audio novel.md --read-along epub --overlay word    highlight words if their times are known

    The page works from a disk and from any web server, and needs no network. Click a word, or press Enter on it, to
    play from there. Space plays and pauses. The arrow keys go to the previous and the next sentence.
    An EPUB needs --format mp3 or m4b. A build without --read-along removes the page and the EPUB, just as a build
    without --captions removes captions. To write the page or the EPUB in every build, set "read-along" under "defaults"
    in the configuration. The page and the EPUB contain the author's own text, without the author's notes.

    """

  private static let castingText = """
    A cast assigns a voice to each role.

      guion2audio cast script.fountain -o cast.json     draft a cast with everyone who speaks
      guion2audio script.fountain --cast cast.json      use it; cast.json beside the script is used automatically
      guion2audio voices                                list voices
      guion2audio say "Hello." --voice hibari://heart   hear one voice
      guion2audio audition script.fountain              hear each role of the cast speak a typical line
      guion2audio audition script.fountain --role ANNA --voices 3
                                                        hear the three other voices that fit Anna best
      guion2audio cast script.fountain --set ANNA=wren  give Anna a voice in the cast file
      guion2audio plan script.fountain                  see how much each role speaks, and with which voice

    Without a cast, the program chooses the voices. No role shares the narrator's voice. The voice of a role depends on
    what the script tells about the role, such as "(40's M)", "his son DAVID" or "her coat", and on how much it speaks
    and with whom. So an edit can change a voice, but rarely does. A cast file fixes the voices.

      {
        "narrator": "hibari://heart",
        "characters": {
          "ANNA": "hibari://heart+linnet",
          "BEN":  { "voice": "hibari://heart+raven?rate=0.95", "aliases": ["YOUNG BEN"] }
        }
      }

    A short name, such as raven, means the same as hibari://heart+raven.

    Documentation/reference/cast-file.md describes all settings of a cast.

    """

  private static let formatsText = """
    --format accepts one or more formats, separated by commas.

      mp3    plays everywhere (the default)
      m4b    the whole book in one file, with chapters and a cover, for audiobook apps
      opus   the smallest files with good speech quality
      ogg    Vorbis, for players that cannot play opus
      flac   lossless, half the size of wav
      wav    lossless, for editing

    --single-file writes the whole book to one file in each format.
    --bitrate sets the bit rate of mp3, ogg, opus and m4b in kilobits per second.
    --sample-rate sets the sample rate; the default is the highest sample rate of the voices.
    --loudness acx, podcast and ebu follow the rules of audiobook shops, podcast apps and broadcasters.
    --stereo places each voice between left and right.

    """
}

/// The help on the codes of `verify`. `LintCode` has the help on the codes of other commands.
extension Finding.Code {
  /// The help on the code: severity, meaning and advice.
  var help: String {
    let severity = Finding(code: self, message: "").severity.rawValue
    return "\(rawValue) (\(severity), reported by verify)\n\n\(meaning)\n\n\(advice)\n"
  }

  /// The meaning of the finding, in one sentence.
  private var meaning: String {
    switch self {
    case .missingFile: "A file that the manifest lists does not exist."
    case .unreadableFile:
      "A file cannot be read, or is a link, a folder or a pipe, which `verify` does not open."
    case .changedFile:
      "A file has changed since it was written: its SHA-256 differs from the manifest."
    case .undecodable: "An audio file cannot be decoded, or cannot be decoded to its end."
    case .wrongForm:
      "An audio file has another sample rate or number of channels than the manifest states."
    case .wrongLength: "An audio file is longer or shorter than the manifest states."
    case .contradiction:
      "The manifest contradicts itself: it has two hashes for a file, or lengths that do not match the samples."
    case .misplacedLine:
      "According to the manifest, a line begins before the previous line, ends before it begins, or ends after its chapter."
    case .silentLine: "A line in the audio is too quiet to be heard, or has no length."
    case .clipping:
      "The audio is distorted by clipping: it stays at the highest level for 0.3 ms or longer."
    case .tooFast:
      "A line is spoken faster than any voice speaks (35 characters a second), so words are probably missing."
    case .tooSlow:
      "A line is spoken too slowly (fewer than 4 characters a second), so it probably contains other sounds."
    case .damagedVoice:
      "A file of the natural voice is damaged, and heart or espeak-ng reads the book. The next build may sound different."
    case .shopRule: "A shop would refuse the folder."
    }
  }

  private var advice: String {
    switch self {
    case .missingFile, .changedFile, .undecodable, .wrongForm, .wrongLength:
      "Run the build again: it replaces the file. If you did not change the file, check the disk."
    case .unreadableFile: "Restore the file or its permissions, or run the build again."
    case .contradiction, .misplacedLine:
      "Another program has changed the manifest. Run the build again."
    case .silentLine, .clipping, .tooFast, .tooSlow:
      "Listen to the line. If it is wrong, request a new take with --retake FILE:LINE. If a voice of espeak or hibari speaks the line, change the line or its voice: a new take would sound the same."
    case .damagedVoice: "Install guion2audio again, and build the book again."
    case .shopRule:
      "Render with the preset of the shop. If a level or a silence is wrong, change the voices or the pauses chapterStart and chapterEnd."
    }
  }
}
