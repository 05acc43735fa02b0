/// A chapter as its author wrote it, with the time at which each sentence sounds.
///
/// The page and the EPUB are made of it. Every time is in milliseconds from the chapter's start. Every place in a text
/// counts Unicode scalars.
struct PageChapter: Sendable, Equatable {
  /// Its number in the book, from 1.
  var number: Int
  var title: String
  /// Milliseconds.
  var duration: Int
  /// What a reader sees, in the order of the document.
  ///
  /// The first one is often the heading with the title's words.
  var blocks: [PageBlock]
}

/// A paragraph, a heading, a speech or another part of a chapter that stands by itself.
struct PageBlock: Sendable, Equatable {
  /// What a block is.
  indirect enum Kind: Sendable, Equatable {
    /// A scene heading, with the number that the author gave it.
    case sceneHeading(number: String?)
    /// A heading of a level from 1.
    case sectionHeading(level: Int)
    case action
    /// A cue. Speakers are numbered from 0 in the order in which the book has them.
    case character(speaker: Int)
    /// What follows its cue.
    case parenthetical, dialogue, lyrics
    case transition
    /// The title and the authors, as the narrator says them.
    case credits
    case item(PageListItem)
    case code(language: String?)
    /// A picture; the text is the words for it.
    case image(file: String)
    /// A footnote, by the number that readers see.
    case footnote(number: Int)
    case pageBreak
    /// Speeches that sound at once, a column for each speaker.
    case dual([[PageBlock]])
    /// A table; its header is empty if the author gave none.
    case table(header: [PageText], rows: [[PageText]])
  }

  var kind: Kind
  /// The words; empty for a page break, a table and speeches that sound at once.
  var text = PageText()
  /// When an announcement of the block sounds, such as "Ann says:" for a cue.
  ///
  /// Nobody wrote its words.
  var announcement: Range<Int>?
  var isCentered = false
  /// Whether it is part of a quotation.
  var isQuoted = false
}

/// An item of a list, or a further paragraph of one.
struct PageListItem: Sendable, Equatable {
  /// From 1.
  var depth: Int
  var isOrdered: Bool
  /// The number of an item in an ordered list.
  var number: Int?
  /// Whether a task is done; nil for an item that is no task.
  var isDone: Bool?
  /// Whether this is a further paragraph of the item above.
  var isContinued = false
}

/// Words with their looks, and with the sentences in them that sound.
package struct PageText: Sendable, Equatable {
  /// The author's words.
  ///
  /// A line break in them is one that a reader sees.
  package var text = ""
  /// What is more than plain words, in order: outer looks before those within.
  ///
  /// They may cross.
  package var looks: [PageLook] = []
  /// The sentences, in order.
  ///
  /// They do not overlap in the text, and hold every word of it, unless none of it is spoken.
  var sentences: [PageSentence] = []
}

/// A part of a text that looks otherwise, or leads somewhere.
package struct PageLook: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case emphasis, strong, underline, strikethrough, code
    /// An address that starts with `https:`, `http:` or `mailto:`.
    case link(String)
    /// A picture within the words.
    case image(file: String)
    /// The mark of a footnote. Its range is empty.
    case footnote(number: Int)
  }

  package var kind: Kind
  /// Unicode scalars of the text.
  package var range: Range<Int>
}

/// A sentence, and when it sounds.
struct PageSentence: Sendable, Equatable {
  /// Unicode scalars of the text.
  var range: Range<Int>
  /// Milliseconds; never empty.
  ///
  /// Sentences follow each other in time too, but for speeches that sound at once.
  var time: Range<Int>
  /// The words with the times at which they start, in order; empty if the voice reports no times.
  var words: [PageWord] = []
}

/// A word, and when it starts to sound.
struct PageWord: Sendable, Equatable {
  /// Unicode scalars of the text.
  var range: Range<Int>
  /// Milliseconds.
  var start: Int
}
