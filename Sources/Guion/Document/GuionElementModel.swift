/// An element in its document.
///
/// A reference to the document and a number, so that a long document's models stay small; the
/// document keeps no models, and so the two do not keep each other alive.
public struct GuionElementModel: Sendable, Hashable, Identifiable {
  /// The document that the element is in.
  public let document: GuionDocumentModel
  /// Which element of the document it is, from 0.
  public let orderIndex: Int

  init(document: GuionDocumentModel, orderIndex: Int) {
    self.document = document
    self.orderIndex = orderIndex
  }

  /// The element itself.
  public var element: GuionElement { document.parsed.elements[orderIndex] }

  /// Which chapter it is in, by the rule of `--split chapter`: 0 before the first chapter, then
  /// from 1; a chapter's heading is in its chapter, and without chapters everything is in 0.
  public var chapterIndex: Int { document.chapterIndex(of: orderIndex) }

  /// What the element is in its document, as 64 hexadecimal digits; elements of two documents may
  /// have the same.
  ///
  /// Made from type, words, a cue's extension, and how many elements identical in these stand
  /// before it. So it stays when other lines are edited, inserted, moved or deleted. It moves in one
  /// case: when an identical element before it comes or goes, it becomes that of its neighbour
  /// among them. Computed each time, in about a microsecond. The plain element has the same
  /// (`GuionElement.elementID`).
  public var id: String {
    let element = element
    return ElementIdentity.id(of: element, ordinal: element.ordinal.count ?? 0)
  }

  /// What the element is.
  public var elementType: ElementType { element.elementType }

  /// The element's words.
  public var elementText: String { element.elementText }
}
