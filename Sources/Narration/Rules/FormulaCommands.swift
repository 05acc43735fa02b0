import TextNormalization

/// The commands of TeX.
extension FormulaWords {
  /// Reads the name after a backslash, and what it takes.
  mutating func command() -> String? {
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
      if first == "#" { return words["size"].map { " \($0) " } }
      return ",;:! _".contains(first) ? " " : "%$#&".contains(first) ? String(first) : nil
    }
    let name = String(rest.prefix(while: \.isLetter))
    rest = rest.dropFirst(name.count)
    // `\exists{!x}`
    if name == "exists", rest.hasPrefix("{!") { rest = "!{" + rest.dropFirst(2) }
    if let sign = MathWords.signs[name] { return words[sign].map { " \($0) " } ?? " \(sign) " }
    let letter = String(name.trimmingPrefix(#/var|up(?!silon)/#))
    if MathWords.letters.values.contains(letter.lowercased()) {
      return " \(words[letter.lowercased()].map { Self.cased($0, as: letter) } ?? letter) "
    }
    if let text = function(name) { return text }
    switch name {
    case "langle": return angle()
    case "rangle" where bar == ",":
      bar = "∣"
      return " "
    case "rangle": return words["rangle"].map { " \($0) " }
    case _ where MathWords.looks.contains(name):
      if rest.first == "." { rest.removeFirst() }
      // The number before a bracket is a factor: `2\left(a + b\right)`.
      return rest.first == "(" || rest.first == ")" ? "" : " "
    case "begin", "end": return environment(begins: name == "begin")
    case "set", "vec", "overrightarrow":
      let key = name == "set" ? "set" : "vec"
      return argument().flatMap { base in words[key].map { " \($0) \(Self.apart(base)) " } }
    case "boxed", "fbox", "underline": return argument().map { " \($0) " }
    case "frac", "dfrac", "tfrac", "cfrac":
      guard let above = argument(), let below = argument(), let over = words["frac"] else {
        return nil
      }
      return MathWords.fractions[above + "/" + below].map { words[$0] ?? $0 }
        ?? " \(quantity(above)) \(over) \(quantity(below, orProduct: true)) "
    case "binom", "dbinom", "tbinom":
      guard let above = argument(), let below = argument() else { return nil }
      return " \(words["binom"] ?? "") \(above) \(words["choose"] ?? ",") \(below) "
    case "sqrt": return root()
    case "lfloor", "lceil", "lvert", "lVert":
      return MathWords.pairs[name].flatMap { group($0, until: "\\r" + name.dropFirst()) }
    case "sum", "prod", "bigcup", "bigcap", "bigwedge", "bigvee": return limits(of: name)
    case "int", "oint", "iint": return limits(of: "int")
    case "mid": return bar == "," ? ", " : words[bar].map { " \($0) " }
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
    case "hat", "widehat", "bar", "overline", "tilde", "widetilde", "dot", "ddot":
      guard let base = argument() else { return nil }
      return words[MathWords.accents[name] ?? name].map { " \(Self.apart(base)) \($0) " }
    case "not" where rest.hasPrefix("\\sim"):
      rest.removeFirst(4)
      return words["¬"].flatMap { not in words["tilde"].map { " \(not) \($0) " } }
    case "not" where rest.contains(#/^ *\\subset(?:eq)?\b/#):
      rest = rest.drop { $0 != "t" }.dropFirst().trimmingPrefix("eq")
      return words["⊈"].map { " \($0) " }
    case "not": return part(after: "").flatMap { sign in words["¬"].map { " \($0)\(sign)" } }
    case "xrightarrow": return argument().map { ", \($0) \(words["arrow"] ?? ",") " }
    case "xleftarrow": return argument().map { ", \($0), " }
    case "Tr": return function("tr")
    case _ where MathWords.texts.contains(name):
      if rest.hasPrefix("{tr}") || rest.hasPrefix("{Tr}"), opensBracket(rest.dropFirst(4)) {
        rest = rest.dropFirst(4)
        return words["tr"].map { " \($0) " }
      }
      return roman()
    default: return unknown(name)
    }
  }

  /// Whether a function or an operator is next, which acts on what follows.
  var opensOperator: Bool {
    guard rest.first == "\\" else { return false }
    let name = String(rest.dropFirst().prefix(while: \.isLetter))
    return ["partial", "nabla", "log", "operatorname"].contains(name)
      || MathWords.functions.contains(name)
  }

  /// Reads `\sim`: "is distributed as" before a distribution, "tilde" for another relation, "not" or "about" before a
  /// value.
  func similar(after text: String) -> String? {
    let next = rest.drop { " {".contains($0) }.first
    if next == "\\" {
      let name = rest.drop { " {".contains($0) }.dropFirst().prefix(while: \.isLetter).lowercased()
      if Self.isValue(name) { return " ≈ " }
    }
    let last = text.split(separator: " ").last.map(String.init)
    // A word of one letter, as Spanish "a" and "o", can be a value.
    let isBehindSign =
      last.map { $0.count > 1 } == true
      && ["∧", "∨", "⇒", "arrow"].contains { words[$0] == last }
    let key =
      Self.isOperand(text) && !isBehindSign
      ? isBeforeDistribution ? "sim" : "tilde"
      : next?.isLetter == true || next == "(" || next == "\\" ? "¬" : "tilde"
    if key == "tilde", next?.isNumber == true { return " ≈ " }
    return words[key].map { " \($0) " }
  }

  /// Whether a command begins the value that another has about: `t \sim \frac{1}{\mu}`, `\sim \epsilon`.
  private static func isValue(_ name: String) -> Bool {
    name.hasSuffix("frac") || ["sqrt", "epsilon", "varepsilon", "hbar", "log", "ln"].contains(name)
  }

  /// Whether the name of a distribution follows: `N(0, 1)`, `\mathcal{N}`, `\text{Poisson}`, `p(x)`, `P_X`.
  private var isBeforeDistribution: Bool {
    let next = rest.drop { " {".contains($0) }
    if next.hasPrefix("\\") {
      let name = next.dropFirst().prefix(while: \.isLetter).lowercased()
      if Self.isValue(name) { return false }
      return !MathWords.letters.values.contains(name) || ["pi", "rho"].contains(name)
    }
    guard let letter = next.first else { return false }
    // `L^2` and `L/D` are values.
    if "^/".contains(next.dropFirst().first ?? " ") { return false }
    return letter.isUppercase || "pqf".contains(letter)
      || next.prefix(2).count(where: \.isLetter) == 2
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
      name = typed == "Tr" ? "tr" : typed.filter(\.isLetter)
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
      let below = below()
      return below.map { " \(word)\(exponent()) \(base) \($0) \(of) " } ?? " \(word) "
    }
    guard MathWords.functions.contains(name) else { return isOperator ? " \(name) " : nil }
    guard let word = words[name] else { return " \(name) " }
    if rest.first == "^", word.hasSuffix(" " + of) {
      return " \(word.dropLast(of.count + 1))\(exponent()) \(of) "
    }
    // "the dimension of" needs a word behind it.
    let isAlone = rest.allSatisfy { $0 == " " } && word.hasSuffix(" " + of)
    return " \(isAlone ? String(word.dropLast(of.count + 1)) : word) "
  }

  /// Reads the exponent of a function, if it has one: `\log_2^3 n`.
  private mutating func exponent() -> String {
    guard rest.first == "^" else { return "" }
    rest.removeFirst()
    return power(of: "x") ?? ""
  }

  /// Reads a root: `\sqrt{x}`, `\sqrt[3]{x}`.
  private mutating func root() -> String? {
    guard rest.first == "[" else {
      return argument().flatMap { base in words["sqrt"].map { " \($0) \(quantity(base)) " } }
    }
    rest.removeFirst()
    guard let order = sequence(until: "]"), let base = argument(), let of = words["of"] else {
      return nil
    }
    if order == "3" { return words["root3"].map { " \($0) \(quantity(base)) " } }
    return words["root"].map { " \($0) \(order) \(of) \(quantity(base)) " }
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
    let plain = inside.replacing(#/\\(?=[%$&#])/#, with: "")
    guard !plain.contains(where: { "\\{^_".contains($0) }) else { return argument() }
    rest = rest[rest.index(after: end)...]
    return String(plain)
  }

  /// Reads the inside of `\{…\}` or of `\lfloor…\rfloor`.
  mutating func group(_ name: String, until end: String) -> String? {
    guard depth < 12, let range = close(end), let word = words[name] else { return nil }
    var inside = rest[..<range.lowerBound]
    if inside.hasSuffix("\\right") { inside = inside.dropLast("\\right".count) }
    if end == "\\}" {
      // The members of a set are no decimal number: `\{0,1\}`.
      inside = Substring(inside.replacing(#/(\d),(?=\d)/#) { "\($0.output.1), " })
    }
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
    case (let first?, nil): return " \(word) \(words["∑over"] ?? from) \(first) \(of) "
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
}
