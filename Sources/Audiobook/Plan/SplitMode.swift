import Guion

/// Where a document is cut into chapters, each a file.
public enum SplitMode: String, Sendable, CaseIterable {
  /// Chapters where the document has them, else scenes, else one file.
  case auto
  /// At section headings.
  case chapter
  /// At scene headings.
  case scene
  /// One file.
  case document

  /// The parts in order, the first without a heading even where it is empty; nil where the document
  /// has none of the chapters that were asked for.
  func parts(of elements: [GuionElement], outline: DocumentOutline) -> [DocumentOutline.Part]? {
    switch self {
    case .document: [.init(elements: elements.indices, heading: nil)]
    case .scene: outline.scenes(of: elements)
    case .chapter: outline.chapters(of: elements)
    case .auto: outline.chapters(of: elements) ?? outline.scenes(of: elements)
    }
  }
}
