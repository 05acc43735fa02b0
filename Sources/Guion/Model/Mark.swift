/// The layout of an element in its document, as data and never as characters in its text.
///
/// Indirect to save memory, because few elements have a mark.
public indirect enum Mark: Sendable, Hashable {
  /// A paragraph of a quotation.
  case quote
  /// An item of a list: its number if the list is ordered, the nesting depth (from 1), and whether a task
  /// is done.
  ///
  /// Further paragraphs of an ordered item have no number.
  case list(ordered: Bool, number: Int?, depth: Int, task: Bool?)
  /// A block of code with its language as the author named it; nil if unnamed.
  case code(language: String?)
  /// A row of a table.
  case row(cells: [TableCell])
  /// The summary of a collapsible part, in HTML `<summary>`.
  case summary
  /// A part of a footnote, with the number that readers see.
  case footnote(number: Int)
}

/// A cell of a table row, with the text of its column header.
public struct TableCell: Sendable, Hashable {
  /// The header's text; empty if the column has no header.
  public var header: String
  /// The inline spans of the header's text.
  public var headerInlines: [InlineSpan]
  /// The cell's text.
  public var text: String
  /// The inline spans of the cell's text.
  public var inlines: [InlineSpan]

  /// Creates a cell.
  public init(
    header: String, headerInlines: [InlineSpan] = [], text: String, inlines: [InlineSpan] = []
  ) {
    self.header = header
    self.headerInlines = headerInlines
    self.text = text
    self.inlines = inlines
  }
}
