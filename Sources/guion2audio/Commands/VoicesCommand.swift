import Guion
import Hablare

/// `guion2audio voices`: what there is to cast.
struct VoicesCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    if let extra = arguments.inputs.first { throw UsageError("voices takes no \"\(extra)\"") }
    let provider = EspeakNGVoiceProvider(slots: 1)
    if let id = arguments[.provider], id != provider.providerId {
      throw CommandFailure(
        .usage, "there is no provider \"\(id)\"; there is \(provider.providerId)")
    }
    if let gender = arguments[.gender], !["female", "male", "neutral"].contains(gender) {
      throw UsageError("--gender \(gender): female, male or neutral")
    }
    do {
      var voices = try await provider.fetchVoices(
        languageCode: try RenderOptions.language(arguments) ?? "")
      await provider.shutdown()
      if let gender = arguments[.gender] { voices.removeAll { $0.gender != gender } }
      if voices.isEmpty {
        let hint =
          arguments.has(.language) ? "" : "; --language TAG lists the variants of a language too"
        Streams.error("guion2audio: no voice is like that\(hint)\n")
      }
      Streams.out(arguments.has(.json) ? json(voices) : table(voices))
      return .success
    } catch let error as VoiceProviderError {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  private func uri(_ voice: Voice) -> String {
    VoiceURI(providerId: voice.providerId, voiceId: voice.id).description
  }

  private func table(_ voices: [Voice]) -> String {
    let rows = voices.map { [uri($0), $0.language ?? "", $0.gender ?? "", $0.name] }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return (cells + [row[3]]).joined(separator: "  ") + "\n"
    }.joined()
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
