import Guion

/// A document made ready for its lines: the elements that are read, the rules that read them, and the
/// model that each of them comes from.
///
/// A labelled paragraph of prose is read as cue and dialogue, so there may be more of the first.
struct LineSource: Sendable {
  let document: GuionDocumentModel
  let rules: any SpeechLogicRules
  /// The elements as they are read.
  let elements: [GuionElement]
  /// The chapters; one without a heading for all of it where there are none.
  let chapters: [DocumentOutline.Part]
  /// The scenes; the first is what stands before the first heading.
  let scenes: [DocumentOutline.Part]
  private let models: [GuionElementModel]
  /// For each element the index of its model; nil if they are as many.
  private let modelIndexes: [Int]?

  /// Reads a document by rules.
  init(_ readable: ReadableDocument, rules: any SpeechLogicRules) {
    document = readable.model
    elements = readable.elements
    self.rules = rules
    let outline = DocumentOutline(elements, format: document.format)
    let whole = DocumentOutline.Part(elements: elements.indices, heading: nil)
    chapters = outline.chapters(of: elements) ?? [whole]
    scenes = outline.scenes(of: elements)
    models = document.elements
    modelIndexes = elements.count == models.count ? nil : Self.modelIndexes(of: elements)
  }

  /// The model of the element that was read at an index.
  func model(of index: Int) -> GuionElementModel { models[modelIndexes?[index] ?? index] }

  /// Elements that were made from one element of the document follow each other.
  private static func modelIndexes(of elements: [GuionElement]) -> [Int] {
    var index = -1
    var last: String?
    return elements.map { element in
      if element.originID == nil || element.originID != last { index += 1 }
      last = element.originID
      return index
    }
  }
}
