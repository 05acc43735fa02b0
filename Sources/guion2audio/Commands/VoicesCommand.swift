import Audiobook
import Guion
import Hablare
import Narration

/// `guion2audio voices`: what there is to cast.
struct VoicesCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    if let extra = arguments.inputs.first { throw UsageError("voices takes no \"\(extra)\"") }
    if let gender = arguments[.gender], !["female", "male", "neutral"].contains(gender) {
      throw UsageError("--gender \(gender): female, male or neutral")
    }
    let language = try RenderOptions.language(arguments) ?? ""
    let setup = try SpeechSetup(arguments)
    let (voices, failures) = try await listing(language, setup)
    await setup.shutdown()
    await setup.warnOfKeys(if: failures.contains(where: \.isRefusal))
    if voices.isEmpty, failures.isEmpty {
      let hint =
        arguments.has(.language) ? "" : "; --language TAG lists the variants of a language too"
      Streams.error("guion2audio: no voice is like that\(hint)\n")
    }
    for failure in failures { Streams.error("guion2audio: \(failure.message)\n") }
    Streams.out(arguments.has(.json) ? json(voices) : table(voices))
    guard voices.isEmpty, let failure = failures.first else {
      return failures.isEmpty ? .success : .someFailed
    }
    return failure.isRefusal ? .refused : .unavailable
  }

  /// The voices of the provider that was named, or of all that are enabled and configured.
  private func listing(
    _ language: String, _ setup: SpeechSetup
  ) async throws -> (voices: [Voice], failures: [UnusableProvider]) {
    let service = setup.service()
    let (all, failures): ([String: [Voice]], [String: any Error])
    if let id = arguments[.provider] {
      _ = try await setup.provider(id)
      do {
        (all, failures) = (
          [id: try await service.fetchVoices(from: id, languageCode: language)], [:]
        )
      } catch {
        (all, failures) = ([:], [id: error])
      }
    } else {
      (all, failures) = await service.fetchAllVoices(languageCode: language)
    }
    let voices = all.sorted { $0.key < $1.key }.flatMap(\.value).filter {
      arguments[.gender] == nil || $0.gender == arguments[.gender]
    }
    return (
      voices,
      failures.sorted { $0.key < $1.key }.map {
        UnusableProvider($0.key, $0.value, advice: .shell)
      }
    )
  }

  private func uri(_ voice: Voice) -> String {
    VoiceURI(providerId: voice.providerId, voiceId: voice.id).description
  }

  private func table(_ voices: [Voice]) -> String {
    TextTable.text(voices.map { [uri($0), $0.language ?? "", $0.gender ?? "", $0.name] })
  }

  private func json(_ voices: [Voice]) -> String {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for voice in voices {
      json.beginObject(.inline)
      for (key, value) in [
        ("uri", uri(voice)), ("id", voice.id), ("name", voice.name),
        ("provider", voice.providerId), ("language", voice.language),
        ("gender", voice.gender), ("category", voice.category),
      ] {
        guard let value else { continue }
        json.key(key)
        json.string(value)
      }
      json.end()
    }
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }
}
