import FoundationEssentials
import Testing

@testable import Hablare

struct EspeakListingTests {
  private let provider = EspeakNGVoiceProvider(slots: 1)

  @Test func `espeak's own list is read completely`() async throws {
    let all = try await provider.fetchVoices(languageCode: "")
    #expect(all.count > 100)
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(all.allSatisfy { $0.providerId == "espeak" && $0.language != nil && !$0.name.isEmpty })
    let english = try await provider.fetchVoices(languageCode: "en-US")
    #expect(english.first?.id == "en-us")
    #expect(english.contains { $0.id == "en-us+f3" && $0.gender == "female" })
    #expect(try await provider.fetchVoices(languageCode: "tlh").isEmpty)
    #expect(try await provider.version().hasPrefix("1."))
    await provider.shutdown()
  }

  @Test(arguments: [("en-US", "en-us"), ("de-DE", "de"), ("fr-FR", "fr-fr"), ("es-MX", "es-419")])
  func `casting voices exist, differ, and alternate between genders`(code: String, base: String)
    async throws
  {
    let voices = try await provider.castingVoices(languageCode: code)
    #expect(voices.count == 24)
    #expect(Set(voices.map(\.id)).count == 24)
    #expect(voices.allSatisfy { $0.id.hasPrefix("\(base)+") })
    for (index, voice) in voices.enumerated() {
      #expect(voice.gender == (index.isMultiple(of: 2) ? "female" : "male"))
      #expect(await provider.isVoiceAvailable(voiceId: voice.id))
    }
    await provider.shutdown()
  }

  @Test func `every voice and every variant speaks`() async throws {
    let crowd = EspeakNGVoiceProvider(slots: 2)
    let ids =
      try await crowd.fetchVoices(languageCode: "").map(\.id)
      + crowd.fetchVoices(languageCode: "en-US").map(\.id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in ids {
        group.addTask {
          let request = EspeakSpeech.request("One, 2.", voice: id)
          let output = try await crowd.generate(request: request)
          #expect(output.audioData.count > 2000, "\(id)")
        }
      }
      try await group.waitForAll()
    }
    await crowd.shutdown()
  }

  @Test(arguments: ["", "  \n\t", "\u{0}\u{1}", "\u{2003}"])
  func `blank text is refused`(text: String) async {
    await #expect(throws: VoiceProviderError.invalidRequest("the text is blank")) {
      try await EspeakNGVoiceProvider(workerPath: "/nowhere").generate(
        request: EspeakSpeech.request(text))
    }
  }

  @Test(arguments: [
    ("en-us+f33", "en-us+f3"), ("en-su", "en-us"), ("de-DE", "de"), ("en-us+Anie", "en-us+Annie"),
  ])
  func `for an unknown voice the nearest is suggested`(id: String, nearest: String) async throws {
    let error = await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: EspeakSpeech.request("Hello.", voice: id))
    }
    guard case .voiceNotFound(let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(nearest), "\(found)")
    #expect(await !provider.isVoiceAvailable(voiceId: id))
    await provider.shutdown()
  }

  @Test(arguments: ["/nowhere/guion2audio-espeak", "/bin/true", "/bin/sh", "/etc/passwd"])
  func `a program that is not the worker is an error`(path: String) async {
    let error = await #expect(throws: VoiceProviderError.self) {
      try await EspeakNGVoiceProvider(workerPath: path).version()
    }
    guard case .engineUnavailable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the worker is searched for in the documented places`() {
    let candidates = WorkerProgram.espeak.candidates(
      executable: "/opt/bin/tool", argument: "x/y",
      environment: ["GUION2AUDIO_ESPEAK": "/e/worker"])
    #expect(
      candidates == [
        "/opt/bin/guion2audio-espeak", "/opt/bin/../libexec/guion2audio/guion2audio-espeak",
        "x/guion2audio-espeak", "/e/worker",
      ])
  }
}
