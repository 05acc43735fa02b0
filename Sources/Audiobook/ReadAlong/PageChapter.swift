package import Guion
import Narration

/// A chapter as the author wrote it, with the time of each sentence.
/// The page and the EPUB are written from this value. Times are in milliseconds from the chapter's start. Positions in
/// a text count Unicode scalars.
struct PageChapter: Sendable, Equatable {
  /// The number of the chapter in the book, from 1.
  var number: Int
  var title: String
  /// The duration in milliseconds.
  var duration: Int
  /// The visible content, in the order of the document.
  /// The first block is often the heading with the chapter's title.
  var blocks: [PageBlock]
}

/// A paragraph, a heading, a speech or another independent part of a chapter.
struct PageBlock: Sendable, Equatable {
  indirect enum Kind: Sendable, Equatable {
    /// A scene heading, with its number if the author wrote one.
    case sceneHeading(number: String?)
    /// A section heading. Levels begin at 1.
    case sectionHeading(level: Int)
    case action
    /// A cue. Speakers are numbered from 0 in the order of their first appearance in the book.
    case character(speaker: Int)
    /// A part of the speech after a cue.
    case parenthetical, dialogue, lyrics
    case transition
    /// The title and the authors, as the narrator speaks them.
    case credits
    case item(PageListItem)
    case code(language: String?)
    /// A picture. The block's text is its description.
    case image(file: String)
    /// A footnote, with the number shown to readers.
    case footnote(number: Int)
    case pageBreak
    /// Simultaneous speeches, with a column for each speaker.
    case dual([[PageBlock]])
    /// A table. The header is empty if the author wrote none.
    case table(header: [PageText], rows: [[PageText]])
  }

  var kind: Kind
  /// The text; empty for page breaks, tables and simultaneous speeches.
  var text = PageText()
  /// The time of the block's announcement, such as "Ann says:" for a cue; nil if there is none.
  /// The announcement is not part of the author's text.
  var announcement: Range<Int>?
  var isCentered = false
  /// Whether the block is part of a quotation.
  var isQuoted = false
}

/// A list item, or a further paragraph of a list item.
struct PageListItem: Sendable, Equatable {
  /// The depth, from 1.
  var depth: Int
  var isOrdered: Bool
  /// The number of an item in an ordered list; nil for other items.
  var number: Int?
  /// Whether a task is done; nil if the item is not a task.
  var isDone: Bool?
  /// Whether this is a further paragraph of the previous item.
  var isContinued = false
}

/// A text with its formatting and its spoken sentences.
package struct PageText: Sendable, Equatable {
  /// The author's text.
  /// Readers see its line breaks.
  package var text = ""
  /// The formatting, in order.
  /// Outer formatting comes before inner formatting. Ranges may cross.
  package var formatting: [PageFormatting] = []
  /// The sentences, in order; empty if the text is not spoken.
  /// Their ranges do not overlap, and together they cover all words of the text.
  var sentences: [PageSentence] = []
}

/// A formatted part of a text, or a link.
package struct PageFormatting: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case emphasis, strong, underline, strikethrough, code
    /// A link. The address starts with `https:`, `http:` or `mailto:`.
    case link(String)
    /// A picture within the text.
    case image(file: String)
    /// A footnote mark. The range of a mark is empty.
    case footnote(number: Int)
    /// A quotation in the voice of a speaker. Speakers are numbered as those of cues.
    case voice(speaker: Int)
  }

  package var kind: Kind
  /// The range in the text, in Unicode scalars.
  package var range: Range<Int>
}

/// A sentence and its time.
struct PageSentence: Sendable, Equatable {
  /// The range in the text, in Unicode scalars.
  var range: Range<Int>
  /// The time in milliseconds.
  /// The range is never empty. The times of two sentences overlap only in simultaneous speeches.
  var time: Range<Int>
  /// The words with their start times, in order; empty if the voice reports no word times.
  var words: [PageWord] = []
}

/// A word and its start time.
struct PageWord: Sendable, Equatable {
  /// The range in the text, in Unicode scalars.
  var range: Range<Int>
  /// The start in milliseconds.
  var start: Int
}

/// Creates the texts of a chapter's elements, as readers see these texts.
package struct PageTexts {
  let format: DocumentFormat
  /// Returns the name of the file that shows a picture, from the picture's path in the document; nil if the picture is
  /// not shown.
  let image: (_ path: String, _ element: GuionElement) -> String?

  /// Creates the texts of a document.
  /// `image` returns the names of picture files.
  package init(
    format: DocumentFormat,
    image: @escaping (_ path: String, _ element: GuionElement) -> String? = { _, _ in nil }
  ) {
    (self.format, self.image) = (format, image)
  }

  /// Returns the text of an element.
  /// A cue includes its extension, and a parenthetical includes its parentheses.
  package func text(of element: GuionElement) -> PageText {
    switch element.elementType {
    case .character:
      let cue = FountainEmphasis.plainText(element.elementText)
      return PageText(text: [cue, element.extension].compactMap(\.self).joined(separator: " "))
    case .parenthetical:
      var text = text(element.elementText, element.inlines, of: element)
      text.text = "(\(text.text))"
      for index in text.formatting.indices {
        let range = text.formatting[index].range
        text.formatting[index].range = range.lowerBound + 1..<range.upperBound + 1
      }
      return text
    default:
      if case .code = element.mark { return PageText(text: element.elementText) }
      return text(element.elementText, element.inlines, of: element)
    }
  }

  /// Returns a text of an element, such as a cell, with its formatting.
  package func text(_ words: String, _ inlines: [InlineSpan], of element: GuionElement) -> PageText
  {
    var shown = DisplayedText.text(words, inlines, format: format)
    if format == .markdown { shown.text = withSoftBreaks(shown) }
    let places = ScalarPlaces(of: shown.text)
    return PageText(
      text: shown.text,
      formatting: shown.inlines.sorted(by: InlineSpan.isInOrder).compactMap { span in
        formatting(span.kind, of: element).map {
          PageFormatting(kind: $0, range: places[span.range])
        }
      }.filter { part in
        if case .footnote = part.kind { true } else { !part.range.isEmpty }
      })
  }

  /// Replaces soft line breaks with blanks.
  /// Only hard line breaks stay.
  private func withSoftBreaks(_ shown: MarkedText) -> String {
    guard shown.text.utf8.contains(0x0A) else { return shown.text }
    let hard = shown.inlines.filter { $0.kind == .lineBreak }.map(\.range)
    var bytes = Array(shown.text.utf8)
    for place in bytes.indices where bytes[place] == 0x0A {
      if !hard.contains(where: { $0.contains(place) }) { bytes[place] = 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func formatting(_ kind: InlineSpan.Kind, of element: GuionElement) -> PageFormatting.Kind?
  {
    switch kind {
    case .emphasis: .emphasis
    case .strong: .strong
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .code: .code
    case .link(let target): Self.isShown(target) ? .link(target) : nil
    case .imageFile(let path): image(path, element).map { .image(file: $0) }
    case .footnote(let number, _): .footnote(number: number)
    case .image, .badge, .contentsLink, .lineBreak, .math, .raised, .language: nil
    }
  }

  /// Returns whether the page may link to an address.
  private static func isShown(_ target: String) -> Bool {
    let target = target.lowercased()
    return ["https://", "http://", "mailto:"].contains { target.hasPrefix($0) }
  }

  /// Converts positions in a text from UTF-8 bytes to Unicode scalars.
  struct ScalarPlaces {
    private let places: [Int]?
    private let count: Int

    init(of text: String) {
      count = text.utf8.count
      // In ASCII text, each scalar is one byte.
      guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
        places = nil
        return
      }
      var scalars = -1
      var places = text.utf8.map { byte in
        if byte & 0xC0 != 0x80 { scalars += 1 }
        return scalars
      }
      places.append(scalars + 1)
      self.places = places
    }

    /// Converts a range of bytes to a range of scalars.
    subscript(range: Range<Int>) -> Range<Int> {
      let range = range.clamped(to: 0..<count)
      guard let places else { return range }
      return places[range.lowerBound]..<places[range.upperBound]
    }
  }
}
