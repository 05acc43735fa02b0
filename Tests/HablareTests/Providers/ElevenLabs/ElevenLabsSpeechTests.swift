import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of speech requested from a fake service.
struct ElevenLabsSpeechTests {
  private typealias Case = ElevenLabsCase

  @Test func `a line is returned as samples at 24 kHz, with its cost`() async throws {
    let fixture = try Case()
    let output = try await fixture.provider.generate(request: Case.request())
    #expect(Array(output.audioData) == FakeElevenLabs.samples(of: "Hello there."))
    #expect(output.audioFormat == .pcm16 && output.sampleRate == 24_000 && output.channels == 1)
    #expect(
      output.metadata == [
        "model": "eleven_multilingual_v2", "request-id": "req-2", "character-cost": "12",
      ])
    let request = try #require(fixture.service.speechRequests.first)
    #expect(request.target == "/v1/text-to-speech/aria00000000000000aa?output_format=pcm_24000")
    #expect(request.text == #"{"model_id":"eleven_multilingual_v2","text":"Hello there."}"#)
    #expect(request.headers["content-type"] == "application/json")
    #expect(fixture.service.calls.count == 2)
  }

  @Test func `generateAudio returns MP3, as mimeType says`() async throws {
    let fixture = try Case()
    let data = try await fixture.provider.generateAudio(
      text: "Hello", voiceId: "aria00000000000000aa", languageCode: "en")
    #expect(fixture.provider.mimeType == "audio/mpeg")
    #expect(Array(data) == FakeElevenLabs.mp3(frames: 5))
    #expect(fixture.service.speechRequests.first?.query["output_format"] == "mp3_44100_128")
  }

  @Test func `settings, seed and model are sent`() async throws {
    let fixture = try Case()
    let options = VoiceOptions(
      rate: 1.1, pitch: 2, style: "sad", model: "eleven_flash_v2_5", seed: 7,
      parameters: ["stability": "0.5", "similarity": "0.75", "style": "0", "speakerBoost": "true"])
    let output = try await fixture.provider.generate(request: Case.request(options: options))
    #expect(
      fixture.service.speechRequests.first?.text
        == #"{"language_code":"en","model_id":"eleven_flash_v2_5","seed":7,"text":"Hello there.","#
        + #""voice_settings":{"similarity_boost":0.75,"speed":1.1,"stability":0.5,"style":0,"#
        + #""use_speaker_boost":true}}"#)
    #expect(output.metadata["ignored"] == "pitch")
  }

  @Test(arguments: [
    (VoiceOptions(parameters: ["stabilty": "1"]), "did you mean stability?"),
    (VoiceOptions(parameters: ["stability": "2"]), "stability 2 is out of range: 0 to 1"),
    (VoiceOptions(seed: -1), "seed -1 is out of range: 0 to 4294967295"),
  ])
  func `meaningless requests are refused before sending`(
    options: VoiceOptions, words: String
  ) async throws {
    let fixture = try Case()
    let error = await Case.error {
      _ = try await fixture.provider.generate(request: Case.request(options: options))
    }
    #expect(error?.description.contains(words) == true)
    #expect(fixture.service.calls.isEmpty)
  }

  @Test(arguments: ["", " \n", "\u{0}"]) func `blank text is refused`(text: String) async throws {
    let fixture = try Case()
    await #expect(throws: VoiceProviderError.invalidRequest("the text is blank")) {
      try await fixture.provider.generate(request: Case.request(text))
    }
    var phonemes = Case.request("[[h@]]")
    phonemes.isPhonemes = true
    let error = await Case.error { _ = try await fixture.provider.generate(request: phonemes) }
    #expect(error == .noPhonemes("elevenlabs"))
    #expect(fixture.service.calls.isEmpty)
  }

  @Test func `word times have positions`() async throws {
    let fixture = try Case()
    var request = Case.request("“Hello — there.”")
    request.wantsWordTimings = true
    let output = try await fixture.provider.generate(request: request)
    #expect(Array(output.audioData) == FakeElevenLabs.samples(of: request.text))
    #expect(
      output.wordTimings == [
        WordTiming(location: 1, length: 5, sample: 240),
        WordTiming(location: 9, length: 5, sample: 9 * 240),
      ])
    #expect(fixture.service.speechRequests.first?.path.hasSuffix("/with-timestamps") == true)
  }

  @Test func `a long text is spoken in pieces that get each other's context`() async throws {
    let fixture = try Case()
    let sentence = "This is a sentence of sixty characters, give or take a few. "
    var request = Case.request(String(repeating: sentence, count: 400))
    request.wantsWordTimings = true
    let output = try await fixture.provider.generate(request: request)
    let sent = fixture.service.speechRequests.compactMap { $0.fields["text"] as? String }
    #expect(sent.count == 3)
    #expect(sent.allSatisfy { $0.unicodeScalars.count <= 10_000 && $0.hasSuffix(".") })
    #expect(sent.joined(separator: " ") + " " == request.text)
    #expect(Array(output.audioData) == sent.flatMap(FakeElevenLabs.samples))
    #expect(output.metadata["request-id"] == "req-3,req-4,req-5")
    #expect(output.metadata["character-cost"] == String(sent.map(\.count).reduce(0, +)))
    let scalars = Array(request.text.unicodeScalars)
    #expect(output.wordTimings.count == 400 * 12)
    #expect(
      output.wordTimings.filter { $0.length == 4 }.allSatisfy { word in
        let text = String(String.UnicodeScalarView(scalars[word.location..<(word.location + 4)]))
        return text == "This" || text == "give" || text == "take"
      })
    let samples = output.wordTimings.map(\.sample)
    #expect(samples == samples.sorted() && samples.last ?? 0 < output.audioData.count / 2)
    let contexts = fixture.service.speechRequests.map(\.fields)
    #expect(contexts[0]["previous_text"] == nil && contexts[2]["next_text"] == nil)
    #expect((contexts[1]["previous_text"] as? String).map { sent[0].hasSuffix($0) } == true)
    #expect((contexts[1]["next_text"] as? String).map { sent[2].hasPrefix($0) } == true)
  }

  @Test func `the length limit is the service's own`() async throws {
    let text = String(repeating: "Word after word. ", count: 260)
    let fixture = try Case(model: "eleven_v3")
    _ = try await fixture.provider.generate(request: Case.request(text))
    #expect(fixture.service.calls.filter { $0 == "GET /v1/models" }.count == 1)
    #expect(fixture.service.speechRequests.count == 1)
    var account = FakeElevenLabsAccount()
    account.permissions.remove("models_read")
    let silent = try Case(account, model: "eleven_v3")
    _ = try await silent.provider.generate(request: Case.request(text))
    #expect(silent.service.speechRequests.count == 2)
    #expect(silent.service.speechRequests.allSatisfy { $0.fields["previous_text"] == nil })
  }

  @Test func `once a plan refuses samples, MP3 is requested`() async throws {
    var account = FakeElevenLabsAccount()
    account.allowsSamples = false
    let fixture = try Case(account)
    for _ in 0..<2 {
      let output = try await fixture.provider.generate(request: Case.request("Hello"))
      #expect(output.audioFormat == .mp3 && output.sampleRate == 44_100)
      #expect(Array(output.audioData) == FakeElevenLabs.mp3(frames: 5))
    }
    let formats = fixture.service.speechRequests.map { $0.query["output_format"] }
    #expect(formats == ["pcm_24000", "mp3_44100_128", "mp3_44100_128"])
    #expect(fixture.clock.sleeps.isEmpty)
  }

  @Test func `pieces of MP3 form one stream`() async throws {
    var account = FakeElevenLabsAccount()
    account.allowsSamples = false
    account.models["eleven_multilingual_v2"] = 1_200
    let fixture = try Case(account)
    var request = Case.request(String(repeating: "Word after word. ", count: 130))
    request.wantsWordTimings = true
    let output = try await fixture.provider.generate(request: request)
    let sent = fixture.service.speechRequests.dropFirst()
      .compactMap { $0.fields["text"] as? String }
    #expect(sent.count == 2)
    #expect(MPEGAudio(Array(output.audioData))?.samples == 1152 * sent.map(\.count).reduce(0, +))
    let second = output.wordTimings.first { $0.location > sent[0].count }
    #expect(second?.sample == 1152 * sent[0].count)
  }

  @Test func `neighbouring lines are sent on request`() async throws {
    var request = Case.request()
    (request.previousText, request.nextText) = ("Before.", " ")
    let fixture = try Case(usesContext: true)
    _ = try await fixture.provider.generate(request: request)
    #expect(fixture.service.speechRequests.first?.fields["previous_text"] as? String == "Before.")
    #expect(fixture.service.speechRequests.first?.fields["next_text"] == nil)
    let plain = try Case()
    _ = try await plain.provider.generate(request: request)
    #expect(plain.service.speechRequests.first?.fields["previous_text"] == nil)
  }

  @Test func `after a model has refused context, none is sent`() async throws {
    var request = Case.request()
    request.previousText = "Before."
    let fixture = try Case(usesContext: true)
    fixture.service.answerSpeech(
      with: FakeElevenLabs.refusal(400, "unsupported_model", "Not yet supported."))
    for _ in 0..<2 { _ = try await fixture.provider.generate(request: request) }
    let contexts = fixture.service.speechRequests.map { $0.fields["previous_text"] as? String }
    #expect(contexts == ["Before.", nil, nil])
  }

  @Test func `directions are only sent to models that support them`() async throws {
    let fixture = try Case()
    var request = Case.request(
      "I [think] so.", options: VoiceOptions(style: "Whispering, sad", model: "eleven_v3"))
    request.wantsWordTimings = true
    let output = try await fixture.provider.generate(request: request)
    #expect(output.wordTimings.map(\.location) == [0, 3, 10])
    request.options.model = nil
    _ = try await fixture.provider.generate(request: request)
    let sent = fixture.service.speechRequests.map { $0.fields["text"] as? String }
    #expect(sent == ["[whispering] [sad] I (think) so.", "I [think] so."])
  }

  @Test func `for an unknown model similar ones are suggested`() async throws {
    let fixture = try Case()
    let options = VoiceOptions(model: "eleven_flash_v25")
    await #expect(
      throws: VoiceProviderError.modelNotFound("eleven_flash_v25", nearest: ["eleven_flash_v2_5"])
    ) { try await fixture.provider.generate(request: Case.request(options: options)) }
  }

  @Test func `odd ids and texts arrive unchanged`() async throws {
    var account = FakeElevenLabsAccount()
    account.voices = [#"{"voice_id":"a%2Fb ü","name":"Odd"}"#]
    account.permissions.remove("voices_read")
    let fixture = try Case(account)
    fixture.service.answerAllSpeech(
      with: .bytes(FakeElevenLabs.samples(of: "x"), type: "audio/pcm"))
    let text = "\u{1F469}\u{200D}\u{1F4BB} \"quoted\" \\ \u{7}e\u{301}"
    _ = try await fixture.provider.generate(request: Case.request(text, voice: "a/../b ü?"))
    let request = try #require(fixture.service.speechRequests.first)
    #expect(request.path == "/v1/text-to-speech/a%2F..%2Fb%20%C3%BC%3F")
    #expect(
      (request.fields["text"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true
    )
  }

  @Test func `many simultaneous requests respect the limit`() async throws {
    let fixture = try Case()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          let text = "Line \(index)."
          let output = try await fixture.provider.generate(request: Case.request(text))
          #expect(Array(output.audioData) == FakeElevenLabs.samples(of: text))
        }
      }
      try await group.waitForAll()
    }
    #expect(fixture.service.server.maximumInFlight <= 2)
    #expect(fixture.service.calls.filter { $0 == "GET /v2/voices" }.count == 1)
  }
}
