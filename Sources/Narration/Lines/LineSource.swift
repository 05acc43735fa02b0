import Guion

/// A document prepared for creating its lines.
///
/// It contains the elements that are read, the rules that read them, and the model of each element.
///
/// A labelled paragraph of prose is read as cue and dialogue, so there can be more elements than models.
struct LineSource: Sendable {
  let document: GuionDocumentModel
  let rules: any SpeechLogicRules
  /// The elements in the form in which they are read.
  let elements: [GuionElement]
  /// The chapters.
  ///
  /// A document without chapters is a single chapter without a heading.
  let chapters: [DocumentOutline.Part]
  /// The scenes.
  ///
  /// The first scene contains the elements before the first heading.
  let scenes: [DocumentOutline.Part]
  private let models: [GuionElementModel]
  /// The index of each element's model; nil if there are as many elements as models.
  private let modelIndexes: [Int]?

  /// Prepares a document for reading by rules.
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

  /// Returns the model of the element at this index.
  func model(of index: Int) -> GuionElementModel { models[modelIndexes?[index] ?? index] }

  /// Returns the index of each element's model.
  ///
  /// Elements that come from the same element of the document are adjacent.
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
