import Foundation
import Testing

@testable import Audiobook

/// Tests of a chapter's page and overlay in an EPUB.
@Suite struct EPUBChapterTests {
  private func page(
    _ blocks: [PageBlock], title: String = "T", overlay: OverlayUnit = .sentence,
    language: String = "en-US"
  ) -> String {
    let chapter = PageChapter(number: 1, title: title, duration: 99_000, blocks: blocks)
    let made = EPUBChapter(chapter, language: language, overlay: overlay)
    return String(decoding: made.page, as: UTF8.self)
  }

  /// Returns the contents of the section, without the added title.
  private func body(_ blocks: [PageBlock], overlay: OverlayUnit = .sentence) -> String {
    let page = page(blocks, overlay: overlay)
    let start = page.range(of: "<h1 id=\"title\">T</h1>\n")?.upperBound ?? page.startIndex
    let end = page.range(of: "</section>")?.lowerBound ?? page.endIndex
    return String(page[start..<end])
  }

  @Test func `a chapter is a section under its heading`() {
    let chapter = SampleChapter.plain(12, title: "A & B")
    let made = EPUBChapter(chapter, language: "en_US", overlay: .sentence)
    #expect(
      String(decoding: made.page, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en-US" \
        xml:lang="en-US">
        <head><meta charset="UTF-8"/><title>A &amp; B</title>\
        <link rel="stylesheet" type="text/css" href="../style.css"/></head>
        <body>
        <section epub:type="chapter" role="doc-chapter" aria-labelledby="title">
        <h1 class="section-heading" id="title"><span id="s1">A &amp; B</span></h1>
        <p class="action"><span id="s2">It is dark.</span> <span id="s3">Nobody sees it.</span></p>
        </section>
        </body>
        </html>

        """)
    #expect(
      String(decoding: made.overlay, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
        <body epub:textref="012.xhtml" epub:type="chapter">
        <par><text src="012.xhtml#s1"/><audio src="../audio/012.mp3" clipBegin="0s" clipEnd="1s"/></par>
        <par><text src="012.xhtml#s2"/><audio src="../audio/012.mp3" clipBegin="1s" clipEnd="2s"/></par>
        <par><text src="012.xhtml#s3"/><audio src="../audio/012.mp3" clipBegin="2s" clipEnd="3.25s"/></par>
        </body>
        </smil>

        """)
  }

  @Test func `the title of a chapter without words is narrated`() {
    for title in ["", "Nothing"] {
      let chapter = PageChapter(number: 7, title: title, duration: 1500, blocks: [])
      let made = EPUBChapter(chapter, language: "?", overlay: .word, audio: .mp4)
      let (page, overlay) = (
        String(decoding: made.page, as: UTF8.self), String(decoding: made.overlay, as: UTF8.self)
      )
      #expect(page.contains("<h1 id=\"title\">\(title.isEmpty ? "7" : title)</h1>"))
      #expect(page.contains("lang=\"und\""))
      #expect(
        overlay.contains(
          "<par><text src=\"007.xhtml#title\"/><audio src=\"../audio/007.m4a\" clipBegin=\"0s\" clipEnd=\"1.5s\"/></par>"
        ))
    }
  }

  @Test func `styles are nested and cut at the edges of sentences`() {
    let speaker = SampleSpeaker()
    let formatting = [
      PageFormatting(kind: .strong, range: 0..<3), PageFormatting(kind: .emphasis, range: 2..<6),
      PageFormatting(kind: .footnote(number: 2), range: 4..<4),
    ]
    let block = PageBlock(kind: .action, text: speaker.text("abcd", "efg", formatting: formatting))
    #expect(
      body([block]) == """
        <p class="action"><span id="s1"><strong>ab<em>c</em></strong><em>d</em><sup>2</sup></span>\
        <span id="s2"><em>ef</em>g</span></p>

        """)
  }

  @Test func `words are elements within their sentence`() {
    let speaker = SampleSpeaker()
    let formatting = [
      PageFormatting(kind: .emphasis, range: 1..<5),
      PageFormatting(kind: .footnote(number: 2), range: 1..<1),
    ]
    let block = PageBlock(kind: .action, text: speaker.text("ab cd", formatting: formatting))
    #expect(
      body([block], overlay: .word) == """
        <p class="action"><span id="s1"><span id="s1w1">a<sup>2</sup><em>b</em></span><em> </em>\
        <span id="s1w2"><em>cd</em></span></span></p>

        """)
    let chapter = PageChapter(number: 1, title: "T", duration: 1000, blocks: [block])
    let overlay = String(
      decoding: EPUBChapter(chapter, language: "en", overlay: .word).overlay, as: UTF8.self)
    #expect(
      overlay.contains("#s1w1\"/><audio src=\"../audio/001.mp3\" clipBegin=\"0s\" clipEnd=\"0.5s\"")
    )
    #expect(
      overlay.contains("#s1w2\"/><audio src=\"../audio/001.mp3\" clipBegin=\"0.5s\" clipEnd=\"1s\"")
    )
  }

  @Test func `a cue and its speech are one block, and the announcement highlights the cue`() {
    let speaker = SampleSpeaker()
    let blocks = [
      speaker.block(.character(speaker: 9), "ANN", isAnnounced: true),
      speaker.block(.dialogue, "Hi."), speaker.block(.action, "Ann goes."),
    ]
    #expect(
      body(blocks) == """
        <div class="speech voice-1"><p class="character" id="b1"><span id="s1">ANN</span></p>\
        <p class="dialogue"><span id="s2">Hi.</span></p></div>
        <p class="action"><span id="s3">Ann goes.</span></p>

        """)
  }

  @Test func `a quotation in prose has the colour of its speaker`() {
    let speaker = SampleSpeaker()
    let formatting = [
      PageFormatting(kind: .voice(speaker: 9), range: 0..<4),
      PageFormatting(kind: .emphasis, range: 1..<2),
    ]
    let block = PageBlock(
      kind: .action, text: speaker.text("“Hi” said Ann.", formatting: formatting))
    #expect(
      body([block]) == """
        <p class="action"><span id="s1"><span class="said voice-1">“<em>H</em>i”</span> said Ann.</span></p>

        """)
    let sheet = String(decoding: EPUBStyle.sheet, as: UTF8.self)
    #expect(sheet.contains(".said.voice-1 { color:"))
  }

  @Test func `lists are nested by their depth`() {
    let speaker = SampleSpeaker()
    var more = PageListItem(depth: 1, isOrdered: true)
    more.isContinued = true
    let blocks = [
      speaker.block(SampleChapter.item(1, true, 4), "a"), speaker.block(.item(more), "b"),
      speaker.block(SampleChapter.item(2, false), "c"),
      speaker.block(SampleChapter.item(1, true, 5), "d"),
      speaker.block(SampleChapter.item(1, false), "e"),
    ]
    #expect(
      body(blocks) == """
        <ol id="l1"><li value="4"><span id="s1">a</span><p class="more"><span id="s2">b</span></p>\
        <ul id="l2"><li><span id="s3">c</span></li></ul></li><li value="5"><span id="s4">d</span></li></ol>\
        <ul id="l3"><li><span id="s5">e</span></li></ul>

        """)
  }

  @Test func `a footnote and its mark link to each other`() {
    let speaker = SampleSpeaker()
    let mark = PageFormatting(kind: .footnote(number: 4), range: 2..<2)
    let blocks = [
      speaker.block(.action, "A.", formatting: [mark]), speaker.block(.footnote(number: 4), "B."),
      speaker.block(.footnote(number: 4), "C."),
    ]
    #expect(
      body(blocks) == """
        <p class="action"><span id="s1">A.<a class="noteref" epub:type="noteref" role="doc-noteref" href="#fn4" \
        id="fnref4">4</a></span></p>
        <aside class="footnote" epub:type="footnote" role="doc-footnote" id="fn4"><p>\
        <a class="number" role="doc-backlink" href="#fnref4">4</a> <span id="s2">B.</span></p>\
        <p><span id="s3">C.</span></p></aside>

        """)
  }

  @Test func `only web and mail addresses are links`() {
    let table: [(String, String?)] = [
      ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
      ("HTTP://example.org", "HTTP://example.org"),
      ("https://example.org:8080/ä b%20c%zz[", "https://example.org:8080/%C3%A4%20b%20c%25zz%5B"),
      ("mailto:ann@example.org", "mailto:ann@example.org"), ("mailto:", nil),
      ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("data:text/html,x", nil),
      ("https://", nil), ("https:///path", nil), ("https://[bad/", nil), ("//example.org", nil),
      ("http://a b/", nil), ("https://example.org:99999/", nil), ("one.xhtml", nil),
    ]
    for (target, address) in table { #expect(target.asLink == address, "\(target)") }
  }

  @Test func `hostile text does not become markup`() throws {
    let speaker = SampleSpeaker()
    let page = page([speaker.block(.action, SampleChapter.hostile)], title: SampleChapter.hostile)
    #expect(!page.contains("<script"))
    #expect(!page.contains("]]>"))
    let scalars = page.unicodeScalars
    #expect(!scalars.contains { $0 == "\u{0}" || $0 == "\u{8}" || $0 == "\u{FFFE}" })
    #expect(page.contains("👩‍👩‍👧 עברית العربية 漢字 e\u{301}"))
    let hebrew = self.page([], language: "he")
    #expect(hebrew.contains("lang=\"he\" xml:lang=\"he\" dir=\"rtl\""))
  }

  @Test(arguments: OverlayUnit.allCases)
  func `every id is unique, and every unit has one`(unit: OverlayUnit) throws {
    let made = EPUBChapter(SampleChapter.full(), language: "en", overlay: unit)
    let page = String(decoding: made.page, as: UTF8.self)
    let ids = page.matches(of: /\bid="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    let overlay = String(decoding: made.overlay, as: UTF8.self)
    let units = overlay.matches(of: /<text src="001\.xhtml#([^"]+)"/).map { String($0.1) }
    #expect(Set(units).count == units.count)
    #expect(Set(units).isSubset(of: ids))
    let containers = overlay.matches(of: /textref="001\.xhtml#([^"]+)"/).map { String($0.1) }
    #expect(Set(containers).isSubset(of: ids))
    let links = page.matches(of: /href="#([^"]+)"/).map { String($0.1) }
    #expect(links.count == 3 && Set(links).isSubset(of: ids))
    #expect(made.images == ["fish.png"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `writing time is linear in sentences and styles`() {
    let speaker = SampleSpeaker()
    let blocks = (0..<4000).map { _ in
      speaker.block(
        .action, "It is dark. ", "Nobody sees it.",
        formatting: [PageFormatting(kind: .strong, range: 3..<14)])
    }
    let chapter = PageChapter(number: 1, title: "T", duration: speaker.now, blocks: blocks)
    let made = EPUBChapter(chapter, language: "en", overlay: .word)
    #expect(made.duration == EPUBTime(milliseconds: 8_000_000))
    #expect(String(decoding: made.page, as: UTF8.self).contains("id=\"s8000w3\""))
  }
}
