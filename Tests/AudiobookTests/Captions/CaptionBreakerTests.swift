import Foundation
import Guion
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of where text is cut into cues and lines.
@Suite struct CaptionBreakerTests {
  /// Returns the cues of a text, with `/` between their lines.
  private func cues(_ text: String, name: Int = 0, namesAll: Bool = false) -> [String] {
    lines(text, name: name, namesAll: namesAll).map { $0.joined(separator: "/") }
  }

  private func lines(_ text: String, name: Int = 0, namesAll: Bool = false) -> [[String]] {
    let pieces = CaptionPiece.pieces(of: text)
    return CaptionBreaker.cuts(of: pieces, name: name, namesAll: namesAll).map { cut in
      cut.lines.map { CaptionPiece.line(pieces[$0]) }
    }
  }

  private static let texts: [(text: String, cues: [String])] = [
    ("", []),
    (" \n\t ", []),
    ("One.", ["One."]),
    // A text of exactly one line, and a text that is one column longer.
    (
      "This line has exactly forty-two columns it",
      ["This line has exactly forty-two columns it"]
    ),
    (
      "This line has exactly forty-three columns i",
      ["This line has exactly/forty-three columns i"]
    ),
    // Lines have even lengths, but end at a comma if one is near.
    (
      "The lamp went out, and nobody in the room had a match.",
      ["The lamp went out,/and nobody in the room had a match."]
    ),
    // Sentences stay whole.
    (
      "It rained all night and all of the next day. Nobody came to the door, and nobody rang.",
      ["It rained all night and/all of the next day.", "Nobody came to the door, and nobody rang."]
    ),
    ("No. Yes. I see.", ["No. Yes. I see."]),
    // A sentence that is too long is cut at its commas.
    (
      "When the train came in at last, an hour behind its time, the porter put down his cup, "
        + "looked at the clock, and sighed.",
      [
        "When the train came in at last,/an hour behind its time,",
        "the porter put down his cup,/looked at the clock, and sighed.",
      ]
    ),
    // A sentence without commas is cut at spaces.
    (
      "a man who walks and walks and walks along a road that goes on and on and on until the evening "
        + "comes down",
      [
        "a man who walks and walks and walks along",
        "a road that goes on and on and/on until the evening comes down",
      ]
    ),
    // A title or an initial does not end a sentence.
    (
      "The letter that came this morning was for Mr. J. Smith, who has not lived here for years now.",
      [
        "The letter that came this/morning was for Mr. J. Smith,",
        "who has not lived here for years now.",
      ]
    ),
  ]

  @Test(arguments: texts)
  func `a text is cut at permitted positions`(text: String, expected: [String]) {
    #expect(cues(text) == expected)
  }

  private static let wide: [(text: String, lengths: [Int])] = [
    // A word of one line's length stays whole; a longer one is cut.
    (String(repeating: "x", count: 42), [42]), (String(repeating: "x", count: 43), [42, 1]),
    (String(repeating: "x", count: 100), [42, 42, 16]),
    // A square character takes two columns. The emoji of a family is one character.
    (String(repeating: "字", count: 30), [15, 15]),
    (String(repeating: "👨‍👩‍👧", count: 22), [21, 1]),
  ]

  @Test(arguments: wide)
  func `no line is wider than the limit`(text: String, lengths: [Int]) {
    let lines = cues(text).flatMap { $0.split(separator: "/") }
    #expect(lines.map(\.count) == lengths)
    #expect(lines.joined() == text)
  }

  @Test func `Chinese and Japanese are cut between characters, and not before a full stop`() {
    let text =
      "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
      + "何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。"
    let found = cues(text)
    #expect(found.joined().replacing("/", with: "") == text)
    let lines = found.flatMap { $0.split(separator: "/") }
    #expect(lines.allSatisfy { CaptionPiece.width(of: String($0)) <= 42 })
    #expect(!lines.contains { "。ーャ".contains($0.first ?? "。") })
    #expect(found[0] == "吾輩は猫である。名前はまだ無い。/どこで生れたかとんと見当がつかぬ。")
  }

  @Test func `French punctuation stays with its words`() {
    let text =
      "Il me regarda longtemps et me demanda\u{A0}: «\u{A0}Vous partez\u{A0}?\u{A0}» Puis rien."
    #expect(
      cues(text) == [
        "Il me regarda longtemps et me demanda\u{A0}:/«\u{A0}Vous partez\u{A0}?\u{A0}» Puis rien."
      ])
  }

  @Test func `Arabic and Hebrew are unchanged`() {
    let text =
      "كان يا ما كان، في قديم الزمان، ملك عظيم يحكم بلادا بعيدة وراء البحار السبعة؟ نعم، كان."
    #expect(cues(text).joined(separator: " ").replacing("/", with: " ") == text)
  }

  @Test func `a name has space before the first line`() {
    let text = "Forty columns are what this text has ab."
    // The name is on a line of its own, above the only line of text.
    #expect(cues(text, name: 20) == [text])
    let long = "It is a sentence of sixty columns, and has no room in a line."
    #expect(cues(long) == ["It is a sentence of sixty columns,/and has no room in a line."])
    #expect(
      cues(long, name: 12) == ["It is a sentence of sixty/columns, and has no room in a line."])
    // A name as long as half a line is on a line of its own.
    #expect(!(cues(text + " " + text, name: 22).first ?? "/").contains("/"))
    #expect(cues(text + " " + text, name: 30, namesAll: true).allSatisfy { !$0.contains("/") })
  }

  /// Text is never lost, repeated or moved, whatever the script contains.
  @Test(arguments: ExampleScript.all)
  func `all cues together have the words of the text`(script: ExampleScript) async throws {
    let plan = try await script.book().plan()
    var count = 0
    for item in plan.chapters.flatMap(\.read.passages).flatMap(\.items) {
      let cues = lines(item.text)
      count += cues.count
      #expect(cues.joined().joined(separator: " ").words == item.text.words)
      #expect(cues.allSatisfy { (1...2).contains($0.count) })
      #expect(cues.joined().allSatisfy { !$0.isEmpty && $0.count <= 42 })
    }
    #expect(count > 0)
  }

  @Test func `random text is cut without losing a character`() {
    var random = SeededGenerator(seed: 7)
    let signs = Array("aé.,;! ?-\n\t“”()字、。ー한א😀\u{301}\u{200D}\u{A0}…x")
    for _ in 0..<300 {
      let text = String(
        (0..<Int.random(in: 0...300, using: &random)).map { _ in
          signs.randomElement(using: &random) ?? " "
        })
      for name in [0, 5, 25] {
        let pieces = CaptionPiece.pieces(of: text)
        let cuts = CaptionBreaker.cuts(of: pieces, name: name)
        #expect(cuts.flatMap(\.lines).flatMap(\.self) == Array(pieces.indices))
        #expect(cuts.allSatisfy { (1...2).contains($0.lines.count) })
        #expect(pieces.map(\.text).joined().unblanked == text.unblanked)
      }
    }
  }
}

extension String {
  /// The words, whatever spaces are between them.
  fileprivate var words: [Substring] { split { $0.isWhitespace } }

  fileprivate var unblanked: String { String(filter { !$0.isWhitespace }) }
}
