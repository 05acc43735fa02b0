import Guion
import Hablare
import Narration
import Testing

/// Tests of writing gains into a cast file.
@Suite struct CastGainsTests {
  private func added(_ gains: [String: Double], to text: String) throws -> (String, [String]) {
    let (bytes, missing) = try CastGains(gains).added(to: Array(text.utf8))
    return (String(decoding: bytes, as: UTF8.self), missing)
  }

  @Test func `an entry becomes an object, or gets a member if it is one already`() throws {
    let (text, missing) = try added(
      ["": -1.5, "ANN": 2, "BEN": -0.3],
      to: #"""
        { "narrator":"a://n",
          "characters": { "ANN": "a://\"x\"" ,
            "BEN": {
              "voice": "a://b"
            } } }
        """#)
    #expect(
      text == #"""
        { "narrator":{ "voice": "a://n", "gain": -1.5 },
          "characters": { "ANN": { "voice": "a://\"x\"", "gain": 2.0 } ,
            "BEN": {
              "voice": "a://b",
              "gain": -0.3
            } } }
        """#)
    #expect(missing.isEmpty)
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func `line ends and a byte order mark are kept`(end: String, mark: String) throws {
    let file =
      mark
      + #"{@  "characters": { "ANN": "a://n",@    "BEN": {@      "voice": "a://b"@    }@  }@}@"#
      .replacing("@", with: end)
    let (text, missing) = try added(["ANN": 2, "BEN": -3], to: file)
    #expect(missing.isEmpty)
    #expect(
      text == mark
        + (#"{@  "characters": { "ANN": { "voice": "a://n", "gain": 2.0 },@    "BEN": {@"#
        + #"      "voice": "a://b",@      "gain": -3.0@    }@  }@}@"#)
        .replacing("@", with: end))
    let draft = CastDraft(
      language: "en-GB", narrator: VoiceURI(providerId: "a", voiceId: "n"),
      roles: [.init(name: "CAT", voice: VoiceURI(providerId: "a", voiceId: "c"))])
    let completed = try draft.adding(to: Array(file.utf8))
    let reader = CastReader(bytes: completed, file: "cast.json", over: Cast())
    #expect(reader.cast.characters.map(\.name) == ["ANN", "BEN", "CAT"])
    let counts = { (bytes: [UInt8]) in bytes.count { $0 == 0x0A || $0 == 0x0D } }
    #expect(counts(completed) == counts(Array(file.utf8)) + (end.utf8.count))
  }

  /// The reader finds the name in a key, however the key is written.
  @Test func `an entry is found for any way to write its name`() throws {
    let file = #"{ "characters": { " ANN  LEE (V.O.) ": "a://n" } }"#
    let reader = CastReader(bytes: Array(file.utf8), file: "cast.json", over: Cast())
    let name = try #require(reader.cast.characters.first?.name)
    let (text, missing) = try added([name: 1], to: file)
    #expect(missing.isEmpty)
    #expect(text.contains(#" ANN  LEE (V.O.) ": { "voice": "a://n", "gain": 1.0 }"#), "\(text)")
  }

  @Test func `roles without their own voice are reported, and the file stays`() throws {
    let file = #"{ "characters": { "ANN": { "aliases": ["A"] } } }"#
    let (text, missing) = try added(["": 1, "ANN": 2, "BEN": 3], to: file)
    #expect(text == file)
    #expect(missing == ["", "ANN", "BEN"])
  }

  @Test func `text that is not JSON is an error with its position`() throws {
    let error = try #require(throws: Diagnostic.self) { try added(["ANN": 1], to: "{\n  oops }") }
    #expect(error.position?.line == 2)
  }
}
