import Foundation
import Testing

@testable import Hablare

struct ElevenLabsVoiceListTests {
  static let page = """
    {"voices":[
      {"voice_id":"multi","name":"Roger - Laid-Back, Resonant","labels":{"language":"en",
        "ACCENT":"american","Accent":"other","gender":"Non-Binary","age":null},
       "verified_languages":[
        {"language":"en","model_id":"eleven_v2_5_flash","locale":"en-US","accent":"american"},
        {"language":"en","model_id":"eleven_multilingual_v2","locale":"en-US"},
        {"language":"es","model_id":"eleven_multilingual_v2","locale":"es-MX","accent":"mexican"},
        {"language":"pt","model_id":"eleven_multilingual_v2","locale":null}],
       "created_at_unix":20},
      {"voice_id":"british","name":"Ann","labels":{"language":"en"},
       "verified_languages":[{"language":"en","locale":"en_gb"}],"created_at_unix":10},
      {"voice_id":"dear","name":"Dear","labels":{"language":"en"},"sharing":{"rate":3},
       "created_at_unix":1},
      {"voice_id":"bare"},
      {"voice_id":"odd","name":7,"labels":[],"verified_languages":"many","preview_url":"",
       "created_at_unix":"yesterday"},
      {"name":"no id"}, 7, null,
      {"voice_id":"bare","name":"Again"}],
     "has_more":false,"next_page_token":null}
    """

  private func list() throws -> ElevenLabsVoiceList {
    var list = ElevenLabsVoiceList()
    list.add(try ElevenLabsVoicePage(json: Array(Self.page.utf8)).voices)
    return list
  }

  @Test func `a voice's texts never contain the key, and its price is valid`() throws {
    let json = #"""
      {"voices":[{"voice_id":"v","name":"My sk_0123456789","labels":{"SK_0123456789":"sk_0123456789"},
        "description":"sk_01234\u200b56789","preview_url":"https://h/sk_0123456789",
        "sharing":{"rate":1e308}},{"voice_id":"sk_0123456789"}]}
      """#
    let page = try ElevenLabsVoicePage(
      json: Array(json.utf8), hiding: SecureString("sk_0123456789"))
    let voice = try #require(page.voices.first)
    #expect(page.voices.count == 1)
    #expect(voice.name == "My ••••" && voice.description == "••••")
    #expect(voice.labels == ["••••": "••••"] && voice.previewURL == nil && voice.creditRate == 1)
    let kept = Voice(
      id: "v", name: "v", providerId: "p", labels: ["creditRate": "1e308"])
    #expect(ElevenLabsVoice(kept).creditRate == 1)
    let models = try ElevenLabsModelList(
      json: Array(
        #"[{"model_id":"m","model_rates":{"character_cost_multiplier":1e308}}]"#.utf8))
    #expect(models.entries.map(\.characterCost) == [nil])
  }

  @Test(arguments: [
    ("en", ["multi", "british", "dear"]), ("EN", ["multi", "british", "dear"]),
    ("en-GB", ["british"]), ("en_gb", ["british"]), ("en-AU", ["multi", "british", "dear"]),
    ("es", ["multi"]), ("es-MX", ["multi"]), ("es-ES", ["multi"]), ("pt-BR", ["multi"]),
    ("e", []), ("de", []), ("eng", []), ("", ["multi", "british", "dear", "bare", "odd"]),
  ])
  func `a language lists only its own voices`(code: String, ids: [String]) throws {
    #expect(try list().voices(languageCode: code, providerId: "x").map(\.id) == ids)
  }

  @Test func `a voice is listed with the requested language`() throws {
    let list = try list()
    let english = try #require(list.voices(languageCode: "en", providerId: "x").first)
    #expect(english.language == "en-US" && english.locality == "american")
    #expect(english.gender == "neutral" && english.name == "Roger - Laid-Back, Resonant")
    #expect(english.labels["accent"] == "american" && english.labels["age"] == nil)
    let spanish = try #require(list.voices(languageCode: "es", providerId: "x").first)
    #expect(spanish.language == "es-MX" && spanish.locality == "mexican")
    let bare = try #require(
      list.voices(languageCode: "", providerId: "x").first { $0.id == "bare" })
    #expect(bare == Voice(id: "bare", name: "bare", providerId: "x"))
  }

  /// A list that is cached for a day has all information of the original.
  @Test func `a cached list equals the original`() throws {
    let list = try list()
    let kept = list.voices(languageCode: "", providerId: "x")
    var again = ElevenLabsVoiceList()
    again.add(kept.map(ElevenLabsVoice.init))
    #expect(again == list)
  }

  @Test func `a voice's texts cannot control a terminal`() throws {
    let json =
      #"{"voices":[{"voice_id":"v","name":"A\u001b[31m\nB","labels":{"x\u0007":"\u202ey"}}]}"#
    let voice = try #require(try ElevenLabsVoicePage(json: Array(json.utf8)).voices.first)
    #expect(voice.name == "A [31m B" && voice.labels == ["x": "y"])
  }

  @Test func `for casting the oldest voices come first, and expensive ones are left out`() throws {
    let voices = try list().castingVoices(languageCode: "en", providerId: "x")
    #expect(voices.map(\.id) == ["british", "multi"])
  }

  @Test(arguments: [
    ("roger", ["multi"]), ("Rodger", ["multi"]), ("ann", ["british"]), ("britsh", ["british"]),
    ("nobody at all", []),
  ])
  func `a name or a misspelling leads to the id`(word: String, ids: [String]) throws {
    #expect(try list().nearest(to: word) == ids)
  }

  @Test(
    arguments: [
      (#"{"voices":[],"has_more":true,"next_page_token":"t"}"#, "t"),
      (#"{"voices":[],"has_more":true,"next_page_token":null}"#, nil),
      (#"{"voices":[],"has_more":true}"#, nil), (#"{"voices":[],"next_page_token":"t"}"#, nil),
    ] as [(String, String?)])
  func `another page needs a flag and a token`(json: String, token: String?) throws {
    #expect(try ElevenLabsVoicePage(json: Array(json.utf8)).nextToken == token)
  }

  @Test(arguments: ["", "[]", "{}", "<html>", #"{"voices":7}"#])
  func `an invalid page is refused`(json: String) {
    #expect(throws: DecodingError.self) { try ElevenLabsVoicePage(json: Array(json.utf8)) }
  }
}
