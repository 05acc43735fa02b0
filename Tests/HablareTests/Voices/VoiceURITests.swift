import FoundationEssentials
import Testing

@testable import Hablare

struct VoiceURITests {
  @Test(arguments: [
    ("espeak://en-us", "espeak://en-us"),
    ("espeak://en-us+f3?rate=0.950&lang=en-US", "espeak://en-us+f3?lang=en-US&rate=0.95"),
    ("espeak://es-419+m2?pan=-0.50&pitch=+2", "espeak://es-419+m2?pitch=2&pan=-0.5"),
    ("espeak://en-us?gain=-0", "espeak://en-us?gain=0"),
    ("espeak://en-us+Mr%20serious", "espeak://en-us+Mr%20serious"),
    ("espeak://en-us+Mr serious", "espeak://en-us+Mr%20serious"),
    ("piper://%2Fhome%2Fvoice.onnx", "piper:///home/voice.onnx"),
    ("eleven-labs.2://21m00Tcm?", "eleven-labs.2://21m00Tcm"),
    ("openai://Élodie%3F", "openai://%C3%89lodie%3F"),
  ])
  func `the canonical form of a URI is its description`(text: String, canonical: String) throws {
    let uri = try VoiceURI.parse(text)
    #expect(uri.description == canonical)
    #expect(VoiceURI(canonical) == uri)
    #expect(try JSONDecoder().decode([VoiceURI].self, from: JSONEncoder().encode([uri])) == [uri])
  }

  @Test func `every part is parsed`() throws {
    let uri = try VoiceURI.parse("espeak://a?lang=de&rate=2&pitch=-12&gain=12&pan=1e-1")
    let expected = VoiceURI(
      providerId: "espeak", voiceId: "a", language: "de", rate: 2, pitch: -12, gain: 12, pan: 0.1)
    #expect(uri == expected)
  }

  @Test(arguments: [
    ("en-us", VoiceURIError.missingSeparator("en-us")),
    ("", .missingSeparator("")),
    ("espeak:en-us", .missingSeparator("espeak:en-us")),
    ("://en-us", .emptyProvider),
    ("es peak://en-us", .invalidProvider("es peak")),
    ("espeak://", .emptyVoice),
    ("espeak://?rate=1", .emptyVoice),
    ("espeak://a%2", .invalidPercentEncoding("a%2")),
    ("espeak://a%FF", .invalidPercentEncoding("a%FF")),
    ("espeak://a?rat=1", .unknownKey("rat", nearest: "rate")),
    ("espeak://a?volume=1", .unknownKey("volume", nearest: nil)),
    ("espeak://a?rate=1&rate=1", .repeatedKey("rate")),
    ("espeak://a?rate=", .missingValue(key: "rate")),
    ("espeak://a?rate", .missingValue(key: "rate")),
    ("espeak://a?rate=fast", .notANumber(key: "rate", value: "fast")),
    ("espeak://a?rate=nan", .notANumber(key: "rate", value: "nan")),
    ("espeak://a?rate=0x1", .notANumber(key: "rate", value: "0x1")),
    ("espeak://a?rate=3", .outOfRange(key: "rate", value: 3, range: 0.5...2)),
    ("espeak://a?pitch=-13", .outOfRange(key: "pitch", value: -13, range: -12...12)),
    ("espeak://a?gain=13", .outOfRange(key: "gain", value: 13, range: -24...12)),
    ("espeak://a?pan=-1.5", .outOfRange(key: "pan", value: -1.5, range: -1...1)),
  ])
  func `a wrong URI is explained`(text: String, error: VoiceURIError) {
    #expect(throws: error) { try VoiceURI.parse(text) }
    #expect(VoiceURI(text) == nil)
    #expect(!error.description.isEmpty)
  }

  @Test(arguments: [
    ("raven", "hibari://heart+raven"), ("heart", "hibari://heart"),
    ("heart+raven", "hibari://heart+raven"), ("fenrir", "hibari://fenrir"),
    ("raven?pitch=1", "hibari://heart+raven?pitch=1"),
    ("raven+whisper?rate=0.9", "hibari://heart+raven+whisper?rate=0.9"),
    ("espeak://en-us+f3", "espeak://en-us+f3"),
  ])
  func `a person can write a short name`(text: String, uri: String) throws {
    #expect(try VoiceURI.requested(text).description == uri)
  }

  @Test(arguments: [
    ("ravne", VoiceURIError.unknownName("ravne", nearest: "raven")),
    ("Raven", .unknownName("Raven", nearest: "raven")),
    ("ravne?pitch=1", .unknownName("ravne?pitch=1", nearest: "raven")),
    ("jey", .unknownName("jey", nearest: "jay")),
    ("en-us", .missingSeparator("en-us")), ("f3", .missingSeparator("f3")),
    ("whisper", .missingSeparator("whisper")), ("", .missingSeparator("")),
    ("raven?pitch=99", .outOfRange(key: "pitch", value: 99, range: -12...12)),
  ])
  func `a misspelt short name is explained`(text: String, error: VoiceURIError) {
    #expect(throws: error) { try VoiceURI.requested(text) }
  }

  @Test func `a short name is no URI in stored data`() { #expect(VoiceURI("raven") == nil) }

  @Test func `messages suggest the right spelling`() {
    #expect(
      VoiceURIError.unknownKey("rat", nearest: "rate").description
        == "unknown key 'rat' in a voice URI; did you mean rate?")
    #expect(
      VoiceURIError.outOfRange(key: "rate", value: 3, range: 0.5...2).description
        == "rate 3 is out of range: 0.5 to 2")
    #expect(
      VoiceURIError.unknownName("ravne", nearest: "raven").description
        == "no voice has the short name 'ravne'; did you mean raven?")
  }
}
