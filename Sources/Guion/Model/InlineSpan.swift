/// A part of an element's words that is more than plain text: speech may have to treat it on its own, or it only
/// looks otherwise.
public struct InlineSpan: Sendable, Hashable {
  /// What the part is.
  public indirect enum Kind: Sendable, Hashable {
    /// Words in code's own type.
    case code
    /// Words that are struck out.
    case strikethrough
    /// The words that stand for an image.
    case image
    /// Images in a link, and nothing else in it.
    case badge
    /// A link to a place in the same document.
    case contentsLink
    /// A line break that the author asked for.
    case lineBreak
    /// A formula between dollar signs, the signs included.
    case math
    /// Words in italics.
    case emphasis
    /// Words in bold type.
    case strong
    /// Underlined words.
    case underline
    /// Raised words: a power, such as the 26 of 10²⁶ in HTML's `sup`, or the mark of a note.
    case raised
    /// Words that lead to an address, as the author wrote that.
    case link(target: String)
    /// The words that stand for an image, with the path or address of its file. An image in the words has this
    /// span beside `image`.
    case imageFile(path: String)
    /// The mark of a footnote, which has no words here: the number readers see, and what it says.
    case footnote(number: Int, text: MarkedText)
  }

  /// What the part is.
  public var kind: Kind
  private var first: UInt32
  private var end: UInt32

  /// The part, in UTF-8 bytes of the element's words.
  public var range: Range<Int> { Int(first)..<Int(end) }

  /// Makes a span over UTF-8 bytes.
  public init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    first = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }
}

extension InlineSpan {
  /// Whether a span comes before another: the one that begins first, and of two that begin together the longer.
  package static func isInOrder(_ one: Self, _ other: Self) -> Bool {
    (one.range.lowerBound, other.range.upperBound) < (other.range.lowerBound, one.range.upperBound)
  }
}

/// Words with what is more than plain text in them.
public struct MarkedText: Sendable, Hashable {
  /// The words; paragraphs are apart by line breaks.
  public var text: String
  /// What is more than plain text in the words, in order.
  public var inlines: [InlineSpan]

  /// Makes a text.
  public init(_ text: String, inlines: [InlineSpan] = []) {
    self.text = text
    self.inlines = inlines
  }
}
