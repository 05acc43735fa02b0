import Testing

@testable import Hablare

struct EspeakVoiceCatalogTests {
  /// Lines of the real list, in its order.
  static let catalog = EspeakVoiceCatalog(
    listing: """
      engine\t1.51
      voice\tgmw/de\tGerman\t1\t0\t5:de
      voice\tgmw/en-029\tEnglish (Caribbean)\t1\t0\t5:en-029,10:en
      voice\tgmw/en\tEnglish (Great Britain)\t1\t0\t2:en-gb,2:en
      voice\tgmw/en-GB-x-gbclan\tEnglish (Lancaster)\t1\t0\t5:en-gb-x-gbclan,3:en-gb,5:en
      voice\tgmw/en-US\tEnglish (America)\t1\t0\t2:en-us,3:en
      voice\tgmw/en-US-nyc\tEnglish (America, New York City)\t1\t0\t5:en-us-nyc
      voice\troa/es-419\tSpanish (Latin America)\t1\t0\t5:es-419,6:es-mx,6:es
      voice\troa/es\tSpanish (Spain)\t1\t0\t5:es
      voice\troa/fr\tFrench (France)\t1\t0\t5:fr-fr,5:fr
      voice\tiro/chr\tCherokee \t1\t0\t5:chr-US-Qaaa-x-west
      voice\tsit/yue\tChinese (Cantonese)\t1\t0\t5:yue,5:zh-yue,8:zh
      voice\tsit/yue-Latn-jyutping\tChinese (jyutping)\t1\t0\t5:yue,5:zh-yue,8:zh
      voice\tmb/mb-de2\tgerman-mbrola-2\t1\t0\t7:de
      variant\t!v/f3\tfemale3\t2\t0\t5:variant
      variant\t!v/m3\tmale3\t1\t0\t5:variant
      variant\t!v/f1\tfemale1\t2\t70\t5:variant
      variant\t!v/Mr serious\tMr_Serious\t1\t0\t5:variant
      variant\t!v/whisper\twhisper\t1\t0\t5:variant
      variant\t!v/whisperf\tfemale_whisper\t2\t0\t5:variant
      nonsense
      """)

  @Test(arguments: [
    ("en-us", "gmw/en-US"), ("EN-US", "gmw/en-US"), ("en-gb", "gmw/en"), ("en", "gmw/en"),
    ("en-gb+f3", "gmw/en+f3"), ("es-mx", "roa/es-419"), ("es", "roa/es"), ("fr", "roa/fr"),
    ("gmw/en-US+m3", "gmw/en-US+m3"), ("en+female_whisper", "gmw/en+whisperf"),
    ("en+F3", "gmw/en+f3"), ("en+Mr serious", "gmw/en+Mr serious"), ("yue", "sit/yue"),
    ("sit/yue-Latn-jyutping", "sit/yue-Latn-jyutping"),
  ])
  func `an id is resolved to the engine's name`(id: String, identifier: String) throws {
    #expect(try Self.catalog.resolve(id).identifier == identifier)
  }

  @Test(arguments: [
    ("en-uk", ["en-us", "en-gb", "en"]), ("en-us+f4", ["en-us+f3", "en-us+f1", "en-us+m3"]),
    ("de-DE", ["de"]), ("de-DE+f3", ["de+f3"]), ("en-us+whispr", ["en-us+whisper"]),
    ("qqqqqqqq", []), ("en-us+", []), ("", []), ("mb/mb-de2", []),
  ])
  func `for an unknown id the nearest is suggested`(id: String, nearest: [String]) {
    let error = #expect(throws: VoiceProviderError.self) { try Self.catalog.resolve(id) }
    guard case .voiceNotFound(let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(nearest).isSubset(of: found) || found.starts(with: nearest.prefix(1)))
  }

  @Test(arguments: [
    ("en", ["en-gb", "en-us", "en-gb-x-gbclan", "en-029", "en-us-nyc"]),
    ("en-GB", ["en-gb", "en-gb-x-gbclan"]),
    ("en-AU", ["en-gb", "en-us", "en-gb-x-gbclan", "en-029", "en-us-nyc"]),
    ("es", ["es", "es-419"]), ("es-MX", ["es-419"]), ("de-DE", ["de"]),
    ("zh", ["yue", "sit/yue-Latn-jyutping"]), ("tlh", []), ("e", []),
  ])
  func `voices are listed by language`(code: String, ids: [String]) {
    let voices = Self.catalog.voices(languageCode: code)
    #expect(voices.filter { $0.category == "voice" }.map(\.id) == ids)
    let variants = voices.filter { $0.category == "variant" }
    #expect(variants.count == (ids.isEmpty ? 0 : 6))
    #expect(variants.allSatisfy { $0.id.hasPrefix("\(ids[0])+") })
    #expect(Set(voices.map(\.id)).count == voices.count)
  }

  @Test func `every listed id resolves to its own voice`() throws {
    for voice in Self.catalog.voices(languageCode: "") {
      #expect(try Self.catalog.resolve(voice.id).identifier == voice.labels["identifier"])
    }
  }

  @Test(arguments: [
    ("en-us+f3", "en-us+whisperf"), ("en-us+m3", "en-us+whisper"), ("en", "en-gb+whisper"),
    ("en-us+whisper", "en-us+whisper"), ("nosuch", nil), ("en-us+nosuch", nil),
  ])
  func `whispering keeps language and gender`(id: String, whisper: String?) {
    #expect(Self.catalog.whisperVoice(for: id) == whisper)
  }

  @Test func `a voice is described by the engine's properties`() throws {
    let voice = Self.catalog.described(try Self.catalog.resolve("en-us+f1"))
    #expect(voice.name == "English (America), female1")
    #expect(voice.language == "en-US")
    #expect(voice.locality == "America")
    #expect(voice.gender == "female")
    #expect(voice.labels == ["identifier": "gmw/en-US+f1", "age": "70"])
  }

  @Test(arguments: [
    ("en-us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"), ("en-gb-x-rp", "en-GB-x-rp"),
    ("chr-US-Qaaa-x-west", "chr-US-Qaaa-x-west"), ("es-419", "es-419"),
  ])
  func `tags have the usual case`(tag: String, cased: String) {
    #expect(LanguageTag.cased(tag) == cased)
  }
}
