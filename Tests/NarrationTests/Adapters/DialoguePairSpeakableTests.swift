import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

@Suite struct DialoguePairSpeakableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var cue: String
    var speech: String
    var alone: String
    var named: String
    var cleaning = Cleaning.rules(.fountain)
    var testDescription: String { "\(cue): \(speech)" }
  }

  static let rows: [Row] = [
    Row(cue: "ALICE", speech: "Hello.", alone: "Hello.", named: "ALICE: Hello."),
    Row(
      cue: "ALICE (V.O.) (CONT'D)", speech: "I *am* -- here!!", alone: "I am, here!",
      named: "ALICE: I am, here!"),
    Row(cue: "@McCoy ^", speech: "IT IS OVER", alone: "It is over", named: "McCoy: It is over"),
    Row(cue: "ALICE", speech: "One\ntwo.", alone: "One two.", named: "ALICE: One two."),
    Row(cue: "ALICE", speech: "...", alone: "", named: ""),
    Row(cue: "ALICE", speech: "", alone: "", named: ""),
    Row(
      cue: "ALICE (V.O.)", speech: "I *am* --", alone: "I *am* --", named: "ALICE: I *am* --",
      cleaning: .none),
    Row(cue: "ALICE", speech: "—", alone: "", named: "", cleaning: .none),
    Row(
      cue: "Tom", speech: "See `a` at https://a.example/x.",
      alone: "See, a, at a dot example slash x.",
      named: "Tom: See, a, at a dot example slash x.", cleaning: .rules(.markdown)),
  ]

  private func item(_ row: Row, _ includesName: Bool?) -> DialoguePairSpeakable {
    let cue = GuionElement(elementType: .character, elementText: row.cue)
    let speech = GuionElement(elementType: .dialogue, elementText: row.speech)
    guard let includesName else {
      return DialoguePairSpeakable(
        character: cue, dialogue: speech, voiceProvider: ToneVoiceProvider(), voiceId: "alto",
        languageCode: "en-US", cleaning: row.cleaning)
    }
    return DialoguePairSpeakable(
      character: cue, dialogue: speech, voiceProvider: ToneVoiceProvider(), voiceId: "alto",
      includeCharacterName: includesName, languageCode: "en-US", cleaning: row.cleaning)
  }

  @Test(arguments: rows) func theNameIsSpokenIfRequested(_ row: Row) {
    #expect(item(row, nil).textToSpeak == row.alone)
    #expect(item(row, false).textToSpeak == row.alone)
    #expect(item(row, true).textToSpeak == row.named)
  }

  @Test func strikethroughAppliesToSpeechesToo() {
    let speech = GuionElement(
      elementType: .dialogue, elementText: "ten nine", inlines: [InlineSpan(.strikethrough, 0..<4)])
    let item = DialoguePairSpeakable(
      character: GuionElement(elementType: .character, elementText: "TOM"), dialogue: speech,
      voiceProvider: ToneVoiceProvider(), voiceId: "bass", languageCode: "en",
      cleaning: .rules(.markdown))
    #expect(item.textToSpeak == "nine")
    #expect(item.voiceId == "bass")
    #expect(item.languageCode == "en")
  }
}
