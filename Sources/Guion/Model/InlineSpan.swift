/// A part of an element's text that is more than plain text.
///
/// Some parts are only formatted differently; others may be spoken differently.
public struct InlineSpan: Sendable, Hashable {
  /// The kind of a part.
  public indirect enum Kind: Sendable, Hashable {
    /// Inline code.
    case code
    /// Struck-through text.
    case strikethrough
    /// The alternative text of an image.
    case image
    /// A link that contains only images.
    case badge
    /// A link to a position in the same document.
    case contentsLink
    /// A line break that the author requested.
    case lineBreak
    /// A formula between dollar signs, including the dollar signs.
    case math
    /// Text in italics.
    case emphasis
    /// Text in bold.
    case strong
    /// Underlined text.
    case underline
    /// Text in a language that the author names by its BCP 47 tag.
    ///
    /// The tag is empty if the author says that the text is in no language.
    case language(tag: String)
    /// Raised text: an exponent, such as the 26 of 10²⁶ in HTML's `sup`, or the mark of a note.
    case raised
    /// The text of a link, with its target as the author wrote it.
    case link(target: String)
    /// The alternative text of an image, with the path or address of its file.
    ///
    /// Such an image has this span in addition to `image`.
    case imageFile(path: String)
    /// The mark of a footnote: the number that readers see, and the footnote's text.
    ///
    /// The range of the mark is empty.
    case footnote(number: Int, text: MarkedText)
  }

  /// The kind of the part.
  public var kind: Kind
  private var first: UInt32
  private var end: UInt32

  /// The range of the part, in UTF-8 bytes of the element's text.
  public var range: Range<Int> { Int(first)..<Int(end) }

  /// Creates a span over UTF-8 bytes.
  public init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    first = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }
}

extension InlineSpan {
  /// Whether a span comes before another.
  /// Spans are sorted by start. If two spans start together, the longer span comes first.
  package static func isInOrder(_ one: Self, _ other: Self) -> Bool {
    (one.range.lowerBound, other.range.upperBound) < (other.range.lowerBound, one.range.upperBound)
  }
}

/// A text with its inline spans.
public struct MarkedText: Sendable, Hashable {
  /// The text.
  ///
  /// Paragraphs are separated by line breaks.
  public var text: String
  /// The parts that are more than plain text, in order.
  public var inlines: [InlineSpan]

  /// Creates a text.
  public init(_ text: String, inlines: [InlineSpan] = []) {
    self.text = text
    self.inlines = inlines
  }
}

extension InlineSpan {
  /// Whether the span names the language of its text.
  package var isLanguage: Bool { if case .language = kind { true } else { false } }
}

extension [InlineSpan] {
  /// Returns the places at which the named language of a text of `end` bytes changes, in order.
  /// The tag is empty where no language is named. Of nested passages, the inner one decides; of two passages with the
  /// same range, the later one in the list is the inner one.
  package func languageChanges(end: Int) -> [(place: Int, tag: String)] {
    let passages = filter(\.isLanguage).sorted(by: InlineSpan.isInOrder)
    guard !passages.isEmpty else { return [] }
    var (changes, open): ([(place: Int, tag: String)], [InlineSpan]) = ([], [])
    func change(at place: Int) {
      var tag = ""
      if case .language(let own)? = open.last?.kind { tag = own }
      if changes.last?.place == place { changes.removeLast() }
      if place < end, (changes.last?.tag ?? "") != tag { changes.append((place, tag)) }
    }
    func close(before place: Int) {
      while let last = open.last, last.range.upperBound <= place {
        open.removeLast()
        change(at: last.range.upperBound)
      }
    }
    for passage in passages where !passage.range.isEmpty {
      close(before: passage.range.lowerBound)
      // A passage that ends outside the passage around it comes from broken markup.
      let limit = Swift.min(passage.range.upperBound, open.last?.range.upperBound ?? end)
      open.append(InlineSpan(passage.kind, passage.range.lowerBound..<limit))
      change(at: passage.range.lowerBound)
    }
    close(before: .max)
    return changes
  }
}
