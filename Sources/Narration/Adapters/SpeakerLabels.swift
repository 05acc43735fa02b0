public import Guion
import Hablare

/// Finds dialogue in prose (Documentation/speech.md, "Speaker labels").
///
/// If a paragraph begins with `NAME:` and the name is in the cast, this character speaks the paragraph.
public struct SpeakerLabels: Sendable {
  private let cast: Cast
  /// The names to look for, folded.
  private let names: Set<String>
  /// The language of the text; nil if the cast or the manuscript tells.
  private var language: String?

  /// Looks for names, and for quotations in a language.
  package init(cast: Cast, language: String?) {
    self.init(cast: cast)
    self.language = language
  }

  /// Looks for the names and aliases of a cast.
  ///
  /// If the cast switches labels off, no names are found.
  public init(cast: Cast) {
    self.cast = cast
    names = Set(cast.speech.speakerLabels ? cast.names.map(CharacterNormalizer.folded) : [])
  }

  /// Whether characters speak their quotations.
  private var hasDialogue: Bool { cast.ruleSet >= .v1_2 && cast.dialogue.voices == true }

  /// Whether `<!-- voice NAME -->` has an effect.
  private var hasMarks: Bool { cast.ruleSet >= .v1_2 }

  /// Returns the elements of a manuscript, with speeches in place of labelled paragraphs, and of paragraphs below the
  /// mark of a voice.
  ///
  /// A labelled paragraph of prose becomes cues and dialogue. Screenplays stay unchanged, because they have cues.
  ///
  /// If a label is alone in its paragraph, its speech is the next paragraph.
  public func apply(to manuscript: Manuscript) -> [GuionElement] { read(manuscript).elements }

  /// Returns the elements as `apply` does, and the quotations if characters speak them.
  package func read(
    _ manuscript: Manuscript
  ) -> (elements: [GuionElement], speech: QuotedSpeech?) {
    let (elements, labelled) = apply(to: manuscript, nil)
    guard hasDialogue else { return (elements, nil) }
    let speech = QuotedSpeech(of: manuscript, cast: cast, language: language, leaving: labelled)
    return (apply(to: manuscript, speech).elements, speech)
  }

  /// Returns the elements with their speakers, and the numbers of the paragraphs that a label or a mark gives to a
  /// speaker.
  private func apply(
    to manuscript: Manuscript, _ speech: QuotedSpeech?
  ) -> (elements: [GuionElement], labelled: Set<Int>) {
    let elements = manuscript.elements
    var labelled: Set<Int> = []
    let hasVoices =
      hasMarks && elements.contains { if case .voice? = $0.readingMark { true } else { false } }
    guard !names.isEmpty || hasVoices || hasDialogue,
      manuscript.documents.contains(where: \.isProse)
    else {
      return (elements, [])
    }
    var result: [GuionElement] = []
    result.reserveCapacity(elements.count)
    var waitsForWords = false
    var voice: (name: String, source: Int)?
    for (index, element) in elements.enumerated() {
      if hasVoices, case .voice(let name)? = element.readingMark {
        voice = name.map { ($0, element.source) }
      }
      let isProse = Self.canHold(element, in: manuscript)
      let paragraph = isProse ? LabelledParagraph(element, names: names) : nil
      if let paragraph {
        result += paragraph.speeches.map { $0.withIdentity(of: element) }
        waitsForWords = paragraph.endsWithLabel
        labelled.insert(index)
      } else if isProse, !waitsForWords, voice == nil, let speech,
        let parts = speech.elements(of: element, at: index)
      {
        result += parts
      } else {
        var read = element
        if isProse, waitsForWords || voice != nil { labelled.insert(index) }
        if let voice, isProse, !waitsForWords, voice.source == element.source {
          let cue = GuionElement(
            elementType: .character, elementText: voice.name, sourceRange: element.sourceRange)
          result.append(cue.withIdentity(of: element))
          read.elementType = .dialogue
          read = read.withIdentity(of: element)
        }
        if waitsForWords, isProse {
          read.elementType = .dialogue
          read = read.withIdentity(of: element)
        }
        if isProse || element.elementType != .comment { waitsForWords = false }
        result.append(read)
      }
    }
    return (result, labelled)
  }

  /// Whether an element can begin with a label: it is a top-level paragraph of a document that uses labels.
  static func canHold(_ element: GuionElement, in manuscript: Manuscript) -> Bool {
    element.elementType == .action && element.isTopLevel
      && manuscript.document(of: element)?.isProse == true
  }

  /// Whether a label could be a misspelt name: it has only letters, spaces and hyphens, and begins with a capital.
  private static func isPlain(_ name: String) -> Bool {
    name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
  }

  /// Returns warnings about labels that are similar to a name of the cast.
  /// The rules read such labels as prose, but the labels are probably misspelt names.
  package func suspects(in manuscript: Manuscript) -> [Diagnostic] {
    guard !names.isEmpty else { return [] }
    let castNames = CastNames(of: cast)
    /// The labels that were compared, and the folded labels that were reported.
    var (asked, seen) = (Set<String>(), Set<String>())
    return manuscript.elements.compactMap { element in
      guard element.mark == nil, Self.canHold(element, in: manuscript),
        let name = SpeakerLabel.all(in: element, where: Self.isPlain).first?.name
      else { return nil }
      let folded = CharacterNormalizer.folded(name)
      guard !names.contains(folded), !seen.contains(folded), asked.insert(name).inserted,
        let near = castNames.nearest(to: name)
      else { return nil }
      seen.insert(folded)
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(name) is not in the cast, so the narrator reads this paragraph; did you mean "
          + "\(near)?",
        file: manuscript.document(of: element)?.path, position: element.sourceRange?.start)
    }
  }

  /// A paragraph that begins with a speaker label, split into its speeches.
  /// Other lines of the paragraph can also begin with a label.
  struct LabelledParagraph {
    /// The cues, directions and dialogue.
    private(set) var speeches: [GuionElement] = []
    /// Whether no text follows the last label.
    private(set) var endsWithLabel = false

    private let element: GuionElement
    private let text: [UInt8]

    /// Reads a paragraph; nil if the paragraph does not begin with a label.
    /// `names` are the folded names that can be labels.
    init?(_ element: GuionElement, names: Set<String>) {
      let labels = SpeakerLabel.all(in: element) {
        names.contains(CharacterNormalizer.folded($0))
      }
      guard !labels.isEmpty else { return nil }
      self.element = element
      text = Array(element.elementText.utf8)
      var inlines = element.inlines[...]
      for (index, label) in labels.enumerated() {
        let end = index + 1 < labels.count ? labels[index + 1].start - 1 : text.count
        let own = inlines.prefix { $0.range.lowerBound <= end }
        inlines = inlines.dropFirst(own.count)
        add(label, upTo: max(end, label.end), own)
      }
    }

    private mutating func add(
      _ label: SpeakerLabel, upTo end: Int, _ inlines: ArraySlice<InlineSpan>
    ) {
      let place = place(ofLine: label.line)
      speeches.append(
        GuionElement(
          elementType: .character, elementText: label.name, extension: label.direction,
          sourceRange: place))
      var start = label.end
      if let direction = Self.direction(in: text[start..<end]) {
        let words = String(decoding: text[(start + 1)..<(direction - 1)], as: UTF8.self)
        speeches.append(
          GuionElement(elementType: .parenthetical, elementText: words, sourceRange: place))
        start = text[direction..<end].firstIndex { $0 != 0x20 && $0 != 0x0A } ?? end
      }
      endsWithLabel = start == end
      guard !endsWithLabel else { return }
      let own = inlines.compactMap { span -> InlineSpan? in
        let range = span.range.clamped(to: start..<end)
        guard span.range.isEmpty ? span.range.lowerBound >= start : !range.isEmpty else {
          return nil
        }
        return InlineSpan(span.kind, range.lowerBound - start..<range.upperBound - start)
      }
      speeches.append(
        GuionElement(
          elementType: .dialogue, elementText: String(decoding: text[start..<end], as: UTF8.self),
          inlines: own, sourceRange: place))
    }

    private func place(ofLine line: Int) -> SourceRange? {
      guard line > 0, let range = element.sourceRange else { return element.sourceRange }
      // A hard line break can give the paragraph more lines than the source has.
      let start = SourcePosition(line: min(range.start.line + line, range.end.line), column: 1)
      return SourceRange(start: max(start, range.start), end: range.end, source: range.source)
    }

    /// Returns the end of a direction at the start of a speech, such as "(laughing)".
    /// A direction has at most five words, begins with a lower-case letter, and contains no `.`, `!`, `?` or `:`. Other
    /// text in brackets is spoken.
    private static func direction(in text: ArraySlice<UInt8>) -> Int? {
      guard text.first == UInt8(ascii: "("),
        let close = text.prefix(60).firstIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let words = String(decoding: text[(text.startIndex + 1)..<close], as: UTF8.self)
      let isShort = words.split(separator: " ").count <= 5
      guard isShort, words.first?.isLowercase == true, words.allSatisfy({ !".!?:".contains($0) })
      else { return nil }
      return close + 1
    }
  }
}

extension Manuscript.Document {
  /// Whether the document uses labels.
  /// A screenplay has cues instead.
  fileprivate var isProse: Bool { !format.isScreenplay }
}

/// A name with its colon at the start of a line of prose.
struct SpeakerLabel {
  /// The name, without its direction.
  var name: String
  /// The direction in brackets after the name, with the brackets.
  var direction: String?
  /// The number of the line that begins with the label, counted from 0 within the paragraph.
  var line: Int
  /// The offset of the label in the paragraph, in bytes.
  var start: Int
  /// The offset of the text after the colon and its whitespace, in bytes.
  var end: Int
  var isAlone: Bool

  /// The maximum length of a label's name, in bytes.
  /// A longer text before a colon is part of a sentence.
  private static let longest = 80

  /// Returns the labels of a paragraph that have a wanted name.
  /// The result is empty if the paragraph does not begin with such a label.
  static func all(
    in element: GuionElement, where isWanted: (String) -> Bool
  ) -> [SpeakerLabel] {
    // Nearly every paragraph has no colon where a label could end. This cheap check excludes such paragraphs.
    guard mayBegin(element.elementText) else { return [] }
    let text = Array(element.elementText.utf8)
    // Code and struck-through text are not speech.
    let shown = SortedRanges(
      element.inlines.filter { $0.kind == .code || $0.kind == .strikethrough }.map(\.range))
    guard !shown.contains(0), let first = SpeakerLabel(at: 0, line: 0, in: text),
      isWanted(first.name)
    else { return [] }
    var labels = [first]
    var line = 0
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      if !shown.contains(offset + 1),
        let label = SpeakerLabel(at: offset + 1, line: line, in: text), isWanted(label.name)
      {
        labels.append(label)
      }
    }
    return labels
  }

  private static func mayBegin(_ text: String) -> Bool {
    text.utf8.prefix(longest + 3).contains { $0 == UInt8(ascii: ":") || $0 == 0xEF }
  }

  private init?(at start: Int, line: Int, in text: [UInt8]) {
    guard let colon = Self.colon(in: text[start...]) else { return nil }
    let words = String(decoding: text[start..<colon.lowerBound], as: UTF8.self)
    name = CharacterNormalizer.name(of: words)
    direction = words.firstIndex(of: "(").map { String(words[$0...]) }
    var next = colon.upperBound
    while next < text.endIndex, let length = Self.blank(text[next...]) { next += length }
    let lineEnd = text[colon.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    (self.start, self.line, end, isAlone) = (start, line, next, next >= lineEnd)
  }

  /// Returns the range of the colon that ends a label, or nil if no label ends here.
  /// Whitespace or the end of the text must follow `:`. Any text may follow the wide colon `：`.
  private static func colon(in text: ArraySlice<UInt8>) -> Range<Int>? {
    for index in text.indices.prefix(longest + 1) {
      switch text[index] {
      case UInt8(ascii: "\n"): return nil
      case UInt8(ascii: ":"):
        let rest = text[(index + 1)...]
        return rest.isEmpty || blank(rest) != nil ? index..<index + 1 : nil
      case 0xEF where text[index...].starts(with: "：".utf8): return index..<index + 3
      default: break
      }
    }
    return nil
  }

  /// Returns the length in bytes of the whitespace character at the start, or nil if the text does not begin with
  /// whitespace.
  /// Line breaks and no-break spaces (U+00A0, U+202F) are included.
  private static func blank(_ text: ArraySlice<UInt8>) -> Int? {
    switch text.first {
    case 0x20, 0x09, 0x0A: 1
    case 0xC2 where text.starts(with: "\u{A0}".utf8): 2
    case 0xE2 where text.starts(with: "\u{202F}".utf8): 3
    default: nil
    }
  }
}

/// Finds names before speeches in prose, for books without a cast.
/// In such books, names are not labels yet.
package enum SpeakerNames {
  /// A name, and the paragraph where it first appears.
  package struct Appearance: Sendable {
    /// The name as written in the paragraph.
    package var name: String
    /// The paragraph.
    package var element: GuionElement
  }

  /// Returns the names that would be labels if a cast listed them, in the order of the text.
  /// A name is returned if it is in capitals, or if it begins at least two lines. If only one line in the manuscript
  /// begins with such a name, the result is empty, because one line is not a conversation.
  package static func likely(in manuscript: Manuscript) -> [Appearance] {
    var names: [Appearance] = []
    var counts: [String: Int] = [:]
    for element in manuscript.elements where SpeakerLabels.canHold(element, in: manuscript) {
      for label in SpeakerLabel.all(in: element, where: isLikely) {
        // "Then:" before a list is not a speaker.
        guard !label.isAlone || label.name.isInCapitals else { continue }
        let folded = CharacterNormalizer.folded(label.name)
        if counts[folded] == nil { names.append(Appearance(name: label.name, element: element)) }
        counts[folded, default: 0] += 1
      }
    }
    let count = { (name: String) in counts[CharacterNormalizer.folded(name)] ?? 0 }
    let likely = names.filter { count($0.name) > 1 || $0.name.isInCapitals }
    return likely.reduce(0) { $0 + count($1.name) } > 1 ? likely : []
  }

  /// Whether a label looks like a name.
  /// A name has at most three words, and no word begins with a lower-case letter. Words such as "Note", which introduce
  /// remarks in documents, are not names.
  private static func isLikely(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    return 1...3 ~= words.count && words.allSatisfy { $0.first?.isLowercase == false }
      && name.first?.isLetter == true && name.unicodeScalars.count > 1
      && name.allSatisfy { $0.isLetter || $0.isNumber || " -.'’".contains($0) }
      && !remarks.contains(CharacterNormalizer.folded(name))
  }

  private static let remarks = Set(
    """
    note notes warning tip hint important caution danger info example examples figure table todo see update \
    question answer summary source sources author authors date title copyright license remark result output \
    input usage default defaults nota ejemplo aviso remarque exemple attention hinweis beispiel achtung anmerkung
    """.split(separator: " ").map(String.init))
}
