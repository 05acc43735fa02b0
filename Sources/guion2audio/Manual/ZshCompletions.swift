/// Completions for zsh.
enum ZshCompletions {
  static var text: String {
    """
    #compdef guion2audio
    # Completions of guion2audio for zsh, made by `guion2audio help --completions zsh`.
    _guion2audio() {
      local command=render word
      local -a commands
      commands=(
    \(commands)  )
      for word in ${words[2,CURRENT-1]}; do
        case $word in
          \(Command.allCases.map(\.rawValue).joined(separator: "|"))) command=$word; break ;;
          -*) ;;
          *) break ;;
        esac
      done
      if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
        _describe command commands
      fi
      case $command in
    \(cases)  esac
    }
    _guion2audio "$@"

    """
  }

  private static var commands: String {
    Command.allCases.map { "    \(quoted("\($0.rawValue):\($0.summary)"))\n" }.joined()
  }

  private static var cases: String {
    Command.allCases.map { command in
      var words = command.specs.flatMap(arguments)
      if command.takesFiles { words.append(quoted("*:input:_files")) }
      if !command.actions.isEmpty {
        words.append(quoted("*:action:(\(command.actions.joined(separator: " ")))"))
      }
      // Without any, `_arguments` would take none at all for a mistake.
      let all = words.isEmpty ? [quoted("--help[print help]")] : words
      return "    \(command.rawValue)) _arguments \(all.joined(separator: " ")) ;;\n"
    }.joined()
  }

  /// An option in each of its forms.
  private static func arguments(_ spec: OptionSpec) -> [String] {
    let help = spec.help.replacing("[", with: "\\[").replacing("]", with: "\\]")
    var value = ""
    if let name = spec.value {
      let action =
        if spec.takesFile {
          "_files"
        } else if spec.takesList && !spec.words.isEmpty {
          "_values -s , \(name) \(spec.words.joined(separator: " "))"
        } else {
          spec.words.isEmpty ? " " : "(\(spec.words.joined(separator: " ")))"
        }
      value = ":\(name):\(action)"
    }
    let long = quoted("\(spec.flag)\(spec.value == nil ? "" : "=")[\(help)]\(value)")
    guard let letter = spec.letter else { return [long] }
    return [long, quoted("-\(letter)\(spec.value == nil ? "" : "+")[\(help)]\(value)")]
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
