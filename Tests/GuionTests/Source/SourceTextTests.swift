import Guion
import Testing

/// Tests of input that is not text, or text in another encoding.
@Suite struct SourceTextTests {
  private func parse(_ bytes: [UInt8], _ format: DocumentFormat = .markdown)
    -> GuionParsedElementCollection
  {
    GuionParsedElementCollection(bytes: bytes, format: format)
  }

  @Test(arguments: DocumentFormat.plainTexts) func nothing(_ format: DocumentFormat) {
    let parsed = parse([], format)
    #expect(parsed.elements == [])
    #expect(parsed.diagnostics == [])
  }

  static let signatures: [(start: [UInt8], words: String)] = [
    ([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A], "a PNG image"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
    (Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3], "a PDF document"),
    (Array("%PDF-1.4\n1 0 obj\n<< >>\nendobj\n".utf8), "a PDF document"),
    ([0x1F, 0x8B, 0x08, 0], "a gzip archive"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    (Array("PK\u{3}\u{4}\u{14}\0[Content_Types].xml".utf8), "n Office document"),
    (Array("PK\u{3}\u{4}\u{A}\0mimetypeapplication/epub+zip".utf8), "an EPUB book"),
    ([0x7F] + Array("ELF".utf8), "a program"),
    (Array("RIFF\u{4}\0\0\0WAVE".utf8), "an audio or video file"),
    (Array("GIF89a\u{1}\0".utf8), "a GIF image"),
    ([0x80, 0x81, 0x82], "binary data"),
    (Array("a\0b\0c\0".utf8), "UTF-16 without a byte order mark"),
  ]

  @Test(arguments: signatures, DocumentFormat.plainTexts)
  func binary(_ file: (start: [UInt8], words: String), _ format: DocumentFormat) {
    let parsed = parse(file.start + Array(repeating: file.start.last ?? 0, count: 100), format)
    #expect(parsed.elements == [])
    #expect(parsed.diagnostics.map(\.code) == ["binary-file"])
    #expect(parsed.diagnostics.first?.severity == .error)
    #expect(parsed.diagnostics.first?.message.contains(file.words) == true, "\(parsed.diagnostics)")
  }

  @Test(arguments: [
    "RIFF is a format.", "ID3 tags", "%PDF-1.7 begins a PDF", "GIF89a", "PK", "\u{1B}[1mx",
  ])
  func textThatBeginsLikeABinaryFile(_ text: String) {
    let parsed = parse(Array(text.utf8))
    #expect(parsed.elements.count == 1)
    #expect(parsed.diagnostics == [])
  }

  @Test func nulBytes() {
    let parsed = parse(Array("One two three four five six\n\nseven\0eight\0 nine ten".utf8))
    #expect(parsed.elements.map(\.elementText).last == "seven\u{FFFD}eight\u{FFFD} nine ten")
    #expect(
      parsed.diagnostics.map(\.description) == [
        "3:6: warning: this text contains 2 NUL bytes (the first is here); delete every NUL byte [nul-byte]"
      ])
  }

  @Test(arguments: DocumentFormat.plainTexts) func undecodableBytes(_ format: DocumentFormat) {
    let bytes = Array("One two three four five six\n\nseven ".utf8) + [0xE9] + Array(" x".utf8)
    let parsed = parse(bytes, format)
    #expect(parsed.elements.last?.elementText == "seven \u{FFFD} x")
    #expect(parsed.diagnostics.map(\.code) == ["invalid-utf8"])
    #expect(parsed.diagnostics.first?.position == SourcePosition(line: 3, column: 7))
    #expect(parsed.elements.last?.sourceRange?.end == SourcePosition(line: 3, column: 9))
  }

  @Test(arguments: [true, false]) func utf16(_ isLittle: Bool) {
    let text = "# É 😀\n\nx"
    let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
    let parsed = parse(bytes)
    #expect(parsed.elements.map(\.elementText) == ["É 😀", "x"])
    #expect(parsed.diagnostics == [])
    let broken = parse(bytes + (isLittle ? [0x00, 0xD8] : [0xD8, 0x00]) + [0x41])
    #expect(broken.diagnostics.map(\.code) == ["invalid-utf16"])
    #expect(broken.diagnostics.first?.position == SourcePosition(line: 3, column: 2))
  }

  @Test(arguments: [
    ("A rÃ©sumÃ© here.", "A résumé here."), ("â€œYesâ€\u{9D} itâ€™s", "“Yes” it’s"),
    ("A pâté; itâ€™s Ãœber â€” yes", "A pâté; it’s Über — yes"),
    ("A wall Â\u{97} itÂ\u{92}s high.", "A wall — it’s high."), ("Ã¯Â»Â¿Rain.", "Rain."),
    ("It Ã¢Â€Â” rains.", "It — rains."),
  ])
  func aTextEncodedTwice(_ typed: String, _ meant: String) {
    let parsed = parse(Array(typed.utf8))
    #expect(parsed.elements.map(\.elementText) == [meant])
    #expect(parsed.diagnostics.map(\.code) == ["twice-encoded"])
    let first = GuionParsedElementCollection(
      bytes: Array(typed.utf8), format: .markdown, edition: .first)
    #expect(first.elements.map(\.elementText) == [typed])
  }

  @Test(arguments: ["L’âge de São Paulo", "Ã and Ã©, Ã©", "a single Ã© here"])
  func lettersThatAreMeant(_ typed: String) {
    let parsed = parse(Array(typed.utf8))
    #expect(parsed.elements.map(\.elementText) == [typed])
    #expect(parsed.diagnostics == [])
  }

  @Test(arguments: [
    ([0x63, 0x61, 0x66, 0xE9, 0x20, 0x96, 0x20, 0x93, 0x79, 0x65, 0x73, 0x94], "café – “yes”"),
    ([0x69, 0x74, 0x92, 0x73], "it’s"), ([0xA3, 0x35], "£5"),
  ])
  func aTextOfWindows(_ typed: [UInt8], _ meant: String) {
    for format in [DocumentFormat.markdown, .text, .fountain] {
      // More than a quarter of such bytes would be no text.
      let bytes = Array("One two three four five. ".utf8) + typed
      let parsed = GuionParsedElementCollection(bytes: bytes, format: format)
      #expect(parsed.elements.map(\.elementText) == ["One two three four five. " + meant])
      #expect(parsed.diagnostics.map(\.code) == ["windows-1252"])
      let first = GuionParsedElementCollection(bytes: bytes, format: format, edition: .first)
      #expect(first.diagnostics.map(\.code) == ["invalid-utf8"])
    }
  }

  @Test func damagedUTF8IsNoWindows1252() {
    for typed: [UInt8] in [
      Array("café, Zoë".utf8) + [0xE9], [0x61, 0x81, 0x62], [0x20, 0xFF, 0x20],
    ] {
      let bytes = Array("One two three four five. ".utf8) + typed
      #expect(parse(bytes).diagnostics.map(\.code) == ["invalid-utf8"])
    }
  }

  @Test func aTextOfMacOS() {
    let bytes = Array("It was a long day at the small bar: ".utf8)
    let typed: [UInt8] = [0xD2, 0x63, 0x61, 0x66, 0x8E, 0xD3, 0x20, 0x69, 0x74, 0xD5, 0x73]
    let parsed = parse(bytes + typed)
    #expect(
      parsed.elements.map(\.elementText) == ["It was a long day at the small bar: “café” it’s"])
    #expect(parsed.diagnostics.first?.message.contains("Mac OS Roman") == true)
  }

  @Test(arguments: [
    ("He didn\u{FFFD}t say \u{FFFD}no\u{FFFD} \u{FFFD} ever.", "He didn’t say “no” – ever."),
    ("Joeï¿½s caf\u{FFFD}", "Joe’s caf\u{FFFD}"),
  ])
  func charactersThatAnotherProgramLost(_ typed: String, _ meant: String) {
    let parsed = parse(Array(typed.utf8))
    #expect(parsed.elements.map(\.elementText) == [meant])
    #expect(parsed.diagnostics.map(\.code) == ["twice-encoded"])
    let first = GuionParsedElementCollection(
      bytes: Array(typed.utf8), format: .markdown, edition: .first)
    #expect(first.elements.map(\.elementText) == [typed])
  }

  @Test(arguments: [
    (
      "TonightÕs the night, and itÕs mine. ÒI donÕt knowÉÓ ÔYes.Õ Ñ caf\u{8E}",
      "Tonight’s the night, and it’s mine. “I don’t know…” ‘Yes.’ — café"
    ),
    (
      "Itís Cyclopsí turn. Iíll wait, donít you? ìYouíre lateÖî ëHeís old.í ñ DONíT ó no",
      "It’s Cyclops’ turn. I’ll wait, don’t you? “You’re late…” ‘He’s old.’ – DON’T — no"
    ),
    ("You Â\u{AD} Ann Â\u{AD} know.", "You – Ann – know."),
  ])
  func quotationMarksOfAnotherEncoding(_ typed: String, _ meant: String) {
    let parsed = parse(Array(typed.utf8))
    #expect(parsed.elements.map(\.elementText) == [meant])
    #expect(parsed.diagnostics.map(\.code) == ["twice-encoded"])
    let first = GuionParsedElementCollection(
      bytes: Array(typed.utf8), format: .markdown, edition: .first)
    #expect(first.elements.map(\.elementText) == [typed])
  }

  @Test(arguments: [
    "SÕNA, SÕNAD, sõna ja SÕ, aÕb aÕb aÕb õ", "ÒSCAR I ÒPERA, ÓSCAR, ANTÓN",
    "El país ríe. Oíd, país: días en el país, así.",
  ])
  func lettersOfOtherLanguages(_ typed: String) {
    #expect(parse(Array(typed.utf8)).elements.map(\.elementText) == [typed])
  }

  @Test func zerosBehindAText() {
    let parsed = parse(Array("One two.".utf8) + [UInt8](repeating: 0, count: 200))
    #expect(parsed.elements.map(\.elementText) == ["One two."])
    #expect(parsed.diagnostics.map(\.code) == ["nul-byte"])
    #expect(parse([UInt8](repeating: 0, count: 200)).diagnostics.map(\.code) == ["binary-file"])
  }

  @Test func aDrawing() {
    let drawing = "---\n\nexcalidraw-plugin: parsed\n\n---\n# Text Elements\n4 ^F9mUZTT2\n"
    #expect(parse(Array(drawing.utf8)).elements == [])
    #expect(!parse(Array("---\n\na: b\n\n---\n# Text".utf8)).elements.isEmpty)
  }

  @Test func anEmptyTextInUTF16() {
    #expect(parse([0xFF, 0xFE]).elements == [])
    #expect(parse([0xFF, 0xFE]).diagnostics == [])
  }
}
