import TextNormalization

/// The text of a formula in TeX, as a reader says it: fractions, roots, powers, sums, sets, accents, arrows.
/// Signs that the normalizer reads, such as "≤", stay signs. A formula with anything else has no text.
struct FormulaWords {
  private let words: MathWords
  private var rest: Substring
  private var depth = 0

  /// The longest formula that a listener can follow, in characters.
  private static let longest = 100

  /// Returns the text of a formula between its dollar signs; nil if it has parts that have no words.
  static func text(of typed: String, words: MathWords) -> String? {
    let formula = typed.filter { $0 != "$" && $0 != "`" }
      .replacing(#/\\(text)?color\s*\{[^{}]*\}/#, with: "")
    guard formula.count <= longest else { return nil }
    // A code, not an amount.
    if formula.count > 4, formula.allSatisfy(\.isNumber) {
      return formula.map(String.init).joined(separator: " ")
    }
    var reader = FormulaWords(words: words, rest: formula[...])
    guard let text = reader.sequence(until: nil) else { return nil }
    let said = text.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",")
      .replacing(" )", with: ")").replacing("( ", with: "(")
    if said == "=" { return words["equals"] }
    return said == "," || said.contains { $0.isLetter || $0.isNumber } ? said : nil
  }

  private init(words: MathWords, rest: Substring) { (self.words, self.rest) = (words, rest) }

  /// Reads all parts up to a closing character.
  private mutating func sequence(until end: Character?) -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 12 else { return nil }
    var text = ""
    while let character = rest.first {
      if character == end {
        rest.removeFirst()
        return text
      }
      guard let part = part(after: text) else { return nil }
      text += part
    }
    return end == nil ? text : nil
  }

  /// Reads one part: a character, a group or a command.
  private mutating func part(after text: String) -> String? {
    guard let character = rest.popFirst() else { return nil }
    switch character {
    case "\\": return command()
    case "{": return sequence(until: "}")
    case "^": return power()
    case "_" where Self.isName(text, rest): return " "
    case "_":
      guard let index = argument() else { return nil }
      return " \(index) "
    case "'", "′": return words["'"].map { " \($0) " }
    case "!": return text.hasSuffix("!") ? nil : words["!"].map { " \($0) " }
    case "/": return words["⁄"].map { " \($0) " }
    case "|": return bars(after: text)
    case "\n": return " "
    case "+", "=", "<", ">", "−", "×", "*": return " \(character == "*" ? "×" : character) "
    // Beside a letter, a hyphen would join a word.
    case "-": return Self.isSign(after: text) ? " −" : " − "
    case _ where Self.joins.contains(character):
      return words[String(character)].map { " \($0) " }
    case "~", "&": return " "
    case _ where Self.units.contains(character) && text.last { $0 != " " }?.isNumber == true:
      // A unit stands in letters of its own: `2\,\mathrm{m}`.
      return " × \(character)"
    case _ where character.isLetter || character.isNumber || " (),.:;[]%→…".contains(character):
      return String(character)
    default: return nil
    }
  }

  /// Whether a minus after a text belongs to the number behind it.
  private static func isSign(after text: String) -> Bool {
    text.last { $0 != " " }.map { "=<>(,≤≥≈".contains($0) } ?? true
  }

  /// Whether an underscore joins the words of a name: `write_timestamp`.
  private static func isName(_ text: String, _ rest: Substring) -> Bool {
    text.last?.isLetter == true && rest.prefix { $0.isASCII && $0.isLetter }.count > 3
  }

  /// Reads `|x|`, or a single bar as "given".
  private mutating func bars(after text: String) -> String? {
    guard let close = rest.firstIndex(of: "|") else { return words["∣"].map { " \($0) " } }
    let isAfterOperand = text.last { $0 != " " }.map { $0.isLetter || $0.isNumber || $0 == ")" }
    let inside = rest[..<close]
    let isSet = inside.count == 1 && inside.allSatisfy(\.isUppercase)
    guard isAfterOperand != true, !isSet, !rest[rest.index(after: close)...].contains("|"),
      let word = words["abs"]
    else { return nil }
    var inner = FormulaWords(words: words, rest: inside)
    inner.depth = depth
    rest = rest[rest.index(after: close)...]
    return inner.sequence(until: nil).map { " \(word) \($0) " }
  }

  /// Reads `{…}`, or one part without braces.
  private mutating func argument() -> String? {
    while rest.first == " " { rest.removeFirst() }
    guard let text = part(after: "") else { return nil }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// Reads the name after a backslash, and what it takes.
  private mutating func command() -> String? {
    guard let first = rest.first else { return nil }
    guard first.isLetter else {
      rest.removeFirst()
      if first == "\\" { return ", " }
      if first == "{" || first == "|" { return first == "{" ? group("set", until: "}") : nil }
      return ",;:! _".contains(first) ? " " : "%$#&".contains(first) ? String(first) : nil
    }
    let name = String(rest.prefix(while: \.isLetter))
    rest = rest.dropFirst(name.count)
    if let sign = Self.signs[name] { return words[sign].map { " \($0) " } ?? " \(sign) " }
    let letter = name.hasPrefix("var") ? String(name.dropFirst(3)) : name
    if Self.letters.contains(letter.lowercased()) { return " \(letter) " }
    if Self.functions.contains(name) { return " \(words[name] ?? name) " }
    switch name {
    case _ where Self.looks.contains(name):
      if rest.first == "." { rest.removeFirst() }
      return " "
    case "begin", "end":
      return argument().map { Self.layouts.contains($0.replacing("*", with: "")) } == true
        ? " " : nil
    case "set": return argument().flatMap { inner in words["set"].map { " \($0) \(inner) " } }
    case "boxed", "fbox": return argument().map { " \($0) " }
    case "textquoteleft", "textquoteright", "textendash": return " "
    case "frac", "dfrac", "tfrac":
      guard let above = argument(), let below = argument(), let over = words["frac"] else {
        return nil
      }
      return " \(above) \(over) \(below) "
    case "sqrt":
      guard rest.first != "[", let root = words["sqrt"], let base = argument() else { return nil }
      return " \(root) \(base) "
    case "lfloor": return group("floor", until: "\\rfloor")
    case "lceil": return group("ceil", until: "\\rceil")
    case "sum", "prod", "int": return limits(of: name)
    case "lim":
      guard let limit = words["lim"], let below = below(), let condition = words["as"],
        let of = words["of"]
      else { return nil }
      return " \(limit) \(condition) \(below.replacing(",", with: " →")) \(of) "
    case "hat", "widehat", "bar", "overline", "tilde":
      guard let base = argument() else { return nil }
      return words[Self.accents[name] ?? name].map { " \(base) \($0) " }
    case "dot", "ddot":
      guard let base = argument(), let word = words[name] else { return nil }
      return " \(base) \(word) "
    case "not": return part(after: "").flatMap { sign in words["¬"].map { " \($0)\(sign)" } }
    case "lVert": return group("norm", until: "\\rVert")
    case "vec": return argument().flatMap { base in words["vec"].map { " \($0) \(base) " } }
    case _ where Self.texts.contains(name): return roman()
    default: return nil
    }
  }

  /// Reads the words of `\text{…}` as they are.
  private mutating func roman() -> String? {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return argument() }
    let inside = rest[rest.index(after: rest.startIndex)..<end]
    guard !inside.contains(where: { "\\{^_".contains($0) }) else { return argument() }
    rest = rest[rest.index(after: end)...]
    return String(inside)
  }

  /// Reads the inside of `\{…\}` or of `\lfloor…\rfloor`.
  private mutating func group(_ name: String, until end: String) -> String? {
    let mark = end == "}" ? "\\}" : end
    guard let range = rest.firstRange(of: mark), let word = words[name] else { return nil }
    var inner = FormulaWords(words: words, rest: rest[..<range.lowerBound])
    inner.depth = depth
    rest = rest[range.upperBound...]
    return inner.sequence(until: nil).map { " \(word) \($0) " }
  }

  /// Reads an exponent.
  private mutating func power() -> String? {
    guard let exponent = argument() else { return nil }
    let digits = exponent.filter { $0 != " " }.replacing("−", with: "-")
    if let raised = raised(digits) { return raised }
    switch digits {
    case "+": return words["plus"].map { " \($0) " }
    case "T", "top": return words["T"].map { " \($0) " }
    case "∘": return "°"
    case "th", "nd", "st", "rd": return digits
    default: return words["^"].map { " \($0) \(exponent) " }
    }
  }

  private func raised(_ digits: String) -> String? {
    let raised = digits.compactMap { Self.exponents[$0] }
    return raised.count == digits.count && !raised.isEmpty ? String(raised) : nil
  }

  /// Reads a sum, a product or an integral with its limits.
  private mutating func limits(of name: String) -> String? {
    guard let word = words[name], let of = words["of"], let from = words["from"],
      let to = words["to"]
    else { return nil }
    let first = below()
    while rest.first == " " { rest.removeFirst() }
    var last: String?
    if rest.first == "^" {
      rest.removeFirst()
      last = argument()
      guard last != nil else { return nil }
    }
    switch (first, last) {
    case (nil, nil): return " \(word) \(of) "
    case (let first?, nil): return " \(word) \(of) \(first), "
    case (nil, let last?): return " \(word) \(to) \(last) \(of) "
    case (let first?, let last?): return " \(word) \(from) \(first) \(to) \(last) \(of) "
    }
  }

  /// Reads an index if one follows.
  private mutating func below() -> String? {
    if rest.hasPrefix("\\limits") { rest = rest.dropFirst("\\limits".count) }
    guard rest.first == "_" else { return nil }
    rest.removeFirst()
    return argument()
  }

  /// Letters that are units after a number.
  private static let units = Set("msghldtbAVWKNJCFTLGM")
  /// Commands that change only how a formula looks.
  private static let looks: Set<String> = [
    "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "quad", "qquad", "limits",
    "displaystyle", "langle", "rangle", "lbrace", "rbrace", "rm", "bf", "it", "sf", "tt", "cal",
    "textstyle", "tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large",
    "LARGE", "huge", "Huge", "nonumber", "boldmath",
  ]
  /// The joins of relations.
  private static let joins = Set("⋈⟕⟖⟗")
  private static let accents = ["widehat": "hat", "overline": "bar"]
  private static let layouts: Set<String> = [
    "align", "aligned", "cases", "equation", "gather", "gathered", "split",
  ]
  private static let texts: Set<String> = [
    "text", "textbf", "textit", "textrm", "texttt", "mathrm", "mathbf", "mathit", "mathsf",
    "mathcal", "mathbb", "boldsymbol", "operatorname", "mbox", "bm", "mathfrak", "Bbb",
  ]
  private static let functions: Set<String> = [
    "log", "ln", "exp", "max", "min", "sin", "cos", "tan", "arg", "det", "gcd", "sup", "inf", "Pr",
  ]
  private static let signs: [String: String] = [
    "times": "×", "cdot": "×", "rightarrow": ",", "to": ",", "Rightarrow": ",", "implies": ",",
    "longrightarrow": ",", "Longrightarrow": ",", "leftarrow": ",", "gets": ",", "Leftarrow": ",",
    "leftrightarrow": ",", "Leftrightarrow": ",", "Longleftrightarrow": ",", "iff": ",",
    "mapsto": ",", "ldots": "…", "dots": "…", "cdots": "…", "leq": "≤", "le": "≤", "geq": "≥",
    "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "pm": "±", "infty": "∞", "div": "÷", "in": "∈",
    "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "setminus": "∖",
    "forall": "∀", "exists": "∃", "emptyset": "∅", "varnothing": "∅", "land": "∧", "wedge": "∧",
    "lor": "∨", "vee": "∨", "neg": "¬", "lnot": "¬", "partial": "∂", "nabla": "∇", "sim": "sim",
    "bigcup": "∪", "bigcap": "∩", "bigtimes": "×", "bowtie": "⋈", "Join": "⋈", "equiv": "≡",
    "gt": ">", "lt": "<", "oplus": "+", "otimes": "×", "rbrack": "]", "lbrack": "[",
    "propto": "∝", "mid": "∣", "circ": "∘", "top": "top", "prime": "'",
  ]
  private static let letters: Set<String> = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
  ]
  private static let exponents: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹", "-": "⁻",
  ]
}
