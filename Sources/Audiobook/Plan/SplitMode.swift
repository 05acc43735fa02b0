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
}
