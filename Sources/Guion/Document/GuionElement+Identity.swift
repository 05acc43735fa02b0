import Basics

extension GuionElement {
  /// The `id` of the element's model (`GuionElementModel.id`), by which a store finds the audio of the
  /// element.
  ///
  /// Elements of a `GuionDocumentModel` have an id. The speeches that `SpeakerLabels` creates from such an
  /// element have the same id. nil for an element of a bare `GuionParsedElementCollection`, for an element
  /// created by hand, and after a change of type, text or extension. The id is computed on each call, in
  /// about a microsecond.
  public var elementID: String? {
    originID ?? ordinal.count.map { ElementIdentity.id(of: self, ordinal: $0) }
  }

  /// Returns a copy with the id of `other`, the element that this element was created from.
  package func withIdentity(of other: GuionElement) -> GuionElement {
    guard let id = other.elementID else { return self }
    var copy = self
    copy.originID = id
    return copy
  }
}

extension GuionElement {
  /// Whether there is anything to read aloud.
  ///
  /// False for a comment, a boneyard, a page break, a synopsis, and for text without a letter or digit. The
  /// speech rules decide whether a speakable element is read.
  public var isSpeakable: Bool {
    switch elementType {
    case .comment, .boneyard, .pageBreak, .synopsis: false
    default: elementText.unicodeScalars.contains(where: \.isLetterOrNumber)
    }
  }
}
