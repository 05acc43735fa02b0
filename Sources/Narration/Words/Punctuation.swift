import Basics

/// Cleaning, step 4: punctuation that engines ignore or read by its name becomes the pause that it means.
/// Measured on espeak-ng 1.51: `*` is read "asterisk", `~` "tilde", `#` "hash", `/` "slash". `|`, `^` and `•` are
/// ignored without a pause. `...`, commas and brackets are pauses.
enum Punctuation {
  /// Returns the text with its punctuation replaced.
  /// `keepsNames` is for prose about computers. The symbols of " .gitignore" and "C++" then belong to the name, and the
  /// hyphen of "(-1)" belongs to the number.
  /// `isFirst` selects rule set 1.0, which pauses after the hyphen of "on- and offline" but not after ":--".
  static func apply(_ text: String, keepsNames: Bool = false, isFirst: Bool = false) -> String {
    var builder = Builder(Array(text.unicodeScalars), keepsNames: keepsNames, isFirst: isFirst)
    builder.run()
    return builder.finish()
  }

  private struct Builder {
    let input: Scalars
    var index = 0
    var output: Scalars = []
    /// Whether a comma's pause is due before the next word.
    /// At the end of the text, the pause is dropped.
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
          // The character is dropped: it is neither spoken nor whitespace.
        } else if scalar.isSpace || scalar == "_" || isControl(scalar) {
          pendingBlank = true
        } else if scalar == "*", touchesOneWord {
          // An unpaired asterisk at the edge of a word has no meaning.
        } else if scalar == "-", !isFirst, hangs {
          // The hyphen of "on- and offline" is not a pause, so it is dropped.
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
        && (index == 0 || input[index - 1].isSpace || input[index - 1] == "(")
    }

    /// Whether the scalar is invisible, such as a direction mark or a soft hyphen.
    /// The two joiners stay, because they shape letters.
    private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII && scalar.properties.generalCategory == .format && scalar != "\u{200C}"
        && scalar != "\u{200D}"
    }

    /// Whether the scalar is a control or replacement character, which has no meaning in speech.
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

    /// Whether a single hyphen is between two letters or digits, or before a number.
    private var joinsWords: Bool {
      let after = index + 1 < input.count ? input[index + 1] : " "
      let before = index > 0 ? input[index - 1] : " "
      return after.isDigit && !before.isBlankOrDash && before.isLetterOrDigit
        || before.isWordPart && after.isWordPart
        || (before.isSpace || keepsNames && opensNumber(before)) && after.isDigit
          && input[index] == "-"
    }

    /// Whether the hyphen ends a word that shares its ending with the word after "and" or "or".
    private var hangs: Bool {
      guard index > 0, input[index - 1].isLetter, index + 1 < input.count, input[index + 1] == " "
      else { return false }
      let end = input[(index + 2)...].firstIndex(of: " ") ?? input.count
      return Self.joints.contains(input[index + 2..<end].text.lowercased())
    }

    private static let joints: Set<String> = [
      "and", "or", "to", "und", "oder", "bzw.", "sowie", "y", "o", "et", "ou",
    ]

    /// Whether a hyphen after this scalar can be the sign of a number, as in "(-1)" and "x=-1".
    private func opensNumber(_ before: Unicode.Scalar) -> Bool {
      switch before {
      case "(", "=", "<", ">", ":", "$": true
      default: false
      }
    }

    /// Whether this plus sign is one of the two in "C++".
    private var endsName: Bool {
      let isSecond = index > 0 && input[index - 1] == "+"
      let start = isSecond ? index - 1 : index
      return start > 0 && input[start - 1].isWordPart && start + 1 < input.count
        && input[start + 1] == "+" && (start + 2 == input.count || input[start + 2] != "+")
    }

    /// Whether the symbol has whitespace around it, as in "kitchen / hall".
    /// The slash of "and/or" has no whitespace around it, and stays because the engine reads it.
    private var standsAlone: Bool {
      (index == 0 || input[index - 1].isSpace)
        && (index + 1 == input.count || input[index + 1].isSpace)
    }

    private var touchesOneWord: Bool {
      let before = index > 0 && input[index - 1].isWordPart
      let after = index + 1 < input.count && input[index + 1].isWordPart
      return before != after
    }

    /// Whether a symbol is repeated as decoration (`###`, `====`).
    /// A single `#` or `+` stays, because it may mean "number" or "plus".
    private func isRun(of scalar: Unicode.Scalar) -> Bool {
      (index > 0 && input[index - 1] == scalar)
        || (index + 1 < input.count && input[index + 1] == scalar)
    }

    /// Writes one mark in place of several: "!" for `!!!`, "?!" for `?!?`, and an ellipsis for four dots.
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

    /// Writes a mark.
    /// The mark replaces a comma directly before it. Directly after the end of a sentence, the mark is dropped.
    private mutating func replaceTail(by scalar: Unicode.Scalar) {
      guard let last = output.last else {
        // A decimal point can open a number (".45"). Any other mark at the start of the text is dropped, because a
        // pause there has no effect.
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
  fileprivate var isBlankOrDash: Bool { isSpace || self == "-" || self == "–" || self == "—" }
}
