import Testing

@testable import Hablare

struct OpenAISpeechTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var speech: OpenAISpeech
    var body: String

    init(
      _ name: String, model: String = "gpt-4o-mini-tts", voice: String = "alloy",
      options: VoiceOptions = .init(), isOpenAI: Bool = true, sampleRate: Int? = nil, _ body: String
    ) {
      testDescription = name
      speech = OpenAISpeech(
        model: model, voice: voice, options: options, isOpenAI: isOpenAI, sampleRate: sampleRate)
      self.body = body
    }
  }

  static let rows = [
    Row(
      "OpenAI",
      #"{"input":"Hi","model":"gpt-4o-mini-tts","response_format":"pcm","voice":"alloy"}"#),
    Row(
      "another server", model: "kokoro", voice: "af_sky", isOpenAI: false,
      #"{"input":"Hi","model":"kokoro","response_format":"wav","stream":false,"voice":"af_sky"}"#),
    Row(
      "a rate for samples", model: "m", voice: "v", isOpenAI: false, sampleRate: 22_050,
      #"{"input":"Hi","model":"m","response_format":"pcm","sample_rate":22050,"stream":false,"voice":"v"}"#
    ),
    Row(
      "tempo and direction", options: VoiceOptions(rate: 1.1, pitch: 3, style: " whispering "),
      #"{"input":"Hi","instructions":"whispering","model":"gpt-4o-mini-tts","response_format":"pcm","speed":1.1,"voice":"alloy"}"#
    ),
    Row(
      "a model without directions", model: "tts-1-hd", options: VoiceOptions(style: "sad"),
      #"{"input":"Hi","model":"tts-1-hd","response_format":"pcm","voice":"alloy"}"#),
    Row(
      "tempos beyond the limits", model: "tts-1", options: VoiceOptions(rate: 9),
      #"{"input":"Hi","model":"tts-1","response_format":"pcm","speed":4,"voice":"alloy"}"#),
    Row(
      "no tempo at all", model: "tts-1", options: VoiceOptions(rate: .nan),
      #"{"input":"Hi","model":"tts-1","response_format":"pcm","voice":"alloy"}"#),
    Row(
      "a voice of one's own", voice: "voice_12",
      #"{"input":"Hi","model":"gpt-4o-mini-tts","response_format":"pcm","voice":{"id":"voice_12"}}"#
    ),
    Row(
      "free parameters", model: "kokoro", voice: "v",
      options: VoiceOptions(parameters: [
        "lang_code": "e", "volume_multiplier": "0.5", "ssml": "true", "quoted": "\"1\"",
        "list": "[1]", "odd": "1 2",
      ]), isOpenAI: false,
      #"{"input":"Hi","lang_code":"e","list":"[1]","model":"kokoro","odd":"1 2","quoted":"1","response_format":"wav","ssml":true,"stream":false,"voice":"v","volume_multiplier":0.5}"#
    ),
  ]

  @Test(arguments: rows) func `the body has the fields that the server supports`(row: Row) throws {
    #expect(String(decoding: try row.speech.body("Hi"), as: UTF8.self) == row.body)
    try row.speech.check()
  }

  @Test(
    arguments: [
      (nil, ["never", "she"], #"Stress "never"."#),
      ("sad", ["I", "never"], #"sad. Stress "I", "never"."#),
      ("sad", [], "sad"), (nil, ["she"], nil),
    ] as [(String?, [String], String?)])
  func `words of the piece that are stressed are instructions`(
    style: String?, words: [String], instructions: String?
  ) throws {
    var speech = OpenAISpeech(
      model: "gpt-4o-mini-tts", voice: "v", options: VoiceOptions(style: style), isOpenAI: true)
    speech.stressed = words
    let body = JSONValue(try speech.body("I never said so."))
    #expect(body?["instructions"] == instructions.map(JSONValue.string))
    speech.model = "tts-1"
    #expect(JSONValue(try speech.body("I never said so."))?["instructions"] == nil)
  }

  @Test func `text is sent unchanged`() throws {
    let speech = Self.rows[0].speech
    let text = "\"Ñandú\"\n\\ / \u{1}日本 👩‍👧"
    let body = try speech.body(text)
    #expect(JSONValue(body)?["input"] == .string(text))
  }

  @Test(arguments: OpenAISpeech.reserved.sorted())
  func `parameters cannot replace other settings`(name: String) {
    let options = VoiceOptions(parameters: [name: "1"])
    let speech = OpenAISpeech(model: "m", voice: "v", options: options, isOpenAI: false)
    #expect(throws: VoiceProviderError.self) { try speech.check() }
  }

  @Test func `a direction has a limit`() {
    let options = VoiceOptions(style: String(repeating: "a", count: 4097))
    let speech = OpenAISpeech(model: "m", voice: "v", options: options, isOpenAI: true)
    #expect(throws: VoiceProviderError.self) { try speech.check() }
  }

  @Test(arguments: [
    ("gpt-4o-mini-tts", true, "a", 4096), ("gpt-4o-mini-tts", true, "日", 1000),
    ("gpt-4o-mini-tts", true, "я", 1000), ("tts-1", true, "日", 4096), ("kokoro", false, "日", 4096),
    ("gpt-4o-mini-tts", true, "ñ", 4096),
  ])
  func `the limit is the server's, and lower in scripts with many tokens`(
    model: String, isOpenAI: Bool, letter: String, limit: Int
  ) {
    let speech = OpenAISpeech(
      model: model, voice: "v", options: VoiceOptions(), isOpenAI: isOpenAI)
    let pieces = speech.pieces(of: String(repeating: letter, count: 5000))
    #expect(pieces.first?.unicodeScalars.count == limit)
    #expect(pieces.joined().count == 5000)
  }

  @Test func `pieces have no spaces around them and are never blank`() {
    let speech = OpenAISpeech(model: "m", voice: "v", options: VoiceOptions(), isOpenAI: true)
    let sentence = String(repeating: "a", count: 3000) + ". "
    let pieces = speech.pieces(of: sentence + sentence + String(repeating: " ", count: 5000))
    #expect(pieces == [sentence.trimmed, sentence.trimmed])
    #expect(speech.pieces(of: " Hi. ") == [" Hi. "])
  }
}
