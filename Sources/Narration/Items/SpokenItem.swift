public import Guion

/// A line of the table read: one entry in the manifest, which a listener hears as one utterance.
public struct SpokenItem: Sendable, Hashable {
  /// The kind of an item.
  public enum Kind: Sendable, Hashable {
    /// An element of the script.
    case element(ElementType)
    /// An announcement such as "John says:".
    case announcement
    /// Credits such as "Title. Written by Author."
    case credits

    /// The name of the kind in the manifest.
    package var identifier: String {
      switch self {
      case .element(let type): type.identifier
      case .announcement: "announcement"
      case .credits: "credits"
      }
    }
  }

  /// The place of an item in the layout of the document.
  ///
  /// The pauses before and after the item depend on this place.
  public enum Placement: UInt8, Sendable {
    case paragraph
    /// An item of a list, or a row of a table.
    case listItem
    /// Words after a quotation that announce the end of the quotation.
    case closing
  }

  /// The kind of the item.
  public var kind: Kind
  /// The place of the item in the layout of the document.
  public var placement = Placement.paragraph
  /// The role that speaks; nil for the narrator.
  public var role: Role?
  /// The cue as typed, if the role has a different name.
  public var cue: String?
  /// The line of the document where the item begins, counted from 1; 0 if unknown.
  public var line: Int32
  /// The number of the document that contains the item, counted from 0.
  ///
  /// A book can consist of several documents.
  public var source: Int32
  /// The author's text for this item, as a reader sees it.
  ///
  /// Nil if the text is not the author's, or if it equals the engine's text.
  public var written: String?
  /// The spans in order; never empty.
  public var spans: [SpokenSpan]
  private var firstElement: Int32 = 0
  private var elementCount: Int32 = 0
  /// Whether the speech breaks off because the next speaker interrupts.
  public var isBrokenOff = false
  /// The minimum pause after the last span, such as a beat at the end of a speech, in milliseconds.
  public var pauseAfter: Int = 0

  /// The indices of the elements that were read together with the item, such as those of a speech.
  /// The indices are counted from the first element of the chapter. The range is empty for titles, credits, and items
  /// at the end of a chapter.
  package var elements: Range<Int> {
    get { Int(firstElement)..<Int(firstElement + elementCount) }
    set {
      firstElement = Int32(clamping: newValue.lowerBound)
      elementCount = Int32(clamping: newValue.count)
    }
  }

  /// The whole text: the spans joined by spaces.
  public var text: String {
    spans.count == 1 ? spans[0].text : spans.map(\.text).joined(separator: " ")
  }

  /// Creates an item.
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

/// A line in one of the documents of a manuscript.
public struct ScriptPosition: Sendable, Hashable {
  /// The number of the document, counted from 0.
  public var source: Int
  /// The line, counted from 1; 0 if unknown.
  public var line: Int

  /// Creates a position.
  public init(source: Int = 0, line: Int) {
    self.source = source
    self.line = line
  }
}

extension SpokenItem {
  /// The position of the item in the manuscript.
  public var position: ScriptPosition { ScriptPosition(source: Int(source), line: Int(line)) }
}
