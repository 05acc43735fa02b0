/// One element of a script: what it is, its words, and where it stands.
public struct GuionElement: Sendable, Equatable {
  /// What the element is.
  public var elementType: ElementType
  /// The words, without sigils and outer brackets; inner line breaks and inline emphasis are kept.
  public var elementText: String
  /// Whether the author centred it.
  public var isCentered: Bool
  /// Whether this cue's speech is simultaneous with the one before (Fountain's caret).
  public var isDualDialogue: Bool
  /// The number of a scene as the author wrote it, such as `1A`.
  public var sceneNumber: String?
  /// What follows a cue's name, as written: `(V.O.)`, `(O.S.) (CONT'D)`.
  public var `extension`: String?
  /// First and last byte in the source; nil for an element made by hand.
  public var sourceRange: SourceRange?

  /// Makes an element; everything but type and text has a default.
  public init(
    elementType: ElementType, elementText: String, isCentered: Bool = false,
    isDualDialogue: Bool = false, sceneNumber: String? = nil, extension: String? = nil,
    sourceRange: SourceRange? = nil
  ) {
    self.elementType = elementType
    self.elementText = elementText
    self.isCentered = isCentered
    self.isDualDialogue = isDualDialogue
    self.sceneNumber = sceneNumber
    self.extension = `extension`
    self.sourceRange = sourceRange
  }
}
