import TextNormalization

/// The names of values in a formula, and the letters of their indexes.
extension FormulaWords {
  /// Whether two letters of a product would be read as a word: `de/dt`, `ma`.
  func isWord(after text: String) -> Bool {
    guard rest.first?.isLetter == true, text.last?.isLetter != true else { return false }
    let letters = rest.prefix(3).prefix(while: \.isLetter)
    guard letters.count == 2, letters.last?.isLowercase == true else { return false }
    if Self.shortWords.contains(letters.lowercased()) { return true }
    // A matrix and its vector: `Ax`.
    if letters.first?.isUppercase == true, "xyzv".contains(letters.last ?? " ") {
      return letters != "Hz"
    }
    // A voice can say `ax`, but not `bx`.
    return letters.count { "aeiou".contains($0) } == 1 && letters.first?.isLowercase == true
      && rest.dropFirst(2).first.map { "_^()+-=".contains($0) } == true
      && !Self.plainWords.contains(String(letters))
  }

  /// Words and letters that are no products.
  private static let plainWords: Set<String> = [
    "as", "at", "be", "by", "do", "go", "if", "in", "is", "it", "no", "of", "on", "or", "so", "to",
    "up", "us", "pi", "mu", "nu", "xi", "id",
  ]

  private static let shortWords: Set<String> = [
    "am", "da", "de", "du", "el", "em", "er", "es", "he", "hi", "im", "la", "le", "ma", "me",
    "my", "pa", "se", "si", "te", "ti", "tu", "um", "we", "zu",
  ]

  /// Whether an underscore joins the words of a name: `write_timestamp`.
  static func isName(_ text: String, _ rest: Substring) -> Bool {
    text.last?.isLetter == true && rest.prefix { $0.isASCII && $0.isLetter }.count > 3
  }

  /// Returns an index: letters that count are apart, and a sum is named.
  func index(_ text: String) -> String {
    if let short = ["max", "min"].first(where: { words[$0] == text }) { return " \(short) " }
    if text.wholeMatch(of: #/(?!in$|min$)[ijklmn]{2,3}/#) != nil {
      return " \(Self.spaced(text)) "
    }
    // An index has no product, and "2 g" would be grams: `T_{2g}`.
    let text = Self.apart(Self.counted(text).replacing(" × ", with: ", "))
    // "p X" would be page ten.
    let isNumeral = text.first.map("XVI".contains) ?? false
    let isSum = isNumeral || text.contains { "+−=".contains($0) }
    return isSum ? " \(words["index"] ?? "") \(text) " : " \(text) "
  }

  static func cased(_ name: String, as letter: String) -> String {
    letter.first?.isUppercase == true ? name.capitalizedFirst : name
  }

  /// Returns the letters of `AB` one by one.
  static func apart(_ name: String) -> String {
    guard name.count < 4, name.allSatisfy(\.isUppercase) else { return name }
    return name.map(String.init).joined(separator: " ")
  }

  /// Returns an index whose letters behind a comma are apart, because they count: "shear, i j".
  static func counted(_ text: String) -> String {
    guard text.contains(",") else { return text }
    return text.replacing(#/(^|,) ?(?!i[nl]l?\b|[klm]?in\b)([ijklmn]{2,3})(?=$| ?,)/#) {
      "\($0.1)\($0.1.isEmpty ? "" : " ")\(spaced($0.2))"
    }
  }

  static func spaced(_ letters: some StringProtocol) -> String {
    letters.map(String.init).joined(separator: " ")
  }

  /// Whether a part of a group of its own would run into the name before it: `\mathbf{C}\mathbf{x}`.
  /// The endings of words stay with them: `n\text{th}`, `\text{GPU}s`.
  static func isGlued(_ part: String, to text: String) -> Bool {
    guard text.last?.isLetter == true, part.first?.isLetter == true else { return false }
    if endings.contains(part) { return false }
    return part != "s" || text.dropLast().last?.isLetter != true
  }

  private static let endings: Set<String> = ["th", "st", "nd", "rd", "er", "te", "ten", "ième"]

  // MARK: Tensors

  /// Whether a colon is the double contraction of two tensors, and no map, type or condition: `\sigma : \bm{E}`.
  func isContraction(after text: String) -> Bool {
    let next = rest.trimmingPrefix(#/(?: |\\[!,;])+/#)
    guard text.last == ")" || Self.isTensor(before), bar != "such", Self.isOperand(text),
      next.hasPrefix("\\"), Self.isTensor(next), !next.hasPrefix("\\mathbb"),
      !next.contains(#/to\b|arrow|mapsto|\\in\b/#)
    else { return false }
    // `\sup_{\mathbf{x} : \mathbf{x} > 0}`
    return depth == 1 || !rest.contains(#/[=<>]|\\[lg]eq?\b/#)
  }

  /// Whether a text begins with a bold letter or a Greek letter of tensors: `\dot{\varepsilon}`, `\nabla u`.
  private static func isTensor(_ text: Substring) -> Bool {
    text.contains(
      #/^\\(?:(?:dot|hat|bar|tilde)[ {]+\\?)?(?:(?:bm|mathbf|boldsymbol|mathbb|mathcal)[ {]+(?:[A-Za-z]\b|\\)|(?:sigma|epsilon|varepsilon|nabla)\b)/#
    )
  }

  /// Whether the letter "t" begins the name of a trace: `tr(A)`.
  func isTrace(after text: String) -> Bool {
    rest.first == "r" && text.last?.isLetter != true && opensBracket(rest.dropFirst())
  }

  /// Whether a bracket is next, or a value that is one: `tr(A)`, `\mathrm{tr}\,\bm{A}`.
  func opensBracket(_ rest: Substring) -> Bool {
    rest.contains(#/^[ ,\\;!]*(?:[(\[]|left|[bB]ig|bm\b|mathbf|boldsymbol)/#)
  }
}
