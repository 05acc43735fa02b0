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
    var edits = inlines.compactMap { edit(of: $0, in: text) }
    guard !edits.isEmpty else { return text }
    edits.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    for edit in notesBehindSentences(edits, in: bytes) where edit.range.lowerBound >= place {
      result += bytes[place..<min(edit.range.lowerBound, bytes.count)]
      result += edit.replacement.utf8
      place = min(edit.range.upperBound, bytes.count)
    }
    result += bytes[place...]
    return String(decoding: result, as: UTF8.self)
  }

  private struct Edit {
    var range: Range<Int>
    var replacement: String
    var isNote = false
  }

  private func edit(of span: InlineSpan, in text: String) -> Edit? {
    switch span.kind {
    case .code: Edit(range: span.range, replacement: code.spoken(utf8(span.range, of: text)))
    case .strikethrough where settings.strikethrough == .skip:
      Edit(range: span.range, replacement: "")
    case .image where settings.images == .skip, .math where settings.math == .skip:
      Edit(range: span.range, replacement: " ")
    case .image:
      // What describes an image does not run into the words beside it.
      Edit(range: span.range, replacement: " \(utf8(span.range, of: text)) ")
    case .math where settings.math == .announce:
      Edit(range: span.range, replacement: formula(span.range, in: text))
    case .footnote(let number, let note) where settings.footnotes == .inline:
      Edit(range: span.range, replacement: sentence(number, note), isNote: true)
    case .strikethrough, .math, .footnote: nil
    }
  }

  /// A word within a sentence, or a sentence where there is nothing else.
  private func formula(_ range: Range<Int>, in text: String) -> String {
    if range.count == text.utf8.count { return words.formula.capitalizedFirst + "." }
    return range.lowerBound == 0 ? words.formula.capitalizedFirst + " " : " \(words.formula) "
  }

  private func utf8(_ range: Range<Int>, of text: String) -> String {
    String(decoding: Array(text.utf8)[range.clamped(to: 0..<text.utf8.count)], as: UTF8.self)
  }

  /// "Footnote 1: …", as it stands among other sentences.
  private func sentence(_ number: Int, _ note: String) -> String {
    " \(Self.sentence("\(words.footnote) \(number): \(note)")) "
  }

  /// Words with an end: a full stop where they have none.
  static func sentence(_ text: String) -> String {
    let text = String(text.drop { $0.isWhitespace })
    let last = text.unicodeScalars.last { !$0.isBlank }
    return last?.isSentenceEnd == true || last == ":" ? text : text + "."
  }

  /// A note is heard when the sentence that it belongs to is over, not in the middle of it.
  private func notesBehindSentences(_ edits: [Edit], in bytes: [UInt8]) -> [Edit] {
    guard edits.contains(where: \.isNote) else { return edits }
    var moved = edits.filter { !$0.isNote }
    let removed = moved.map(\.range)
    for edit in edits where edit.isNote {
      guard !removed.contains(where: { $0.contains(edit.range.lowerBound) }) else { continue }
      let end = sentenceEnd(from: edit.range.lowerBound, in: bytes, without: removed)
      moved.append(Edit(range: end..<end, replacement: edit.replacement))
    }
    // Stable for several notes at one place: by place first, then in their own order.
    return moved.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  private func sentenceEnd(from start: Int, in bytes: [UInt8], without removed: [Range<Int>]) -> Int
  {
    if start > 0, Self.endsSentence(bytes[start - 1]) { return start }
    var index = start
    while index < bytes.count {
      let isEnd =
        Self.endsSentence(bytes[index])
        && (index + 1 == bytes.count || bytes[index + 1] == 0x20 || bytes[index + 1] == 0x0A)
      if isEnd, !removed.contains(where: { $0.contains(index) }) { return index + 1 }
      index += 1
    }
    return bytes.count
  }

  private static func endsSentence(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }
}
