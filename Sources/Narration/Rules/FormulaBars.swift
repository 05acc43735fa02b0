import TextNormalization

/// The bars of a formula: values, norms, states and conditions.
extension FormulaWords {
  /// Whether the double bar here is between two values, and begins no norm: `D(P \| Q)`.
  func isBetween(_ text: String, until end: String) -> Bool {
    let inside = rest.dropFirst().firstRange(of: end).map { rest[..<$0.lowerBound] }
    let isOpen = inside.map { text in text.count { $0 == "(" } != text.count { $0 == ")" } }
    return Self.isOperand(text) && isOpen ?? true
  }

  mutating func doubleBar() -> String? {
    rest.removeFirst()
    return words["‖"].map { " \($0) " }
  }

  /// Reads `|x|`, or a single bar as "given".
  mutating func bars(after text: String) -> String? {
    if bar == "," { return ", " }
    if let state = state() { return state }
    if Self.isOperand(text), rest.first == "_" {
      // The value at a place: `f|_{x=0}`
      rest.removeFirst()
      return argument().flatMap { place in words["at"].map { " \($0) \(place) " } }
    }
    let last = text.split(separator: " ").last
    let names = [
      "of", "log", "frac", "define", "⇔", "⇒", "∀", "∃", "∈", "∧", "∨", "∪", "∩", "arrow",
    ]
    let isBehindName = (names + MathWords.extremes).contains { key in
      last.map { $0.count > 1 } == true && words[key]?.split(separator: " ").last == last
    }
    if Self.isOperand(text), !isBehindName, rest.first != "|" {
      // A value multiplied: `C|g(n)|`
      if opensValue { return value().map { " ×" + $0 } }
      return words[bar].map { " \($0) " }
    }
    if rest.first == "|", isBetween(text, until: "||") { return doubleBar() }
    if rest.first == "|" {
      rest.removeFirst()
      return group("norm", until: "||")
    }
    return value()
  }

  /// Reads the inside of `|x|`: the size of a set, the norm of a vector, or an absolute value.
  private mutating func value() -> String? {
    guard let close = rest.firstIndex(of: "|") else { return nil }
    let inside = rest[..<close].replacing("\\right", with: "")
    let isSet = inside.count == 1 && inside.allSatisfy(\.isUppercase)
    // The bars around a matrix mean its determinant.
    let isVector = inside.contains(#/^\\(?:bm|mathbf|boldsymbol|vec)[ {]+[a-z]\b/#)
    return inside.isEmpty ? nil : group(isSet ? "size" : isVector ? "norm" : "abs", until: "|")
  }

  /// Whether a second bar closes the one before `rest`, around a value that compares nothing.
  private var opensValue: Bool {
    guard let close = rest.firstIndex(of: "|") else { return false }
    let inside = rest[..<close]
    let next = rest[close...].dropFirst().drop { $0 == " " }.first ?? "="
    return !inside.isEmpty && "=<>)]}+-−,;:.\\".contains(next)
      && !inside.contains { "=<>:,;".contains($0) }
      && !["\\le", "\\ge", "\\in", "\\exists", "\\forall", "\\n"].contains { inside.contains($0) }
      && ["()", "[]", "{}"].allSatisfy { pair in
        inside.count { $0 == pair.first } == inside.count { $0 == pair.last }
      }
  }

  /// Reads the state `|\psi\rangle` of physics.
  private mutating func state() -> String? {
    guard let end = rest.firstRange(of: "\\rangle") else { return nil }
    let inside = rest[..<end.lowerBound]
    guard inside.count < 60, !inside.contains("|"), !inside.contains("\\langle") else { return nil }
    return group("ket", until: "\\rangle")
  }

  /// Reads `\langle`. The parts of `\langle\phi|\psi\rangle` have pauses between them, and `\langle\phi|` is a state.
  mutating func angle() -> String? {
    let end = rest.firstRange(of: "\\rangle")?.lowerBound
    let inside = rest[..<(end ?? rest.endIndex)]
    guard inside.contains("|"), !inside.contains("\\langle") else {
      return words["langle"].map { " \($0) " }
    }
    guard end == nil else {
      bar = ","
      return " "
    }
    return group("bra", until: "|")
  }
}
