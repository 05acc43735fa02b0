/// An element in its document.
///
/// A reference to the document and an index, so that the models of a long document stay small. The document
/// does not store models, so there is no reference cycle.
public struct GuionElementModel: Sendable, Hashable, Identifiable {
  /// The document that the element is in.
  public let document: GuionDocumentModel
  /// The index of the element in the document, from 0.
  public let orderIndex: Int

  init(document: GuionDocumentModel, orderIndex: Int) {
    self.document = document
    self.orderIndex = orderIndex
  }

  /// The element itself.
  public var element: GuionElement { document.parsed.elements[orderIndex] }

  /// The index of the element's chapter, as `--split chapter` divides the document.
  ///
  /// 0 before the first chapter, then from 1. A heading belongs to the chapter that it starts. Without
  /// chapters, always 0.
  public var chapterIndex: Int { document.chapterIndex(of: orderIndex) }

  /// The identity of the element in its document, as 64 hexadecimal digits.
  ///
  /// Elements of two documents can have the same id.
  ///
  /// The id is derived from the type, the text, a cue's extension, and the number of identical elements
  /// before this element. So the id stays the same when other lines are edited, inserted, moved or
  /// deleted. There is one exception: if an identical element before this one is added or removed, this
  /// element takes the id of the next or the previous identical element. The id is computed on each
  /// call, in about a microsecond. `GuionElement.elementID` is the same id.
  public var id: String {
    let element = element
    return ElementIdentity.id(of: element, ordinal: element.ordinal.count ?? 0)
  }

  /// The type of the element.
  public var elementType: ElementType { element.elementType }

  /// The element's text.
  public var elementText: String { element.elementText }
}
