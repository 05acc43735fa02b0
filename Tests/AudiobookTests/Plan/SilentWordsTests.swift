import Audiobook
import Narration
import TestSupport
import Testing

/// Tests that no note is spoken and no word is lost.
///
/// A spoken note and a lost word are bugs of the highest priority (Documentation/speech.md).
@Suite struct SilentWordsTests {
  @Test(arguments: [SplitMode.scene, .document])
  func everySpokenWordIsHeardOnceAndNoOtherWord(_ mode: SplitMode) async throws {
    for seed in 1...150 as ClosedRange<UInt64> {
      let script = MarkedScript(seed: seed)
      guard let plan = try? await ToneBook(script.source, { $0.options.split = mode }).plan() else {
        #expect(script.spoken.isEmpty, "seed \(seed) has no plan:\n\(script.source)")
        continue
      }
      let text = plan.chapters.flatMap { $0.read.passages.flatMap(\.items) }.map(\.text)
        .joined(separator: "\n").lowercased()
      for word in script.spoken {
        let count = text.split(separator: word, omittingEmptySubsequences: false).count - 1
        #expect(
          count == 1,
          "seed \(seed): \(word) is heard \(count) times in\n\(script.source)\n---\n\(text)")
      }
      for word in script.silent {
        #expect(
          !text.contains(word), "seed \(seed): \(word) is heard in\n\(script.source)\n---\n\(text)")
        #expect(!plan.titles.contains { $0.lowercased().contains(word) }, "seed \(seed): \(word)")
      }
    }
  }
}
