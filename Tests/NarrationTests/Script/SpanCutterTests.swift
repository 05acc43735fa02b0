import Foundation
import Testing

@Suite struct LongTextTests {
  @Test func longTextIsCutAtSentencesWithoutLosses() async throws {
    let words = ["red", "green", "blue", "grey", "brown"]
    let sentences = (0..<200).map {
      "A sentence as \(words[$0 % 5]) as a \(words[$0 / 5 % 5]) fox goes on for a little while."
    }
    let outline = try await TableReadOutline.of(sentences.joined(separator: " "))
    let line = try #require(outline.lines.first)
    let spans = line.dropFirst("750 | action: ".count).components(separatedBy: " /250/ ")
    #expect(spans.count > 5)
    #expect(spans.allSatisfy { $0.hasSuffix(".") && $0.count <= 1500 })
    #expect(spans.joined(separator: " ") == sentences.joined(separator: " "))
  }

  @Test func textWithoutSpacesIsCutAnywhere() async throws {
    let outline = try await TableReadOutline.of(String(repeating: "a", count: 5_000))
    let line = try #require(outline.lines.first)
    let spans = line.dropFirst("750 | action: ".count).components(separatedBy: " /250/ ")
    #expect(spans.map(\.count) == [1500, 1500, 1500, 500])
  }
}
