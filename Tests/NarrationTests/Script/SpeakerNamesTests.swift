import Guion
import Narration
import Testing

/// Names that are found before speeches where no cast has them.
@Suite struct SpeakerNamesTests {
  @Test(arguments: [
    ("**ANN:** Hi.\n\n**BEN:** Hello.", ["ANN", "BEN"]),
    ("Ann Lee: Hi.\n\nBen: Hello.\n\nAnn Lee: Well.\n\nBen: Yes.", ["Ann Lee", "Ben"]),
    ("ANN (quietly): Hi.\n\nMADAME AUBIN: Bonjour.", ["ANN", "MADAME AUBIN"]),
    ("ANN: Hi.\nBEN: Hello.", ["ANN", "BEN"]),
    // One line is no conversation, and a name that is there once may be anything.
    ("ANN: Hi.\n\nThere is more.", []),
    ("Ann: Hi.\n\nBen: Hello.", []),
    // What documents begin remarks with, sentences, addresses and hours.
    ("Note: one.\n\nNote: two.", []),
    ("Then:\n\nwords\n\nThen:\n\nwords", []),
    ("The book: one.\n\nThe book: two.", []),
    ("https://a.org is here.\n\nhttps://b.org too.", []),
    ("10:30 is late.\n\n10:30 is early.", []),
    ("> ANN: Hi.\n\n- BEN: Hello.\n- BEN: Again.", []),
    // Nor would they be labels with a cast: code, and a line behind one that is none.
    ("`HOST`: the host.\n\n`PORT`: the port.", []),
    ("It rains.\nANN: Hi.\nBEN: Hello.", []),
    ("A: One.\n\nB: Two.", []),
  ])
  func `names are those of a conversation`(text: String, names: [String]) {
    let document = GuionParsedElementCollection(string: text, format: .markdown)
    #expect(
      SpeakerNames.likely(in: Manuscript(document, path: "a.md")).map(\.name) == names, "\(text)")
  }

  @Test func `a screenplay has cues`() {
    let document = GuionParsedElementCollection(
      string: "ANN: Hi.\n\nBEN: Hello.", format: .fountain)
    #expect(SpeakerNames.likely(in: Manuscript(document, path: "a.fountain")).isEmpty)
  }
}
