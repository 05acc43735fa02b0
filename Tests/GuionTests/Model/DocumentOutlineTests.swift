import Guion
import TestSupport
import Testing

/// Tests of outlines, with documents in shorthand.
///
/// `#`s are headings, `*` is a scene heading, `=` a synopsis, and anything else action. `>` before an element
/// puts it in a quotation, `-` in a list.
@Suite struct DocumentOutlineTests {
  private static func elements(_ shorthand: String) -> [GuionElement] {
    shorthand.split(separator: " ").map { word in
      let place = word.prefix { $0 == ">" || $0 == "-" }
      let rest = word.dropFirst(place.count)
      let hashes = rest.prefix { $0 == "#" }.count
      let type: ElementType =
        hashes > 0
        ? .sectionHeading(level: hashes)
        : rest.hasPrefix("*") ? .sceneHeading : rest.hasPrefix("=") ? .synopsis : .action
      let isListed = place.contains("-")
      return GuionElement(
        elementType: type, elementText: String(rest.drop { "#*=".contains($0) }),
        mark: isListed ? .list(ordered: false, number: nil, depth: 1, task: nil) : nil,
        quoteDepth: place.filter { $0 == ">" }.count)
    }
  }

  /// Returns `heading: first second | heading: …`.
  private static func print(_ parts: [DocumentOutline.Part], of elements: [GuionElement]) -> String
  {
    parts.map { part in
      let heading = part.heading.map { elements[$0].elementText } ?? ""
      return "\(heading):" + elements[part.elements].map { " " + $0.elementText }.joined()
    }.joined(separator: " | ")
  }

  struct Row: Sendable {
    var document: String
    var level: Int?
    var title: String?
    var chapters: String?

    init(_ document: String, level: Int? = nil, title: String? = nil, _ chapters: String?) {
      (self.document, self.level, self.title, self.chapters) = (document, level, title, chapters)
    }
  }

  private func expect(_ row: Row, format: DocumentFormat) {
    let elements = Self.elements(row.document)
    let outline = DocumentOutline(elements, format: format, level: row.level)
    #expect(outline.chapters(of: elements).map { Self.print($0, of: elements) } == row.chapters)
    #expect(outline.titleHeading.map { elements[$0].elementText } == row.title)
    #expect((outline.chapterLevel == nil) == (row.chapters == nil))
  }

  @Test(arguments: [
    Row("#A a #B b", ": | A: a | B: b"),
    Row("x #A a #B b", ": x | A: a | B: b"),
    Row("#A *s a #B *t b", ": | A: s a | B: t b"),
    Row("###A a ###B b", ": | A: a | B: b"),
    Row("#A ##x ##y #B ##z", ": | A: x y | B: z"),
    // a single section at the top is the first chapter; the chapters of the level below follow it
    Row("#Book x ##A a ##B b", ": | Book: x | A: a | B: b"),
    Row("##A a ##B b #End e", ": | A: a | B: b | End: e"),
    // no level occurs twice
    Row("#A a *s b", nil),
    Row("#A ##x ###y", nil),
    Row("*s a *t b", nil),
    Row("x", nil),
    Row("", nil),
    // a requested level includes the levels above it
    Row("#A ##x a ##y b #B c", level: 1, ": | A: x a y b | B: c"),
    Row("#A ##x a ##y b #B c", level: 2, ": | A: | x: a | y: b | B: c"),
    Row("#A ##x a", level: 2, ": | A: | x: a"),
    Row("#A a", level: 6, ": | A: a"),
    Row("#A a *s b", level: 1, ": | A: a s b"),
    Row("##x a", level: 1, nil),
    Row("##x a *s b", level: 1, nil),
  ])
  func chaptersOfAScreenplay(_ row: Row) {
    expect(row, format: .fountain)
  }

  @Test(arguments: [
    // a single top heading is the title
    Row("#T x ##A a ##B b", title: "T", ": T x | A: a | B: b"),
    Row("##T ####A ####B", title: "T", ": T | A: | B:"),
    Row("x #T y ##A a ##B b", title: "T", ": x T y | A: a | B: b"),
    Row("#T ##A ###x ###y", title: "T", ": T | A: | x: | y:"),
    // … unless another heading comes before it
    Row("##Preface p #T ##A a", ": | Preface: p | T: | A: a"),
    Row("#A a ##x #B b", ": | A: a x | B: b"),
    // the shallowest level that occurs more than once
    Row("##A a ##B b ###x", ": | A: a | B: b x"),
    Row("###A ##x ###B ##y", ": A | x: B | y:"),
    Row("#T", title: "T", nil),
    Row("#T x", title: "T", nil),
    Row("#T ##A a", title: "T", nil),
    Row("#T ##A ###x", title: "T", nil),
    Row("x y", nil),
    Row("", nil),
    // a requested level
    Row("#T ##A ###x a ###y b ##B", level: 2, title: "T", ": T | A: x a y b | B:"),
    Row("#T ##A ###x a ###y b ##B", level: 3, title: "T", ": T | A: | x: a | y: b | B:"),
    Row("#T ##A a", level: 2, title: "T", ": T | A: a"),
    Row("#A ##x #B ##y", level: 1, ": | A: x | B: y"),
    Row("##A ##B", level: 1, nil),
    // if the requested level is that of the title, the title is a chapter
    Row("#T x ##A a ##B b", level: 1, ": | T: x A a B b"),
    Row("x #T y", level: 1, ": x | T: y"),
    // a level without headings, in a document with only a title
    Row("#T x", level: 2, title: "T", nil),
    Row("#T ###A ###B", level: 2, title: "T", nil),
    // a heading within a quotation or a list does not start a chapter
    Row("#A a >#q #B b", ": | A: a q | B: b"),
    Row("#A a -#q #B b", ": | A: a q | B: b"),
    Row("#T >#q >>#r -#s ##A ##B", title: "T", ": T q r s | A: | B:"),
    Row(">#q >#r ##A ##B", ": q r | A: | B:"),
    Row(">#q >#r", nil),
    Row(">#q >#r", level: 1, nil),
  ])
  func chaptersOfProse(_ row: Row) {
    expect(row, format: .markdown)
    expect(row, format: .text)
  }

  @Test(arguments: [
    ("*s a *t b", ": | s: s a | t: t b"),
    ("x *s a", ": x | s: s a"),
    // sections and synopses right before a scene heading belong to the scene
    ("#Act *s a *t b", ": | s: Act s a | t: t b"),
    ("#A *s a #B =y *t b", ": | s: A s a | t: B y t b"),
    ("#A x *s a", ": A x | s: s a"),
    ("*s *t", ": | s: s | t: t"),
    ("*s #A", ": | s: s A"),
    ("#A a #B b", ": A a B b"),
    ("x y", ": x y"),
    ("", ":"),
  ])
  func scenes(document: String, scenes: String) {
    let elements = Self.elements(document)
    for format in DocumentFormat.allCases {
      let outline = DocumentOutline(elements, format: format)
      #expect(Self.print(outline.scenes(of: elements), of: elements) == scenes)
    }
  }

  @Test func everyElementIsInOnePartOrStartsOne() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 0...12, using: &random)).map { index in
        ["x", "*s", "=y", "#a", "##b", "###c", ">#q", "-##l"].randomElement(using: &random)
          .map { "\($0)\(index)" } ?? ""
      }
      let elements = Self.elements(words.joined(separator: " "))
      for format in DocumentFormat.allCases {
        for level in [nil, 1, 2, 3] {
          let outline = DocumentOutline(elements, format: format, level: level)
          for parts in [outline.scenes(of: elements), outline.chapters(of: elements) ?? []]
          where !parts.isEmpty {
            let inParts = parts.flatMap { Array($0.elements) }
            let starts = parts.compactMap(\.heading).filter { !inParts.contains($0) }
            #expect((inParts + starts).sorted() == Array(elements.indices))
            #expect(starts.allSatisfy { elements[$0].elementType.isSectionHeading })
            #expect(parts.first?.heading == nil)
          }
        }
      }
    }
  }
}
