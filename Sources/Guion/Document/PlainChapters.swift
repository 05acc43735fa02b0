/// Chapters of a plain text: lines such as `CHAPTER I.` between blank lines, as in the books of Project Gutenberg.
enum PlainChapters {
  /// Returns the paragraphs with the headings of chapters as headings.
  /// Three headings or more without text between them are a table of contents, which stays text.
  static func marked(_ elements: [GuionElement]) -> [GuionElement] {
    guard elements.lazy.filter(isHeading).prefix(2).count > 1 else { return elements }
    var elements = elements
    var run: [Int] = []
    for index in elements.indices {
      if isHeading(elements[index]) {
        run.append(index)
      } else if elements[index].elementType == .action {
        mark(run, in: &elements)
        run = []
      }
    }
    mark(run, in: &elements)
    return elements
  }

  private static func mark(_ run: [Int], in elements: inout [GuionElement]) {
    guard run.count < 3 else { return }
    for index in run {
      elements[index].elementText = elements[index].elementText.inOneLine ?? ""
      elements[index].elementType = .sectionHeading(level: 1)
    }
  }

  /// Whether a paragraph is the heading of a chapter, with its title on the same line or the next.
  private static func isHeading(_ element: GuionElement) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, text.utf8.count <= 120,
      text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) <= 1
    else { return false }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, first.first?.isUppercase == true else { return false }
    let name = plain(first)
    if alone.contains(name) { return words.count == 1 }
    guard names.contains(name) else { return false }
    let start = words.count > 2 && plain(words[1]) == "THE" ? 2 : 1
    guard start < words.count, isNumber(plain(words[start])) else { return false }
    let title = words[(start + 1)...]
    guard let last = title.last else { return true }
    // "Part one was over." is a sentence.
    let ends =
      text.contains("\n") || ".:—–-".contains(words[start].suffix(1))
      || ["—", "–", "-"].contains(title.first)
    return ends && (!last.hasSuffix(".") || title.allSatisfy { $0 == $0.uppercased() })
  }

  private static func plain(_ word: String) -> String {
    word.uppercased().trimmingSigns
  }

  private static func isNumber(_ word: String) -> Bool {
    if word.isEmpty { return false }
    return word.allSatisfy(\.isNumber) || word.allSatisfy { "IVXLC".contains($0) }
      || numbers.contains(word)
  }

  private static let names: Set<String> = [
    "CHAPTER", "BOOK", "PART", "VOLUME", "LETTER", "STAVE", "CANTO", "KAPITEL", "TEIL", "BUCH",
    "CHAPITRE", "LIVRE", "PARTIE", "CAPÍTULO", "CAPITULO", "LIBRO", "PARTE",
  ]
  private static let alone: Set<String> = ["PROLOGUE", "EPILOGUE", "PROLOG", "EPILOG", "PRÓLOGO"]
  private static let numbers: Set<String> = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN",
    "TWELVE", "FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "LAST", "EINS", "ZWEI", "DREI", "VIER",
    "FÜNF", "PREMIER", "PREMIÈRE", "DEUXIÈME", "TROISIÈME", "PRIMERO", "PRIMERA", "SEGUNDO",
    "SEGUNDA", "TERCERO",
  ]
}

extension String {
  /// The word without the signs at its ends.
  fileprivate var trimmingSigns: String {
    let isWord: (Character) -> Bool = { $0.isLetter || $0.isNumber }
    guard let first = firstIndex(where: isWord), let last = lastIndex(where: isWord) else {
      return ""
    }
    return String(self[first...last])
  }
}
