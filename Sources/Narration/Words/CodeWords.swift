import Basics
import TextNormalization

/// Converts code to the words that a person says.
/// The symbols that join the parts of a name are left out. A symbol alone is read by its name.
struct CodeWords: Sendable {
  /// The names of symbols, in the language of the text.
  let signs: [Unicode.Scalar: String]
  /// Whether to name symbols that are read differently in prose: the slash of `usr/bin`, the asterisk of `book.*`.
  var namesMore = false
  /// The words for operators; nil before rule set 1.2.
  var maths: MathWords?

  /// Returns the text with blanks between the items of "[1,2]", which is no decimal number.
  static func apartItems(_ text: String) -> String {
    let text = withClasses(text)
    guard text.hasByte(0x5B), text.contains(/\[\d{1,2},\d/) else { return text }
    return text.replacing(/\[\d{1,2}(?:,\d{1,2})+\]/) { $0.output.replacing(",", with: ", ") }
  }

  /// Returns the text with the option "--no-color" for "--[no-]color" and "[--no-]color", which are two options.
  static func withNegation(_ text: String) -> String {
    guard text.hasText("no-]") else { return text }
    return text.replacing(/(?:--\[|\[--)no-\](?=[a-z])/, with: "--no-")
  }

  func spoken(_ code: String) -> String {
    // `[a-zA-Z]` is one class; `a-zA-Z` without brackets is two.
    let code =
      maths != nil && code.hasText("a-zA-Z")
      ? Self.withClasses(code).replacing("a-zA-Z", with: "a-z, A-Z ") : code
    let read =
      maths == nil || isShortcode(code)
      ? code
      : Self.menu(code)
        ?? withoutFieldMarks(
          Self.apartItems(namingKey(Self.withNegation(Self.withoutEmphasis(code)))))
    // A call has an argument and no plural: `reverse(s)`.
    let isCall = maths != nil && read.contains("(s)")
    var scalars = Array((isCall ? read.replacing("(s)", with: " (s)") : read).unicodeScalars)
    if !scalars.contains(where: \.isLetterOrDigit) { return named(scalars) }
    if let maths {
      scalars = Self.spelledConversions(scalars)
      // "$ make" begins with the mark of a shell.
      if read.hasPrefix("$"), read.prefixMatch(of: #/\$ +(?=[a-z.\/~])/#) != nil {
        scalars.removeFirst(scalars.prefix { $0 == "$" || $0 == " " }.count)
      }
      // The scheme of an address is not read.
      if read.hasPrefix("http"), let scheme = read.prefixMatch(of: #/https?://(?=[a-z0-9])/#) {
        scalars.removeFirst(scheme.output.count)
      }
      if isBits(scalars) { return scalars.map(String.init).joined(separator: " ") }
      scalars = Operators(code: scalars, maths: maths).spoken
    }
    var output: Scalars = []
    output.reserveCapacity(scalars.count)
    var index = 0
    while index < scalars.count {
      if let maths, isAlternative(index, scalars), let or = maths["∨"] {
        output.append(contentsOf: " \(or) ".unicodeScalars)
        index += 1
        continue
      }
      if let end = operatorEnd(index, scalars) {
        // Symbols between spaces are read by their names, as in `a > b` and `rm -rf /`.
        output.append(contentsOf: named(Array(scalars[index..<end])).unicodeScalars)
        index = end
        continue
      }
      if namesMore, let (name, end) = name(at: index, scalars) {
        output.append(contentsOf: " \(name) ".unicodeScalars)
        index = end
        continue
      }
      output.append(isJoint(scalars[index], index, scalars) ? " " : scalars[index])
      index += 1
    }
    // A blank at the end would part the code from the mark behind it.
    if maths != nil { while output.last?.isSpace == true { output.removeLast() } }
    return output[(output.firstIndex { !$0.isSpace } ?? 0)...].text
  }

  /// Whether a number is a pattern of bits: `1011`, but not `1000`.
  private func isBits(_ code: Scalars) -> Bool {
    code.count > 3 && code.allSatisfy { $0 == "0" || $0 == "1" }
      && code.dropFirst().contains("1")
  }

  /// Returns the end of one to three symbols that begin here and have whitespace on both sides.
  /// Nil if there are no such symbols.
  private func operatorEnd(_ start: Int, _ all: Scalars) -> Int? {
    guard start == 0 || all[start - 1].isSpace, !joinsKeys(start, all) else { return nil }
    var end = start
    // `cd -` and `a -- b`
    if maths != nil, all[start] == "-" {
      let dashes = all[start...].prefix { $0 == "-" }
      let isAlone = dashes.endIndex == all.count || all[dashes.endIndex].isSpace
      return dashes.count < 3 && isAlone ? dashes.endIndex : nil
    }
    while end < all.count, !all[end].isSpace {
      guard Self.operators.contains(all[end]), end - start < 3 else { return nil }
      end += 1
    }
    // The arrow `=>` is a pause, so it has no name.
    let isArrow = end - start > 1 && all[end - 1] == ">" && all[start] == "="
    return end == start || isArrow ? nil : end
  }

  /// Returns the name of a symbol that is read differently in prose, and the index after the symbol.
  private func name(at index: Int, _ all: Scalars) -> (String, Int)? {
    let next = index + 1 < all.count ? all[index + 1] : nil
    if maths != nil, isNewlyNamed(index, all) || opensName(index, all) {
      if all[index] == "<" || all[index] == ">", next == "=" {
        return (all[index] == "<" ? "≤" : "≥", index + 2)
      }
      return signs[all[index]].map { ($0, index + 1) }
    }
    // `*@mysite.com`, `fields=*`
    if let maths, all[index] == "*", standsForAnything(index, all) {
      return (maths["arrow"] == "to" ? maths["star"] : signs["*"]).map { ($0, index + 1) }
    }
    switch all[index] {
    case "/" where maths != nil && isRate(index, all): return nil
    case "/": return signs["/"].map { ($0, index + 1) }
    case "~" where isRevision(index, all): return signs["~"].map { ($0, index + 1) }
    case "^" where isRevision(index, all): return signs["^"].map { ($0, index + 1) }
    case "#" where next?.isLetter == true: return signs["#"].map { ($0, index + 1) }
    // The full stops of `./a` and `../a` are named. Elsewhere, a full stop belongs to a name.
    case "." where next == "/" && (index == 0 || !all[index - 1].isLetterOrDigit):
      return signs["."].map { ($0, index + 1) }
    case "." where next == "." && index + 2 < all.count && all[index + 2] == "/":
      return signs["."].map { ($0, index + 1) }
    case "\\" where next?.isSpace == false: return signs["\\"].map { ($0, index + 1) }
    case "." where next == "*":
      guard let dot = signs["."], let star = signs["*"] else { return nil }
      return ("\(dot) \(star)", index + 2)
    case "*" where next == "." && (index == 0 || all[index - 1].isSpace || all[index - 1] == "/"):
      return signs["*"].map { ($0, index + 1) }
    // `content/**`
    case "*" where maths != nil && next == "*" && index > 0 && all[index - 1] == "/":
      return signs["*"].map { ("\($0) \($0)", index + 2) }
    case "*" where next == "/" || index > 0 && all[index - 1] == "/":
      return signs["*"].map { ($0, index + 1) }
    // The asterisks of `lib*` and `foo_*.deb` are named. `**/x` is not read as two asterisks.
    case "*" where isJoined(index, all) && next != "*" && (index == 0 || all[index - 1] != "*"):
      return signs["*"].map { ($0, index + 1) }
    case "~" where isAbout(index, all): return nil
    case "~" where next == "/" || next?.isLetterOrDigit == true || next == "~":
      return signs["~"].map { ($0, index + 1) }
    // The dollar signs of `$HOME` and `${HOME}` are named, because they do not mean amounts of money.
    case "$" where next == "{" || next?.isLetter == true: return signs["$"].map { ($0, index + 1) }
    default: return nil
    }
  }

  /// Whether a slash is in a rate behind a number, which the normalizer reads: `0.5 EUR/kWh`, `20 MB/s`.
  private func isRate(_ index: Int, _ all: Scalars) -> Bool {
    let unit = all[(index + 1)...].prefix(6).prefix(while: \.isLetter)
    guard Self.rates.contains(unit.text) || unit.count > 2 && unit.last == "h",
      unit.endIndex == all.count || all[unit.endIndex].isSpace
        || ",.;)".unicodeScalars.contains(all[unit.endIndex])
    else { return false }
    let before = all[max(0, index - 12)..<index]
    let letters = before.reversed().prefix { $0.isLetter }.count
    let number = before.dropLast(letters).last { !$0.isSpace }
    return letters > 0 && number?.isDigit == true
  }

  private static let rates: Set<String> = ["s", "sec", "min", "h", "hr"]

  /// Whether rule set 1.2 names a symbol: in `!uv add`, `git add .`, `::1`, `os.path`, `1..9`, `$1` and `>log`.
  private func isNewlyNamed(_ index: Int, _ all: Scalars) -> Bool {
    let next = index + 1 < all.count ? all[index + 1] : nil
    let before = index > 0 ? all[index - 1] : nil
    let isOpen = before.map { $0.isSpace || $0 == "[" } ?? true
    switch all[index] {
    case "!": return isOpen && next?.isLetter == true
    case "_": return isEdge(index, all)
    // `a/b?token=c`
    case "?":
      // `?help`
      if before == nil, next?.isLetter == true { return true }
      let rest = all[(index + 1)...].prefix(Self.mostOfName)
      let name = rest.prefix { $0.isLetterOrDigit || $0 == "_" }
      return before?.isLetterOrDigit == true && !name.isEmpty && name.endIndex < all.count
        && all[name.endIndex] == "="
        && (name.endIndex + 1 == all.count || all[name.endIndex + 1] != "=")
    // `&fields=x`
    case "&":
      let name = all[(index + 1)...].prefix(Self.mostOfName).prefix {
        $0.isLetterOrDigit || $0 == "_"
      }
      return isOpen && next?.isLetter == true && name.endIndex < all.count
        && all[name.endIndex] == "="
    case ".": return isNamedDot(index, all)
    case ":" where next == "/":
      // `https://`, `s3://x`
      return before?.isLetterOrDigit == true && index + 2 < all.count && all[index + 2] == "/"
    case ":" where next?.isDigit == true && before?.isDigit == true:
      return isDisplay(index, all)
    case ":": return all.count > 2 && all[0] == ":" && all[1] == ":" && all[2].isDigit && index < 2
    case "<", ">": return isNamedAngle(index, all)
    case "-": return next == nil && before?.isLetter == true
    case "#": return next == "#" || before == "#"
    case "*":
      // `'*.py'`, `a:*.py`, `\*`
      return before == "\\"
        || next == "." && before.map { "'\":=(!,".unicodeScalars.contains($0) } == true
    case "$":
      guard let next else { return false }
      if "('\"@?#*!".unicodeScalars.contains(next) { return true }
      // "$1", but not "$100" and "$1.50"
      return next.isDigit
        && (index + 2 == all.count
          || !all[index + 2].isDigit && !".,".unicodeScalars.contains(all[index + 2]))
    default: return false
    }
  }

  /// Whether an asterisk is in place of a whole name or value: `*@mysite.com`, `fields=*`.
  private func standsForAnything(_ index: Int, _ all: Scalars) -> Bool {
    let next = index + 1 < all.count ? all[index + 1] : nil
    let before = index > 0 ? all[index - 1] : nil
    if next == "@" {
      return before.map { $0.isSpace || "\"'(,;".unicodeScalars.contains($0) } ?? true
    }
    guard before == "=", index > 1, all[index - 2].isLetterOrDigit else { return false }
    return next.map { $0.isSpace || "&\"',;)".unicodeScalars.contains($0) } ?? true
  }

  /// Whether a colon is behind the number of a name and before a number: `localhost53:0`, but not `10:30`.
  private func isDisplay(_ index: Int, _ all: Scalars) -> Bool {
    let name = all[max(0, index - 40)..<index].reversed().prefix { $0.isLetterOrDigit }
    let digits = all[(index + 1)...].prefix(6).prefix(while: \.isDigit)
    return name.suffix(3).allSatisfy(\.isLetter) && name.count > 3
      && (digits.endIndex == all.count || all[digits.endIndex] != ":")
  }

  /// Whether one underscore begins or ends a name or its part in a path: `_id`, `APP_`, `app_*`, `a/_list.htm`.
  private func isEdge(_ index: Int, _ all: Scalars) -> Bool {
    let next = index + 1 < all.count ? all[index + 1] : nil
    let before = index > 0 ? all[index - 1] : nil
    if next?.isLetterOrDigit == true {
      return before.map { $0.isSpace || "/*.(\"'=$".unicodeScalars.contains($0) } ?? true
        && next?.isDigit != true
    }
    return before?.isLetterOrDigit == true
      && next.map { $0.isSpace || "/*.,)\"'=<".unicodeScalars.contains($0) } ?? true
  }

  /// Whether a full stop is between the parts of a name, before braces, or one of two: `os.path`, `*.{c,h}`, `1..9`.
  /// The normalizer reads the names of files and hosts.
  private func isNamedDot(_ index: Int, _ all: Scalars) -> Bool {
    let next = index + 1 < all.count ? all[index + 1] : nil
    // `.DS_Store`
    // `.m`
    if index == 0 {
      return (next?.isUpper == true || all.count == 2 && next?.isLetter == true)
        && all.allSatisfy(isOfName)
    }
    let before = all[index - 1]
    // `~/.Xauthority`
    if before == "/", next?.isUpper == true { return true }
    // `media.`
    if next == nil, before.isLetterOrDigit, index > 2, all.allSatisfy(isOfName) {
      return !all.dropLast().contains(".")
    }
    // `cd ..`
    if before.isSpace, next == "." { return index + 2 == all.count || all[index + 2].isSpace }
    if before == ".", index > 1, all[index - 2].isSpace, next?.isSpace != false { return true }
    if before.isSpace || before == "[" { return next?.isSpace != false }
    if next == "{" { return true }
    if next == "." || before == "." {
      let start = before == "." ? index - 1 : index
      let isPair =
        start + 2 < all.count && all[start + 2] != "." && (start == 0 || all[start - 1] != ".")
      return isPair && start > 0 && !all[start - 1].isSpace && !all[start + 2].isSpace
        && all[start + 2] != "/"
    }
    guard let next, before.isLetterOrDigit || "_)]>".unicodeScalars.contains(before) else {
      return false
    }
    let isPart: (Unicode.Scalar) -> Bool = {
      $0.isLetterOrDigit || $0 == "_" || $0 == "-" || $0 == "."
    }
    // Names have an end, so that long texts take linear time.
    let first = max(0, index - Self.mostOfName)
    let start = all[first..<index].lastIndex { !isPart($0) }.map { $0 + 1 } ?? first
    let rest = all[index...].prefix(Self.mostOfName).prefix(while: isPart)
    // "anna@posit.co", but not "@org.junit.Test"
    let isMail = start > 1 && all[start - 1] == "@" && isPart(all[start - 2])
    if start > 0 && all[start - 1] == "@" && (maths == nil || isMail)
      || rest.endIndex < all.count && all[rest.endIndex] == "@"
    {
      return false
    }
    let name = all[start..<rest.endIndex].text
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let head = labels.first, let last = labels.last, !last.isEmpty else { return false }
    // `users.0.name`
    let isChain =
      labels.count > 2 && labels.allSatisfy { !$0.isEmpty } && head.count > 1
      && [head, last].allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "_" } }
    let numbers = labels.dropFirst().dropLast().filter { $0.allSatisfy(\.isNumber) }
    if isChain, !numbers.isEmpty, numbers.count == labels.count - 2 { return true }
    if next.isDigit {
      return labels.count == 2 && head.count > 1 && !head.contains(where: \.isNumber)
    }
    guard next.isLetter || next == "_" else { return false }
    // `1.x` is a version.
    let label = all[start..<index].split(separator: ".").last ?? []
    if !label.isEmpty, label.allSatisfy(\.isDigit) { return false }
    if before == ")" || before == "]" { return true }
    return !AddressWords.isRead(String(last), behind: String(head))
      || Self.wordEndings.contains(String(last))
  }

  /// The endings of files that are also words.
  private static let wordEndings: Set<String> = ["in", "key", "pub"]

  /// The length of the longest name and the longest text in angle brackets.
  private static let mostOfName = 120

  private func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetterOrDigit || scalar == "_" || scalar == "."
  }

  /// Whether an angle bracket is a comparison or redirects output, and is no part of `List<Item>`, `->` or `<name>`.
  private func isNamedAngle(_ index: Int, _ all: Scalars) -> Bool {
    let next = index + 1 < all.count ? all[index + 1] : nil
    let before = index > 0 ? all[index - 1] : nil
    if all[index] == ">", before == "-" || before == "=" { return false }
    if all[index] == "<", next == "-" || next == "!" { return false }
    if comparesNumber(index, all), before != ":" { return false }
    // Brackets that hold names.
    var open = 0
    for place in max(0, index - Self.mostOfName)...index {
      if all[place] == "<", place + 1 < all.count,
        all[place + 1].isLetter || "/?$_'\"".unicodeScalars.contains(all[place + 1]),
        all[(place + 1)...].prefix(Self.mostOfName).contains(">")
      {
        open += 1
        if place == index { return false }
      } else if all[place] == ">", open > 0 {
        open -= 1
        if place == index { return false }
      }
    }
    return true
  }

  /// Whether a tilde is before a number, as in `~61,000`.
  private func isAbout(_ index: Int, _ all: Scalars) -> Bool {
    maths != nil && all[index] == "~" && (index == 0 || all[index - 1].isSpace)
      && index + 1 < all.count && all[index + 1].isDigit
  }

  /// Whether a tilde or a caret is behind a name, as in `HEAD~2` and `HEAD^^`.
  private func isRevision(_ index: Int, _ all: Scalars) -> Bool {
    guard maths != nil, index > 0 else { return false }
    // "2^10" and "x^2" are powers.
    let isPower =
      all[index] == "^" && index + 1 < all.count && all[index + 1].isLetterOrDigit
      && (all[index - 1].isDigit || index == 1 || !all[index - 2].isLetterOrDigit)
    return !isPower && (all[index - 1].isLetterOrDigit || all[index - 1] == all[index])
  }

  /// Whether the code is an IPv6 address such as `2001:db8::1/64`.
  private func isAddress(_ all: Scalars) -> Bool {
    all.count > 4 && all[0].isLetterOrDigit && all.contains(where: \.isDigit)
      && all.allSatisfy { ":/".unicodeScalars.contains($0) || Character($0).isHexDigit }
  }

  /// Whether a vertical bar is between words: `LIST|GET`, `(yes|no)`.
  private func isAlternative(_ index: Int, _ all: Scalars) -> Bool {
    guard maths != nil, all[index] == "|", index > 0, index + 1 < all.count else { return false }
    let (before, next) = (all[index - 1], all[index + 1])
    return before != "|" && next != "|" && !before.isSpace && !next.isSpace
  }

  /// Whether a symbol touches a part of a name.
  private func isJoined(_ index: Int, _ all: Scalars) -> Bool {
    let beside = [index - 1, index + 1].filter(all.indices.contains).map { all[$0] }
    return beside.contains { $0.isLetterOrDigit || $0 == "_" || $0 == "-" }
  }

  /// Whether a number follows the symbol, as in `>=3.4.3`.
  /// Prose has words for such comparisons.
  private func comparesNumber(_ index: Int, _ all: Scalars) -> Bool {
    var next = index + 1 < all.count && all[index + 1] == "=" ? index + 2 : index + 1
    // "(>= 4.0)"
    if maths != nil, index > 0, all[index - 1] == "(", next < all.count, all[next] == " " {
      next += 1
    }
    return next < all.count && all[next].isDigit
  }

  private static let operators = Set("*+=<>/%&~^!|#@$".unicodeScalars)

  /// Returns the names of symbols: "asterisk", "exclamation mark".
  /// More than three symbols are a picture, which is returned unchanged. In rule set 1.2, a run of more than three equal
  /// symbols is named once.
  private func named(_ scalars: Scalars) -> String {
    let marks = scalars.filter { !$0.isSpace }
    // "** **", "======="
    if maths != nil, marks.count > 3 {
      let groups = scalars.split(whereSeparator: \.isSpace)
      if groups.allSatisfy({ Set($0).count == 1 && signs[$0[$0.startIndex]] != nil }) {
        return groups.map { group in
          let name = signs[group[group.startIndex]] ?? ""
          return Array(repeating: name, count: group.count < 4 ? group.count : 1)
            .joined(separator: " ")
        }.joined(separator: ", ")
      }
    }
    // `(){}[]`, but not `:-)` and `----`
    if maths != nil, 4...10 ~= marks.count, Set(marks).count * 2 > marks.count + 2,
      marks.allSatisfy({ signs[$0] != nil })
    {
      return marks.compactMap { signs[$0] }.joined(separator: ", ")
    }
    guard marks.count <= 3, !marks.isEmpty else { return scalars.text }
    return marks.map { signs[$0] ?? String($0) }.joined(separator: " ")
  }

  /// Whether a symbol is replaced by a space, because it would cause a pause within a name.
  private func isJoint(_ scalar: Unicode.Scalar, _ index: Int, _ all: Scalars) -> Bool {
    switch scalar {
    case "<", ">": return !(namesMore && comparesNumber(index, all))
    case "^" where maths != nil: return false
    case "|" where isAlternative(index, all): return false
    case "~" where isAbout(index, all): return false
    case "\\", "|", "*", "`", "[", "]", "{", "}", "^", "~": return true
    case ":":
      // The colons of `std::vec` are joints, but not those of "note: this", "12:30" and `fe80::1`.
      if maths != nil, isAddress(all) { return false }
      return index + 1 < all.count && all[index + 1] == ":" || index > 0 && all[index - 1] == ":"
    case "-":
      // The dashes of `--debug` and `->` are joints, but not those of `dry-run` and `-1`.
      let next = index + 1 < all.count ? all[index + 1] : nil
      guard index > 0 else { return next?.isDigit != true }
      if all[index - 1].isLetterOrDigit { return next?.isLetterOrDigit == false }
      return all[index - 1] == "-" || next?.isDigit != true
    default: return false
    }
  }
}
