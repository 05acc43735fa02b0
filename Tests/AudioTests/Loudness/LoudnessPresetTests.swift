import Audio
import Testing

@Suite("Loudness presets")
struct LoudnessPresetTests {
  @Test(arguments: [
    ("off", LoudnessPreset.off), ("acx", .acx), ("podcast", .podcast), ("ebu", .ebu),
    ("-19", .mono(-19)), ("-16.5", .mono(-16.5)), ("-70", .mono(-70)), ("-5", .mono(-5)),
    ("-5.0", .mono(-5)),
  ])
  func namesAndNumbersAreRead(text: String, expected: LoudnessPreset) {
    #expect(LoudnessPreset(text) == expected)
    #expect(LoudnessPreset(expected.description) == expected)
  }

  @Test(arguments: [
    "", "ACX", "loud", "-70.1", "-4.9", "0", "19", "nan", "-inf", "-0x13", "-1e1", "-19 LUFS",
    " -19",
    "--19", "-1.9.1", ".", "-",
  ])
  func otherTextIsNotAPreset(text: String) {
    #expect(LoudnessPreset(text) == nil)
  }

  struct Row: Sendable {
    let preset: LoudnessPreset
    let mono: Double
    let stereo: Double
    let ceiling: Double
    let limit: Double
  }

  @Test(arguments: [
    Row(preset: .acx, mono: -20, stereo: -17, ceiling: -3, limit: -3.5),
    Row(preset: .podcast, mono: -19, stereo: -16, ceiling: -1, limit: -1.5),
    Row(preset: .ebu, mono: -23, stereo: -23, ceiling: -1, limit: -1.5),
    Row(preset: .mono(-19), mono: -19, stereo: -16, ceiling: -1, limit: -1.5),
    Row(preset: .mono(-30), mono: -30, stereo: -27, ceiling: -1, limit: -1.5),
  ])
  func targetsMatchTheTable(_ row: Row) throws {
    let mono = try #require(row.preset.target(channels: 1))
    let stereo = try #require(row.preset.target(channels: 2))
    #expect(mono.integrated == row.mono)
    #expect(stereo.integrated == row.stereo)
    for target in [mono, stereo] {
      #expect(target.ceiling == row.ceiling)
      #expect(target.limit == row.limit)
      #expect(target.rms == (row.preset == .acx ? -22.0 ... -19.0 : nil))
    }
  }

  @Test func offHasNoTarget() {
    #expect(LoudnessPreset.off.target(channels: 1) == nil)
    #expect(LoudnessPreset.off.target(channels: 2) == nil)
  }
}
