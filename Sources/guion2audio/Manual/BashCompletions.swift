/// Completions for bash.
enum BashCompletions {
  static var text: String {
    """
    # Completions of guion2audio for bash, made by `guion2audio help --completions bash`.
    _guion2audio() {
      local cur=$2 prev=$3 command=render word before
      COMPREPLY=()
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
          \(Command.allCases.map(\.rawValue).joined(separator: "|"))) command=$word; break ;;
          -*) ;;
          *) break ;;
        esac
      done
      case $prev in
    \(values)  esac
      if [[ $cur == -* ]]; then
        case $command in
    \(options)    esac
        return
      fi
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "\(Command.allCases.map(\.rawValue).joined(separator: " "))" -- "$cur"))
        compopt -o default
        return
      fi
      case $command in
    \(actions)    *) compopt -o default ;;
      esac
    }
    complete -F _guion2audio guion2audio

    """
  }

  /// What follows an option that takes a value.
  private static var values: String {
    OptionSpec.all.filter { $0.value != nil }.map { spec in
      let forms = ([spec.flag] + [spec.letter.map { "-\($0)" }].compactMap(\.self))
        .joined(separator: "|")
      let others = Command.allCases.filter { spec.meanings[$0] != nil }.map { command in
        "if [[ $command == \(command.rawValue) ]]; then "
          + reply(spec.specific(to: command)) + "; return; fi; "
      }
      return "    \(forms)) \(others.joined())\(reply(spec)); return ;;\n"
    }.joined()
  }

  private static func reply(_ spec: OptionSpec) -> String {
    let words = spec.words.joined(separator: " ")
    let reply =
      if spec.takesList && !spec.words.isEmpty {
        "before=; [[ $cur == *,* ]] && before=${cur%,*},; "
          + "COMPREPLY=($(compgen -P \"$before\" -W \"\(words)\" -- \"${cur##*,}\"))"
      } else if !spec.words.isEmpty {
        "COMPREPLY=($(compgen -W \"\(words)\" -- \"$cur\"))"
      } else {
        ":"
      }
    return reply + (spec.takesFile ? "; compopt -o default" : "")
  }

  private static var options: String {
    Command.allCases.map { command in
      let flags = (command.specs.map(\.flag) + ["--help"]).joined(separator: " ")
      return "      \(command.rawValue)) COMPREPLY=($(compgen -W \"\(flags)\" -- \"$cur\")) ;;\n"
    }.joined()
  }

  private static var actions: String {
    Command.allCases.filter { !$0.actions.isEmpty }.map {
      "    \($0.rawValue)) COMPREPLY=($(compgen -W \"\($0.actions.joined(separator: " "))\" -- \"$cur\")) ;;\n"
    }.joined()
  }
}
