import Basics
import TextNormalization

/// The text of a formula in TeX, as a reader says it: fractions, roots, powers, sums, sets, accents, arrows.
/// Signs that the normalizer reads, such as "≤", stay signs. A formula with anything else has no text.
struct FormulaWords {
  let words: MathWords
  var rest: Substring
  var depth = 0
  /// The word for a single bar: "given", or "such that" in a set.
  var bar = "∣"
  /// The environments that are open, such as "cases".
  var environments: [String] = []
  /// Whether a function or an operator with an exponent precedes: `\sin^2`, `\partial_\tau^2`.
  private var isApplied = false
  /// The text from the start of the value before a colon.
  var before: Substring = ""

  /// The longest formula that is tried, and the longest that a listener can follow, in characters.
  private static let longest = (typed: 480, said: 340)

  /// Returns the text of a formula between its dollar signs; nil if it has parts that have no words.
  static func text(of typed: String, words: MathWords) -> String? {
    let isOpen = typed.contains("\\lVert") && !typed.contains("\\rVert")
    let typed = isOpen ? typed.replacing("\\lVert", with: "\\|") : typed
    let formula = withSets(withoutMarks(typed))
      .replacing(#/\\(text)?color\s*\{[^{}]*\}/#, with: "")
      .replacing("\\mathbin{:}", with: ":").replacing("{:}", with: ":")
      .replacing("\\vert", with: "|").replacing("\\Vert", with: "\\|")
      .replacing("...", with: "\\dots ")
    guard formula.utf8.count <= longest.typed else { return nil }
    // A bar of its own is one of two around words: `$|$value$|$`.
    if formula == "|" { return " " }
    // A code, not an amount.
    if formula.wholeMatch(of: #/0\d{4,}|(?!10+$)[01]{5,}|\d{7,}/#) != nil {
      return formula.map(String.init).joined(separator: " ")
    }
    var reader = FormulaWords(words: words, rest: formula[...])
    guard let text = reader.sequence(until: nil) else { return nil }
    var said = text.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",")
      .replacing(#/ (?=[;:])/#, with: "").replacing(" )", with: ")").replacing("( ", with: "(")
      .replacing("… ×", with: "… \(words["product"] ?? "×")")
    // "Gamma(s)" is no plural.
    if said.contains("(s)") { said = said.replacing(#/(\p{L}{2})\(s\)/#) { "\($0.output.1) (s)" } }
    if let key = ["=": "equals", "…": "dots", "+": "plus", "−": "−"][said] { return words[key] }
    // An arrow alone is a pause between words, but "if and only if" is a word of the sentence.
    if formula.contains(#/^[ \\,;:!]*\\(?:implies|impliedby|iff)\b/#) { return said }
    if arrows.contains(where: { said == words[$0] }) { return "," }
    // A formula of nothing but blanks keeps lines apart.
    if said.isEmpty, formula.contains("\\") { return " " }
    let isHeard =
      [",", "±", "≤", "≥", "≠", "≈", "<", ">", "×"].contains(said)
      || said.contains { $0.isLetter || $0.isNumber }
    return isHeard && said.count <= longest.said ? withWords(said, words) : nil
  }

  /// Returns a text with words for its signs, in a language whose voices pass over them.
  private static func withWords(_ text: String, _ words: MathWords) -> String {
    guard words["negative"] != nil else { return text }
    let worded = MathWords.wordedSigns.reduce(text) { text, sign in
      text.contains(sign.sign)
        ? text.replacing(sign.sign, with: " \(words[sign.key] ?? sign.sign) ") : text
    }
    return worded.split(separator: " ").joined(separator: " ").replacing(" )", with: ")")
      .replacing("( ", with: "(").replacing(" ,", with: ",")
  }

  /// Returns a formula without the marks around it and in it. A dollar sign before a number stays: `\frac{$6.00}{3}`.
  private static func withoutMarks(_ typed: String) -> String {
    let inner = typed.filter { $0 != "`" }.drop { $0 == "$" }
    guard inner.dropLast(2).contains("$") else { return inner.filter { $0 != "$" } }
    return String(inner).replacing(#/\$(?!\d++(?:(?:\{,\}|[.,])\d++)*+(?!\$))/#, with: "")
  }

  /// Returns a formula with `\{…\}` in place of named braces, unless they hold what a function takes: `P\lbrace X\rbrace`.
  private static func withSets(_ formula: String) -> String {
    guard formula.contains("\\lbrace"),
      formula.ranges(of: "\\lbrace").count == formula.ranges(of: "\\rbrace").count,
      !formula.contains(#/(?:(?:^|[^\\A-Za-z])[A-Za-z]|\}) ?(?:\\left ?)?\\lbrace/#)
    else { return formula }
    return formula.replacing("\\lbrace", with: "\\{").replacing("\\rbrace", with: "\\}")
  }

  init(words: MathWords, rest: Substring) { (self.words, self.rest) = (words, rest) }

  /// Reads all parts up to a closing character.
  mutating func sequence(until end: Character?) -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 12 else { return nil }
    var text = ""
    var (applies, wasGroup, value) = (false, false, rest)
    while let character = rest.first {
      if !"^_ ".contains(character) {
        (isApplied, applies) = (applies, opensOperator)
        if character == ":" {
          before = value
        } else if character != "\\" || rest.dropFirst().first?.isLetter == true {
          value = rest
        }
      }
      if character == end {
        rest.removeFirst()
        return text
      }
      if isWord(after: text) {
        text += " \(rest.removeFirst()) \(rest.removeFirst()) "
        continue
      }
      let applied = isApplied
      let isGroup = "{\\".contains(character)
      guard var part = part(after: text) else { return nil }
      if isGroup || wasGroup, Self.isGlued(part, to: text) { part = " " + part }
      wasGroup = isGroup
      // The letter above a line is no unit: `2\frac{s}{n}`.
      let isFactor = part.wholeMatch(of: #/ (\p{L}) .+/#).map {
        MathWords.units.contains($0.1.first ?? " ")
      }
      // "c 2 L hat" would be liters.
      let isAccented =
        isFactor == true
        && ["hat", "bar", "tilde"].contains { part.hasSuffix(" \(words[$0] ?? $0) ") }
      let last = isAccented ? text.last { $0 != " " } : text.last
      isApplied = applied
      text += isFactor == true && isNumber(last) ? " ×" + part : part
    }
    return end == nil ? text : nil
  }

  /// Reads one part: a character, a group or a command.
  mutating func part(after text: String) -> String? {
    guard let character = rest.popFirst() else { return nil }
    switch character {
    case "\\" where rest.hasPrefix("circ") && !Self.isOperand(text):
      rest.removeFirst(4)
      return words["circle"].map { " \($0) " }
    case "\\" where rest.first == "%":
      rest.removeFirst()
      return text.last?.isNumber == true ? "%" : words["%"].map { " \($0) " }
    case "\\"
    where rest.hasPrefix("cdot") && rest.dropFirst(4).drop { $0 == " " }.first == ")"
      && text.last { $0 != " " } == "(":
      rest.removeFirst(4)
      return words["dot"]
    case "\\" where rest.first == "|" && isBetween(text, until: "\\|"): return doubleBar()
    case "\\" where rest.hasPrefix("sim") && rest.dropFirst(3).first?.isLetter != true:
      rest.removeFirst(3)
      return similar(after: text)
    case "\\": return command()
    // The index of `{}^{A}p` stands before its letter.
    case "{" where rest.hasPrefix("}^"):
      rest.removeFirst(2)
      return argument().flatMap { index in words["raised"].map { " \($0) \(index) " } }
    case "{": return sequence(until: "}")
    case "^": return power(of: text)
    case "_" where Self.isName(text, rest): return " "
    case "_":
      // The letters of a word count nothing: `\omega_{\text{kin}}`.
      let isText = rest.hasPrefix("{\\text{") || rest.hasPrefix("{\\mathrm{")
      return argument().map { isText ? " \(Self.counted($0)) " : index($0) }
    // Quotation marks: `P('X > 1')`
    case "'" where !text.isEmpty && !Self.isOperand(text) || text.last?.isNumber == true: return ""
    case "'", "′", "’":
      let isDouble = rest.first == character
      if isDouble { rest.removeFirst() }
      return words[isDouble ? "''" : "'"].map { " \($0) " }
    case ":" where rest.first == "=":
      rest.removeFirst()
      return words["define"].map { " \($0) " }
    case _ where rest.first == "=" && "><!".contains(character):
      rest.removeFirst()
      return [">": " ≥ ", "<": " ≤ "][character] ?? " ≠ "
    case ":" where isContraction(after: text): return words["contraction"].map { " \($0) " }
    case ":" where bar == "such" && !rest.contains("|") && !rest.contains("\\mid"):
      return words[bar].map { " \($0) " }
    case "[" where text.last?.isLetter == true: return " ["
    case "(": return bracket(after: text)
    case _ where character.lowercased() == "t" && isTrace(after: text):
      rest.removeFirst()
      return words["tr"].map { " \($0) " }
    case "d" where isDifferential(after: text): return " d "
    // In Spanish, the letter alone would be "and".
    case "y" where text.last?.isLetter != true && rest.first?.isLetter != true:
      return words["y"].map { " \($0) " } ?? "y"
    case "!" where words["∃"].map({ text.hasSuffix(" \($0) ") }) == true:
      return words["exactly"].map { " \($0) " }
    case "!": return text.hasSuffix("!") ? nil : words["!"].map { " \($0) " }
    case "/": return words["⁄"].map { " \($0) " }
    case "|": return bars(after: text)
    case "$" where rest.first?.isNumber == true: return "$"
    // Between capitals, the sign would divide the names of a menu.
    case ">" where isBeforeName: return words["greater"].map { " \($0) " }
    case "≤", "≥", "≠", "≈", "±", "÷", "·": return " \(character == "·" ? "×" : character) "
    case "+", "=", "<", ">", "−", "×", "*": return " \(character == "*" ? "×" : character) "
    // Beside a letter, a hyphen would join a word.
    case "-": return Self.isSign(after: text) ? " −" : " − "
    case _ where character.isMathSymbol && words[String(character)] != nil:
      return words[String(character)].map { " \($0) " }
    case "→": return words["arrow"].map { " \($0) " }
    case "&" where environments.last.map(MathWords.tables.contains) == true: return ", "
    case "~", "&", "\n", "\t": return " "
    case _ where MathWords.letters[character] != nil:
      return MathWords.letters[character].map { " \(words[$0] ?? $0) " }
    case _ where text.last?.isNumber == true && startsUnit(character):
      let letters = rest.prefix(while: \.isLetter)
      rest = rest.dropFirst(letters.count)
      return " \(character)\(letters)"
    case _ where MathWords.units.contains(character) && isNumber(text.last { $0 != " " }):
      // A unit stands in letters of its own: `2\,\mathrm{m}`.
      return " × \(character)"
    case "x", "X":
      // Between numbers, the letter would be "by", and behind one "times": `b_1 X_1`, `3x`.
      let isValue = rest.first.map { "+-=^)<>".contains($0) } == true
      let isFactor = isNumber(text.last { $0 != " " }) && !isValue
      return isFactor ? " × \(character)" : String(character)
    case _ where character.isLetter || character.isNumber || " (),.:;?[]%…°".contains(character):
      return String(character)
    default: return nil
    }
  }

  /// Whether a letter behind a number begins a unit of several letters: `16GB`.
  private func startsUnit(_ letter: Character) -> Bool {
    guard letter.isLetter, rest.first?.isLetter == true else { return false }
    return MathWords.longUnits.contains(String(letter) + rest.prefix(while: \.isLetter))
  }

  /// Whether a character ends a number that is a factor, and no exponent of a function.
  private func isNumber(_ last: Character?) -> Bool {
    guard let last, last.isNumber else { return false }
    return !isApplied || last.isASCII
  }

  /// Whether the name of a value with several letters is next: `\text{price} > NAV`.
  private var isBeforeName: Bool {
    let next = rest.drop { $0 == " " }
    return next.hasPrefix("\\text") || next.prefix { $0.isUppercase }.count > 1
  }

  /// Whether a minus after a text belongs to the number behind it.
  private static func isSign(after text: String) -> Bool {
    text.last { $0 != " " }.map { "=<>(,≤≥≈".contains($0) } ?? true
  }

  /// Whether a text ends in a value.
  static func isOperand(_ text: String) -> Bool {
    text.last { $0 != " " }.map { $0.isLetter || $0.isNumber || $0 == ")" } ?? false
  }

  /// Whether a "d" begins `dx` behind an integral or in a fraction.
  private func isDifferential(after text: String) -> Bool {
    guard text.last?.isLetter != true, let next = rest.first, "xyztuvrs".contains(next) else {
      return false
    }
    return rest.dropFirst().first?.isLetter != true
  }

  /// Reads `{…}`, or one part without braces.
  mutating func argument() -> String? {
    while rest.first == " " { rest.removeFirst() }
    guard let text = part(after: "") else { return nil }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// Reads an exponent of the text before it.
  mutating func power(of text: String) -> String? {
    let isWritten = rest.drop { " {".contains($0) }.first?.isLetter == true
    guard let exponent = argument() else { return nil }
    let digits = exponent.filter { $0 != " " }.replacing("−", with: "-")
    if digits == "-1", isInvertible(text) { return words["inverse"].map { " \($0) " } }
    if words["^end"] == nil, let raised = raised(digits) { return raised }
    if digits.hasPrefix("("), let word = words["raised"] {
      return " \(word) \(exponent.filter { $0 != "(" && $0 != ")" }) "
    }
    switch digits {
    case "+": return words["plus"].map { " \($0) " }
    case "×", "⋆": return words["star"].map { " \($0) " }
    case _ where digits == words["'"]: return " \(digits) "
    case _ where digits == "°" || digits == words["circle"]: return "°"
    case "T", "top": return words["T"].map { " \($0) " }
    case "th", "nd", "st", "rd": return digits
    case _ where MathWords.labels.contains(digits): return " \(digits) "
    case _ where text.last?.isNumber == true && ["er", "re", "ème", "ième"].contains(digits):
      return digits
    default:
      // `X^{of}` is no word.
      let isWord = isWritten && exponent.count == 2 && exponent.allSatisfy(\.isLetter)
      let power = isWord ? Self.spaced(exponent) : quantity(exponent)
      guard Self.isOperand(text) else { return words["raised"].map { " \($0) \(power) " } }
      if let short = words["^" + digits] { return " \(short) " }
      return words["^"].map { " \($0) \(power) \(words["^end"].map { $0 + " " } ?? "")" }
    }
  }

  /// Names a sum or a quotient, whose ends a listener cannot see: "the quantity (a plus b)".
  func quantity(_ text: String, orProduct: Bool = false) -> String {
    guard isLong(text) || orProduct && text.contains(" × "), let name = words["quantity"] else {
      return text
    }
    let end = words["quantityend"].map { " \($0)" } ?? ""
    return "\(name) (\(text.split(separator: " ").joined(separator: " ")))\(end)"
  }

  /// Whether signs or quotients stand in a text outside of its brackets.
  private func isLong(_ text: String) -> Bool {
    var depth = 0
    let outside = text.filter { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth == 0
    }
    if text.wholeMatch(of: #/\d+ \p{L}+ \d+/#) != nil { return false }
    return outside.contains(" + ") || outside.contains(" − ")
      || [words["frac"], words["⁄"]].contains { $0.map { outside.contains(" \($0) ") } == true }
  }

  /// Reads `(`. A factor before it is multiplied, and a sum is named: `2(a + b)`.
  private func bracket(after text: String) -> String {
    let inside = rest.prefix { $0 != ")" }
    let isSum = inside.dropFirst().contains { "+-−".contains($0) }
    let before = text.split(separator: " ").last.map(String.init) ?? "="
    let isProduct =
      text.last.map(Self.isFigure) == true || text.last == ")" || before == words["!"]
      || isSum && (Self.factors.contains(before) || isFactor(text, inside))
    let isBound =
      isProduct || ["×", "−", words["⁄"]].contains(before)
      || ["+", "="].contains(before) && isBound(behind: inside)
    guard isSum, isBound, let name = words["quantity"] else { return isProduct ? " × (" : "(" }
    return isProduct ? " × \(name) (" : " \(name) ("
  }

  private static func isFigure(_ character: Character) -> Bool {
    "0"..."9" ~= character || MathWords.fractions.values.contains(String(character))
  }

  private static let factors: Set = ["alpha", "beta", "eta", "gamma", "kappa", "lambda"]

  /// Whether the letter before a bracket is multiplied, and names no function: `p(1 - p)`, `n(n + 1)`.
  private func isFactor(_ text: String, _ inside: Substring) -> Bool {
    guard let letter = text.last, "abckmnpqrs".contains(letter),
      text.dropLast().last?.isLetter != true, let first = inside.first
    else { return false }
    if "abc".contains(letter), !"txhk".contains(first) { return true }
    return (first == letter || first.isNumber)
      && inside.dropFirst().first { $0 != " " }.map { "+-−".contains($0) } == true
  }

  /// Whether a power or a factor stands behind a bracket.
  private func isBound(behind inside: Substring) -> Bool {
    let next = rest[inside.endIndex...].dropFirst().drop { $0 == " " }
    return next.first.map { "^(/*!".contains($0) || $0.isLetter } == true
      || next.hasPrefix("\\cdot")
      || next.hasPrefix("\\times")
  }

  /// Whether a text ends in the name of a matrix or of a function.
  private func isInvertible(_ text: String) -> Bool {
    let last = text.split(separator: " ").last.map(String.init) ?? ""
    if ["sin", "cos", "tan"].contains(where: { words[$0] == last }) { return true }
    return last.count == 1 && (last.allSatisfy(\.isUppercase) || ["f", "g", "h"].contains(last))
  }

  private func raised(_ digits: String) -> String? {
    let raised = digits.compactMap { MathWords.exponents[$0] }
    return raised.count == digits.count && !raised.isEmpty ? String(raised) : nil
  }

  private static let arrows = ["arrow", "⇒", "⇔", "gets", "mapsto"]
}

extension InlineReader {
  /// Returns the spoken text of a formula.
  /// If the formula is the whole text, the announcement is a sentence. Otherwise, the announcement is a word within the
  /// sentence.
  func formula(_ range: Range<Int>, _ typed: String, in bytes: [UInt8]) -> String {
    switch settings.math {
    case .skip: return " "
    case .speak:
      let plain = CodeWords(signs: code.signs, namesMore: code.namesMore)
      return " \(plain.spoken(typed.filter { $0 != "$" })) "
    case .announce:
      // An arrow between words of the sentence is no formula.
      let sign = typed.filter { $0 != "$" && $0 != " " }
      if rules >= .v1_2, ["\\to", "\\rightarrow", "\\longrightarrow"].contains(sign),
        range.lowerBound > 0, range.upperBound < bytes.count,
        let arrow = self.words.formulas["arrow"]
      {
        return " \(arrow) "
      }
      if rules >= .v1_2, sign.count == 1, sign.allSatisfy({ "()[].,:;".contains($0) }) {
        return sign
      }
      if rules >= .v1_2,
        ["\\space", "\\quad", "\\qquad", "\\\\", "\\;", "\\,", "\\ ", "~"].contains(sign)
      {
        return " "
      }
      if let said = words(ofFormula: typed) {
        let isBehindWord = range.lowerBound == 0 || bytes[range.lowerBound - 1] == 0x20
        let text = isBehindWord ? marked(said, before: bytes[range.upperBound...]) : said
        // "seems like$\lim$", but not "H$_2$O" and "n$^{th}$"
        let isGlued =
          range.lowerBound > 0 && 0x61...0x7A ~= bytes[range.lowerBound - 1] && text.count > 2
          && text.first?.isLetter == true && !typed.dropFirst().starts(with: /[ {}]*[_^]/)
        return isGlued ? " " + text : text
      }
      if range.count == bytes.count { return words.formula.capitalizedFirst + "." }
      return range.lowerBound == 0 ? words.formula.capitalizedFirst + " " : " \(words.formula) "
    }
  }

  /// Returns the words of a formula behind a word or a line's start, with a mark behind a letter that is no article and no number.
  private func marked(_ said: String, before rest: ArraySlice<UInt8>) -> String {
    // The normalizer reads the sign behind a letter.
    let next = rest.first { $0 != 0x20 } ?? 0x2E
    guard !"=+-<>*/\u{B7}\u{2264}".utf8.contains(next) else { return said }
    let text = said == "A" ? said : LetterNames.markingNumeral(said)
    guard said == "A" || said.hasSuffix(" A") else { return text }
    let isBeforeWord = rest.first == 0x20 && Unicode.Scalar(next).properties.isAlphabetic
    return words.marksLetters && isBeforeWord ? text + String(LetterNames.letterMark) : text
  }

  /// Returns the words of a formula that a reader can say; otherwise nil.
  func words(ofFormula typed: String) -> String? {
    guard rules >= .v1_2 else { return nil }
    // A definition of commands has nothing to say.
    if typed.contains(#/^\$+\s*\\(?:(?:re|provide)?newcommand|def\b|DeclareMathOperator)/#) {
      return ""
    }
    guard let text = FormulaWords.text(of: typed, words: words.formulas) else { return nil }
    // "$x-$axis" is "x-axis".
    let said = typed.hasSuffix("-$") && text.hasSuffix(" −") ? text.dropLast(2) + "-" : text
    // `\text{is a sum}` has an article.
    let isProse =
      typed.contains("{") && typed.contains(#/\\(?:text|mbox|mathrm)\w*\{[^{}]*\b[aA]\b/#)
    return isProse ? said : LetterNames.markingFormula(said, words)
  }
}
