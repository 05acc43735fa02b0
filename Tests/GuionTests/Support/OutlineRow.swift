import Testing

/// Parses a source and writes the result as an outline, so that a test can compare it.
protocol Outliner {
  static func outline(of source: String) -> String
}

/// One row of a table: a source and the expected outline.
struct OutlineRow<Form: Outliner>: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  let outline: String

  init(_ name: String, _ source: String, _ outline: String) {
    self.name = name
    self.source = source
    self.outline = outline
  }

  var testDescription: String { name }

  /// Parses the source and compares the whole outline.
  func check(_ location: Testing.SourceLocation = #_sourceLocation) {
    let found = Form.outline(of: source)
    #expect(found == outline, "\(name): \(source.debugDescription)", sourceLocation: location)
  }
}
