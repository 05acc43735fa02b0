import Guion

/// Converts the text of elements to text for a listener.
/// Struck-through text, images, formulas and footnotes are left out, named or replaced, as the settings require.
/// This is a class because each copy of a struct would increase the reference count of every table in it.
final class InlineReader: Sendable {
  let settings: SpeechSettings
  let words: LayoutWords
  let code: CodeWords
  private let rules: RuleSet

  init(settings: SpeechSettings, words: LayoutWords, rules: RuleSet = .current) {
    self.rules = rules
    self.settings = settings
    self.words = words
    code = CodeWords(signs: words.signNames, namesMore: rules >= .v1_1)
  }

  func text(of element: GuionElement) -> String {
    text(element.elementText, element.inlines)
  }

  /// Returns text with the spoken words in place of its spans.
  /// Spans within a replaced span are ignored.
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

  /// Returns the footnotes of a text.
  /// A footnote is not included if its mark is in text that is left out.
  func notes(_ inlines: [InlineSpan]) -> [(number: Int, words: String)] {
    let unheard = SortedRanges(
      inlines.filter { span in
        span.kind == .strikethrough && settings.strikethrough == .skip
          || span.kind == .image && settings.images == .skip
      }.map(\.range))
    return inlines.compactMap { span in
      guard case .footnote(let number, let text) = span.kind,
        unheard.around(span.range.lowerBound) == nil
      else { return nil }
      return (number, note(number, text))
    }
  }

  /// Returns the spoken text of a footnote: "Footnote 1: …".
  /// Each paragraph of the footnote becomes at least one sentence.
  private func note(_ number: Int, _ note: MarkedText) -> String {
    let paragraphs = text(note.text, note.inlines).split(separator: "\n").map(String.init)
    let said = paragraphs.dropLast().map(Self.sentence) + paragraphs.suffix(1)
    return "\(words.footnote) \(number): \(said.joined(separator: " "))"
  }

  /// Returns the text with a full stop at its end.
  /// If the text already ends a sentence or ends in a colon, no full stop is added.
  static func sentence(_ text: String) -> String {
    let text = String(text.drop { $0.isWhitespace })
    let last = text.unicodeScalars.last { !$0.isSpace && !$0.closesSentence }
    return last?.isSentenceEnd == true || last == ":" ? text : text + "."
  }

  // MARK: Edits

  private struct Edit {
    var range: Range<Int>
    var replacement: String
    var isNote = false
    /// Whether the replacement contains no words.
    var isSilent: Bool { replacement.allSatisfy(\.isWhitespace) }
  }

  /// Returns the replacements in order.
  /// If several replacements begin at the same position, the longest comes first.
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
    case .code:
      let spoken = code.spoken(words())
      let isApart = rules >= .v1_1 && isGlued(range, spoken, in: bytes)
      return Edit(range: range, replacement: isApart ? " " + spoken : spoken)
    case .strikethrough:
      return settings.strikethrough == .skip ? Edit(range: range, replacement: "") : nil
    case .image:
      // Spaces separate the description of an image from the words before and after it.
      let alternative = settings.images == .skip ? "" : words()
      let isIntroduced = rules >= .v1_1 && alternative.hasLetterOrDigit
      let introduction = isIntroduced ? "\(self.words.image): " : ""
      return Edit(range: range, replacement: " \(introduction)\(alternative) ")
    case .lineBreak:
      guard rules >= .v1_1, range.lowerBound > 0 else { return nil }
      let last = Unicode.Scalar(bytes[range.lowerBound - 1])
      return last.isLetterOrDigit || bytes[range.lowerBound - 1] >= 0x80
        ? Edit(range: range, replacement: ",\n") : nil
    case .contentsLink:
      return rules >= .v1_1 && NoteMark.isMark(range, in: bytes)
        ? Edit(range: range, replacement: "") : nil
    case .badge: return nil
    case .raised:
      return rules >= .v1_1
        ? SuperscriptDigits.power(range, in: bytes).map { Edit(range: range, replacement: $0) }
        : nil
    // Formatting is not spoken.
    case .emphasis, .strong, .underline, .link, .imageFile: return nil
    case .math: return Edit(range: range, replacement: formula(range, words(), in: bytes))
    case .footnote(let number, let note):
      guard settings.footnotes == .inline else { return nil }
      let said = Self.sentence(self.note(number, note))
      return Edit(range: range, replacement: " \(said) ", isNote: true)
    }
  }

  /// Whether code that begins with a symbol touches the word before it.
  /// The name of the symbol would then run into this word.
  private func isGlued(_ range: Range<Int>, _ spoken: String, in bytes: [UInt8]) -> Bool {
    guard range.lowerBound > 0, !range.isEmpty, spoken.first?.isLetter == true else { return false }
    let (before, first) = (bytes[range.lowerBound - 1], bytes[range.lowerBound])
    return Unicode.Scalar(before).isLetterOrDigit && first < 0x80
      && !Unicode.Scalar(first).isLetterOrDigit
  }

  /// Returns the spoken text of a formula.
  /// If the formula is the whole text, the announcement is a sentence. Otherwise, the announcement is a word within the
  /// sentence.
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

  /// Moves each footnote to the end of the sentence that contains its mark.
  /// A footnote is dropped if its mark is in text that is left out.
  private func notesBehindSentences(_ edits: [Edit], in bytes: [UInt8]) -> [Edit] {
    var moved = edits.filter { !$0.isNote }
    let silent = SortedRanges(moved.filter(\.isSilent).map(\.range))
    let replaced = SortedRanges(moved.map(\.range))
    let ends = SentenceEnds(of: String(decoding: bytes, as: UTF8.self), without: replaced)
    for edit in edits where edit.isNote {
      let mark = edit.range.lowerBound
      guard silent.around(mark) == nil else { continue }
      let end = ends.first(from: replaced.around(mark)?.upperBound ?? mark)
      moved.append(Edit(range: end..<end, replacement: edit.replacement, isNote: true))
    }
    // Footnotes come before other edits at the same position, and stay in order.
    return moved.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.isNote ? 0 : 1, $0.offset)
        < ($1.element.range.lowerBound, $1.element.isNote ? 0 : 1, $1.offset)
    }.map(\.element)
  }
}
