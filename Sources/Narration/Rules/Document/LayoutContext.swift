import Guion

/// What has been said of a document's layout so far in a chapter.
public struct LayoutContext: Sendable {
  /// A footnote with the place of its first mark.
  struct Note {
    var words: String
    var place: GuionElement
  }

  /// How many quotations the last element stood in.
  var quoteDepth = 0
  /// The numbers of the items that the last item stood in, the outermost first; nil in a list without
  /// numbers.
  var lists: [Int?] = []
  /// The index behind the list that was looked at last, and whether that is a list of contents.
  var listEnd = 0
  var isContents = false
  /// Whether a block of code was announced.
  var hasAnnouncedCode = false
  /// The footnotes that wait for the end of the chapter, each once.
  var notes: [Note] = []
  var knownNotes: Set<Int> = []

  /// The beginning of a chapter.
  public init() {}
}
