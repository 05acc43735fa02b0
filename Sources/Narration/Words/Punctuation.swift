/// Cleaning, step 4: punctuation that engines read by name or swallow becomes the pause it means.
///
/// Measured on espeak-ng 1.51: `*` is read "asterisk", `~` "tilde", `#` "hash", `/` "slash";
/// `|`, `^` and `•` are swallowed without a pause; `...`, commas and brackets are pauses.
enum Punctuation {
  /// `keepsNames` is for prose about computers: in " .gitignore" and "C++" the signs belong to the
  /// name, and in "(-1)" to the number.
  ///
  /// `isFirst` is rule set 1.0, which makes a pause behind the hyphen of "on- and offline", and none behind ":--".
  static func apply(_ text: String, keepsNames: Bool = false, isFirst: Bool = false) -> String {
    var builder = Builder(Array(text.unicodeScalars), keepsNames: keepsNames, isFirst: isFirst)
    builder.run()
    return builder.finish()
  }

  private struct Builder {
    let input: Scalars
    var index = 0
    var output: Scalars = []
    /// A comma's pause that waits for the word after it: at the end of a line it means nothing.
    var pendingPause = false
    var pendingBlank = false

    let keepsNames: Bool
    let isFirst: Bool

    init(_ input: Scalars, keepsNames: Bool, isFirst: Bool) {
      self.input = input
      self.keepsNames = keepsNames
      self.isFirst = isFirst
      output.reserveCapacity(input.count)
    }

    mutating func run() {
      while index < input.count {
        let scalar = input[index]
        if isInvisible(scalar) {
          // Nothing: it is neither said nor a blank.
        } else if scalar.isBlank || scalar == "_" || isControl(scalar) {
          pendingBlank = true
        } else if scalar == "*", touchesOneWord {
          // A mark without a partner, at the edge of a word: nothing is meant by it.
        } else if scalar == "-", !isFirst, hangs {
          // "on- and offline": the word goes on behind the other one.
        } else if isPauseMark(scalar) {
          pendingPause = true
        } else if isDotOfName(scalar) {
          append(scalar)
        } else if scalar.isSentenceEnd {
          sentenceEnd()
          continue
        } else {
          append(scalar)
        }
        index += 1
      }
    }

    mutating func finish() -> String {
      output.text
    }

    private func isDotOfName(_ scalar: Unicode.Scalar) -> Bool {
      keepsNames && (scalar == "." || scalar == ":") && index + 1 < input.count
        && input[index + 1].isLetter
        && (index == 0 || input[index - 1].isBlank || input[index - 1] == "(")
    }

    /// Marks of direction, soft hyphens and the like; the two joiners shape letters and stay.
    private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII && scalar.properties.generalCategory == .format && scalar != "\u{200C}"
        && scalar != "\u{200D}"
    }

    /// Control and replacement characters say nothing.
    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{FFFD}"
        || (!scalar.isASCII && scalar.properties.generalCategory == .control)
    }

    private func isPauseMark(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "*": !touchesOneWord
      case "—", "―", "•", "·", "▪", "◦", "‣", "●", "■", "|", "~", "^", "\\", "`", "[", "]",
        "{", "}":
        true
      case "-", "–": !joinsWords
      case "/": standsAlone
      case "+": isRun(of: scalar) && !(keepsNames && endsName)
      case "#", "=": isRun(of: scalar)
      default: false
      }
    }

    /// Whether the hyphen here stands alone between two letters or digits, or before a number.
    private var joinsWords: Bool {
      let after = index + 1 < input.count ? input[index + 1] : " "
      let before = index > 0 ? input[index - 1] : " "
      return after.isDigit && !before.isBlankOrDash && before.isLetterOrDigit
        || before.isWordPart && after.isWordPart
        || (before.isBlank || keepsNames && opensNumber(before)) && after.isDigit
          && input[index] == "-"
    }

    /// Whether the hyphen ends a word that shares its end with the word behind "and" or "or".
    private var hangs: Bool {
      guard index > 0, input[index - 1].isLetter, index + 1 < input.count, input[index + 1] == " "
      else { return false }
      let end = input[(index + 2)...].firstIndex(of: " ") ?? input.count
      return Self.joints.contains(input[index + 2..<end].text.lowercased())
    }

    private static let joints: Set<String> = [
      "and", "or", "to", "und", "oder", "bzw.", "sowie", "y", "o", "et", "ou",
    ]

    /// "(-1)", "x=-1".
    private func opensNumber(_ before: Unicode.Scalar) -> Bool {
      switch before {
      case "(", "=", "<", ">", ":", "$": true
      default: false
      }
    }

    /// The two signs of "C++".
    private var endsName: Bool {
      let isSecond = index > 0 && input[index - 1] == "+"
      let start = isSecond ? index - 1 : index
      return start > 0 && input[start - 1].isWordPart && start + 1 < input.count
        && input[start + 1] == "+" && (start + 2 == input.count || input[start + 2] != "+")
    }

    /// "kitchen / hall", as against "and/or", which is the engine's to read.
    private var standsAlone: Bool {
      (index == 0 || input[index - 1].isBlank)
        && (index + 1 == input.count || input[index + 1].isBlank)
    }

    private var touchesOneWord: Bool {
      let before = index > 0 && input[index - 1].isWordPart
      let after = index + 1 < input.count && input[index + 1].isWordPart
      return before != after
    }

    /// Rules of signs (`###`, `====`) are decoration; one alone may be "number" or "plus".
    private func isRun(of scalar: Unicode.Scalar) -> Bool {
      (index > 0 && input[index - 1] == scalar)
        || (index + 1 < input.count && input[index + 1] == scalar)
    }

    /// One mark for a stack of them: `!!!` is "!", `?!?` is "?!", four dots are an ellipsis.
    private mutating func sentenceEnd() {
      var dots = 0
      var question = false
      var exclamation = false
      while index < input.count, input[index].isSentenceEnd {
        switch input[index] {
        case ".": dots += 1
        case "…": dots += 3
        case "?": question = true
        default: exclamation = true
        }
        index += 1
      }
      let mark = question || exclamation
      guard mark || dots > 1 else { return append(".") }
      pendingPause = false
      guard let last = output.last, !last.isSentenceEnd else { return }
      pendingBlank = false
      if last == "," { output.removeLast() }
      if question { output.append("?") }
      if exclamation { output.append("!") }
      if !mark { output.append(contentsOf: Array("...".unicodeScalars)) }
      pendingBlank = index < input.count && input[index].isLetterOrDigit
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      let opensName = isDotOfName(scalar)
      let closes =
        !opensName && (scalar == "," || scalar == "." || scalar == ";" || scalar == ":")
      defer {
        pendingPause = false
        pendingBlank = false
      }
      if closes, pendingPause || output.last == "," || output.last == nil {
        return replaceTail(by: scalar)
      }
      if pendingPause, let last = output.last, last.isWordPart || closesGroup(last) {
        output.append(",")
        pendingBlank = true
      }
      let isNumberPoint = scalar == "." && index < input.count && input[index].isDigit
      if scalar == ".", !isNumberPoint, !opensName, output.last?.isSentenceEnd == true { return }
      if pendingPause, let last = output.last,
        last.isSentenceEnd || !isFirst && ",:;".unicodeScalars.contains(last)
      {
        pendingBlank = true
      }
      if pendingBlank, !output.isEmpty, !closes || isNumberPoint { output.append(" ") }
      output.append(scalar)
    }

    private func closesGroup(_ scalar: Unicode.Scalar) -> Bool {
      scalar == ")" || scalar == "\"" || scalar == "”" || scalar == "’" || scalar == "'"
        || scalar == "%"
    }

    /// Of a comma's pause and a mark that follows it, the stronger stays.
    private mutating func replaceTail(by scalar: Unicode.Scalar) {
      guard let last = output.last else {
        // A decimal point opens a number (".45"); any other mark at the start pauses for nobody.
        let opensNumber = scalar == "." && index < input.count && input[index].isDigit
        if opensNumber { output.append(scalar) }
        return
      }
      if last == "," { output.removeLast() }
      guard let before = output.last, !before.isSentenceEnd else { return }
      output.append(scalar)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isBlankOrDash: Bool { isBlank || self == "-" || self == "–" || self == "—" }
}
