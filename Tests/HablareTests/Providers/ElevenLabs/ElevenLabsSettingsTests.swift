import Testing

@testable import Hablare

struct ElevenLabsSettingsTests {
  @Test(
    arguments: [
      (1.0, nil, nil), (1.1, nil, 1.1), (0.9, "1.1", 0.99), (2, nil, 1.2), (0.5, nil, 0.7),
      (1, "0.8", 0.8), (1.05 * 1.2, nil, 1.2),
    ] as [(Double, String?, Double?)])
  func `rate and speed are combined, within the service's limits`(
    rate: Double, speed: String?, expected: Double?
  ) throws {
    var options = VoiceOptions(rate: rate)
    options.parameters["speed"] = speed
    #expect(try ElevenLabsSettings(options).speed == expected)
  }

  @Test(arguments: [
    ("stability", "1.5", "stability 1.5 is out of range: 0 to 1"),
    ("similarity", "-0.1", "similarity -0.1 is out of range: 0 to 1"),
    ("style", "nan", "style must be a number, not \"nan\""),
    ("style", "", "style must be a number, not \"\""),
    ("speed", "0.5", "speed 0.5 is out of range: 0.7 to 1.2"),
    ("speakerBoost", "yes", "speakerBoost must be true or false, not \"yes\""),
    ("Stability", "1", "ElevenLabs has no parameter \"Stability\"; did you mean stability?"),
    (
      "loudness", "1",
      "ElevenLabs has no parameter \"loudness\"; the parameters are stability, similarity, style, "
        + "speakerBoost, speed"
    ),
  ])
  func `a parameter that makes no sense is named in the error`(
    key: String, value: String, reason: String
  ) {
    #expect(throws: VoiceProviderError.invalidRequest(reason)) {
      try ElevenLabsSettings(VoiceOptions(parameters: [key: value]))
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [Double]) func `an impossible rate is refused`(
    rate: Double
  ) {
    #expect(throws: VoiceProviderError.invalidRequest("the rate must be a number above 0")) {
      try ElevenLabsSettings(VoiceOptions(rate: rate))
    }
  }
}
