import Basics
import Testing

@testable import Guion

/// The searches that read bytes find what a search for characters finds.
struct TextSearchTests {
  /// Texts of a few signs, so that parts and nearly equal parts are frequent; the same at each run.
  private static let texts: [String] = {
    var state: UInt64 = 41
    let signs = Array(" .-aeE/é”")
    return (0..<2_000).map { length in
      String(
        (0..<length % 24).map { _ -> Character in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return signs[Int(state >> 33) % signs.count]
        })
    }
  }()

  @Test(arguments: [". .", "e.E", "-", "”-", " ", "aa", "E. a", "é"] as [StaticString])
  func aPartIsFoundWhereverItIs(part: StaticString) {
    for text in Self.texts {
      let isThere = Array(text.utf8).contains(bytes: Array("\(part)".utf8))
      #expect(text.hasText(part) == isThere, "\(part) in \(text)")
      #expect(text.dropFirst(0).hasText(part) == isThere, "\(part) in \(text)")
    }
  }

  @Test(arguments: 1...6)
  func blanksAreCounted(count: Int) {
    for text in Self.texts {
      let spaced = text.replacing(".", with: "  ").replacing("-", with: "   ")
      let isThere = Array(spaced.utf8).contains(bytes: Array(repeating: 0x20, count: count))
      #expect(spaced.hasBlanks(count) == isThere, "\(count) blanks in \(spaced)")
    }
  }

  @Test(arguments: [". .", "é”", "-a", "E"])
  func theFirstPlaceInARangeIsFound(part: String) {
    for text in Self.texts {
      let bytes = Array(text.utf8)
      let wanted = bytes.places(of: Array(part.utf8))
      bytes.withUnsafeBufferPointer { source in
        for start in bytes.indices {
          let found = source.first(of: part, in: start..<source.count)
          #expect(found == wanted.first { $0 >= start })
        }
      }
    }
  }

  @Test func positionsAreThoseOfEachByte() {
    let source = Array("a\nbc\n\nd é\n".utf8)
    let wanted = source.indices.map { offset in
      let head = source[..<offset]
      let line = head.count { $0 == 0x0A } + 1
      let start = head.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      return SourcePosition(line: line, column: offset - start + 1)
    }
    source.withUnsafeBufferPointer { text in
      for step in 1...3 {
        var counter = PositionCounter(text)
        for offset in stride(from: 0, to: text.count, by: step) {
          #expect(counter.position(of: offset) == wanted[offset])
        }
      }
    }
  }
}

extension [UInt8] {
  fileprivate func places(of part: [UInt8]) -> [Int] {
    indices.filter { self[$0...].starts(with: part) }
  }

  fileprivate func contains(bytes part: [UInt8]) -> Bool { !places(of: part).isEmpty }
}
