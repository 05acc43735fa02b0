import Basics

/// The first line of a notice: Obsidian's callout and GitHub's alert `[!warning]- Title` in a quotation, and the
/// admonition `!!! note "Title"` of MkDocs.
struct Notice {
  /// The kind and the title.
  let words: String
  /// What is left out: a title that repeats the kind, and Obsidian's layout after a bar.
  let rest: String

  /// Reads the first line of a paragraph; nil if it is no notice.
  init?(_ text: [UInt8], isQuoted: Bool) {
    guard let first = text.first, "[!?".utf8.contains(first) else { return nil }
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let found = line.hasPrefix("[!") ? isQuoted ? Self.callout(line) : nil : Self.admonition(line)
    guard let found, !found.kind.isEmpty, found.kind.allSatisfy(Self.isName) else { return nil }
    let kind = found.kind.map { $0 == "-" || $0 == "_" ? " " : String($0) }.joined()
    let word = kind.prefix(1).uppercased() + kind.dropFirst().lowercased()
    let title = found.title.split(separator: " ").joined(separator: " ")
    // The rules of speech read GitHub's alerts, which have no title.
    if title.isEmpty, found.layout.isEmpty, Self.alerts.contains(kind.lowercased()) { return nil }
    let isRepeated = title.lowercased() == word.lowercased()
    words = title.isEmpty || isRepeated ? word : "\(word): \(title)"
    rest = (isRepeated ? title + " " : "") + found.layout
  }

  private static let alerts: Set<String> = ["note", "tip", "important", "warning", "caution"]

  private static func isName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "_"
  }

  private typealias Parts = (kind: Substring, title: Substring, layout: Substring)

  private static func callout(_ line: String) -> Parts? {
    guard let end = line.firstIndex(of: "]") else { return nil }
    let rest = line[line.index(after: end)...].drop { $0 == "-" || $0 == "+" }
    let name = line.dropFirst(2)[..<end]
    let kind = name.prefix { $0 != "|" }
    return (kind, rest, name.dropFirst(kind.count))
  }

  private static func admonition(_ line: String) -> Parts? {
    guard ["!!! ", "??? ", "???+ "].contains(where: line.hasPrefix) else { return nil }
    let rest = line.drop { "!?+ ".contains($0) }
    let kind = rest.prefix { $0 != " " }
    let title = rest.dropFirst(kind.count).filter { $0 != "\"" && $0 != "“" && $0 != "”" }
    return (kind, title[...], "")
  }
}
