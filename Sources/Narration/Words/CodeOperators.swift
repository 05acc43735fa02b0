import Basics
import TextNormalization

extension CodeWords {
  /// Returns the text with the ranges of a pattern as ranges: `[a-z0-9]+` has "A–Z 0–9".
  static func withClasses(_ code: String) -> String {
    guard code.hasByte(0x5B), code.contains(#/\[(?:\^?[-_.]{0,3}(?:a-z|A-Z|0-9)|:[a-z])/#) else {
      return code
    }
    // `[[:digit:]]`
    let code = code.replacing(#/\[:([a-z]{4,6}):\]/#) { " \($0.1) " }
    return code.replacing(#/\[\^?[-_.]{0,3}((?:a-z|A-Z|0-9){1,3})(?=[^\[\]]{0,12}\])/#) { match in
      let ranges = match.1.uppercased()
      let names = [("A-Z", "A–Z"), ("0-9", "0–9")].filter { ranges.contains($0.0) }.map(\.1)
      return "[" + names.joined(separator: " ") + " "
    }
  }

  /// Returns the text without marks of bold and italics: `**Topic:** x` and `*word*`, but not `**kwargs` and `ls *a*`.
  static func withoutEmphasis(_ code: String) -> String {
    guard code.hasByte(0x2A) else { return code }
    let pair = #/(^|[ (\[|])(\*{1,3})([\p{L}\d"\[(](?:[^*]*[^* ])?)\2(?=$|[ ,.:;!?)\]|])/#
    return code.replacing(pair) { match in
      // One asterisk within code can stand for any text.
      let isItalic = match.2.count == 1
      return isItalic && match.range.lowerBound > code.startIndex
        ? String(match.output.0) : String(match.1 + match.3)
    }
  }

  /// The operators of programs, as a person says them: `a - b`, `!x`, `x[i]`, `*args`, `int -> str`.
  struct Operators {
    let code: Scalars
    let maths: MathWords
    /// Whether the code computes a value, and is no command such as `rm -rf / x`.
    private let isSum: Bool
    private let isCommand: Bool
    /// Whether the code is a time of the program cron: `30 3 * * 1`.
    private let isTimetable: Bool
    private let hasEquals: Bool
    /// Whether the code has only numbers and asterisks.
    private let areFactors: Bool

    init(code: Scalars, maths: MathWords) {
      (self.code, self.maths) = (code, maths)
      isTimetable =
        code.contains("*") && code.allSatisfy { $0.isDigit || " */,-?".unicodeScalars.contains($0) }
        && (5...6).contains(code.count { $0 == " " } + 1)
        // "1 * 2 * 3" is a product, and "5 * 3 - 2" a sum.
        && code.text.firstMatch(of: #/ [-\/] |^\d+ \* \d+ \* /#) == nil
      hasEquals = code.contains("=")
      areFactors = code.allSatisfy { $0.isDigit || $0 == "*" }
      isSum = code.contains { $0 == "=" || $0 == "(" }
      isCommand = code.indices.dropLast().contains { index in
        code[index] == "-" && (code[index + 1].isLetter || code[index + 1] == "-")
          && (index == 0 || code[index - 1].isSpace)
      }
    }

    var spoken: Scalars {
      var output: Scalars = []
      var place = 0
      while place < code.count {
        guard let (words, end) = words(at: place) else {
          output.append(code[place])
          place += 1
          continue
        }
        output.append(contentsOf: words.unicodeScalars)
        place = end
      }
      return output
    }

    private func scalar(_ index: Int) -> Unicode.Scalar? {
      code.indices.contains(index) ? code[index] : nil
    }

    private func isOpen(_ index: Int) -> Bool {
      scalar(index - 1).map { $0.isSpace || "(,[{".unicodeScalars.contains($0) } ?? true
    }

    /// Returns the words for the operator here and its end; nil if there is none.
    private func words(at start: Int) -> (String, Int)? {
      let next = scalar(start + 1)
      switch code[start] {
      case "*" where isTimetable: return maths["star"].map { ($0, start + 1) }
      case "!" where next != "=" && isOpen(start) && isNegation(start):
        return maths["¬"].map { ($0 + " ", start + 1) }
      case "*" where isOpen(start) && next?.isLetter == true:
        return maths["star"].map { ($0 + " ", start + 1) }
      case "*" where isOpen(start) && next == "*" && scalar(start + 2)?.isLetter == true:
        return maths["star"].map { ($0 + " " + $0 + " ", start + 2) }
      case "*" where next == "*" && isPower(start):
        return maths["^"].map { (" \($0) ", start + 2) }
      case "[" where scalar(start - 1)?.isLetterOrDigit == true || scalar(start - 1) == "]":
        return isIndex(after: start) && !isRange(after: start)
          ? maths["index"].map { (" \($0) ", start + 1) } : nil
      case "x" where isFactor(start): return (" x", start + 1)
      case "*" where isTimes(start): return (" × ", start + 1)
      case "_" where isGroup(start): return ("", start + 1)
      case "-" where isOpen(start) && isFlags(start + 1):
        let letters = code[start + 1...start + 2].map { String($0).uppercased() }
        return (letters.joined(separator: " "), start + 3)
      case "-" where next == ">" && isMember(start): return (" arrow ", start + 2)
      case _ where scalar(start - 1)?.isSpace == true: return infix(at: start)
      default: return nil
      }
    }

    /// Whether an exclamation mark is before an operand, as in `!isReady` and `a && !b`, and not in `!info`.
    private func isNegation(_ start: Int) -> Bool {
      guard let next = scalar(start + 1), next.isLetter else { return scalar(start + 1) == "(" }
      let name = code[(start + 1)...].prefix { $0.isLetterOrDigit || $0 == "_" }
      return isSum || name.count == 1 || code.contains("&") || code.contains("|")
        || name.contains("_") || next.isLower && name.contains(where: \.isUpper)
        || code.prefix(3).text == "if "
    }

    /// Whether brackets hold a number or a name of one or two letters: `x[i]`, `a[0]`, `list[1:n]`.
    private func isIndex(after start: Int) -> Bool {
      guard let end = code[start...].prefix(40).firstIndex(of: "]"), end > start + 1 else {
        return false
      }
      let parts = code[start + 1..<end].split { ":+- ".unicodeScalars.contains($0) }
      return !parts.isEmpty
        && parts.allSatisfy {
          $0.allSatisfy(\.isDigit) || $0.count < 3 && $0.allSatisfy(\.isLower)
        }
    }

    /// Whether brackets behind a name hold a range, which names hosts or files: `login[1-2]`, `disk-a-0[1-4]`.
    private func isRange(after start: Int) -> Bool {
      let name = code[..<start].reversed().prefix { $0.isLetterOrDigit || $0 == "-" }
      let ends = code[(start + 1)...].prefix(24).prefix { $0 != "]" }.split(separator: "-")
      guard name.count > 1, ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isDigit) }),
        let first = Int(ends[0].text), let last = Int(ends[1].text)
      else { return false }
      return first < last
    }

    /// Whether two letters behind a dash are two options: `rm -rf`, `docker run -it`.
    private func isFlags(_ start: Int) -> Bool {
      let letters = code[start...].prefix(3).prefix(while: \.isLower)
      return maths["arrow"] == "to" && letters.count == 2 && scalar(start + 2)?.isSpace != false
        && !["no", "up", "on", "in", "to", "by"].contains(letters.text)
    }

    /// Whether an arrow is before the name of a member in C: `node->next`.
    private func isMember(_ start: Int) -> Bool {
      let before = scalar(start - 1)
      return maths["arrow"] == "to" && (before?.isLetterOrDigit == true || before == ")")
        && scalar(start + 2)?.isLower == true
    }

    /// Whether the letter is multiplied by the number before it: `3x`, `y = 3x + 2`, but not `npx 3x`.
    private func isFactor(_ start: Int) -> Bool {
      guard scalar(start - 1)?.isDigit == true, scalar(start + 1)?.isLetterOrDigit != true else {
        return false
      }
      let number = code[..<start].reversed().prefix { $0.isDigit }.count
      let rest = code[..<(start - number)]
      let isAlone =
        start + 1 == code.count && (rest.isEmpty || rest.count == 1 && rest.first == "-")
      return isAlone || hasEquals && rest.last?.isLetter != true && rest.last != "."
    }

    /// Whether an asterisk multiplies: `3*(x + 2)`, `100*cos(x)`, `y = x*5`.
    private func isTimes(_ start: Int) -> Bool {
      guard !isCommand, let before = scalar(start - 1), let next = scalar(start + 1),
        before.isLetterOrDigit || before == ")" || before == "]",
        next.isLetterOrDigit || next == "("
      else { return false }
      return (before.isDigit || before == ")" || next.isDigit || next == "(")
        && (isSum || areFactors)
    }

    /// Whether two asterisks are between a value and its exponent: `x**2`, `(a - b)**n`, `2**-1`.
    private func isPower(_ start: Int) -> Bool {
      guard let before = scalar(start - 1), before.isLetterOrDigit || before == ")",
        let next = scalar(start + 2)
      else { return false }
      return next.isLetterOrDigit || next == "("
        || next == "-" && scalar(start + 3)?.isDigit == true
    }

    /// Whether an underscore is between digits and three more: `1_000`.
    private func isGroup(_ start: Int) -> Bool {
      let digits = code[(start + 1)...].prefix(while: \.isDigit)
      let before = code[..<start].suffix(20)
      let name = before.last(where: { !$0.isDigit && $0 != "_" })
      return digits.count == 3 && before.last?.isDigit == true && name?.isLetter != true
        && scalar(digits.endIndex)?.isLetter != true
    }

    /// Reads an operator between spaces and operands.
    private func infix(at start: Int) -> (String, Int)? {
      let sign = code[start...].prefix { !$0.isSpace && !$0.isLetterOrDigit }
      let end = sign.endIndex
      guard scalar(end)?.isSpace == true, let next = code[end...].first(where: { !$0.isSpace }),
        let before = code[..<(start - 1)].suffix(8).last(where: { !$0.isSpace })
      else { return nil }
      let isBetween =
        (before.isLetterOrDigit || ")]\"'%".unicodeScalars.contains(before))
        && (next.isLetterOrDigit || "([{\"'-!*$".unicodeScalars.contains(next))
      guard isBetween else { return nil }
      let word: String? =
        switch sign.text {
        case "->", "=>": maths["arrow"]
        case "<-": "="
        case "!=", "!==", "<>": "≠"
        case "==", "===": "="
        case "<=": "≤"
        case ">=": "≥"
        case "&&": maths["∧"]
        case "||": maths["∨"]
        case "**": maths["^"]
        case "-" where isRange: "–"
        case "-" where isBetweenValues(start, end): "−"
        case "*" where isBetweenValues(start, end) || isProduct: "×"
        case "/" where isBetweenValues(start, end): "÷"
        case "%" where isBetweenValues(start, end): maths["mod"]
        default: nil
        }
      return word.map { ($0, end) }
    }

    /// Whether the code computes with names: `6 BU * TiB * hours`, `count * 200`, but not `import * as x`.
    private var isProduct: Bool {
      guard !isCommand else { return false }
      let words = code.split(whereSeparator: \.isSpace).map(\.text)
      let hasNumber = words.contains { $0.allSatisfy { $0.isNumber || $0 == "." } }
      // `base * height`
      let isPair =
        words.count == 3 && words[1] == "*"
        && [words[0], words[2]].allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "_" } }
      return (hasNumber || isPair || words.count { "*+".contains($0) } > 1)
        && !words.contains { Self.keywords.contains($0.lowercased()) }
    }

    /// Words of code in which an asterisk means everything or a pointer.
    private static let keywords: Set<String> = [
      "all", "as", "char", "const", "export", "from", "grant", "import", "int", "on", "select",
      "void",
    ]

    /// Whether the code is two numbers in order: `1 - 100`.
    private var isRange: Bool {
      let parts = code.text.split(separator: " - ").map { Int($0) }
      guard parts.count == 2, let first = parts[0], let last = parts[1] else { return false }
      return first < last
    }

    /// Whether the words beside an operator are values, and no words of a command such as `tar xf - file`.
    private func isBetweenValues(_ start: Int, _ end: Int) -> Bool {
      if isSum || isCommand { return isSum }
      let before = code[..<(start - 1)].suffix(12).split(separator: " ").last
      let next = code[(end + 1)...].prefix(12).split(separator: " ").first
      return [before, next].allSatisfy { word in
        word.map { $0.count < 3 || $0.allSatisfy(\.isDigit) || $0.last == "]" } ?? false
      }
    }
  }
}

extension CodeWords {
  /// Returns the items of a menu in code with commas between them: `File > Save As > Text`; nil for other code.
  /// `Value > Maximum` is a comparison.
  static func menu(_ code: String) -> String? {
    guard code.utf8.contains(UInt8(ascii: ">")), code.utf8.count < 300 else { return nil }
    let items = code.split(separator: #/ +> +/#).map { $0.drop { $0 == " " } }
    let isLong = items.count > 2 || items.contains { $0.contains(" ") }
    guard items.count > 1, isLong, items.allSatisfy(isMenuItem) else { return nil }
    return items.joined(separator: ", ")
  }

  private static func isMenuItem(_ item: Substring) -> Bool {
    if item == "..." || item == "…" { return true }
    let isName = item.drop { $0 == "[" }.first?.isUppercase == true
    return isName && item.contains(where: \.isLowercase)
      && item.allSatisfy { $0.isLetter || $0.isNumber || " &.…[]-".contains($0) }
  }
}

extension CodeWords {
  /// Returns code with blanks between the letters of a conversion of C: `%llu` is "percent l l u".
  static func spelledConversions(_ code: Scalars) -> Scalars {
    guard code.contains("%") else { return code }
    var (output, place) = (Scalars(), 0)
    while place < code.count {
      output.append(code[place])
      place += 1
      guard output.last == "%" else { continue }
      let letters = code[place...].prefix(4).prefix(while: \.isLetterOrDigit)
      guard (2...3).contains(letters.count),
        letters.dropLast().allSatisfy({ "hljztL".unicodeScalars.contains($0) }),
        letters.last.map({ "diouxXeEfFgG".unicodeScalars.contains($0) }) == true
      else { continue }
      output += letters.map(String.init).joined(separator: " ").unicodeScalars
      place = letters.endIndex
    }
    return output
  }
}
