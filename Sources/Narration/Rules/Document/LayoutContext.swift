import Guion

/// The state of a document's layout while a chapter is read.
public struct LayoutContext: Sendable {
  /// A footnote with the position of its first mark.
  struct Note {
    var words: String
    var place: GuionElement
  }

  /// The number of quotations that contain the last element.
  var quoteDepth = 0
  /// The numbers of the last list item and of the items that contain it.
  /// The outermost item is first. The number is nil for an item without a number.
  var lists: [Int?] = []
  /// The index after the last list that was examined.
  /// `isContents` states whether this list is a table of contents.
  var listEnd = 0
  var isContents = false
  /// Whether a block of code has already been announced in this chapter.
  var hasAnnouncedCode = false
  /// The footnotes for the end of the chapter.
  /// Each footnote is listed only once.
  var notes: [Note] = []
  var knownNotes: Set<Int> = []

  /// Creates the state at the beginning of a chapter.
  public init() {}
}
