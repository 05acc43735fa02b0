public import Guion

/// A line of the table read: what the manifest lists and a listener takes for one utterance.
public struct SpokenItem: Sendable, Hashable {
  /// What an item is.
  public enum Kind: Sendable, Hashable {
    /// An element of the script, read aloud.
    case element(ElementType)
    /// "John says:"
    case announcement
    /// "Title. Written by Author."
    case credits

    /// The manifest's word for it.
    public var identifier: String {
      switch self {
      case .element(let type): type.identifier
      case .announcement: "announcement"
      case .credits: "credits"
      }
    }
  }

  /// What stands around an item, as far as the silences beside it depend on that.
  public enum Placement: UInt8, Sendable {
    case paragraph
    /// An item of a list, or a row of a table.
    case listItem
    /// Words behind a quotation that say that it is over.
    case closing
  }

  /// What it is.
  public var kind: Kind
  /// What stands around it.
  public var placement = Placement.paragraph
  /// The role that speaks; nil for the narrator.
  public var role: Role?
  /// The cue as typed, where the role goes by another name.
  public var cue: String?
  /// The first line it came from, from 1; 0 where there is none.
  public var line: Int32
  /// The number of the document it came from, from 0, where a book has several.
  public var source: Int32
  /// The author's words that are read here, as a reader sees them; nil where nobody wrote what is said, or where the
  /// engine's words are the same.
  public var written: String?
  /// What is said, in order; never empty.
  public var spans: [SpokenSpan]
  private var firstElement: Int32 = 0
  private var elementCount: Int32 = 0
  /// Whether the speech is broken off, so that the next speaker falls in.
  public var isBrokenOff = false
  /// A pause of its own after the last span (a closing beat), in milliseconds.
  public var pauseAfter: Int = 0

  /// The elements that were read as one with it, such as those of a speech, counted from the first of its chapter;
  /// empty for titles, credits, and what is said when a chapter is over.
  package var elements: Range<Int> {
    get { Int(firstElement)..<Int(firstElement + elementCount) }
    set {
      firstElement = Int32(clamping: newValue.lowerBound)
      elementCount = Int32(clamping: newValue.count)
    }
  }

  /// All its words, spans joined by spaces.
  public var text: String {
    spans.count == 1 ? spans[0].text : spans.map(\.text).joined(separator: " ")
  }

  /// Makes an item.
  public init(
    kind: Kind, role: Role?, cue: String? = nil, line: Int, source: Int = 0, spans: [SpokenSpan],
    pauseAfter: Int = 0, placement: Placement = .paragraph
  ) {
    self.kind = kind
    self.role = role
    self.cue = cue
    self.line = Int32(clamping: line)
    self.source = Int32(clamping: source)
    self.placement = placement
    self.spans = spans
    self.pauseAfter = pauseAfter
  }
}

/// Where in a manuscript something stands.
public struct ScriptPlace: Sendable, Hashable {
  /// The number of the document, from 0.
  public var source: Int
  /// The line, from 1; 0 where there is none.
  public var line: Int

  /// Makes a place.
  public init(source: Int = 0, line: Int) {
    self.source = source
    self.line = line
  }
}

extension SpokenItem {
  /// Where the item came from.
  public var place: ScriptPlace { ScriptPlace(source: Int(source), line: Int(line)) }
}
