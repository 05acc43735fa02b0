@testable import Audiobook
import Guion
import Testing

/// Tests of where a document is split.
@Suite struct SplitModeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var format = DocumentFormat.fountain
    var level: Int?
    /// The expected parts, as ranges of elements.
    ///
    /// `-` marks a part without a heading: `-0..<1 2..<4`.
    var auto: String
    var chapter: String?
    var scene: String
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing", source: "", auto: "-0..<0", chapter: nil, scene: "-0..<0"),
    Row(
      name: "words alone", source: "One.\n\nTwo.", auto: "-0..<2", chapter: nil, scene: "-0..<2"),
    Row(
      name: "scenes alone", source: "INT. A\n\nx\n\nINT. B\n\ny", auto: "-0..<0 0..<2 2..<4",
      chapter: nil, scene: "-0..<0 0..<2 2..<4"),
    Row(
      name: "sections and scenes", source: "x\n\n# One\n\nINT. A\n\n# Two\n\nINT. B",
      auto: "-0..<1 2..<3 4..<5", chapter: "-0..<1 2..<3 4..<5", scene: "-0..<1 1..<3 3..<5"),
    Row(
      name: "one section among scenes", source: "# One\n\nINT. A\n\nx\n\nINT. B",
      auto: "-0..<0 0..<3 3..<4", chapter: nil, scene: "-0..<0 0..<3 3..<4"),
    Row(
      name: "one section, asked for", source: "# One\n\nINT. A\n\nx", level: 1,
      auto: "-0..<0 1..<3", chapter: "-0..<0 1..<3", scene: "-0..<0 0..<3"),
    Row(
      name: "a level that no section has", source: "# One\n\n# Two", level: 3,
      auto: "-0..<0 1..<1 2..<2", chapter: "-0..<0 1..<1 2..<2", scene: "-0..<2"),
    Row(
      name: "sections below the level that was asked for", source: "### One\n\n### Two", level: 2,
      auto: "-0..<2", chapter: nil, scene: "-0..<2"),
    Row(
      name: "a document of headings", source: "# One\n\na\n\n# Two\n\nb", format: .markdown,
      auto: "-0..<0 1..<2 3..<4", chapter: "-0..<0 1..<2 3..<4", scene: "-0..<4"),
    Row(
      name: "a title is no chapter", source: "# Book\n\n## One\n\na\n\n## Two\n\nb",
      format: .markdown, auto: "-0..<1 2..<3 4..<5", chapter: "-0..<1 2..<3 4..<5",
      scene: "-0..<5"),
    Row(
      name: "a title alone", source: "# Book\n\na", format: .markdown, auto: "-0..<2", chapter: nil,
      scene: "-0..<2"),
    Row(
      name: "a title that was asked for", source: "# Book\n\na", format: .markdown, level: 1,
      auto: "-0..<0 1..<2", chapter: "-0..<0 1..<2", scene: "-0..<2"),
    Row(
      name: "a document without headings", source: "a\n\nb", format: .markdown, auto: "-0..<2",
      chapter: nil, scene: "-0..<2"),
    Row(
      name: "plain text", source: "# One\n\n# Two", format: .text, auto: "-0..<2", chapter: nil,
      scene: "-0..<2"),
  ]

  private func parts(_ row: Row, _ mode: SplitMode) -> String? {
    let elements = GuionParsedElementCollection(string: row.source, format: row.format).elements
    let outline = DocumentOutline(elements, format: row.format, level: row.level)
    return mode.parts(of: elements, outline: outline).map { parts in
      parts.map { "\($0.heading == nil ? "-" : "")\($0.elements)" }.joined(separator: " ")
    }
  }

  @Test(arguments: rows) func autoUsesChaptersElseScenesElseTheWholeDocument(_ row: Row) {
    #expect(parts(row, .auto) == row.auto)
  }

  @Test(arguments: rows) func chaptersAreFoundIfTheyExist(_ row: Row) {
    #expect(parts(row, .chapter) == row.chapter)
  }

  @Test(arguments: rows) func scenesStartAtTheirHeadings(_ row: Row) {
    #expect(parts(row, .scene) == row.scene)
  }

  @Test(arguments: rows) func documentModeKeepsADocumentWhole(_ row: Row) {
    let elements = GuionParsedElementCollection(string: row.source, format: row.format).elements
    #expect(parts(row, .document) == "-0..<\(elements.count)")
  }

  @Test(arguments: rows, SplitMode.allCases) func partsCoverADocumentInOrder(
    _ row: Row, _ mode: SplitMode
  ) {
    let elements = GuionParsedElementCollection(string: row.source, format: row.format).elements
    let outline = DocumentOutline(elements, format: row.format, level: row.level)
    guard let parts = mode.parts(of: elements, outline: outline) else { return }
    var covered: [Int] = []
    for part in parts {
      if let heading = part.heading, !part.elements.contains(heading) { covered.append(heading) }
      covered += part.elements
    }
    #expect(covered == Array(elements.indices))
    #expect(parts.first?.heading == nil)
    #expect(parts.dropFirst().allSatisfy { $0.heading != nil })
  }

  @Test func theNamesAreThoseOfTheCommandLine() {
    #expect(SplitMode.allCases.map(\.rawValue) == ["auto", "chapter", "scene", "document"])
  }
}
