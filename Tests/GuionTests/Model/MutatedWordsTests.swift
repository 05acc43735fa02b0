import Guion
import TestSupport
import Testing

/// Tests that no reader loses a letter of a mutated text: each is in an element or is counted.
/// Letters are compared, because their number does not depend on how marks divide a text into words.
@Suite struct MutatedWordsTests {
  /// Returns a message if letters are lost; nil if not.
  private func loss(_ bytes: [UInt8], _ format: DocumentFormat, letters: Int) -> String? {
    let count = GuionParsedElementCollection(bytes: bytes, format: format).wordCount
    let found = count.letters + count.skipped.letters
    return found == letters ? nil : "\(found) of \(letters) letters"
  }

  @Test func `each letter of a mutated script or text is counted`() {
    for format in [DocumentFormat.fountain, .text] {
      for round in 0..<Strength.rounds(12_000) {
        var mutation = MutatedText(seed: UInt64(round), marks: MutatedText.fountain)
        let text = mutation.edit(MarkedScript(seed: UInt64(round % 50)).source)
        if let loss = loss(Array(text.utf8), format, letters: WordCount.count(text).letters) {
          Issue.record("round \(round), \(format): \(loss)\n\(text.debugDescription)")
          return
        }
      }
    }
  }

  @Test func `each letter of a mutated Markdown document is counted`() {
    let marks = [
      "*", "**", "_", "`", "# ", ">", "- ", "+ ", "\n", "\n\n", "    ", "~~", "\\", "\t",
    ]
    let source =
      "# One\n\nSome *words* and **more**.\n\n- an item\n- another\n\n  deeper\n\n> quoted\n\n"
      + "    code here\n\nThe `end` of it.\n"
    for round in 0..<Strength.rounds(12_000) {
      var mutation = MutatedText(seed: UInt64(round), marks: marks)
      let text = mutation.edit(source)
      if let loss = loss(Array(text.utf8), .markdown, letters: WordCount.count(text).letters) {
        Issue.record("round \(round): \(loss)\n\(text.debugDescription)")
        return
      }
    }
  }
}
