import Basics

/// The titles that the table of contents gives to positions on a page.
/// Headings that follow each other are compared with these titles together. A heading repeats a title if
/// all its words are words of the title, in order. If a heading contains a whole title, the words of the
/// heading are used instead of the title.
struct EPUBTitles {
  private var waiting: [String: [EPUBNavigation.Entry]] = [:]
  private var run = EPUBHeadingRun()
  /// The level of the most recent title; 0 if there was none.
  private(set) var level: Int
  /// The words of headings that repeat a title, less the words of the contents that are used.
  private(set) var skipped = SkippedWords()

  /// The beginning of the page.
  private let start: SourceRange

  init(
    _ entries: [EPUBNavigation.Entry], level: Int, labels: [String], edition: ReadingEdition,
    start: SourceRange
  ) {
    self.start = start
    run.edition = edition
    run.labels = edition == .second ? labels : []
    for entry in entries {
      if let id = entry.target.fragment {
        waiting[id, default: []].append(entry)
      } else {
        run.add(entry, at: nil)
      }
    }
    self.level = level
  }

  /// Adds the titles whose target is the element with this `id`.
  mutating func reach(_ id: String, at range: SourceRange) {
    for entry in waiting.removeValue(forKey: id) ?? [] { run.add(entry, at: range) }
  }

  /// Returns the titles and headings so far, followed by the element.
  /// Returns nothing if more headings may follow.
  mutating func place(_ element: GuionElement) -> [GuionElement] {
    if element.isOwnHeading || run.canContain(element) {
      run.add(element)
      return []
    }
    return settle(at: element.sourceRange) + [element]
  }

  /// Returns the pending titles and headings, at the end of the page.
  mutating func end() -> [GuionElement] { settle(at: nil) }

  private mutating func settle(at range: SourceRange?) -> [GuionElement] {
    let elements = run.elements(below: &level, at: range ?? start)
    skipped.add(run.skipped)
    let (labels, edition) = (run.labels, run.edition)
    run = EPUBHeadingRun()
    (run.labels, run.edition) = (labels, edition)
    return elements
  }

  /// Headings without text between them, and the titles whose positions are among them.
  private struct EPUBHeadingRun {
    private enum Entry {
      case title(EPUBNavigation.Entry, SourceRange?)
      case heading(GuionElement)
      /// A paragraph whose words are in a title.
      case words(GuionElement)
    }

    /// The labels of the book's notes. A title in the table of contents can end in the label of a note.
    var labels: [String] = []
    var edition = ReadingEdition.second
    private var entries: [Entry] = []
    /// The elements that repeat a title, and for each title the element that is used for it.
    private var repeated: Set<Int> = []
    private var used: [Int: GuionElement] = [:]
    /// The titles for which a heading of the page is used.
    private var named: Set<Int> = []
    /// The words of headings that repeat a title, less the words of the contents that are used.
    private(set) var skipped = SkippedWords()

    mutating func add(_ title: EPUBNavigation.Entry, at range: SourceRange?) {
      entries.append(.title(title, range))
    }

    mutating func add(_ element: GuionElement) {
      entries.append(element.isOwnHeading ? .heading(element) : .words(element))
    }

    /// Whether a paragraph may be a part of a title, such as its number.
    func canContain(_ element: GuionElement) -> Bool {
      guard element.elementType == .action, element.mark == nil, element.quoteDepth == 0,
        element.inlines.allSatisfy({ !$0.range.isEmpty })
      else { return false }
      let words = element.elementText.titleWords
      let isLabel = edition == .second && ChapterLabel.isOne(element.elementText)
      return entries.contains { entry in
        guard case .title(let title, _) = entry else { return false }
        if isLabel { return true }
        let all = title.title.titleWords
        return words.count < all.count && all.end(of: words, from: 0) != nil
      }
    }

    /// Returns the titles as headings, and the headings that repeat no title, below the titles.
    mutating func elements(below level: inout Int, at range: SourceRange) -> [GuionElement] {
      guard !entries.isEmpty else { return [] }
      let titles = entries.indices.filter { if case .title = entries[$0] { true } else { false } }
      for title in titles { takeSame(title) }
      for title in titles where used[title] == nil { takeParts(title) }
      for title in titles where used[title] == nil { takeLonger(title) }
      if edition == .second { takeLabel(below: titles) }
      var result: [GuionElement] = []
      for (index, entry) in entries.enumerated() where !repeated.contains(index) {
        switch entry {
        case .title(let title, let place):
          var heading =
            used[index]
            ?? GuionElement(
              elementType: .sectionHeading(level: 1), elementText: title.title,
              sourceRange: place ?? first(after: index) ?? range)
          heading.elementType = .sectionHeading(level: title.depth)
          level = title.depth
          if !named.contains(index) { skipped.remove(title.title, .contents) }
          result.append(heading)
        case .heading(var heading):
          heading.elementType = .sectionHeading(level: max(heading.elementType.level, level + 1))
          result.append(heading)
        case .words(let element): result.append(element)
        }
      }
      return result
    }

    private func first(after index: Int) -> SourceRange? {
      for case .heading(let element) in entries[index...] { return element.sourceRange }
      return nil
    }

    private func words(_ title: Int) -> [String] {
      if case .title(let entry, _) = entries[title] { entry.title.titleWords } else { [] }
    }

    private mutating func takeSame(_ title: Int) {
      let words = words(title)
      for index in entries.indices where index > title && !repeated.contains(index) {
        guard case .heading(let element) = entries[index],
          isSame(element, words)
        else { continue }
        use(element, at: index, for: title)
        return
      }
    }

    /// Whether a heading has the words of a title, with or without the labels of its notes.
    private func isSame(_ heading: GuionElement, _ words: [String]) -> Bool {
      let title = words.joined()
      if title.isEmpty { return false }
      let own = heading.elementText.titleWords
      if own.joined() == title { return true }
      let notes = heading.inlines.compactMap { span -> String? in
        guard case .footnote(let number, _) = span.kind, labels.indices.contains(number - 1),
          span.range.lowerBound >= heading.elementText.utf8.count
        else { return nil }
        return labels[number - 1].lowercased()
      }
      return !notes.isEmpty && own.joined() + notes.joined() == title
    }

    private mutating func use(_ element: GuionElement, at index: Int, for title: Int) {
      var element = element
      if edition == .second, case .title(let entry, _) = entries[title] {
        element.joinLines(as: entry.title)
      }
      used[title] = element
      repeated.insert(index)
      named.insert(title)
    }

    /// Takes the elements that are parts of a title. Elements above the position of the title, and
    /// paragraphs, are parts only if together the elements are the whole title.
    private mutating func takeParts(_ title: Int) {
      let words = words(title)
      let above = entries[..<title].indices.reversed().prefix { index in
        if case .heading = entries[index] { !repeated.contains(index) } else { false }
      }
      for start in [title] + above {
        let (parts, count) = parts(of: words, from: start, paragraphs: true)
        // Before 1.2, one part must be a heading. Some programs write titles as paragraphs.
        guard count == words.count, hasHeading(parts) || edition == .second else { continue }
        return take(parts, for: title)
      }
      take(parts(of: words, from: title, paragraphs: false).parts, for: title)
    }

    /// Takes the label of a chapter above the heading that is used, such as "CHAPTER III" or "3". If no heading is
    /// used, a paragraph with a name and a number is the label: a number alone is perhaps that of a section.
    private mutating func takeLabel(below titles: [Int]) {
      let last = repeated.max() ?? 0
      for index in entries.indices where !repeated.contains(index) {
        let label: GuionElement
        switch entries[index] {
        case .heading(let heading) where index < last: label = heading
        case .words(let words)
        where index < last || last == 0 && words.elementText.titleWords.count > 1:
          label = words
        default: continue
        }
        guard ChapterLabel.isOne(label.elementText), let title = titles.last(where: { $0 < index }),
          case .title(let entry, let place) = entries[title]
        else { continue }
        repeated.insert(index)
        let (own, named) = (entry.title.titleWords, label.elementText.titleWords)
        if own.starts(with: named) { return skipped.add(label.elementText, .repeatedTitle) }
        // "II In Which It Snows" in the contents, below "Chapter II"
        if own.count > 1, named.count > 1, own.first == named.last, let used = used[title],
          used.elementText == entry.title || used.elementText == entry.title.withoutNoteMark
        {
          let number = entry.title.prefix { !$0.isLetter && !$0.isNumber }.count + own[0].count
          var rest = used
          rest.elementText = String(
            used.elementText.dropFirst(number).drop { !$0.isLetter && !$0.isNumber })
          let end = rest.elementText.utf8.count
          rest.inlines = used.inlines.filter(\.range.isEmpty).map {
            InlineSpan($0.kind, end..<end)
          }
          self.used[title] = rest
        }
        let heading =
          used[title]
          ?? GuionElement(
            elementType: .sectionHeading(level: 1), elementText: entry.title, sourceRange: place)
        used[title] = heading.labelled(label)
        return
      }
    }

    private func hasHeading(_ parts: [Int]) -> Bool {
      parts.contains { if case .heading = entries[$0] { true } else { false } }
    }

    private func parts(
      of words: [String], from start: Int, paragraphs: Bool
    ) -> (parts: [Int], count: Int) {
      var (parts, end, count): ([Int], Int, Int) = ([], 0, 0)
      for index in entries[start...].indices where !repeated.contains(index) {
        let element: GuionElement
        switch entries[index] {
        case .heading(let heading): element = heading
        case .words(let paragraph) where paragraphs: element = paragraph
        default: continue
        }
        let own = element.elementText.titleWords
        guard !own.isEmpty, let next = words.end(of: own, from: end) else { continue }
        parts.append(index)
        (end, count) = (next, count + own.count)
      }
      return (parts, count)
    }

    private mutating func take(_ parts: [Int], for title: Int) {
      guard !parts.isEmpty, case .title(let entry, _) = entries[title] else { return }
      var heading = GuionElement(elementType: .sectionHeading(level: 1), elementText: entry.title)
      let end = entry.title.utf8.count
      for part in parts {
        repeated.insert(part)
        switch entries[part] {
        case .heading(let element), .words(let element):
          heading.sourceRange = element.sourceRange
          skipped.add(element.elementText, .repeatedTitle)
          // Marks of notes stay, at the end of the title.
          heading.inlines += element.inlines.filter(\.range.isEmpty).map {
            InlineSpan($0.kind, end..<end)
          }
        case .title: break
        }
      }
      if heading.inlines.contains(where: \.isFootnote) {
        heading.elementText = entry.title.withoutNoteMark
        let end = heading.elementText.utf8.count
        heading.inlines = heading.inlines.map { InlineSpan($0.kind, end..<end) }
      }
      used[title] = heading
    }

    /// Takes the heading that contains a title and more words.
    private mutating func takeLonger(_ title: Int) {
      let words = words(title)
      for index in entries.indices where index > title && !repeated.contains(index) {
        guard case .heading(let element) = entries[index], !words.isEmpty,
          element.elementText.titleWords.contains(words)
        else { continue }
        use(element, at: index, for: title)
        return
      }
    }
  }
}

extension [String] {
  /// Returns the index after these words, which follow each other from `start` on, with or without other
  /// words between them; nil if a word is missing.
  fileprivate func end(of words: [String], from start: Int) -> Int? {
    var next = start
    for word in words {
      guard let found = self[next...].firstIndex(of: word) else { return nil }
      next = found + 1
    }
    return next
  }
}

extension GuionElement {
  /// Joins the lines of a title that the table of contents has in one line without a sign between them.
  fileprivate mutating func joinLines(as title: String) {
    guard elementText.contains("\n") else { return }
    let lines = elementText.split(separator: "\n")
    let isJoined = zip(lines, lines.dropFirst()).allSatisfy { line, next in
      guard let last = line.split(separator: " ").last, let first = next.split(separator: " ").first
      else { return false }
      return title.lowercased().contains("\(last) \(first)".lowercased())
    }
    guard isJoined else { return }
    elementText = elementText.replacing("\n", with: " ")
    inlines.removeAll { $0.kind == .lineBreak }
  }
}

extension InlineSpan {
  fileprivate var isFootnote: Bool { if case .footnote = kind { true } else { false } }
}

extension String {
  /// A title in the contents without the mark of a note at its end: `It Snows*`.
  fileprivate var withoutNoteMark: String {
    last.map("*†‡".contains) == true ? dropLast().trimmed : self
  }

  /// The words of a title in lowercase: runs of letters, and runs of digits.
  /// In writing systems without blanks between words, each character counts as a word.
  var titleWords: [String] {
    var words: [String] = []
    var last = TitleCharacter.other
    for character in lowercased() {
      let kind = TitleCharacter(character)
      defer { last = kind }
      guard kind != .other else { continue }
      if kind == last, kind != .ideograph {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    return words
  }
}

private enum TitleCharacter {
  case letter, digit, ideograph, other

  init(_ character: Character) {
    if character.isNumber {
      self = .digit
    } else if character.isLetter {
      let scalar = character.unicodeScalars.first
      self = scalar?.properties.isIdeographic == true ? .ideograph : .letter
    } else {
      self = .other
    }
  }
}
