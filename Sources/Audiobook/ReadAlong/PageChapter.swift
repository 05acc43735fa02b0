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
