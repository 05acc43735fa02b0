import Hablare
import Testing

@testable import HablareStore

/// Tests of the keys of records that users paid for.
///
/// Each expected key was recorded when it was first released, and must not change.
struct PinnedRecordTests {
  private static let full = VoiceOptions(
    rate: 1.25, pitch: -2, gain: 3, style: "calm", model: "m", seed: 7,
    parameters: ["stability": "0.5", "format": "pcm"])

  @Test(arguments: [
    (VoiceOptions(), "66c4fbedd0d8360510d1d2377d661740985e70c124bcfeaa221336505d359f15"),
    (full, "61f2b274f7e31585f40b41a356c282658e8e36b3d5a34085cddd12f9d442c407"),
  ])
  func `records of speech keep their identities`(options: VoiceOptions, expected: String) {
    let key = RecordRow.itemKey(
      provider: "p", voice: "v", language: "en", options: options, text: "Hello.")
    #expect(key == expected)
  }
}
