import Hablare

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
  /// (Documentation/interfaces.md, "Environment").
  private static let lowPriorityDefaults: Set<OptionName> = [.voice, .language]
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
