import Testing

@testable import Hablare

@Suite struct AACConfigurationTests {
  /// Returns the content of an `esds` box around the bytes for the decoder.
  private static func content(_ config: [UInt8], flags: UInt8 = 0, optional: [UInt8] = [])
    -> [UInt8]
  {
    [0, 0, 0, 0, 3, 0x80, 0x80, 0x80, 40, 0, 1, flags] + optional
      + [4, 30] + [UInt8](repeating: 0, count: 13) + [5, UInt8(config.count)] + config
  }

  @Test(
    arguments: [
      // AAC-LC at 44,100 Hz: five bits for the type, four for the rate, four for the channels.
      (content([0x12, 0x08]), 1), (content([0x12, 0x10]), 2), (content([0x12, 0x38]), 8),
      // The number of channels is only in the stream itself.
      (content([0x12, 0x00]), nil),
      // A rate as a number of 24 bits.
      (content([0x17, 0x80, 0x56, 0x22, 0x10]), 2),
      // Parametric stereo, and a type with six more bits.
      (content([0xEA, 0x08]), 2), (content([0xF9, 0x48, 0x40]), 2),
      (content([0x12, 0x08], flags: 0xE0, optional: [0, 9, 3, 1, 2, 3, 0, 7]), 1),
    ] as [([UInt8], Int?)])
  func `channels are those of the decoder's configuration`(content: [UInt8], channels: Int?) throws
  {
    let configuration = try #require(AACConfiguration(content[...]))
    #expect(configuration.channels == channels)
  }

  @Test func `truncated content has no configuration`() {
    let whole = Self.content([0x12, 0x08])
    for length in 0..<whole.count { #expect(AACConfiguration(whole.prefix(length)) == nil) }
    #expect(AACConfiguration([0, 0, 0, 0, 4, 1, 0][...]) == nil)
    #expect(AACConfiguration([0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF][...]) == nil)
  }
}
