import Glibc
import Guion
import Hablare

/// Parses a command line with the option table.
/// Options can come before or after inputs. `--name=value` and `--` work.
enum ArgumentParser {
  /// Returns the command and its arguments.
  /// The command is `render` if the first word is not a command.
  static func parse(_ words: [String]) throws(UsageError) -> (
    command: Command, arguments: Arguments
  ) {
    var arguments = Arguments()
    var index = 0
    var onlyInputs = false
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyInputs || word == "-" || !word.hasPrefix("-") {
        arguments.inputs.append(word)
      } else if word == "--" {
        onlyInputs = true
      } else {
        try option(word, words, &index, &arguments)
      }
    }
    var command = Command.render
    if let first = arguments.inputs.first, let named = Command(rawValue: first) {
      command = named
      arguments.inputs.removeFirst()
    } else if words.isEmpty || arguments.has(.help) && arguments.inputs.isEmpty {
      command = .help
    } else if arguments.has(.version) {
      command = .version
    }
    if arguments.has(.help), command != .help {
      arguments.inputs = [command.rawValue]
      command = .help
    }
    if command == .render, arguments.inputs.count > 1, let first = arguments.inputs.first,
      access(first, F_OK) != 0,
      let nearest = Spelling.nearest(
        to: first, among: Command.allCases.map(\.rawValue), limit: 1
      ).first
    {
      throw UsageError("unknown command \"\(first)\"; did you mean \(nearest)?", see: .help)
    }
    try check(arguments, of: command)
    return (command, arguments)
  }

  /// Returns the command of a command line that may be wrong: the first word that names a command, or `render`.
  static func command(of words: [String]) -> Command {
    let names = words.prefix { $0 != "--" }.filter { !$0.hasPrefix("-") }
    return names.lazy.compactMap(Command.init(rawValue:)).first ?? .render
  }

  private static func option(
    _ word: String, _ words: [String], _ index: inout Int, _ arguments: inout Arguments
  ) throws(UsageError) {
    let (spec, attached) = try spec(of: word, command(of: words))
    let shown = word.hasPrefix("--") ? "--\(spec.name.rawValue)" : String(word.prefix(2))
    var value = attached
    if spec.value == nil {
      if attached != nil { throw UsageError("\(shown) does not accept a value") }
      value = ""
    } else if value == nil {
      guard index < words.count else { throw UsageError("\(shown) needs a value") }
      value = words[index]
      index += 1
    }
    if spec.name == .set, let known = arguments.options[.set] {
      value = [known, value].compactMap(\.self).joined(separator: ",")
    } else if arguments.has(spec.name), arguments[spec.name] != value {
      throw UsageError("\(shown) is given twice with different values")
    }
    arguments.options[spec.name] = value
  }

  private static func spec(
    of word: String, _ command: Command
  ) throws(UsageError) -> (OptionSpec, attached: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if let option = OptionName(rawValue: name), let spec = OptionSpec.named(option) {
        return (spec, parts.count > 1 ? String(parts[1]) : nil)
      }
      // A single letter would be similar to every short word.
      let known = name.count > 1 ? command.options + [.help, .version] : []
      let nearest = Spelling.nearest(to: name, among: known.map(\.rawValue), limit: 1).first
      throw UsageError(
        "unknown option --\(name)" + (nearest.map { "; did you mean --\($0)?" } ?? ""))
    }
    let letter = word[word.index(after: word.startIndex)]
    guard let spec = OptionSpec.all.first(where: { $0.letter == letter }) else {
      throw UsageError("unknown option -\(letter)")
    }
    let rest = word.dropFirst(2)
    return (spec, rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest))
  }

  private static func check(_ arguments: Arguments, of command: Command) throws(UsageError) {
    let _: TerminalLook.Color? = try RenderOptions.choice(.color, arguments)
    if arguments.options[.cache]?.isEmpty == true { throw UsageError("--cache needs a folder") }
    for option in OptionName.allCases where arguments.options[option] != nil {
      if [.help, .version, .color].contains(option) || command.options.contains(option) {
        continue
      }
      throw UsageError("--\(option.rawValue) is not an option of \(command.rawValue)")
    }
  }
}

/// The typed arguments, and the user's defaults for options that were not typed.
/// The values of options are still text, and have not been checked.
struct Arguments {
  var inputs: [String] = []
  var options: [OptionName: String] = [:]
  /// The user's configuration, which applies to all projects.
  var configuration = UserConfiguration()

  func has(_ option: OptionName) -> Bool { self[option] != nil }

  /// The typed value, or the user's default if the option was not typed; nil if there is neither.
  /// The user's default is left out for `--voice` and `--language`, because the cast and the document override it.
  subscript(_ option: OptionName) -> String? {
    options[option] ?? (Self.lowPriorityDefaults.contains(option) ? nil : userDefault(option))
  }

  /// Returns the user's default for an option, or nil if there is none.
  func userDefault(_ option: OptionName) -> String? {
    // A typed option overrides a default that contradicts it.
    if option == .cache, options[.noCache] != nil { return nil }
    if option == .noCache, options[.cache] != nil { return nil }
    return configuration.defaults[option.rawValue]
  }

  /// Returns how text is shown on a stream.
  func look(terminal isTerminal: Bool) -> TerminalLook {
    TerminalLook(
      terminal: isTerminal, color: TerminalLook.Color(rawValue: self[.color] ?? "") ?? .auto)
  }

  /// Returns the arguments without one typed option.
  func removing(_ option: OptionName) -> Arguments {
    var others = self
    others.options[option] = nil
    return others
  }

  /// Returns the action of a command that the first input names, or nil if there is no input.
  func action<Action: RawRepresentable & CaseIterable>(
    of command: Command
  ) throws(UsageError) -> Action? where Action.RawValue == String {
    guard let word = inputs.first else { return nil }
    if let action = Action(rawValue: word) { return action }
    let hint = Spelling.hint(for: word, among: Action.allCases.map(\.rawValue))
    throw UsageError("\(command.rawValue) \(word): unknown action; \(hint)")
  }

  /// Options whose default applies only if neither the cast nor the document sets a value
  /// (Documentation/reference/cast-file.md, "User configuration").
  private static let lowPriorityDefaults: Set<OptionName> = [.voice, .language]

  /// Shows a person at a terminal the next commands, each with what it is for.
  func suggest(_ steps: KeyValuePairs<String, String>) {
    guard Streams.errorIsTerminal, !has(.quiet), !inputs.contains("-") else { return }
    for (aim, command) in steps { Streams.error("to \(aim): guion2audio \(command)\n") }
  }
}

/// An error in the command line; exit code 64.
struct UsageError: Error {
  var message: String
  /// The command whose help explains the error; nil for the command that the user typed.
  var command: Command?

  init(_ message: String, see command: Command? = nil) {
    self.message = message
    self.command = command
  }
}

extension DiagnosticsPrinter {
  /// Creates the printer of a command.
  /// If diagnostics are the command's result (`check`), notes are printed unless `-q` is set. Other
  /// commands print notes only if `-v` is set. If `-q` is set without `--strict`, these commands print
  /// only errors. If progress is JSON and no style is set, these commands print diagnostics as JSON
  /// lines.
  convenience init(
    _ arguments: Arguments, style: DiagnosticsStyle? = nil,
    to destination: Destination = .standardError
  ) {
    // With --strict, a warning prevents the build, so -q must not hide it.
    let isResult = destination == .standardOutput
    let hidesWarnings = arguments.has(.quiet) && !arguments.has(.strict) && !isResult
    let showsNotes = isResult ? !arguments.has(.quiet) : arguments.has(.verbose)
    self.init(
      least: hidesWarnings ? .error : showsNotes ? .note : .warning, style: style ?? .text,
      asEvents: style == nil && destination == .standardError && arguments[.progress] == "json",
      to: destination, listsAllNotes: arguments.has(.verbose),
      look: arguments.look(terminal: isResult ? Streams.outIsTerminal : Streams.errorIsTerminal))
  }
}
