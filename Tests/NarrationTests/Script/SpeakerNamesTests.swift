import Guion
import Narration
import Testing

/// Tests of names that are found before speeches if there is no cast.
@Suite struct SpeakerNamesTests {
  @Test(arguments: [
    ("**ANN:** Hi.\n\n**BEN:** Hello.", ["ANN", "BEN"]),
    ("Ann Lee: Hi.\n\nBen: Hello.\n\nAnn Lee: Well.\n\nBen: Yes.", ["Ann Lee", "Ben"]),
    ("ANN (quietly): Hi.\n\nMADAME AUBIN: Bonjour.", ["ANN", "MADAME AUBIN"]),
    ("ANN: Hi.\nBEN: Hello.", ["ANN", "BEN"]),
    // One line is not a conversation, and a name that occurs once may be anything.
    ("ANN: Hi.\n\nThere is more.", []),
    ("Ann: Hi.\n\nBen: Hello.", []),
    // Words that begin remarks, sentences, addresses and times of day.
    ("Note: one.\n\nNote: two.", []),
    ("Then:\n\nwords\n\nThen:\n\nwords", []),
    ("The book: one.\n\nThe book: two.", []),
    ("https://a.org is here.\n\nhttps://b.org too.", []),
    ("10:30 is late.\n\n10:30 is early.", []),
    ("> ANN: Hi.\n\n- BEN: Hello.\n- BEN: Again.", []),
    // Text that is not a label even if a cast lists the name: code, and a line after an ordinary line.
    ("`HOST`: the host.\n\n`PORT`: the port.", []),
    ("It rains.\nANN: Hi.\nBEN: Hello.", []),
    ("A: One.\n\nB: Two.", []),
  ])
  func `only names in a conversation are found`(text: String, names: [String]) {
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
