/// What a document's layout says of an element, as data and never as characters in its words.
///
/// Indirect, because few elements of a script have one and memory is counted.
public indirect enum Mark: Sendable, Hashable {
  /// A paragraph of a quotation.
  case quote
  /// An item of a list: its number where the list is ordered, how deep the list stands (from 1), and
  /// for a task whether it is done.
  ///
  /// The further paragraphs of an ordered item have no number.
  case list(ordered: Bool, number: Int?, depth: Int, task: Bool?)
  /// A block of code; its language as the author named it, nil where they did not.
  case code(language: String?)
  /// A row of a table.
  case row(cells: [TableCell])
  /// The summary of a part that readers open, in HTML `<summary>`.
  case summary
  /// The words of a footnote, by the number that readers see.
  case footnote(number: Int)
}

/// A cell of a table's row, with the words of the header it stands under.
public struct TableCell: Sendable, Hashable {
  /// The header's words; empty where the column has none.
  public var header: String
  /// What is more than plain text in the header's words.
  public var headerInlines: [InlineSpan]
  /// The cell's words.
  public var text: String
  /// What is more than plain text in the cell's words.
  public var inlines: [InlineSpan]

  /// Makes a cell.
  public init(
    header: String, headerInlines: [InlineSpan] = [], text: String, inlines: [InlineSpan] = []
  ) {
    self.header = header
    self.headerInlines = headerInlines
    self.text = text
    self.inlines = inlines
  }
}
