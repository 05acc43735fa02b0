import Audiobook
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
