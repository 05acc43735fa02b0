package import Guion

/// What a chapter is read from: the elements that its readers see.
package struct ChapterSource: Sendable {
  /// Section headings whose words are the chapter's title.
  var headings: [GuionElement] = []
  /// The elements behind the headings.
  ///
  /// The items of the table read count them from the first.
  var elements: ArraySlice<GuionElement> = []
  /// What they are written in.
  package var format = DocumentFormat.fountain
  /// Whether struck words are said.
  var saysStruckWords = false

  /// Whether an element names a picture.
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
