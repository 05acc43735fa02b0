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
    /// The tag is empty if the author says that the text is in no language.
    case language(tag: String)
    /// Raised text: an exponent, such as the 26 of 10²⁶ in HTML's `sup`, or the mark of a note.
    case raised
    /// The text of a link, with its target as the author wrote it.
    case link(target: String)
    /// The alternative text of an image, with the path or address of its file.
    /// Such an image has this span in addition to `image`.
    case imageFile(path: String)
    /// The mark of a footnote: the number that readers see, and the footnote's text.
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

/// The layout of an element in its document, as data and never as characters in its text.
///
/// Indirect to save memory, because few elements have a mark.
public indirect enum Mark: Sendable, Hashable {
  /// A paragraph of a quotation.
  case quote
  /// An item of a list: its number if the list is ordered, the nesting depth (from 1), and whether a task
  /// is done.
  ///
  /// Further paragraphs of an ordered item have no number.
  case list(ordered: Bool, number: Int?, depth: Int, task: Bool?)
  /// A block of code with its language as the author named it; nil if unnamed.
  case code(language: String?)
  /// A row of a table.
  case row(cells: [TableCell])
  /// The summary of a collapsible part, in HTML `<summary>`.
  case summary
  /// A part of a footnote, with the number that readers see.
  case footnote(number: Int)
}

/// A cell of a table row, with the text of its column header.
public struct TableCell: Sendable, Hashable {
  /// The header's text; empty if the column has no header.
  public var header: String
  /// The inline spans of the header's text.
  public var headerInlines: [InlineSpan]
  /// The cell's text.
  public var text: String
  /// The inline spans of the cell's text.
  public var inlines: [InlineSpan]

  /// Creates a cell.
  public init(
    header: String, headerInlines: [InlineSpan] = [], text: String, inlines: [InlineSpan] = []
  ) {
    self.header = header
    self.headerInlines = headerInlines
    self.text = text
    self.inlines = inlines
  }
}

/// A mark for the reader in a comment of a document, such as `<!-- pause 1.5 -->`.
package enum ReadingMark: Equatable {
  /// A pause in seconds.
  case pause(Double)
  /// The role that speaks the next paragraphs; nil for the narrator.
  case voice(String?)
  /// The beginning and the end of a passage that is not read.
  case skip, read
  /// The marks of other programs below count: `[pause:1]`, `[break]`, `<<VOICE:MARA>>`.
  case others

  /// Reads the text of a comment with its signs; nil if it is no mark.
  package init?(_ comment: String) {
    guard comment.hasPrefix("<!--"), comment.hasSuffix("-->"), comment.count < 200 else {
      return nil
    }
    let words = comment.dropFirst(4).dropLast(3).split(whereSeparator: \.isWhitespace)
    let rest = words.dropFirst().joined(separator: " ")
    switch words.first?.lowercased() {
    case "pause":
      guard words.count == 2,
        let seconds = Double(rest.hasSuffix("s") ? rest.dropLast() : rest[...]),
        seconds > 0, seconds.isFinite
      else { return nil }
      self = .pause(seconds)
    case "voice": self = .voice(rest.isEmpty ? nil : rest)
    case "skip" where rest.isEmpty: self = .skip
    case "read" where rest.isEmpty: self = .read
    case "marks" where rest.isEmpty: self = .others
    default: return nil
    }
  }

  /// Returns the comment for a mark of another program without its brackets: `pause:1.5`, `break`; nil for another text.
  /// `break` and `pause` without a length are a second, as in the programs that write them.
  static func comment(ofPause typed: String) -> String? {
    guard let match = typed.wholeMatch(of: /(?:pause|break)(?: ?: ?([0-9.]+) ?(ms|s)?)?/) else {
      return nil
    }
    guard let length = match.1 else { return "<!-- pause 1 -->" }
    let seconds = Double(length).map { match.2 == "ms" ? $0 / 1_000 : $0 }
    return seconds.map { "<!-- pause \($0) -->" }
  }
}

extension GuionElement {
  /// The mark, if this element is the comment of a document that has one.
  package var readingMark: ReadingMark? {
    elementType == .comment ? ReadingMark(elementText) : nil
  }
}
