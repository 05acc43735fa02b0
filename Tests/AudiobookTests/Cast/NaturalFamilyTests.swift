import Foundation
import Hablare
import Narration
import Testing

@testable import Audiobook

/// Tests that the speakers of one natural voice differ clearly, and have the timbres that come with
/// them.
@Suite(
  .enabled("the natural voice is installed (Scripts/install-natural)") {
    await NeuralVoiceProvider.hibari(slots: 1).isConfigured()
  })
struct NaturalFamilyTests {
  /// The smallest allowed distance between two speakers, in semitones.
  private static let leastDistance = 1.5
  /// The largest allowed distance between a measured timbre and the timbre in the table, in semitones.
  /// A speaker within this distance is nearer to its own timbre than to any other's. What the quantized graph computes
  /// depends on the kind of processor: without AVX-512, five speakers are 0.20 to 0.33 semitones off.
  private static let tolerance = leastDistance / 2

  @Test func `any two speakers differ clearly, and there are low and high ones`()
    async throws
  {
    let provider = NeuralVoiceProvider.hibari(slots: 2)
    defer { Task { await provider.shutdown() } }
    let listener = VoiceListener(directory: VoiceDirectory([provider]), clips: nil)
    var timbres: [(id: String, timbre: VoiceTimbre)] = []
    for voice in try await provider.fetchVoices(languageCode: "en-US") {
      let uri = VoiceURI(providerId: provider.providerId, voiceId: voice.id)
      let timbre = try #require(try await listener.timbre(of: uri, languageCode: "en-US"))
      timbres.append((voice.id, timbre))
      // Voices that can be installed have no timbre in the table.
      if voice.id.hasPrefix("heart") {
        let shipped = try #require(provider.timbre(of: voice.id))
        #expect(shipped.distance(to: timbre) < Self.tolerance, "\(voice.id) \(timbre)")
      }
    }
    #expect(timbres.count >= 19)
    for (place, one) in timbres.enumerated() {
      for other in timbres.dropFirst(place + 1) {
        let distance = one.timbre.distance(to: other.timbre)
        #expect(distance >= Self.leastDistance, "\(one.id) \(other.id)")
      }
    }
    let hertz = timbres.map { 55 * exp2($0.timbre.pitch / 12) }
    #expect(hertz.count { $0 < 140 } >= 4, "\(hertz)")
    #expect(hertz.count { $0 > 170 } >= 4, "\(hertz)")
  }
}

/// Tests that espeak's variants have the timbres that come with them.
@Suite struct EspeakTimbreTests {
  @Test(arguments: ["en-us", "en-us+f3", "en-us+m3", "en-us+grandpa"])
  func `a variant has the timbre in the table`(voiceId: String) async throws {
    let provider = EspeakNGVoiceProvider()
    let listener = VoiceListener(directory: VoiceDirectory([provider]), clips: nil)
    let uri = VoiceURI(providerId: provider.providerId, voiceId: voiceId)
    let measured = try #require(try await listener.timbre(of: uri, languageCode: "en-US"))
    let shipped = try #require(provider.timbre(of: voiceId))
    #expect(shipped.distance(to: measured) < 0.2, "\(measured)")
    await provider.shutdown()
  }

  @Test func `each voice for roles has a timbre, in every language`() async throws {
    let provider = EspeakNGVoiceProvider()
    for language in ["en-US", "de", "fr"] {
      let voices = try await provider.roleVoices(languageCode: language)
      #expect(voices.count >= 26)
      for voice in voices { #expect(provider.timbre(of: voice.id) != nil, "\(voice.id)") }
      #expect(voices.filter { $0.age == "old" }.map(\.words) == ["old man", "old woman"])
    }
    #expect(provider.timbre(of: "en-us+whisper") == nil)
    #expect(provider.timbre(of: "en-us+nobody") == nil)
    await provider.shutdown()
  }
}
