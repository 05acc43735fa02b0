import Testing

@testable import Hablare

/// Tests of the keys of clips that users paid for.
///
/// Each expected key was recorded when it was first released, and must not change.
///
/// A field that is added later enters a key only if it is set.
struct PinnedKeyTests {
  private static let plain = VoiceEngineRequest(
    text: "Hello.", voiceId: "v", languageCode: "en", options: VoiceOptions())

  private static let full: VoiceEngineRequest = {
    var request = plain
    request.options = VoiceOptions(
      rate: 1.25, pitch: -2, gain: 3, style: "calm", model: "m", seed: 7,
      parameters: ["stability": "0.5", "format": "pcm"])
    request.isPhonemes = true
    request.previousText = "Before."
    request.nextText = "After."
    return request
  }()

  @Test func `clips keep their keys`() {
    func forms(_ request: VoiceEngineRequest) -> [String] {
      ClipKey(providerId: "p", providerVersion: "1", request: request).forms
    }
    #expect(
      forms(Self.plain)
        == [
          "bd8d2a9045e1450e3157930f0bd3a807fe6542d4cbe88ed66164b1585605961e",
          "4fbfe3af6a4b38939500c1569e86a0e13e21685c8d3a447988a727a86ff892a3",
        ])
    #expect(
      forms(Self.full)
        == [
          "1b2c4e5ad1bb7aab010e4a3e02d1fbed25882c1bfad7287ed5c5d544b45b56d1",
          "35e713efd9d1fe4fc9957395c50c6a69a0aeb2cd9d22ac062adfd86e97e8cd8f",
        ])
  }
}
