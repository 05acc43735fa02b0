import Guion

/// Where a document is split into chapters, each in its own file.
public enum SplitMode: String, Sendable, CaseIterable {
  /// At section headings if they form chapters, else at scene headings, else not at all.
  case auto
  /// At section headings.
  case chapter
  /// At scene headings.
  case scene
  /// Not at all: the document is one file.
  case document

  /// Returns the parts in order; nil if the document does not have the requested chapters.
  ///
  /// The first part has no heading, and may be empty.
  func parts(of elements: [GuionElement], outline: DocumentOutline) -> [DocumentOutline.Part]? {
    switch self {
    case .document: [.init(elements: elements.indices, heading: nil)]
    case .scene: outline.scenes(of: elements)
    case .chapter: outline.chapters(of: elements)
    case .auto: outline.chapters(of: elements) ?? outline.scenes(of: elements)
    }
  }
}
