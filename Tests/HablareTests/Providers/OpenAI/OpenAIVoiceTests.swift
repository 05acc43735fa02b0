import Testing

@testable import Hablare

struct OpenAIVoiceTests {
  static func voices(_ text: String) -> [Voice]? {
    JSONValue(Array(text.utf8)).flatMap { OpenAIVoiceReader.voices($0, providerId: "p") }
  }

  static let lists: [(String, [String]?)] = [
    (#"{"voices":["a","b"]}"#, ["a", "b"]), (#"["a"]"#, ["a"]),
    (#"{"voices":[{"id":"a","name":"A"}]}"#, ["a"]),
    (#"{"data":[{"id":"a"}],"object":"list"}"#, ["a"]),
    (#"[{"name":"a"},{"voice_id":"b"}]"#, ["a", "b"]),
    (#"{"voices":[{"id":""},7,null,"c"]}"#, ["c"]),
    ("{\"voices\":[\"a\\u0007\",\"b\"]}", ["b"]), (#"{"voices":[]}"#, nil),
    (#"{"detail":"Not Found"}"#, nil),
    ("<html>", nil), ("7", nil),
  ]

  @Test func `a server's texts about its voices never contain the key`() throws {
    let json = try #require(
      JSONValue(
        Array(
          #"""
          [{"id":"a","name":"n sk-secret","description":"\u001b[2J SK-SECRET","language":"sk-secret"},
           {"id":"sk-secret"}]
          """#.utf8)))
    let key = SecureString("sk-secret")
    let voices = try #require(
      OpenAIVoiceReader.voices(json, providerId: "p", hiding: key))
    #expect(
      voices == [Voice(id: "a", name: "n ••••", providerId: "p", description: "[2J ••••")])
    #expect(OpenAIVoiceReader.models(json, hiding: key) == ["a"])
  }

  @Test(arguments: lists) func `lists of voices in many forms are read`(
    text: String, ids: [String]?
  ) {
    #expect(Self.voices(text)?.map(\.id) == ids)
  }

  static let described: [(String, String?, String?)] = [
    (#"[{"id":"x","language":"en-us","gender":"Female"}]"#, "en-US", "female"),
    (#"[{"id":"x","language":"de_DE","gender":"m"}]"#, "de-DE", "male"),
    (#"[{"id":"x","locale":"pt-BR","gender":"unknown"}]"#, "pt-BR", nil),
    (#"[{"id":"x","language":"multilingual"}]"#, nil, nil), (#"["alloy"]"#, nil, nil),
    (#"[{"id":"alloy","name":"en-US-JennyNeural"}]"#, "en-US", nil),
    (#"[{"name":"zh-CN-liaoning-XiaobeiNeural","gender":"Female"}]"#, "zh-CN-liaoning", "female"),
  ]

  @Test(arguments: described)
  func `a server's description of a voice is kept`(text: String, language: String?, gender: String?)
  {
    let voice = Self.voices(text)?.first
    #expect(voice?.language == language)
    #expect(voice?.gender == gender)
  }

  @Test(
    arguments: [
      (#"{"data":[{"id":"a"},{"id":"b"}]}"#, ["a", "b"]), (#"{"models":[{"id":"a"}]}"#, ["a"]),
      (#"{"models":["a"]}"#, ["a"]), (#"{"data":[]}"#, []), (#"{"x":1}"#, nil),
    ] as [(String, [String]?)])
  func `lists of models in several forms are read`(text: String, names: [String]?) {
    #expect(JSONValue(Array(text.utf8)).flatMap { OpenAIVoiceReader.models($0) } == names)
  }

  static func catalog(_ ids: [String]) -> OpenAIVoiceCatalog {
    OpenAIVoiceCatalog(voices: ids.map { Voice(id: $0, name: $0, providerId: "p") })
  }

  @Test(arguments: [
    ("af_heart", "en-US", "female"), ("bm_george", "en-GB", "male"), ("ef_dora", "es", "female"),
    ("ff_siwis", "fr-FR", "female"), ("hm_omega", "hi", "male"), ("if_sara", "it", "female"),
    ("jm_kumo", "ja", "male"), ("pm_alex", "pt-BR", "male"), ("zf_xiaobei", "zh", "female"),
  ])
  func `Kokoro's names contain language and gender`(id: String, language: String, gender: String) {
    let voice = Self.catalog([id, "af_sky", "alloy"]).voices[0]
    #expect(voice.language == language)
    #expect(voice.gender == gender)
  }

  @Test func `names that only look like Kokoro's contain no properties`() {
    for id in ["am_radio", "ex_x", "af_", "gf_x", "af-heart", "heart"] {
      let voice = Self.catalog([id, "somebody"]).voices[0]
      #expect(voice.language == nil && voice.gender == nil, "\(id)")
    }
  }

  static let listed = OpenAIVoiceCatalog(
    voices: [("us", "en-US"), ("gb", "en-GB"), ("en", "en"), ("de", "de-DE"), ("any", nil)].map {
      Voice(id: $0.0, name: $0.0, providerId: "p", language: $0.1)
    })

  @Test(arguments: [
    ("en", ["us", "gb", "en", "any"]), ("en-GB", ["gb", "any"]), ("EN_gb", ["gb", "any"]),
    ("en-AU", ["us", "gb", "en", "any"]), ("de", ["de", "any"]), ("fr", ["any"]),
    ("", ["us", "gb", "en", "de", "any"]), ("e", ["any"]),
  ])
  func `voices are found by language, and voices without one speak any`(code: String, ids: [String])
  {
    #expect(Self.listed.voices(languageCode: code).map(\.id) == ids)
  }

  @Test(arguments: [
    ("af_bella", true), ("af_bella(2)+af_sky", true), ("af_bella(0.5)+af_sky(1)", true),
    ("af_bella+", false), ("af_bella+af_none", false), ("af_bella(x)+af_sky", false),
    ("alloy", true), ("marin", false), ("af_bela", false), ("", false),
  ])
  func `a mix of voices counts as a voice`(id: String, exists: Bool) {
    #expect(Self.catalog(["af_bella", "af_sky"]).has(id) == exists)
  }

  @Test func `a voice that is listed twice counts once`() {
    #expect(Self.catalog(["b", "a", "b"]).voices.map(\.id) == ["b", "a"])
  }

  @Test func `each of OpenAI's models has its voices`() {
    let new = OpenAIVoiceCatalog.openAI(model: "gpt-4o-mini-tts-2025-12-15", providerId: "openai")
    #expect(new.voices.count == 13)
    let old = OpenAIVoiceCatalog.openAI(model: "tts-1", providerId: "openai")
    #expect(old.voices.count == 9)
    #expect(!old.has("marin") && new.has("marin"))
    #expect(new.voices.allSatisfy { $0.gender == nil && $0.language == nil })
    #expect(new.nearest(to: "aloy") == ["alloy"])
  }
}
