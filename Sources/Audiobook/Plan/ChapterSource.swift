import Guion

/// What a chapter is read from: the elements that its readers see.
struct ChapterSource: Sendable {
  /// Section headings whose words are the chapter's title.
  var headings: [GuionElement] = []
  /// The elements behind the headings. The items of the table read count them from the first.
  var elements: ArraySlice<GuionElement> = []
  /// What they are written in.
  var format = DocumentFormat.fountain
}
