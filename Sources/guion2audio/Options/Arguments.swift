import Hablare

/// What was typed, before anything is looked up: options as text, checked only for their form; and behind
/// it what the user has set for all projects.
struct Arguments {
  var inputs: [String] = []
  var options: [OptionName: String] = [:]
  /// The user's own settings.
  var configuration = UserConfiguration()

  func has(_ option: OptionName) -> Bool { self[option] != nil }

  /// The value that was typed, else the user's own default.
  subscript(_ option: OptionName) -> String? {
    options[option] ?? (Self.yielding.contains(option) ? nil : standing(option))
  }

  /// The user's own default for an option.
  func standing(_ option: OptionName) -> String? {
    // What was typed may be the opposite of it.
    if option == .cache, options[.noCache] != nil { return nil }
    if option == .noCache, options[.cache] != nil { return nil }
    return configuration.defaults[option.rawValue]
  }

  /// The same, as if an option had not been typed.
  func without(_ option: OptionName) -> Arguments {
    var others = self
    others.options[option] = nil
    return others
  }

  /// What the first input tells a command to do; nil where there is none.
  func action<Action: RawRepresentable & CaseIterable>(
    of command: Command
  ) throws(UsageError) -> Action? where Action.RawValue == String {
    guard let word = inputs.first else { return nil }
    if let action = Action(rawValue: word) { return action }
    let hint = Spelling.hint(for: word, among: Action.allCases.map(\.rawValue))
    throw UsageError("\(command.rawValue) \(word): \(hint)")
  }

  /// Options whose default yields to what a cast or a document says (Documentation/interfaces.md,
  /// "Environment").
  private static let yielding: Set<OptionName> = [.voice, .language]
}

/// Wrong usage: exit 64.
struct UsageError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
