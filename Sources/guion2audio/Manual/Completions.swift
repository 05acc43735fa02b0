extension Shell {
  /// The completion script of the shell.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }
}

extension Command {
  /// The options of the command, with the meanings that they have for the command.
  var specs: [OptionSpec] {
    OptionSpec.all.filter { options.contains($0.name) }.map { $0.specific(to: self) }
  }

  /// The words, other than files, that can follow the command's name.
  var actions: [String] {
    switch self {
    case .providers: ["enable", "disable", "login", "logout", "status", "show"]
    case .cache: ["info", "prune", "clear"]
    case .voices: ["available", "install", "remove"]
    case .help: Command.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Whether the command's inputs are files or folders.
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
  /// Whether the option's value is the name of a file or folder.
  var takesFile: Bool { ["FILE", "PATH", "DIR"].contains(value) }
  /// Whether the option's value is a comma-separated list.
  var takesList: Bool { value == "LIST" }
  /// The long form of the option, such as `--output`.
  var flag: String { "--" + name.rawValue }
}
