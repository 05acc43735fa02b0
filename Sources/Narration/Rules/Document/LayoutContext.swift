import Guion

/// What has been said of a document's layout so far in a chapter.
public struct LayoutContext: Sendable {
  /// A list that is being read.
  struct Level {
    var isOrdered: Bool
    var number: Int?
  }

  /// A footnote with the place of its first mark.
  struct Note {
    var words: String
    var place: GuionElement
  }

  /// How many quotations the last element stood in.
  var quoteDepth = 0
  /// The lists that the last item stood in, the outermost first.
  var lists: [Level] = []
  /// The footnotes that wait for the end of the chapter, each once.
  var notes: [Note] = []
  var knownNotes: Set<Int> = []

  /// The beginning of a chapter.
  public init() {}
}
