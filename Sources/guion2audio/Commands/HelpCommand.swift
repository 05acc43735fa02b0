import Hablare

struct HelpCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

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
      Streams.out(overview)
      return .success
    }
    guard let command = Command(rawValue: topic) else {
      let nearest = Spelling.nearest(to: topic, among: Command.allCases.map(\.rawValue), limit: 1)
      let hint = nearest.first.map { "; did you mean \($0)?" } ?? ""
      throw UsageError("there is no help on \"\(topic)\"\(hint)")
    }
    Streams.out(text(of: command))
    return .success
  }

  private var overview: String {
    var text = """
      guion2audio turns scripts and documents into sound: every character in a voice of its own.

      usage:
        guion2audio script.fountain [--cast cast.json] [-o out/]
        guion2audio article.md

      commands:

      """
    for command in Command.allCases { text += row(command.rawValue, command.summary) }
    return text + "\n`guion2audio help render` lists the options.\n"
  }

  private func text(of command: Command) -> String {
    var text = "usage: \(command.usage)\n\n\(command.summary)\n"
    if command == .render {
      text +=
        "INPUT is a document (.fountain, .md, .txt), a folder of documents, or - with --from.\n"
    }
    if command == .verify {
      text += """
        Every file that DIR/manifest.json lists is hashed and every sound file decoded; each line is
        listened to. What is found goes to standard output, a line each, and the exit code is then 1.

        """
    }
    let specs = OptionSpec.all.filter { command.options.contains($0.name) }
    if !specs.isEmpty { text += "\noptions:\n" }
    for spec in specs {
      let letter = spec.letter.map { "-\($0), " } ?? "    "
      text += row(
        letter + "--\(spec.name.rawValue)" + (spec.value.map { " \($0)" } ?? ""), spec.help)
    }
    return text
  }

  private func row(_ name: String, _ help: String) -> String {
    let padding = String(repeating: " ", count: max(2, 26 - name.count))
    return "  \(name)\(padding)\(help)\n"
  }
}
