extension Shell {
  /// The completions that the shell reads.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }
}

extension Command {
  /// Its options as the table has them.
  var specs: [OptionSpec] {
    OptionSpec.all.filter { options.contains($0.name) }.map { $0.specific(to: self) }
  }

  /// What may stand behind its name besides files.
  var actions: [String] {
    switch self {
    case .providers: ["enable", "disable", "login", "logout", "status", "show"]
    case .cache: ["info", "prune", "clear"]
    case .voices: ["available", "install", "remove"]
    case .help: Command.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Whether files are what it works on.
  var takesFiles: Bool {
    switch self {
    case .render, .studio, .watch, .plan, .check, .cast, .audition, .assemble, .elements, .convert,
      .verify,
      .feed:
      true
    case .say, .voices, .providers, .cache, .help, .version: false
    }
  }
}

extension OptionSpec {
  /// Whether its value is the name of a file or a folder.
  var takesFile: Bool { ["FILE", "PATH", "DIR"].contains(value) }
  /// Whether several of its words may stand in a row, parted by commas.
  var takesList: Bool { value == "LIST" }
  /// The option as it is typed, in its long form.
  var flag: String { "--" + name.rawValue }
}
