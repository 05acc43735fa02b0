import TextNormalization

/// The text of a formula in TeX, as a reader says it: fractions, roots, powers, sums, sets, accents, arrows.
/// Signs that the normalizer reads, such as "≤", stay signs. A formula with anything else has no text.
struct FormulaWords {
  private let words: MathWords
  private var rest: Substring
  private var depth = 0
  /// The word for a single bar: "given", or "such that" in a set.
  private var bar = "∣"
  /// The environments that are open, such as "cases".
  private var environments: [String] = []

  /// The longest formula that is tried, and the longest that a listener can follow, in characters.
  private static let longest = (typed: 480, said: 260)

  /// Returns the text of a formula between its dollar signs; nil if it has parts that have no words.
  static func text(of typed: String, words: MathWords) -> String? {
    let isOpen = typed.contains("\\lVert") && !typed.contains("\\rVert")
    let typed = isOpen ? typed.replacing("\\lVert", with: "\\|") : typed
    let formula = typed.filter { $0 != "$" && $0 != "`" }
      .replacing(#/\\(text)?color\s*\{[^{}]*\}/#, with: "")
      .replacing("\\vert", with: "|").replacing("\\Vert", with: "\\|")
    guard formula.utf8.count <= longest.typed else { return nil }
    // A code, not an amount.
    if formula.wholeMatch(of: #/0\d{4,}|(?!10+$)[01]{5,}|\d{7,}/#) != nil {
      return formula.map(String.init).joined(separator: " ")
    }
    var reader = FormulaWords(words: words, rest: formula[...])
    guard let text = reader.sequence(until: nil) else { return nil }
    let said = text.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",")
      .replacing(#/ (?=[;:])/#, with: "").replacing(" )", with: ")").replacing("( ", with: "(")
      .replacing("… ×", with: "… \(words["product"] ?? "×")")
    if let key = ["=": "equals", "…": "dots", "+": "plus", "−": "−"][said] { return words[key] }
    // An arrow alone is a pause between words.
    if arrows.contains(where: { said == words[$0] }) { return "," }
    // A formula of nothing but blanks keeps lines apart.
    if said.isEmpty, formula.contains("\\") { return " " }
    let isHeard =
      [",", "±", "≤", "≥", "≠", "≈", "<", ">", "×"].contains(said)
      || said.contains { $0.isLetter || $0.isNumber }
    return isHeard && said.count <= longest.said ? said : nil
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
      // The letter above a line is no unit: `2\frac{s}{n}`.
      let isFactor = part.wholeMatch(of: #/ (\p{L}) .+/#).map {
        MathWords.units.contains($0.1.first ?? " ")
      }
      text += isFactor == true && text.last?.isNumber == true ? " ×" + part : part
    }
    return end == nil ? text : nil
  }

  /// Reads one part: a character, a group or a command.
  private mutating func part(after text: String) -> String? {
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
    case "\\": return command()
    case "{": return sequence(until: "}")
    case "^": return power(of: text)
    case "_" where Self.isName(text, rest): return " "
    case "_": return argument().map(index)
    case "'", "′":
      let isDouble = rest.first == character
      if isDouble { rest.removeFirst() }
      return words[isDouble ? "''" : "'"].map { " \($0) " }
    case ":" where rest.first == "=":
      rest.removeFirst()
      return words["define"].map { " \($0) " }
    case _ where rest.first == "=" && "><!".contains(character):
      rest.removeFirst()
      return [">": " ≥ ", "<": " ≤ "][character] ?? " ≠ "
    case ":" where bar == "such": return words[bar].map { " \($0) " }
    case "[" where text.last?.isLetter == true: return " ["
    case "d" where isDifferential(after: text): return " d "
    case "!": return text.hasSuffix("!") ? nil : words["!"].map { " \($0) " }
    case "/": return words["⁄"].map { " \($0) " }
    case "|": return bars(after: text)
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
    case _ where MathWords.units.contains(character) && text.last { $0 != " " }?.isNumber == true:
      // A unit stands in letters of its own: `2\,\mathrm{m}`.
      return " × \(character)"
    case _ where character.isLetter || character.isNumber || " (),.:;[]%…°".contains(character):
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

  /// Whether a text ends in a value.
  private static func isOperand(_ text: String) -> Bool {
    text.last { $0 != " " }.map { $0.isLetter || $0.isNumber || $0 == ")" } ?? false
  }

  /// Returns an index: letters that count are apart, and a sum is named.
  private func index(_ text: String) -> String {
    if let short = ["max", "min"].first(where: { words[$0] == text }) { return " \(short) " }
    if text.wholeMatch(of: #/(?!in$|min$)[ijklmn]{2,3}/#) != nil {
      return " \(text.map(String.init).joined(separator: " ")) "
    }
    // "p X" would be page ten.
    let isNumeral = text.first.map("XVI".contains) ?? false
    let isSum = isNumeral || text.contains { "+−=".contains($0) }
    return isSum ? " \(words["index"] ?? "") \(text) " : " \(text) "
  }

  /// Whether a "d" begins `dx` behind an integral or in a fraction.
  private func isDifferential(after text: String) -> Bool {
    guard text.last?.isLetter != true, let next = rest.first, "xyztuvrs".contains(next) else {
      return false
    }
    return rest.dropFirst().first?.isLetter != true
  }

  /// Whether the double bar here is between two values, and begins no norm: `D(P \| Q)`.
  private func isBetween(_ text: String, until end: String) -> Bool {
    let inside = rest.dropFirst().firstRange(of: end).map { rest[..<$0.lowerBound] }
    let isOpen = inside.map { text in text.count { $0 == "(" } != text.count { $0 == ")" } }
    return Self.isOperand(text) && isOpen ?? true
  }

  private mutating func doubleBar() -> String? {
    rest.removeFirst()
    return words["‖"].map { " \($0) " }
  }

  /// Reads `|x|`, or a single bar as "given".
  private mutating func bars(after text: String) -> String? {
    let last = text.split(separator: " ").last
    let isBehindName = (["of", "log", "frac"] + MathWords.extremes).contains { key in
      last != nil && words[key]?.split(separator: " ").last == last
    }
    if Self.isOperand(text), !isBehindName, rest.first != "|" {
      return words[bar].map { " \($0) " }
    }
    if rest.first == "|", isBetween(text, until: "||") { return doubleBar() }
    if rest.first == "|" {
      rest.removeFirst()
      return group("norm", until: "||")
    }
    guard let close = rest.firstIndex(of: "|") else { return nil }
    let inside = rest[..<close].replacing("\\right", with: "")
    let isSet = inside.count == 1 && inside.allSatisfy(\.isUppercase)
    return inside.isEmpty ? nil : group(isSet ? "size" : "abs", until: "|")
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
      switch first {
      case "\\": return lineBreak()
      case "|": return group("norm", until: "\\|")
      case "{" where rest.drop(while: \.isWhitespace).hasPrefix("\\begin"): return " "
      case "{": return set()
      default: break
      }
      return ",;:! _".contains(first) ? " " : "%$#&".contains(first) ? String(first) : nil
    }
    let name = String(rest.prefix(while: \.isLetter))
    rest = rest.dropFirst(name.count)
    if let sign = MathWords.signs[name] { return words[sign].map { " \($0) " } ?? " \(sign) " }
    let letter = String(name.trimmingPrefix(#/var|up(?!silon)/#))
    if MathWords.letters.values.contains(letter.lowercased()) {
      return " \(words[letter.lowercased()].map { Self.cased($0, as: letter) } ?? letter) "
    }
    if let text = function(name) { return text }
    switch name {
    case _ where MathWords.looks.contains(name):
      if rest.first == "." { rest.removeFirst() }
      return " "
    case "begin", "end": return environment(begins: name == "begin")
    case "set", "vec", "overrightarrow":
      let key = name == "set" ? "set" : "vec"
      return argument().flatMap { base in words[key].map { " \($0) \(Self.apart(base)) " } }
    case "boxed", "fbox": return argument().map { " \($0) " }
    case "frac", "dfrac", "tfrac", "cfrac":
      guard let above = argument(), let below = argument(), let over = words["frac"] else {
        return nil
      }
      return MathWords.fractions[above + "/" + below] ?? " \(above) \(over) \(below) "
    case "binom", "dbinom", "tbinom":
      guard let above = argument(), let below = argument() else { return nil }
      return " \(words["binom"] ?? "") \(above) \(words["choose"] ?? ",") \(below) "
    case "sqrt": return root()
    case "lfloor", "lceil", "lvert", "lVert":
      return MathWords.pairs[name].flatMap { group($0, until: "\\r" + name.dropFirst()) }
    case "sum", "prod", "bigcup", "bigcap", "bigwedge", "bigvee": return limits(of: name)
    case "int", "oint", "iint": return limits(of: "int")
    case "mid": return words[bar].map { " \($0) " }
    case "over": return words["frac"].map { " \($0) " }
    case "pmod": return argument().flatMap { base in words["mod"].map { ", \($0) \(base) " } }
    case "underbrace", "overbrace":
      guard let base = argument() else { return nil }
      guard rest.first == "_" || rest.first == "^" else { return " \(base) " }
      rest.removeFirst()
      return argument().map { " \(base), \($0), " }
    case "overset", "underset", "stackrel":
      return argument().flatMap { above in argument().map { " \($0) \(above) " } }
    case "hspace", "vspace", "label", "tag", "phantom", "vphantom", "hphantom":
      if rest.first == "*" { rest.removeFirst() }
      return argument() == nil ? nil : " "
    case "hat", "widehat", "bar", "overline", "tilde", "dot", "ddot":
      guard let base = argument() else { return nil }
      return words[MathWords.accents[name] ?? name].map { " \(Self.apart(base)) \($0) " }
    case "not": return part(after: "").flatMap { sign in words["¬"].map { " \($0)\(sign)" } }
    case "xrightarrow", "xleftarrow": return argument().map { ", \($0), " }
    case _ where MathWords.texts.contains(name): return roman()
    default: return unknown(name)
    }
  }

  /// Reads a command that the document defines: `\E`, `\Xbar`, `\bX`, `\abs{x}`.
  private mutating func unknown(_ name: String) -> String? {
    if name == "abs" || name == "norm" {
      return argument().flatMap { base in words[name].map { " \($0) \(base) " } }
    }
    if name == "given" || name == "vert" { return words["∣"].map { " \($0) " } }
    if let accent = ["bar", "hat", "tilde"].first(where: name.hasSuffix),
      name.count == accent.count + 1
    {
      return words[accent].map { " \(name.prefix(1)) \($0) " }
    }
    let plain = name.hasPrefix("b") ? String(name.dropFirst()) : name
    if MathWords.letters.values.contains(plain) { return " \(words[plain] ?? plain) " }
    if name.count == 2, name != plain { return " \(plain) " }
    let isWord = name.count < 9 && !MathWords.settings.contains { name.lowercased().hasPrefix($0) }
    return isWord ? " \(name) " : nil
  }

  /// Reads the name of a function, and the text below it: `\max_{x}` is "the maximum over x of".
  private mutating func function(_ name: String) -> String? {
    let isOperator = name == "operatorname"
    var name = name
    if isOperator {
      if rest.first == "*" { rest.removeFirst() }
      guard let typed = roman() else { return nil }
      name = typed.filter(\.isLetter)
    }
    guard let of = words["of"] else { return nil }
    if name == "lim", let limit = words["lim"], let condition = words["as"],
      let near = words["near"], let arrow = words["arrow"]
    {
      let place = below().map { "\(condition) \($0.replacing(" \(arrow) ", with: " \(near) ")) " }
      let isAlone = rest.drop { $0 == " " }.first.map { "=,;".contains($0) } ?? true
      return " \(limit) \(place ?? "")\(isAlone ? "" : of) "
    }
    if MathWords.extremes.contains(name), let word = words[name], let over = words["over"] {
      if let below = below() { return " \(word) \(over) \(below) \(of) " }
      let next = rest.drop { $0 == " " }
      return next.hasPrefix("(") || next.hasPrefix("\\{") ? " \(word) \(of) " : " \(word) "
    }
    if name == "log", let word = words[name], let base = words["base"] {
      return below().map { " \(word) \(base) \($0) \(of) " } ?? " \(word) "
    }
    guard MathWords.functions.contains(name) else { return isOperator ? " \(name) " : nil }
    guard let word = words[name] else { return " \(name) " }
    // "the dimension of" needs a word behind it.
    let isAlone = rest.allSatisfy { $0 == " " } && word.hasSuffix(" " + of)
    return " \(isAlone ? String(word.dropLast(of.count + 1)) : word) "
  }

  /// Reads a root: `\sqrt{x}`, `\sqrt[3]{x}`.
  private mutating func root() -> String? {
    guard rest.first == "[" else {
      return argument().flatMap { base in words["sqrt"].map { " \($0) \(base) " } }
    }
    rest.removeFirst()
    guard let order = sequence(until: "]"), let base = argument(), let of = words["of"] else {
      return nil
    }
    if order == "3" { return words["root3"].map { " \($0) \(base) " } }
    return words["root"].map { " \($0) \(order) \(of) \(base) " }
  }

  /// Reads the beginning or the end of an environment: the matrix is named, and its cells have pauses.
  private mutating func environment(begins: Bool) -> String? {
    rest = rest.drop(while: \.isWhitespace)
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let name = rest[..<end].filter(\.isLetter)
    rest = rest[rest.index(after: end)...]
    let isMatrix = name.hasSuffix("matrix")
    guard isMatrix || MathWords.layouts.contains(name) else { return nil }
    guard begins else { return environments.popLast() == name ? " " : nil }
    environments.append(name)
    if ["array", "alignat", "alignedat"].contains(name), argument() == nil { return nil }
    guard isMatrix, name != "vmatrix", name != "Vmatrix" else {
      return isMatrix ? words["det"].map { " \($0) " } : " "
    }
    let isColumn = !(rest.firstRange(of: "\\end").map { rest[..<$0.lowerBound] } ?? rest)
      .contains("&")
    return words[isColumn ? "vec" : "matrix"].map { " \($0) " }
  }

  /// Reads `\\`, behind which a distance can stand.
  private mutating func lineBreak() -> String {
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: end)...]
    }
    guard let name = environments.last, !rest.drop(while: \.isWhitespace).hasPrefix("\\end") else {
      return ", "
    }
    if name == "cases" || name == "array" { return "; " }
    let row = rest.firstRange(of: "\\end").map { rest[..<$0.lowerBound] } ?? rest
    guard name.hasSuffix("matrix"), row.contains("&"), let next = words["row"] else { return ", " }
    return ", \(next) "
  }

  /// Reads `\{…\}`: its members, or the condition of its members.
  private mutating func set() -> String? {
    let inside = rest[..<(rest.firstRange(of: "\\}")?.lowerBound ?? rest.endIndex)]
    guard inside.contains("|") || inside.contains("\\mid") || inside.contains(":") else {
      return group("set", until: "\\}")
    }
    bar = "such"
    defer { bar = "∣" }
    return group("setof", until: "\\}")
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
    guard depth < 12, let range = close(end), let word = words[name] else { return nil }
    var inside = rest[..<range.lowerBound]
    if inside.hasSuffix("\\right") { inside = inside.dropLast("\\right".count) }
    var inner = FormulaWords(words: words, rest: inside)
    (inner.depth, inner.bar) = (depth, bar)
    rest = rest[range.upperBound...]
    return inner.sequence(until: nil).map { text in
      let isPair = name == "setof" && !text.contains(words[bar] ?? "such")
      return " \(isPair ? words["set"] ?? word : word) \(text) "
    }
  }

  /// Returns the place of the sign that closes a group. Sets can be within sets.
  private func close(_ end: String) -> Range<Substring.Index>? {
    guard end == "\\}" else { return rest.firstRange(of: end) }
    var depth = 1
    return rest.ranges(of: #/\\[{}]/#).first { range in
      depth += rest[range].last == "{" ? 1 : -1
      return depth == 0
    }
  }

  /// Reads an exponent of the text before it.
  private mutating func power(of text: String) -> String? {
    guard let exponent = argument() else { return nil }
    let digits = exponent.filter { $0 != " " }.replacing("−", with: "-")
    if digits == "-1", isInvertible(text) { return words["inverse"].map { " \($0) " } }
    if let raised = raised(digits) { return raised }
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
    default: return words["^"].map { " \($0) \(exponent) " }
    }
  }

  /// Whether a text ends in the name of a matrix or of a function.
  private func isInvertible(_ text: String) -> Bool {
    let last = text.split(separator: " ").last.map(String.init) ?? ""
    if ["sin", "cos", "tan"].contains(where: { words[$0] == last }) { return true }
    return last.count == 1 && (last.allSatisfy(\.isUppercase) || ["f", "g", "h"].contains(last))
  }

  private static func cased(_ name: String, as letter: String) -> String {
    letter.first?.isUppercase == true ? name.capitalizedFirst : name
  }

  /// Returns the letters of `AB` one by one.
  private static func apart(_ name: String) -> String {
    guard name.count < 4, name.allSatisfy(\.isUppercase) else { return name }
    return name.map(String.init).joined(separator: " ")
  }

  private func raised(_ digits: String) -> String? {
    let raised = digits.compactMap { MathWords.exponents[$0] }
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
    let next = rest.drop { $0 == " " }
    guard next.first == "_" else { return nil }
    rest = next.dropFirst()
    return argument()
  }

  private static let arrows = ["arrow", "⇒", "⇔", "gets", "mapsto"]
}
