/// The two documents of a chapter in an EPUB: the text (XHTML) and the timing (a media overlay in SMIL).
///
/// The documents depend only on the chapter, so an unchanged chapter gives the same bytes in every build.
struct EPUBChapter: Sendable, Equatable {
  /// The bytes of the text document, which `EPUBNames.page` names.
  let page: [UInt8]
  /// The bytes of the timing document, which `EPUBNames.overlay` names.
  let overlay: [UInt8]
  /// The total duration of the clips in the overlay.
  let duration: EPUBTime
  /// The picture files in the text, with the names that the blocks use.
  ///
  /// Each file is listed once.
  let images: [String]

  /// Writes the documents of a chapter.
  ///
  /// - Parameters:
  ///   - language: The language of the text, such as `en-US`.
  ///   - unit: The highlighted unit. A sentence without word timings is highlighted as a whole.
  ///   - audio: The format of the chapter's audio.
  ///   - duration: The duration of the audio; nil for the chapter's own duration in milliseconds.
  init(
    _ chapter: PageChapter, language: String, overlay unit: OverlayUnit, audio: EPUBAudio = .mp3,
    duration: EPUBTime? = nil
  ) {
    let language = EPUBLanguage(language)
    var writer = EPUBPageWriter(XMLText(isHTML: true), overlay: unit, blocks: chapter.blocks)
    Self.write(chapter, language, &writer)
    page = writer.output.bytes
    let units = writer.units.isEmpty ? [EPUBUnit(id: "title", start: 0)] : writer.units
    let overlay = EPUBOverlay(
      chapter: chapter.number, audio: audio, units: units,
      duration: duration ?? EPUBTime(milliseconds: chapter.duration))
    (self.overlay, self.duration) = (overlay.bytes, overlay.duration)
    var files: Set<String> = []
    images = chapter.blocks.flatMap(\.imageFiles).filter { files.insert($0).inserted }
  }

  private static func write(
    _ chapter: PageChapter, _ language: EPUBLanguage, _ writer: inout EPUBPageWriter
  ) {
    let title = chapter.title.allSatisfy(\.isWhitespace) ? String(chapter.number) : chapter.title
    writer.write { output in
      output.beginPage(title: title, language, style: "../" + EPUBNames.style)
      output.open(
        "section",
        ["epub:type": "chapter", "role": "doc-chapter", "aria-labelledby": "title"])
      output.markup("\n")
    }
    if let first = chapter.blocks.first, first.isTitle, !first.isQuoted {
      writer.writeTitle(first)
      writer.write(chapter.blocks.dropFirst())
    } else {
      writer.write { output in
        output.element("h1", ["id": "title"], words: title)
        output.markup("\n")
      }
      writer.write(chapter.blocks)
    }
    writer.write { output in
      output.close("section")
      output.endPage()
    }
  }
}

extension XMLText {
  /// Begins an XHTML page and opens its body.
  mutating func beginPage(title: String, _ language: EPUBLanguage, style: String) {
    open(
      "html",
      [
        "xmlns": "http://www.w3.org/1999/xhtml", "xmlns:epub": "http://www.idpf.org/2007/ops",
        "lang": language.tag, "xml:lang": language.tag, "dir": language.isRightToLeft ? "rtl" : nil,
      ])
    markup("\n<head><meta charset=\"UTF-8\"/>")
    element("title", words: title)
    empty("link", ["rel": "stylesheet", "type": "text/css", "href": style])
    markup("</head>\n<body>\n")
  }

  /// Ends an XHTML page.
  mutating func endPage() { markup("\n</body>\n</html>\n") }
}
