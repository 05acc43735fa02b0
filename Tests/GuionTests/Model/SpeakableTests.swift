import Guion
import Testing

@Suite struct SpeakableTests {
  private func isSpeakable(_ type: ElementType, _ text: String) -> Bool {
    GuionElement(elementType: type, elementText: text).isSpeakable
  }

  @Test func kindsWithWords() {
    let spoken: [ElementType] = [
      .sceneHeading, .action, .character, .dialogue, .parenthetical, .transition,
      .sectionHeading(level: 1), .lyrics,
    ]
    for type in spoken { #expect(isSpeakable(type, "word")) }
    let silent: [ElementType] = [.comment, .boneyard, .pageBreak, .synopsis]
    for type in silent { #expect(!isSpeakable(type, "word")) }
  }

  @Test func textWithoutALetterOrDigit() {
    for text in ["", " ", "...", "—", "?!", "* * *", "…\n-", "😀"] {
      #expect(!isSpeakable(.dialogue, text), "\(text)")
    }
    for text in ["a", "1", "-- 7 --", "é", "李", "ж", "٣", "½"] {
      #expect(isSpeakable(.dialogue, text), "\(text)")
    }
  }
}
