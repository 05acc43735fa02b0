import Audiobook
import Hablare
import Narration

/// Measures installed voices that have no measurement yet, and shows the progress.
struct VoiceMeasurement {
  private let setup: SpeechSetup
  private let meter: LoadMeter

  init(_ setup: SpeechSetup, _ arguments: Arguments) throws(UsageError) {
    self.setup = setup
    meter = try LoadMeter(arguments)
  }

  /// Returns the measurements of voices.
  /// A voice that cannot speak now is left out, with a note to the user.
  func timbres(of voices: [Voice]) async throws -> [VoiceURI: VoiceTimbre] {
    let store = setup.timbres()
    let uris = voices.map(\.uri)
    let missing = uris.filter { store.timbre(of: $0) == nil }
    var timbres = uris.reduce(into: [:]) { $0[$1] = store.timbre(of: $1) }
    guard !missing.isEmpty else { return timbres }
    let languages = Dictionary(voices.map { ($0.uri, $0.language ?? "en") }) { first, _ in first }
    let directory = try await setup.directory(of: Set(missing.map(\.providerId)), naming: missing)
    let listener = VoiceListener(directory: directory, clips: nil, measurements: store)
    defer { meter.finish() }
    do {
      let measured = try await listener.timbres(
        of: missing, languageCode: { languages[$0] ?? "en" },
        onProgress: { meter.show("measuring voices", $0, of: missing.count, unit: .pieces) },
        onNote: { Streams.error("guion2audio: note: \($0)\n") })
      timbres.merge(measured) { $1 }
    } catch let failure as VoiceListener.Failure {
      meter.finish()
      Streams.error("guion2audio: note: \(failure.voice) was not measured: \(failure.reason)\n")
    }
    return timbres
  }
}
