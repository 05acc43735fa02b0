import Basics

/// The two documents of a chapter in an EPUB: the text (XHTML) and the timing (a media overlay in SMIL).
/// The documents depend only on the chapter, so an unchanged chapter gives the same bytes in every build.
struct EPUBChapter: Sendable, Equatable {
  /// The bytes of the text document, which `EPUBNames.page` names.
  let page: [UInt8]
  /// The bytes of the timing document, which `EPUBNames.overlay` names.
  let overlay: [UInt8]
  /// The total duration of the clips in the overlay.
  let duration: EPUBTime
  /// The picture files in the text, with the names that the blocks use.
  /// Each file is listed once.
  let images: [String]

  /// Writes the documents of a chapter.
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

  /// The media overlay of a chapter (EPUB 3.3, section 9).
  /// It names the element to highlight for each part of the audio.
  struct EPUBOverlay {
    /// The document, in SMIL 3.0.
    let bytes: [UInt8]
    /// The total duration of the clips.
    let duration: EPUBTime

    /// Writes the overlay of a chapter.
    /// `duration` is the duration of the chapter's audio.
    init(chapter: Int, audio: EPUBAudio, units: [EPUBUnit], duration: EPUBTime) {
      let clips = EPUBClips.clips(of: units, duration: duration)
      self.duration = clips.last?.clip.upperBound ?? duration
      let page = EPUBNames.pageFile(chapter)
      let sound = "../" + EPUBNames.audio(chapter, audio)
      var output = XMLText()
      output.open(
        "smil",
        [
          "xmlns": "http://www.w3.org/ns/SMIL", "xmlns:epub": "http://www.idpf.org/2007/ops",
          "version": "3.0",
        ])
      output.markup("\n")
      output.open("body", ["epub:textref": page, "epub:type": "chapter"])
      output.markup("\n")
      var open: [EPUBContainer] = []
      for (unit, clip) in clips {
        let kept = zip(open, unit.containers).prefix { $0 == $1 }.count
        for _ in open[kept...] { output.markup("</seq>\n") }
        for container in unit.containers[kept...] {
          output.open(
            "seq", ["epub:textref": "\(page)#\(container.id)", "epub:type": container.type])
          output.markup("\n")
        }
        open = unit.containers
        output.open("par")
        output.empty("text", ["src": "\(page)#\(unit.id)"])
        output.empty(
          "audio",
          ["src": sound, "clipBegin": clip.lowerBound.seconds, "clipEnd": clip.upperBound.seconds])
        output.markup("</par>\n")
      }
      for _ in open { output.markup("</seq>\n") }
      output.markup("</body>\n</smil>\n")
      bytes = output.bytes
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

/// A part of a page that is highlighted while it plays: a sentence, a word or a block with an announcement.
struct EPUBUnit: Equatable {
  /// The id of the unit's element.
  var id: String
  /// The start of the unit's audio, in milliseconds.
  var start: Int
  /// The enclosing elements that a listener may skip or leave, outermost first.
  var containers: [EPUBContainer] = []
}

/// An element that a listener may skip or leave (EPUB 3.3, section 9.4).
struct EPUBContainer: Equatable {
  /// The value of `epub:type`.
  var type: String
  /// The id of the container's element.
  var id: String
}

/// The clips of a chapter's units.
/// A reading system skips the audio between clips. So the clips cover the whole chapter, including its pauses: the
/// first clip begins at 0, each clip lasts until the next clip begins, and the last clip ends with the chapter.
enum EPUBClips {
  /// The minimum length of a clip in microseconds.
  /// In a very short chapter, clips may be shorter.
  private static let least = 1000

  /// Returns the clip of each unit, in the order of time.
  /// Units that begin at the same time follow each other in the order of the text. The last clip ends at `duration`,
  /// or later if `duration` has less than a microsecond for each unit.
  static func clips(
    of units: [EPUBUnit], duration: EPUBTime
  ) -> [(unit: EPUBUnit, clip: Range<EPUBTime>)] {
    guard !units.isEmpty else { return [] }
    let ordered = units.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
    let end = max(duration.microseconds, ordered.count)
    let step = min(least, end / ordered.count)
    var starts: [Int] = []
    for unit in ordered {
      let start = EPUBTime(milliseconds: unit.start).microseconds
      starts.append(starts.last.map { max(start, $0 + step) } ?? 0)
    }
    // If a start leaves too little time for the later clips, the start is moved to an earlier time. The last start
    // is checked first.
    var limit = end
    for index in starts.indices.reversed() {
      starts[index] = min(starts[index], limit - step)
      limit = starts[index]
    }
    starts[0] = 0
    let ends = starts.dropFirst() + [end]
    return zip(ordered, zip(starts, ends)).map { unit, times in
      (unit, EPUBTime(microseconds: times.0)..<EPUBTime(microseconds: times.1))
    }
  }
}

/// The language of a book's text.
struct EPUBLanguage: Equatable {
  /// The language tag (BCP 47); `und` if the book names no language.
  let tag: String

  /// Reads a language tag or a locale name such as `en_US`.
  init(_ language: String) {
    let tag = String(language.map { $0 == "_" ? "-" : $0 })
    self.tag = LanguageTag.isWellFormed(tag) ? LanguageTag.cased(tag) : "und"
  }

  /// Whether the language is written from right to left.
  var isRightToLeft: Bool {
    let parts = tag.split(separator: "-")
    if parts.contains("Latn") || parts.contains("Cyrl") { return false }
    if parts.contains("Arab") || parts.contains("Hebr") { return true }
    return parts.first.map { Self.rightToLeft.contains($0) } ?? false
  }

  /// Languages whose usual script is Arabic, Hebrew, Syriac, Thaana or N'Ko (Unicode CLDR, `layout.orientation`).
  private static let rightToLeft: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
}
