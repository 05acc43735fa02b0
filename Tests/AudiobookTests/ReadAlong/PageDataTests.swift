import Foundation
import Testing

@testable import Audiobook

/// Tests of the data of the read-along page.
@Suite struct PageDataTests {
  private func chapter(_ blocks: [PageBlock]) -> PageChapter {
    PageChapter(number: 3, title: "Three", duration: 1000, blocks: blocks)
  }

  private func script(_ blocks: PageBlock...) -> String {
    String(decoding: PageData.script(of: chapter(blocks)), as: UTF8.self)
  }

  /// Returns the JSON of a script, parsed by Foundation.
  private func json(_ script: String) throws -> [String: Any] {
    let json = script.dropFirst("guion2audio.chapter(3,".count).dropLast(");\n".count)
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func `a block is an object with sorted keys`() {
    let text = PageText(
      text: "One two. Three.", formatting: [PageFormatting(kind: .strong, range: 4..<7)],
      sentences: [
        PageSentence(
          range: 0..<8, time: 100..<400,
          words: [PageWord(range: 0..<3, start: 100), PageWord(range: 4..<8, start: 250)]),
        PageSentence(range: 9..<15, time: 400..<700),
      ])
    #expect(
      script(PageBlock(kind: .action, text: text, isCentered: true))
        == #"guion2audio.chapter(3,{"blocks":[{"center":true,"kind":"action","#
        + #""looks":[["strong",4,7]],"#
        + #""sentences":[[0,8,100,400,[0,0,4,150]],[9,15,400,700]],"text":"One two. Three."}]});"#
        + "\n")
  }

  @Test func `positions count code units of UTF-16`() throws {
    let text = PageText(
      text: "😀é b", formatting: [PageFormatting(kind: .emphasis, range: 1..<2)],
      sentences: [
        PageSentence(range: 0..<4, time: 0..<1, words: [PageWord(range: 3..<4, start: 0)])
      ])
    let written = script(PageBlock(kind: .dialogue, text: text))
    #expect(written.contains(#""looks":[["emphasis",2,3]],"sentences":[[0,5,0,1,[4,0]]]"#))
  }

  @Test func `a quotation has the number of its speaker`() {
    let text = PageText(
      text: "So it is.", formatting: [PageFormatting(kind: .voice(speaker: 9), range: 0..<2)])
    #expect(
      script(PageBlock(kind: .action, text: text)).contains(#""looks":[["voice",0,2,9]]"#))
  }

  @Test func `no text ends the script or begins markup`() throws {
    let hostile =
      "</script><script>alert(1)</script> ]]> <!-- --> & \u{2028}\u{2029} \\ \" \n\t\u{1}'"
    let link = "https://example.org/?a=1&b=<2>"
    let written = script(
      PageBlock(
        kind: .sceneHeading(number: hostile),
        text: PageText(text: hostile, formatting: [PageFormatting(kind: .link(link), range: 0..<3)])
      ),
      PageBlock(kind: .code(language: hostile), text: PageText(text: hostile)),
      PageBlock(kind: .table(header: [PageText(text: hostile)], rows: [[PageText(text: hostile)]])))
    #expect(!written.contains { "<>&\u{2028}\u{2029}".contains($0) })
    #expect(written.count { $0 == "\n" } == 1)
    let blocks = try #require(try json(written)["blocks"] as? [[String: Any]])
    #expect(blocks[0]["text"] as? String == hostile && blocks[0]["number"] as? String == hostile)
    #expect(blocks[1]["language"] as? String == hostile)
    let formatting = try #require((blocks[0]["looks"] as? [[Any]])?.first)
    #expect(formatting[3] as? String == link)
  }

  @Test func `every kind of block has its fields`() throws {
    let words = PageText(text: "a", sentences: [PageSentence(range: 0..<1, time: 0..<1)])
    func block(_ kind: PageBlock.Kind) -> PageBlock { PageBlock(kind: kind, text: words) }
    let cue = PageBlock(
      kind: .character(speaker: 2), text: PageText(text: "A"), announcement: 5..<9)
    let written = script(
      cue, block(.item(PageListItem(depth: 2, isOrdered: true, number: 4, isDone: true))),
      block(.item(PageListItem(depth: 1, isOrdered: true, isContinued: true))),
      block(.sectionHeading(level: 2)), block(.image(file: "image-1.png")),
      PageBlock(
        kind: .action,
        text: PageText(
          text: "b",
          formatting: [
            PageFormatting(kind: .image(file: "image-2.png"), range: 0..<1),
            PageFormatting(kind: .footnote(number: 7), range: 1..<1),
          ]), isQuoted: true),
      block(.footnote(number: 7)), PageBlock(kind: .pageBreak),
      PageBlock(kind: .dual([[cue], [block(.dialogue)]])))
    let expected = [
      #"{"kind":"character","sounds":[5,9],"text":"A","who":2}"#,
      #"{"depth":2,"item":4,"kind":"item","ordered":true,"sentences":[[0,1,0,1]],"task":true,"text":"a"}"#,
      #"{"depth":1,"item":false,"kind":"item","ordered":true,"sentences":[[0,1,0,1]],"text":"a"}"#,
      #"{"kind":"section-heading","level":2,"sentences":[[0,1,0,1]],"text":"a"}"#,
      #"{"image":"read-along/image-1.png","kind":"image","sentences":[[0,1,0,1]],"text":"a"}"#,
      #"{"kind":"action","looks":[["image",0,1,"read-along/image-2.png"],["footnote",1,1,7,3]],"quote":true,"text":"b"}"#,
      #"{"kind":"footnote","number":7,"sentences":[[0,1,0,1]],"text":"a"}"#,
      #"{"kind":"page-break"}"#,
      #"{"columns":[[{"kind":"character","sounds":[5,9],"text":"A","who":2}],"#
        + #"[{"kind":"dialogue","sentences":[[0,1,0,1]],"text":"a"}]],"kind":"dual"}"#,
    ]
    #expect(
      written == "guion2audio.chapter(3,{\"blocks\":[" + expected.joined(separator: ",") + "]});\n")
  }

  @Test func `the book lists its chapters`() {
    let book = PageData.Contents(
      id: "0123456789abcdef", title: "A <b>", authors: ["C & D"], language: "en-US",
      roles: ["ANN", "B & C"], cover: "cover.png",
      chapters: [
        PageData.Entry(
          number: 2, title: "Two", part: "ACT ONE", files: [("002 #.mp3", "audio/mpeg")],
          offset: (1, 3),
          duration: 77)
      ])
    #expect(
      String(decoding: PageData.script(of: book), as: UTF8.self)
        == #"guion2audio.book({"authors":["C \u0026 D"],"chapters":[{"duration":77,"#
        + #""files":[["002 #.mp3","audio/mpeg"]],"number":2,"offset":333.333333,"part":"ACT ONE","title":"Two"}],"#
        + #""cover":"cover.png","id":"0123456789abcdef","language":"en-US","roles":["ANN","B \u0026 C"],"title":"A \u003Cb\u003E","version":1});"#
        + "\n")
  }
}
