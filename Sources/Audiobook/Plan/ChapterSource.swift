package import Guion

/// The script elements of a chapter, for the read-along formats.
package struct ChapterSource: Sendable {
  /// The section headings that form the chapter's title.
  var headings: [GuionElement] = []
  /// The elements after the headings.
  ///
  /// Items of the table read refer to these elements by index, starting at 0.
  var elements: ArraySlice<GuionElement> = []
  /// The format of the document that contains the elements.
  package var format = DocumentFormat.fountain
  /// Whether struck-through text is spoken.
  var speaksStruckThroughText = false

  /// Whether any element refers to a picture.
  var hasPictures: Bool {
    (headings + elements).contains { element in
      var spans = element.inlines
      if case .row(let cells) = element.mark {
        spans += cells.flatMap { $0.headerInlines + $0.inlines }
      }
      return spans.contains { if case .imageFile = $0.kind { true } else { false } }
    }
  }
}
