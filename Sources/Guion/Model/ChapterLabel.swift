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

/// Chapters of a plain text: lines such as `CHAPTER I.` between blank lines, as in the books of Project Gutenberg.
enum PlainChapters {
  /// Returns the paragraphs with the headings of chapters as headings.
  /// Three headings or more without text between them are a table of contents, which stays text.
  static func marked(_ elements: [GuionElement]) -> [GuionElement] {
    var elements = elements
    let hasHeadings = elements.lazy.filter(isHeading).prefix(2).count > 1
    let numerals = hasHeadings ? [] : numerals(elements)
    if hasHeadings || !numerals.isEmpty { markHeadings(&elements, numerals) }
    markContents(&elements)
    return joiningTitles(elements)
  }

  /// Returns the indices of numerals alone on a line that count chapters from I on: `I`, `II.`
  private static func numerals(_ elements: [GuionElement]) -> Set<Int> {
    var (found, last): (Set<Int>, Int) = ([], 0)
    for (index, element) in elements.enumerated() where element.elementType == .action {
      let text = element.elementText
      guard let first = text.utf8.first, RomanNumeral.figure(Unicode.Scalar(first)) != nil,
        text.utf8.count < 10,
        let value = RomanNumeral.value(of: text.unicodeScalars.filter { $0 != "." }),
        value == last + 1 || value == 1 && last > 1
      else { continue }
      (last, _) = (value, found.insert(index))
    }
    return found.count > 1 && last > 1 ? found : []
  }

  private static func markHeadings(_ elements: inout [GuionElement], _ numerals: Set<Int>) {
    var run: [Int] = []
    for index in elements.indices {
      if numerals.contains(index) || isHeading(elements[index]) {
        run.append(index)
      } else if elements[index].elementType == .action {
        mark(run, in: &elements)
        run = []
      }
    }
    mark(run, in: &elements)
  }

  private static func mark(_ run: [Int], in elements: inout [GuionElement]) {
    let start = run.count < 3 ? 0 : firstChapter(of: run.map { key(elements[$0]) }) ?? run.count
    for index in run[..<start] { elements[index].isBackMatter = true }
    for index in run[start...] {
      elements[index].elementText = elements[index].elementText.inOneLine ?? ""
      elements[index].elementType = .sectionHeading(level: 1)
    }
  }

  /// Returns the index of the first heading below a table of contents: the title with which the table begins, or else
  /// any title that is repeated. Nil if the text below the table does not begin with a chapter.
  private static func firstChapter(of keys: [[String]]) -> Int? {
    if let again = keys.lastIndex(of: keys[0]), again > 0 { return again }
    var seen: Set<[String]> = []
    return keys.indices.filter { !seen.insert(keys[$0]).inserted }.last
  }

  /// Joins the headings that are only labels with the titles below them, if most of them have a title: a short
  /// paragraph in capitals, or whose longer words begin with one.
  private static func joiningTitles(_ elements: [GuionElement]) -> [GuionElement] {
    let labels = elements.indices.filter {
      elements[$0].elementType.isSectionHeading && ChapterLabel.isOne(elements[$0].elementText)
    }
    let titled = Set(
      labels.filter { elements.indices.contains($0 + 1) && isTitle(elements[$0 + 1]) })
    guard titled.count > 1, titled.count * 4 >= labels.count * 3 else { return elements }
    var result: [GuionElement] = []
    for (index, element) in elements.enumerated() {
      if let label = result.last, titled.contains(index - 1) {
        var title = element.labelled(label)
        title.elementType = label.elementType
        title.elementText = title.elementText.inOneLine ?? ""
        result[result.count - 1] = title
      } else {
        result.append(element)
      }
    }
    return result
  }

  private static func isTitle(_ element: GuionElement) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, !element.isBackMatter, text.utf8.count <= 80,
      let first = text.first, let last = text.last
    else { return false }
    if text == text.uppercased() { return text.contains(where: \.isLetter) }
    guard first.isUppercase || first.isNumber, !"!?:;,".contains(last) else { return false }
    let words = text.split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "’" })
    return words.allSatisfy { $0.count < 5 || $0.first?.isUppercase == true }
  }

  /// The name and the number of a heading.
  private static func key(_ element: GuionElement) -> [String] {
    element.elementText.split(whereSeparator: \.isWhitespace).prefix(2).map {
      ChapterLabel.plain(String($0))
    }
  }

  /// Marks tables of contents as back matter: entries below a title such as "Contents", and a list of numbered titles
  /// before the first chapter.
  private static func markContents(_ elements: inout [GuionElement]) {
    var title: Int?
    var isBeforeChapters = elements.contains { $0.elementType.isSectionHeading }
    for index in elements.indices {
      let element = elements[index]
      if element.elementType.isSectionHeading { (title, isBeforeChapters) = (nil, false) }
      guard element.elementType == .action else { continue }
      let lines = element.elementText.split(separator: "\n")
      if lines.count == 1, ContentsTitles.contains(element.elementText) {
        title = index
      } else if lines.allSatisfy(isEntry), title != nil || isBeforeChapters && lines.count > 2 {
        for entry in (title ?? index)...index { elements[entry].isBackMatter = true }
        title = title == nil ? nil : index
      } else if lines.count > 1 || element.elementText.utf8.count > 60
        || element.elementText.contains(where: \.isLowercase)
      {
        // Short lines in capitals, such as "PREFACE", can stand between the entries.
        title = nil
      }
    }
  }

  /// Whether a line is a title with a number before it or with the number of its page behind it.
  private static func isEntry(_ line: Substring) -> Bool {
    guard line.utf8.count <= 120 else { return false }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, let last = words.last else { return false }
    if ChapterLabel.names.contains(ChapterLabel.plain(first)), words.count > 1,
      ChapterLabel.isNumber(ChapterLabel.plain(words[1]))
    {
      return true
    }
    if words.count == 1 { return ChapterLabel.plain(first) == "PAGE" }
    return ChapterLabel.isNumber(ChapterLabel.plain(first))
      && first.count > ChapterLabel.plain(first).count
      || last.allSatisfy(\.isNumber) && leaders.contains(where: line.contains)
  }

  /// Whether a paragraph is the heading of a chapter, with its title on the same line or the next.
  private static func isHeading(_ element: GuionElement) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, text.utf8.count <= 120,
      text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) <= 1
    else { return false }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let second = text.split(separator: "\n").dropFirst().first?.split(separator: " ").first
    if let second, ChapterLabel.names.contains(ChapterLabel.plain(String(second))) { return false }
    guard let first = words.first, let sign = first.first, sign.isUppercase || sign.isNumber else {
      return false
    }
    let name = ChapterLabel.plain(first)
    if alone.contains(name) || aloneInCapitals.contains(first) { return words.count == 1 }
    // "VII. THE BLUE CARBUNCLE"
    if words.count > 1, ChapterLabel.isNumber(name), first.hasSuffix("."), text == text.uppercased()
    {
      return words[1...].contains { $0.count { $0.isLetter } > 2 }
    }
    guard ChapterLabel.names.contains(name) else { return false }
    let start = words.count > 2 && ChapterLabel.plain(words[1]) == "THE" ? 2 : 1
    guard start < words.count, ChapterLabel.isNumber(ChapterLabel.plain(words[start])) else {
      return false
    }
    let title = words[(start + 1)...]
    guard let last = title.last else { return true }
    // "Part one was over." is a sentence.
    let ends =
      text.contains("\n") || ".:—–-".contains(words[start].suffix(1))
      || ["—", "–", "-"].contains(title.first)
    return ends && (!last.hasSuffix(".") || title.allSatisfy { $0 == $0.uppercased() })
  }

  private static let alone: Set<String> = [
    "PROLOGUE", "EPILOGUE", "PROLOG", "EPILOG", "PRÓLOGO",
  ]
  private static let leaders = ["..", ". .", "…", "  ", "\t"]
  private static let aloneInCapitals: Set<String> = [
    "PREFACE", "INTRODUCTION", "CONCLUSION", "APPENDIX", "BIBLIOGRAPHY", "INDEX",
  ]
}

/// The titles of tables of contents in the languages of `LayoutWords`, and in a few more.
enum ContentsTitles {
  static func contains(_ title: String) -> Bool {
    all.contains(title.titleWords.joined(separator: " "))
  }

  private static let all: Set<String> = [
    "contents", "table of contents", "inhalt", "inhaltsverzeichnis", "índice", "contenido",
    "tabla de contenido", "tabla de contenidos", "sumario", "sommaire", "table des matières",
    "indice", "sommario", "inhoud", "inhoudsopgave", "sumário", "innehåll", "indhold", "innhold",
    "sisällys", "spis treści", "obsah", "содержание", "оглавление", "目次", "目录", "차례",
  ]
}
