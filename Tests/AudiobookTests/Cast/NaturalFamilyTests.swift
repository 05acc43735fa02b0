import Foundation
import Hablare
import Narration
import Testing

@testable import Audiobook

/// Tests that the speakers of one natural voice differ clearly.
@Suite(
  .enabled("the natural voice is installed (Scripts/install-natural)") {
    await HibariVoiceProvider(slots: 1).isConfigured()
  })
struct NaturalFamilyTests {
  /// The smallest allowed distance between two speakers, in semitones.
  private static let leastDistance = 1.5

  @Test func `any two speakers differ clearly, and there are low and high ones`()
    async throws
  {
    let provider = HibariVoiceProvider(slots: 2)
    defer { Task { await provider.shutdown() } }
    let listener = VoiceListener(directory: VoiceDirectory([provider]), clips: nil)
    var timbres: [(id: String, timbre: VoiceTimbre)] = []
    for voice in try await provider.fetchVoices(languageCode: "en-US") {
      let uri = VoiceURI(providerId: provider.providerId, voiceId: voice.id)
      let timbre = try await listener.timbre(of: uri, languageCode: "en-US")
      timbres.append((voice.id, try #require(timbre)))
    }
    #expect(timbres.count >= 11)
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
