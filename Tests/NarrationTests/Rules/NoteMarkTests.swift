import Testing

@testable import Narration

/// Tests of links that are marks of notes.
@Suite struct NoteMarkTests {
  @Test(arguments: [
    ("areas 1", "1", true), ("areas [1]", "[1]", true), ("word*", "*", true),
    ("in section 1", "1", false),
    ("see [3]", "[3]", false), ("1", "1", false), ("areas one", "one", false),
    ("on 123456", "123456", false),
  ])
  func marks(words: String, link: String, isMark: Bool) {
    let bytes = Array(words.utf8)
    #expect(NoteMark.isMark(bytes.count - link.utf8.count..<bytes.count, in: bytes) == isMark)
  }

  @Test(arguments: [
    ("in 20503", "3", true), ("areas.12", "12", true), ("areas 1", "1", false), ("v1", "1", false),
    ("areas (4", "4", false),
  ])
  func linksToSources(words: String, link: String, isGlued: Bool) {
    let bytes = Array(words.utf8)
    #expect(NoteMark.isGlued(bytes.count - link.utf8.count..<bytes.count, in: bytes) == isGlued)
  }
}
