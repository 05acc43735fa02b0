import Basics

/// The name and the number of a part of a book: "CHAPTER I.", "Part the Second", "Kapitel 3".
enum ChapterLabel {
  /// Whether a text is nothing but a label, perhaps without the name.
  static func isOne(_ text: String) -> Bool {
    guard text.utf8.count <= 60 else { return false }
    let words = text.split(whereSeparator: \.isWhitespace).map { plain(String($0)) }
    guard let first = words.first, let last = words.last else { return false }
    if words.count == 1 {
      return first.allSatisfy(\.isNumber) && !first.isEmpty
        || RomanNumeral.value(of: text.unicodeScalars.filter { $0 != "." }) != nil
    }
    return names.contains(first) && isNumber(last)
      && (words.count == 2 || words.count == 3 && words[1] == "THE")
  }

  static func isPart(_ label: String) -> Bool {
    label.split(whereSeparator: \.isWhitespace).first.map { parts.contains(plain(String($0))) }
      == true
  }

  /// Returns a word in capitals, without the signs at its ends.
  static func plain(_ word: String) -> String {
    let word = word.uppercased()
    let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber }
    guard let first = word.firstIndex(where: isPart), let last = word.lastIndex(where: isPart)
    else { return "" }
    return String(word[first...last])
  }

  static func isNumber(_ word: String) -> Bool {
    if word.isEmpty { return false }
    return word.allSatisfy(\.isNumber) || word.allSatisfy { "IVXLC".contains($0) }
      || word.split(separator: "-").allSatisfy { numbers.contains(String($0)) }
  }

  private static let parts: Set<String> = [
    "BOOK", "PART", "VOLUME", "TEIL", "BUCH", "LIVRE", "PARTIE", "LIBRO", "PARTE",
  ]
  static let names: Set<String> = parts.union([
    "CHAPTER", "ADVENTURE", "STORY", "LETTER", "STAVE", "CANTO", "KAPITEL", "CHAPITRE", "CAPÍTULO",
    "CAPITULO",
  ])
  private static let numbers: Set<String> = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN",
    "TWELVE", "THIRTEEN", "FOURTEEN", "FIFTEEN", "SIXTEEN", "SEVENTEEN", "EIGHTEEN", "NINETEEN",
    "TWENTY", "THIRTY", "FORTY", "FIFTY", "FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "LAST",
    "EINS", "ZWEI", "DREI", "VIER",
    "FÜNF", "PREMIER", "PREMIÈRE", "DEUXIÈME", "TROISIÈME", "PRIMERO", "PRIMERA", "SEGUNDO",
    "SEGUNDA", "TERCERO",
  ]
}

extension GuionElement {
  /// Returns a title with a label before it: "CHAPTER I: The Start".
  func labelled(_ label: GuionElement) -> GuionElement {
    var title = self
    let sign = label.elementText.last.map { ".:—–-".contains($0) } == true ? " " : ": "
    let start = (label.elementText + sign).utf8.count
    title.elementText = label.elementText + sign + elementText
    title.inlines =
      label.inlines
      + inlines.map { span in
        InlineSpan(span.kind, span.range.lowerBound + start..<span.range.upperBound + start)
      }
    title.sourceRange = label.sourceRange
    return title
  }
}

extension [GuionElement] {
  /// The elements with titles in two lines joined: a heading that is only a label, and the heading directly below it.
  /// If more headings of the second level follow in the chapter, the second heading is a section. A heading below that of
  /// a part is a chapter.
  var joiningTitles: [GuionElement] {
    var result: [GuionElement] = []
    for (index, element) in enumerated() {
      if element.isOwnHeading, let label = result.last, label.isOwnHeading,
        ChapterLabel.isOne(label.elementText), !ChapterLabel.isOne(element.elementText),
        isTitle(at: index, below: label)
      {
        result.removeLast()
        var title = element.labelled(label)
        title.elementType = label.elementType
        result.append(title)
      } else {
        result.append(element)
      }
    }
    return result
  }

  private func isTitle(at index: Int, below label: GuionElement) -> Bool {
    let (level, own) = (label.elementType.level, self[index].elementType.level)
    if own <= level || ChapterLabel.isPart(label.elementText) { return own == level }
    let next = self[(index + 1)...].first { $0.isOwnHeading && $0.elementType.level <= own }
    return next.map { $0.elementType.level <= level } ?? true
  }
}
