import Foundation
import Testing

@testable import Hablare

/// Tests of how settings become the graph's numbers.
struct HibariParametersTests {
  private func voice(_ id: String) throws -> HibariVoiceID { try #require(HibariVoiceID(id)) }

  @Test func `settings of a preset and of a request are combined`() throws {
    let preset = try #require(HibariPreset.all.first)
    let options = VoiceOptions(rate: 1.25, pitch: 2, gain: 6, parameters: ["formant": "0.9"])
    let manner = HibariParameters(try voice("heart+\(preset.name)+whisper"), options)
    #expect(manner.speed == 1.25)
    #expect(abs(manner.pitch - exp2((preset.pitch + 2) / 12)) < 1e-9)
    #expect(abs(manner.formant - preset.formant * 0.9) < 1e-9)
    #expect(abs(manner.gain - 1.9953) < 1e-3)
    #expect(manner.whispers)
  }

  @Test func `a preset has its own tempo and colour`() throws {
    let old = HibariParameters(try voice("heart+stork"), VoiceOptions(rate: 1.2))
    let preset = try #require(HibariPreset.all.first { $0.name == "stork" })
    #expect(abs(old.speed - 1.2 * preset.rate) < 1e-9)
    #expect(old.breath == preset.colour.breath && old.breath > 0)
    #expect(old.roughness == preset.colour.roughness && old.roughness > 0)
    #expect(old.tremor == preset.colour.tremor && old.tremor > 0)
    #expect(old.tilt == preset.colour.tilt && old.tilt < 0)
  }

  @Test func `the colour of a delivery is added to that of a preset`() throws {
    var options = VoiceOptions()
    options.colour = VoiceColour(range: 0.5, breath: 0.1, tilt: 1)
    let plain = HibariParameters(try voice("heart"), options)
    #expect([plain.range, plain.breath, plain.tilt] == [0.5, 0.1, 1])
    let preset = try #require(HibariPreset.all.first { $0.name == "stork" })
    let old = HibariParameters(try voice("heart+stork"), options)
    #expect(abs(old.breath - preset.colour.breath - 0.1) < 1e-9)
    #expect(abs(old.tilt - preset.colour.tilt - 1) < 1e-9)
  }

  @Test func `a voice without settings changes nothing`() throws {
    let manner = HibariParameters(try voice("heart"), VoiceOptions())
    #expect([manner.speed, manner.pitch, manner.formant, manner.gain] == [1, 1, 1, 1])
    #expect([manner.breath, manner.roughness, manner.tremor, manner.tilt] == [0, 0, 0, 0])
    #expect(manner.range == 1)
    #expect(!manner.whispers)
  }

  @Test(arguments: [
    (["formant": "0.9"], nil), (["formant": "0.8"], nil), (["formant": "1.1"], nil),
    (["formant": "0.79"], "formant must be a number from 0.8 to 1.1, not \"0.79\""),
    (["formant": "nan"], "formant must be a number from 0.8 to 1.1, not \"nan\""),
    (["formant": "low"], "formant must be a number from 0.8 to 1.1, not \"low\""),
    (
      ["speed": "2"], "Hibari has no setting \"speed\"; use lang, rate, pitch, gain, pan or formant"
    ),
  ])
  func `formant is the only special setting`(parameters: [String: String], problem: String?) {
    #expect(HibariParameters.problem(with: parameters) == problem)
  }
}
