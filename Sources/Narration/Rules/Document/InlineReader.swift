import Guion

/// The words of an element as a listener is to hear them: what is struck out, pictured, calculated or
/// noted below is left out, named or put in its place, as the settings have it.
struct InlineReader: Sendable {
  let settings: SpeechSettings
  let words: LayoutWords
  let code: CodeWords

  init(settings: SpeechSettings, words: LayoutWords) {
    self.settings = settings
    self.words = words
    code = CodeWords(signs: words.signNames)
  }

  /// The words of an element.
  func text(of element: GuionElement) -> String {
    text(element.elementText, element.inlines)
  }

  /// Words with their spans; spans within a stretch that is replaced count for nothing.
  func text(_ text: String, _ inlines: [InlineSpan]) -> String {
    guard !inlines.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let edits = edits(of: inlines, in: bytes)
    guard !edits.isEmpty else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    for edit in edits where edit.range.lowerBound >= place {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.replacement.utf8
      place = edit.range.upperBound
    }
    result += bytes[place...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The footnotes whose marks are read: those that do not stand in struck words.
  func notes(_ inlines: [InlineSpan]) -> [(number: Int, words: String)] {
    let struck = SortedRanges(
      settings.strikethrough == .skip
        ? inlines.filter { $0.kind == .strikethrough }.map(\.range) : [])
    return inlines.compactMap { span in
      guard case .footnote(let number, let text) = span.kind,
        !struck.contains(span.range.lowerBound)
      else { return nil }
      return (number, note(number, text))
    }
  }

  /// "Footnote 1: …", each of its paragraphs a sentence or more.
  private func note(_ number: Int, _ note: MarkedText) -> String {
    let paragraphs = text(note.text, note.inlines).split(separator: "\n").map(String.init)
    let said = paragraphs.dropLast().map(Self.sentence) + paragraphs.suffix(1)
    return "\(words.footnote) \(number): \(said.joined(separator: " "))"
  }

  /// Words with an end: a full stop where they have none.
  static func sentence(_ text: String) -> String {
    let text = String(text.drop { $0.isWhitespace })
    let last = text.unicodeScalars.last { !$0.isBlank }
    return last?.isSentenceEnd == true || last == ":" ? text : text + "."
  }

  // MARK: Edits

  private struct Edit {
    var range: Range<Int>
    var replacement: String
    var isNote = false
  }

  /// What is replaced, in order; of stretches that begin together the longest comes first.
  private func edits(of inlines: [InlineSpan], in bytes: [UInt8]) -> [Edit] {
    var edits = inlines.compactMap { edit(of: $0, in: bytes) }
    edits.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    return edits.contains(where: \.isNote) ? notesBehindSentences(edits, in: bytes) : edits
  }

  private func edit(of span: InlineSpan, in bytes: [UInt8]) -> Edit? {
    let range = span.range.clamped(to: 0..<bytes.count)
    func words() -> String { String(decoding: bytes[range], as: UTF8.self) }
    switch span.kind {
    case .code: return Edit(range: range, replacement: code.spoken(words()))
    case .strikethrough:
      return settings.strikethrough == .skip ? Edit(range: range, replacement: "") : nil
    case .image:
      // What describes an image does not run into the words beside it.
      let alternative = settings.images == .skip ? "" : words()
      return Edit(range: range, replacement: " \(alternative) ")
    case .math: return Edit(range: range, replacement: formula(range, words(), in: bytes))
    case .footnote(let number, let note):
      guard settings.footnotes == .inline else { return nil }
      let said = Self.sentence(self.note(number, note))
      return Edit(range: range, replacement: " \(said) ", isNote: true)
    }
  }

  /// A word within a sentence, or a sentence where there is nothing else.
  private func formula(_ range: Range<Int>, _ typed: String, in bytes: [UInt8]) -> String {
    switch settings.math {
    case .skip: return " "
    case .speak: return " \(code.spoken(typed.filter { $0 != "$" })) "
    case .announce:
      if range.count == bytes.count { return words.formula.capitalizedFirst + "." }
      return range.lowerBound == 0 ? words.formula.capitalizedFirst + " " : " \(words.formula) "
    }
  }

  // MARK: Footnotes

  /// A note is heard when the sentence that it belongs to is over, not in the middle of it.
  private func notesBehindSentences(_ edits: [Edit], in bytes: [UInt8]) -> [Edit] {
    var moved = edits.filter { !$0.isNote }
    let replaced = SortedRanges(moved.map(\.range))
    // The end of the sentence that was found last holds for every note before it.
    var end = -1
    for edit in edits where edit.isNote {
      let mark = edit.range.lowerBound
      guard !replaced.contains(mark) else { continue }
      if mark > end || end < 0 { end = sentenceEnd(from: mark, in: bytes, without: replaced) }
      moved.append(Edit(range: end..<end, replacement: edit.replacement))
    }
    // Several notes at one place stay in their order.
    return moved.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  private func sentenceEnd(from start: Int, in bytes: [UInt8], without replaced: SortedRanges)
    -> Int
  {
    if start > 0, Self.endsSentence(bytes[start - 1]) { return start }
    var index = start
    while index < bytes.count {
      let isEnd =
        Self.endsSentence(bytes[index])
        && (index + 1 == bytes.count || bytes[index + 1] == 0x20 || bytes[index + 1] == 0x0A)
      if isEnd, !replaced.contains(index) { return index + 1 }
      index += 1
    }
    return bytes.count
  }

  private static func endsSentence(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }
}

/// Stretches in which a place is found without looking at all of them.
struct SortedRanges {
  private let ranges: [Range<Int>]

  /// Stretches in any order; those within others are of no account.
  init(_ ranges: [Range<Int>]) {
    var outer: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = outer.last, range.lowerBound < last.upperBound {
        outer[outer.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        outer.append(range)
      }
    }
    self.ranges = outer
  }

  func contains(_ place: Int) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(place)
  }
}
