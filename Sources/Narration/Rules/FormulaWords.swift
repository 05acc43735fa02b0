/// The words of a formula that a reader says as it stands: a letter, a number, an arrow, `\text{…}`, a simple equation.
enum FormulaWords {
  /// The longest such formula in characters.
  private static let longest = 40

  /// Returns the text of a formula in TeX; nil if it has more than simple parts.
  static func text(of typed: String) -> String? {
    var rest = typed.filter { $0 != "$" }[...]
    guard rest.count <= longest else { return nil }
    var text = ""
    while let character = rest.first {
      switch character {
      case "\\":
        guard let words = command(&rest) else { return nil }
        text += words
      case "^", "_":
        rest.removeFirst()
        guard let raised = group(&rest), let words = beside(character, raised) else { return nil }
        text += words
      case "{", "}": rest.removeFirst()
      default:
        let isSimple =
          character.isLetter || character.isNumber || character == " "
          || "+-=<>(),.:;/%!'*→×−".contains(character)
        guard isSimple else { return nil }
        rest.removeFirst()
        // Beside a letter, "-" would join a word and "/" would be "or".
        if character == "/" { return nil }
        text += "+-".contains(character) ? " \(character == "-" ? "−" : "+") " : String(character)
      }
    }
    text = text.split(separator: " ").joined(separator: " ")
    return text == "," || text.contains { $0.isLetter || $0.isNumber } ? text : nil
  }

  /// Reads a command at the start of a text.
  private static func command(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    guard let first = rest.first, first.isLetter else {
      // `\,` is a space.
      return rest.isEmpty || !",;:! ".contains(rest.removeFirst()) ? nil : " "
    }
    let name = String(rest.prefix(while: \.isLetter))
    rest = rest.dropFirst(name.count)
    if texts.contains(name) { return group(&rest).map(String.init) }
    if name == "color" || name == "textcolor" { return group(&rest) == nil ? nil : "" }
    if let sign = signs[name] { return sign }
    return letters.contains(name.lowercased()) ? " \(name) " : nil
  }

  /// Reads `{words}`, or one character.
  private static func group(_ rest: inout Substring) -> Substring? {
    guard let first = rest.first else { return nil }
    guard first == "{" else { return rest.removeFirst() == "\\" ? nil : Substring(String(first)) }
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let words = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    return words.contains { "\\{^_".contains($0) } ? nil : words
  }

  /// Returns the text of an exponent or an index.
  private static func beside(_ sign: Character, _ words: Substring) -> String? {
    if sign == "_" { return " \(words) " }
    if words.allSatisfy(\.isLetter), words.count == 2 { return String(words) }
    return words.allSatisfy { exponents[$0] != nil }
      ? String(words.compactMap { exponents[$0] }) : nil
  }

  private static let texts: Set<String> = [
    "text", "textbf", "textit", "textrm", "texttt", "mathrm", "mathbf", "mathit", "mathsf",
    "mathcal", "mathbb", "operatorname", "mbox",
  ]
  private static let signs: [String: String] = [
    "times": " × ", "cdot": " × ", "rightarrow": ", ", "to": ", ", "Rightarrow": ", ",
    "longrightarrow": ", ", "leftarrow": ", ", "Leftarrow": ", ", "leftrightarrow": ", ",
    "Leftrightarrow": ", ", "mapsto": ", ", "quad": " ", "qquad": " ", "left": "", "right": "",
    "ldots": "…",
    "dots": "…", "leq": " ≤ ", "le": " ≤ ", "geq": " ≥ ", "ge": " ≥ ", "neq": " ≠ ",
    "approx": " ≈ ",
    "pm": " ± ", "infty": " ∞ ",
  ]
  private static let letters: Set<String> = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
  ]
  private static let exponents: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹",
    "-": "⁻",
  ]
}
