import Testing

@testable import Hablare

struct ElevenLabsScriptTests {
  @Test(
    arguments: [
      ("whispering", "[whispering] "), ("Angry, shouting; sad", "[angry] [shouting] [sad] "),
      ("]x[", "[x] "), (" … ", ""), ("", ""), ("a\u{7}\u{202E}b", "[a b] "), (nil, ""),
    ] as [(String?, String)])
  func `a style becomes directions`(style: String?, direction: String) {
    let model = ElevenLabsModel(id: "eleven_v3")
    #expect(ElevenLabsScript(text: "x", style: style, model: model).direction == direction)
    #expect(ElevenLabsScript(text: "x", style: style, model: .standard).direction == "")
  }

  @Test func `stressed words are in capitals for models that take tags`() {
    func text(_ model: ElevenLabsModel) -> String {
      ElevenLabsScript(
        text: "I né[v]er ßaid.", style: nil, model: model, stressed: [2..<9, 10..<12]
      )
      .text
    }
    #expect(text(ElevenLabsModel(id: "eleven_v3")) == "I NÉ(V)ER ßAid.")
    #expect(text(.standard) == "I né[v]er ßaid.")
  }

  @Test func `pieces exclude surrounding spaces and keep their positions`() throws {
    let script = ElevenLabsScript(text: "  One two.  Three four.\n ", style: nil, model: .standard)
    let pieces = try script.pieces(limit: 13)
    #expect(pieces.map(\.sent) == ["One two.", "Three four."])
    #expect(pieces.map(\.offset) == [2, 12])
    #expect(pieces.map(\.previous) == ["", "One two."])
    #expect(pieces.map(\.next) == ["Three four.", ""])
  }

  @Test func `each piece has the direction and is within the limit with it`() throws {
    let model = ElevenLabsModel(id: "eleven_v3")
    let script = ElevenLabsScript(text: "One two. Three four.", style: "sad", model: model)
    let pieces = try script.pieces(limit: 18)
    #expect(pieces.map(\.sent) == ["[sad] One two.", "[sad] Three four."])
    #expect(pieces.map(\.directionLength) == [6, 6])
    #expect(throws: VoiceProviderError.textTooLong(limit: 6)) { try script.pieces(limit: 6) }
  }

  @Test func `context is a paragraph of whole words`() {
    let text = String(repeating: "word ", count: 300)
    for context in [ElevenLabsScript.ending(of: text), ElevenLabsScript.beginning(of: text)] {
      #expect(context.count <= ElevenLabsScript.contextLength && context.count > 400)
      #expect(context.split(separator: " ").allSatisfy { $0 == "word" })
    }
    #expect(ElevenLabsScript.ending(of: "short one") == "short one")
    #expect(ElevenLabsScript.beginning(of: String(repeating: "x", count: 900)).count == 500)
  }
}
