import Glibc
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
    if arguments.has(spec.name), arguments[spec.name] != value {
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
    if arguments.options[.cache]?.isEmpty == true { throw UsageError("--cache needs a folder") }
    for option in OptionName.allCases where arguments.options[option] != nil {
      if option == .help || option == .version || command.options.contains(option) { continue }
      throw UsageError("--\(option.rawValue) is not an option of \(command.rawValue)")
    }
  }
}
