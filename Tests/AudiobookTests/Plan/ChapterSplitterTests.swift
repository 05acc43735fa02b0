import Guion
import TestSupport
import Testing

@testable import Audiobook

@Suite struct ChapterSplitterTests {
  /// A document in shorthand: `#`s are sections, `*` a scene heading, anything else action.
  private func elements(_ shorthand: String) -> [GuionElement] {
    shorthand.split(separator: " ").map { word in
      let hashes = word.prefix { $0 == "#" }.count
      let type: ElementType =
        hashes > 0 ? .sectionHeading(level: hashes) : word.hasPrefix("*") ? .sceneHeading : .action
      return GuionElement(
        elementType: type, elementText: String(word.drop { $0 == "#" || $0 == "*" }))
    }
  }

  /// `heading: first second | heading: …`, nil where there are no chapters.
  private func outline(_ shorthand: String, _ mode: SplitMode, level: Int? = nil) -> String? {
    let elements = elements(shorthand)
    return ChapterSplitter(mode: mode, level: level).parts(of: elements)?.map { part in
      let heading = part.heading.map { elements[$0].elementText } ?? ""
      return "\(heading):" + elements[part.elements].map { " " + $0.elementText }.joined()
    }.joined(separator: " | ")
  }

  struct Row: Sendable {
    var document: String
    var mode: SplitMode
    var level: Int?
    var outline: String?

    init(_ document: String, _ mode: SplitMode, level: Int? = nil, _ outline: String?) {
      (self.document, self.mode, self.level, self.outline) = (document, mode, level, outline)
    }
  }

  @Test(arguments: [
    // auto: sections where they repeat, else scenes, else one file
    Row("x #A a #B b", .auto, ": x | A: a | B: b"),
    Row("#A *s a #B *t b", .auto, ": | A: s a | B: t b"),
    Row("*s a *t b", .auto, ": | s: s a | t: t b"),
    Row("x *s a", .auto, ": x | s: s a"),
    Row("x y", .auto, ": x y"),
    Row("", .auto, ":"),
    // one section at the top is the book's own; the level below makes the chapters
    Row("#Book x ##A a ##B b", .auto, ": | Book: x | A: a | B: b"),
    Row("#Act *s a *t b", .auto, ": | s: Act s a | t: t b"),
    Row("##A a ##B b #End e", .auto, ": | A: a | B: b | End: e"),
    Row("#A ##x ##y #B ##z", .auto, ": | A: x y | B: z"),
    Row("###A a ###B b", .auto, ": | A: a | B: b"),
    // chapter: as auto, but none is an error
    Row("#A a #B b", .chapter, ": | A: a | B: b"),
    Row("#A a *s b", .chapter, nil),
    Row("*s a *t b", .chapter, nil),
    Row("x", .chapter, nil),
    // a level that is asked for takes itself and those above it
    Row("#A ##x a ##y b #B c", .chapter, level: 1, ": | A: x a y b | B: c"),
    Row("#A ##x a ##y b #B c", .chapter, level: 2, ": | A: | x: a | y: b | B: c"),
    Row("#A ##x a", .chapter, level: 2, ": | A: | x: a"),
    Row("##x a", .chapter, level: 1, nil),
    Row("#A a *s b", .auto, level: 1, ": | A: a s b"),
    Row("##x a *s b", .auto, level: 1, ": x a | s: s b"),
    // scene and document look at nothing else
    Row("#A *s a #B *t b", .scene, ": | s: A s a | t: B t b"),
    Row("#A a #B b", .scene, ": A a B b"),
    Row("#A *s a #B *t b", .document, ": A s a B t b"),
  ])
  func documentsAreCut(_ row: Row) {
    #expect(outline(row.document, row.mode, level: row.level) == row.outline)
  }

  @Test func everyElementIsInOnePartOrNamesOne() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 0...12, using: &random)).map { index in
        ["x", "*s", "#a", "##b", "###c"].randomElement(using: &random).map { "\($0)\(index)" } ?? ""
      }
      let elements = elements(words.joined(separator: " "))
      for mode in SplitMode.allCases {
        guard let parts = ChapterSplitter(mode: mode, level: nil).parts(of: elements) else {
          continue
        }
        let inParts = parts.flatMap { Array($0.elements) }
        let sections = parts.compactMap(\.heading).filter {
          elements[$0].elementType.isSectionHeading
        }
        #expect((inParts + sections).sorted() == Array(elements.indices))
      }
    }
  }
}
