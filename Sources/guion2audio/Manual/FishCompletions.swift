/// Completions for fish.
enum FishCompletions {
  static var text: String {
    var lines = [
      "# Completions of guion2audio for fish, made by `guion2audio help --completions fish`."
    ]
    for command in Command.allCases {
      lines.append(
        "complete -c guion2audio -n __fish_use_subcommand -a \(command.rawValue) -d \(quoted(command.summary))"
      )
    }
    for command in Command.allCases {
      let isTyped = condition(command)
      if !command.takesFiles { lines.append("complete -c guion2audio -n \(isTyped) -f") }
      for action in command.actions {
        lines.append("complete -c guion2audio -n \(isTyped) -a \(action)")
      }
      for spec in command.specs { lines.append(line(spec, isTyped)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether what is typed is for a command; `render` needs no name.
  private static func condition(_ command: Command) -> String {
    guard command == .render else {
      return quoted("__fish_seen_subcommand_from \(command.rawValue)")
    }
    let others = Command.allCases.filter { $0 != .render }.map(\.rawValue)
    return quoted("not __fish_seen_subcommand_from \(others.joined(separator: " "))")
  }

  private static func line(_ spec: OptionSpec, _ isTyped: String) -> String {
    var line = "complete -c guion2audio -n \(isTyped) -l \(spec.name.rawValue)"
    if let letter = spec.letter { line += " -s \(letter)" }
    if spec.value != nil { line += spec.takesFile ? " -r" : " -x" }
    if !spec.words.isEmpty { line += " -a \(quoted(spec.words.joined(separator: " ")))" }
    return line + " -d \(quoted(spec.help))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
