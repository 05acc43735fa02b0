/// One element of a script: what it is, its words, and where it stands.
public struct GuionElement: Sendable, Equatable {
  /// What the element is.
  public var elementType: ElementType { didSet { forgetIdentity() } }
  /// The words, without sigils and outer brackets; inner line breaks and inline emphasis are kept.
  public var elementText: String { didSet { forgetIdentity() } }
  /// Whether the author centred it.
  public var isCentered: Bool
  /// Whether this cue's speech is simultaneous with the one before (Fountain's caret).
  public var isDualDialogue: Bool
  // Here, beside the flags, it costs no byte: a document's memory is counted.
  private var quotes: UInt16
  // Likewise.
  var ordinal = ElementOrdinal()
  /// How many quotations it stands in, whatever else it is.
  public var quoteDepth: Int {
    get { Int(quotes) }
    set { quotes = UInt16(clamping: newValue) }
  }
  private var particulars: ElementParticulars.Box?

  /// The number of a scene as the author wrote it, such as `1A`.
  public var sceneNumber: String? {
    get { particulars?.value.sceneNumber }
    set { change { $0.sceneNumber = newValue } }
  }
  /// A scene heading's identity, made from its words and which of its namesakes it is; nil elsewhere.
  public var sceneId: String? {
    get { particulars?.value.sceneId }
    set { change { $0.sceneId = newValue } }
  }
  /// What follows a cue's name, as written: `(V.O.)`, `(O.S.) (CONT'D)`.
  public var `extension`: String? {
    get { particulars?.value.extension }
    set {
      change { $0.extension = newValue }
      forgetIdentity()
    }
  }
  /// What the layout of a document says of it; nil for plain paragraphs and for screenplays.
  public var mark: Mark? {
    get { particulars?.value.mark }
    set { change { $0.mark = newValue } }
  }
  /// What is more than plain text in its words, in order.
  public var inlines: [InlineSpan] {
    get { particulars?.value.inlines ?? [] }
    set { change { $0.inlines = newValue } }
  }
  /// The `id` of the element of the document that this one was made from; nil if it is of the document
  /// itself, or of none.
  package var originID: String? {
    get { particulars?.value.originID }
    set { change { $0.originID = newValue } }
  }
  /// First and last byte in the source; nil for an element made by hand.
  public var sourceRange: SourceRange?

  /// Makes an element; everything but type and text has a default.
  public init(
    elementType: ElementType, elementText: String, isCentered: Bool = false,
    isDualDialogue: Bool = false, sceneNumber: String? = nil, sceneId: String? = nil,
    extension: String? = nil, mark: Mark? = nil, inlines: [InlineSpan] = [], quoteDepth: Int = 0,
    sourceRange: SourceRange? = nil
  ) {
    self.elementType = elementType
    self.elementText = elementText
    self.isCentered = isCentered
    self.isDualDialogue = isDualDialogue
    particulars =
      ElementParticulars(
        sceneNumber: sceneNumber, sceneId: sceneId, extension: `extension`, mark: mark,
        inlines: inlines
      ).boxed
    quotes = UInt16(clamping: quoteDepth)
    self.sourceRange = sourceRange
  }

  private mutating func change(_ edit: (inout ElementParticulars) -> Void) {
    var value = particulars?.value ?? ElementParticulars()
    edit(&value)
    particulars = value.boxed
  }

  /// Other words are another element.
  private mutating func forgetIdentity() {
    ordinal = ElementOrdinal()
    if originID != nil { originID = nil }
  }
}

/// Which kind of voice suits an element.
public enum VoiceType: String, Sendable, Hashable, Codable {
  case character, narrator
}

extension GuionElement {
  /// A character's voice for what is said or sung, the narrator's for the rest, cues included.
  public var recommendedVoiceType: VoiceType {
    switch elementType {
    case .dialogue, .lyrics: .character
    default: .narrator
    }
  }
}
