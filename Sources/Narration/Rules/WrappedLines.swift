/// Lines that a program broke at the margin of a page.
enum WrappedLines {
  /// Returns lines with the words that a hyphen breaks at the end of a line in one piece.
  static func mended(_ lines: [Substring]) -> [Substring] {
    var lines = lines
    for index in lines.indices.dropLast() {
      let next = lines[index + 1].drop { $0 == " " }
      guard let first = next.first, first.isLowercase, let start = brokenWord(at: lines[index])
      else { continue }
      let rest = next.prefix { $0 != " " }
      let isJoint = conjunctions.contains(String(rest.prefix(while: \.isLetter)))
      if isJoint { continue }
      let keepsHyphen =
        start.contains("-") || rest.contains("-") || prefixes.contains(start.lowercased())
      let head = keepsHyphen ? lines[index] : lines[index].dropLast()
      lines[index] = Substring(head + rest)
      let margin = lines[index + 1].prefix { $0 == " " }
      lines[index + 1] = Substring(margin + next.dropFirst(rest.count).drop { $0 == " " })
    }
    return lines.filter { !$0.allSatisfy { $0 == " " } }
  }

  /// Returns the part of a word before the hyphen that ends a line; nil if no hyphen breaks a word.
  private static func brokenWord(at line: Substring) -> Substring? {
    guard line.last == "-" || line.last == "\u{2010}" else { return nil }
    let head = line.dropLast()
    guard let last = head.last, last.isLetter else { return nil }
    return head.split(separator: " ").last
  }

  /// Words after a hyphen that stands for a part of a compound: "Ein- und Ausgang".
  private static let conjunctions: Set<String> = [
    "and", "or", "to", "und", "oder", "bis", "sowie", "et", "ou", "y", "o",
  ]
  /// Parts of compounds that keep their hyphens.
  private static let prefixes: Set<String> = [
    "self", "well", "half", "non", "all", "cross", "mid", "semi", "ill", "old", "long", "twenty",
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    "short", "high", "low", "full", "part", "two", "three", "four", "one", "mother", "father",
  ]

  /// Whether a line goes on on the next line: both have one indent, and the line is long or the next one begins with a
  /// small letter.
  static func continues(_ index: Int, in lines: [Substring]) -> Bool {
    guard index + 1 < lines.count else { return false }
    let (line, next) = (lines[index], lines[index + 1])
    let indent = line.prefix { $0 == " " }.count
    guard indent == next.prefix(while: { $0 == " " }).count else { return false }
    return line.count - indent >= 35 || next.dropFirst(indent).first?.isLowercase == true
  }
}
