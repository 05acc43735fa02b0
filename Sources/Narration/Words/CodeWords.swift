/// Words in code's own type, as a person says them: names without the signs that hold them together,
/// and a sign by its name where it stands alone.
struct CodeWords: Sendable {
  /// The names of signs, in the language of the text.
  let signs: [Unicode.Scalar: String]
  /// Whether signs that prose has other words for are named: the stroke of `usr/bin`, the star of `book.*`.
  var namesMore = false

  /// What is said for a stretch of code.
  func spoken(_ code: String) -> String {
    let scalars = Array(code.unicodeScalars)
    if !scalars.contains(where: \.isLetterOrDigit) { return named(scalars) }
    var output: Scalars = []
    output.reserveCapacity(scalars.count)
    var index = 0
    while index < scalars.count {
      if let end = operatorEnd(index, scalars) {
        // The sign of `a > b` and `rm -rf /` is a word between words.
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
    return output[(output.firstIndex { !$0.isBlank } ?? 0)...].text
  }

  /// The end of up to three signs that stand between blanks, where they begin here and have names.
  private func operatorEnd(_ start: Int, _ all: Scalars) -> Int? {
    guard start == 0 || all[start - 1].isBlank else { return nil }
    var end = start
    while end < all.count, !all[end].isBlank {
      guard Self.operators.contains(all[end]), end - start < 3 else { return nil }
      end += 1
    }
    // An arrow is a pause.
    let isArrow = end - start > 1 && all[end - 1] == ">" && all[start] == "="
    return end == start || isArrow ? nil : end
  }

  /// The name of a sign that would be read as in prose, and the index behind it.
  private func name(at index: Int, _ all: Scalars) -> (String, Int)? {
    let next = index + 1 < all.count ? all[index + 1] : nil
    switch all[index] {
    case "/": return signs["/"].map { ($0, index + 1) }
    case "#" where next?.isLetter == true: return signs["#"].map { ($0, index + 1) }
    // `./a`, `../a`: elsewhere the full stop belongs to a name.
    case "." where next == "/" && (index == 0 || !all[index - 1].isLetterOrDigit):
      return signs["."].map { ($0, index + 1) }
    case "." where next == "." && index + 2 < all.count && all[index + 2] == "/":
      return signs["."].map { ($0, index + 1) }
    case "\\" where next?.isBlank == false: return signs["\\"].map { ($0, index + 1) }
    case "." where next == "*":
      guard let dot = signs["."], let star = signs["*"] else { return nil }
      return ("\(dot) \(star)", index + 2)
    case "*" where next == "." && (index == 0 || all[index - 1].isBlank || all[index - 1] == "/"):
      return signs["*"].map { ($0, index + 1) }
    case "*" where next == "/" || index > 0 && all[index - 1] == "/":
      return signs["*"].map { ($0, index + 1) }
    // `lib*`, `foo_*.deb`, but not `**/x` as two.
    case "*" where isJoined(index, all) && next != "*" && (index == 0 || all[index - 1] != "*"):
      return signs["*"].map { ($0, index + 1) }
    case "~" where next == "/" || next?.isLetterOrDigit == true || next == "~":
      return signs["~"].map { ($0, index + 1) }
    // `$HOME` and `${HOME}` are no amounts.
    case "$" where next == "{" || next?.isLetter == true: return signs["$"].map { ($0, index + 1) }
    default: return nil
    }
  }

  /// Whether a sign stands directly beside a part of a name.
  private func isJoined(_ index: Int, _ all: Scalars) -> Bool {
    let beside = [index - 1, index + 1].filter(all.indices.contains).map { all[$0] }
    return beside.contains { $0.isLetterOrDigit || $0 == "_" || $0 == "-" }
  }

  /// Whether a number stands behind the sign, as in `>=3.4.3`: prose has words for that.
  private func comparesNumber(_ index: Int, _ all: Scalars) -> Bool {
    let next = index + 1 < all.count && all[index + 1] == "=" ? index + 2 : index + 1
    return next < all.count && all[next].isDigit
  }

  private static let operators = Set("*+=<>/%&~^!|#@$".unicodeScalars)

  /// "asterisk", "exclamation mark"; three signs at most: beyond them it is a picture.
  private func named(_ scalars: Scalars) -> String {
    let marks = scalars.filter { !$0.isBlank }
    guard marks.count <= 3, !marks.isEmpty else { return scalars.text }
    return marks.map { signs[$0] ?? String($0) }.joined(separator: " ")
  }

  /// Signs for which a listener would otherwise hear a pause within a name.
  private func isJoint(_ scalar: Unicode.Scalar, _ index: Int, _ all: Scalars) -> Bool {
    switch scalar {
    case "<", ">": return !(namesMore && comparesNumber(index, all))
    case "\\", "|", "*", "`", "[", "]", "{", "}", "^", "~": return true
    case ":":
      // `std::vec`, but not "note: this" or "12:30".
      return index + 1 < all.count && all[index + 1] == ":" || index > 0 && all[index - 1] == ":"
    case "-":
      // `--debug` and `->`, but neither `dry-run` nor `-1`.
      let next = index + 1 < all.count ? all[index + 1] : nil
      guard index > 0 else { return next?.isDigit != true }
      if all[index - 1].isLetterOrDigit { return next?.isLetterOrDigit == false }
      return all[index - 1] == "-" || next?.isDigit != true
    default: return false
    }
  }
}
