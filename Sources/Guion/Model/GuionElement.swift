import Basics

/// One element of a script: its type, its text and its position.
public struct GuionElement: Sendable, Equatable {
  /// The type of the element.
  public var elementType: ElementType { didSet { forgetIdentity() } }
  /// The text, without sigils and outer brackets.
  ///
  /// Line breaks and inline emphasis marks are preserved.
  public var elementText: String { didSet { forgetIdentity() } }
  /// Whether the author centred the element.
  public var isCentered: Bool
  /// Whether this cue's speech is simultaneous with the previous speech (Fountain's caret).
  public var isDualDialogue: Bool
  // This property fits into the padding after the flags, so it takes no extra memory per element.
  private var quotes: UInt16
  // The ordinal fits into the same padding.
  var ordinal = ElementOrdinal()
  /// The number of quotations around the element, whatever its type.
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
  /// A scene heading's identity, derived from its text and its ordinal among equal headings; nil for other
  /// elements.
  public var sceneId: String? {
    get { particulars?.value.sceneId }
    set { change { $0.sceneId = newValue } }
  }
  /// The text after a cue's name, as written, such as `(V.O.)` or `(O.S.) (CONT'D)`.
  public var `extension`: String? {
    get { particulars?.value.extension }
    set {
      change { $0.extension = newValue }
      forgetIdentity()
    }
  }
  /// The layout of the element in the document; nil for plain paragraphs and for screenplays.
  public var mark: Mark? {
    get { particulars?.value.mark }
    set { change { $0.mark = newValue } }
  }
  /// The parts of the text that are more than plain text, in order.
  public var inlines: [InlineSpan] {
    get { particulars?.value.inlines ?? [] }
    set { change { $0.inlines = newValue } }
  }
  /// The `id` of the document's element from which this element was created.
  /// nil if this element is in the document itself, or was not created from another element.
  package var originID: String? {
    get { particulars?.value.originID }
    set { change { $0.originID = newValue } }
  }
  /// Whether the document marks the element as a part of the printed or published book that is not the book's text,
  /// such as a copyright page.
  package var isBackMatter: Bool {
    get { particulars?.value.isBackMatter ?? false }
    set { if newValue != isBackMatter { change { $0.isBackMatter = newValue } } }
  }
  /// The part of a paragraph that the element is, if the paragraph is split among speakers; otherwise nil.
  package var paragraphPart: ParagraphPart? {
    get { particulars?.value.paragraphPart }
    set { if newValue != paragraphPart { change { $0.paragraphPart = newValue } } }
  }
  /// Whether a sentence ends with the element when it is read, because the words behind it are only shown.
  package var endsSentence: Bool {
    get { particulars?.value.endsSentence ?? false }
    set { if newValue != endsSentence { change { $0.endsSentence = newValue } } }
  }
  /// The first and last byte in the source; nil for an element created by hand.
  public var sourceRange: SourceRange?

  /// Creates an element.
  ///
  /// All arguments except type and text have defaults.
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

  /// Discards the identity, because an element with other text is a different element.
  private mutating func forgetIdentity() {
    ordinal = ElementOrdinal()
    if originID != nil { originID = nil }
  }

  /// The properties that few elements have.
  /// They are stored separately to keep the other elements small: 72 bytes per element instead of 144.
  struct ElementParticulars: Sendable, Equatable {
    var sceneNumber: String?
    var sceneId: String?
    var `extension`: String?
    var mark: Mark?
    var inlines: [InlineSpan] = []
    var originID: String?
    var isBackMatter = false
    var paragraphPart: ParagraphPart?
    var endsSentence = false

    /// A box of immutable particulars.
    /// A change of an element creates a new box.
    final class Box: Sendable, Equatable {
      let value: ElementParticulars

      init(_ value: ElementParticulars) { self.value = value }

      static func == (left: Box, right: Box) -> Bool { left === right || left.value == right.value }
    }

    /// The particulars in a box; nil if all are empty.
    var boxed: Box? {
      let isEmpty =
        sceneNumber == nil && sceneId == nil && `extension` == nil && mark == nil && inlines.isEmpty
        && originID == nil && !isBackMatter && paragraphPart == nil && !endsSentence
      return isEmpty ? nil : Box(self)
    }
  }
}

/// A part of a paragraph whose quotations have speakers of their own.
package enum ParagraphPart: Sendable {
  /// The part with which the paragraph begins.
  case first
  /// A part that goes on within the paragraph.
  case within
  /// A part within the paragraph that is shown and not read.
  case silent
}

/// The kind of voice that suits an element.
public enum VoiceType: String, Sendable, Hashable, Codable {
  case character, narrator
}

extension GuionElement {
  /// The character's voice for dialogue and lyrics; the narrator's voice for all other elements, even
  /// cues.
  public var recommendedVoiceType: VoiceType {
    switch elementType {
    case .dialogue, .lyrics: .character
    default: .narrator
    }
  }
}

/// Assigns each scene heading an identity that edits elsewhere do not change.
enum SceneIdentity {
  /// Assigns the ids.
  /// Equal headings are distinguished by their order.
  static func assign(to elements: inout [GuionElement]) {
    var seen: [String: Int] = [:]
    for index in elements.indices where elements[index].elementType == .sceneHeading {
      let text = elements[index].elementText
      let ordinal = seen[text, default: 0]
      seen[text] = ordinal + 1
      elements[index].sceneId = SHA256.hash("scene\n\(ordinal)\n\(text)").hex
    }
  }
}

/// The number of identical elements before an element in its document.
/// All ordinals compare equal, so that they do not affect the comparison of elements.
struct ElementOrdinal: Sendable, Equatable {
  private var number: Int32 = -1

  /// The count, from 0; nil if it has not been determined.
  var count: Int? { number < 0 ? nil : Int(number) }

  /// Creates an ordinal without a count.
  init() {}

  init(count: Int) { number = Int32(clamping: count) }

  static func == (left: Self, right: Self) -> Bool { true }
}
