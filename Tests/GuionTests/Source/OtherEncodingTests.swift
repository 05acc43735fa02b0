import Guion
import Testing

/// Tests of texts in encodings that are not read.
@Suite struct OtherEncodingTests {
  static let texts: [(bytes: [UInt8], name: String)] = [
    // Он вышел утром и сел в саду.
    (bytes("ceed20e2fbf8e5eb20f3f2f0eeec20e820f1e5eb20e220f1e0e4f32e"), "WINDOWS-1251"),
    // Он вышел утром и сел в саду.
    (bytes("efce20d7d9dbc5cc20d5d4d2cfcd20c920d3c5cc20d720d3c1c4d52e"), "KOI8-R"),
    // Он вышел утром и сел в саду.
    (bytes("8ead20a2ebe8a5ab20e3e2e0aeac20a820e1a5ab20a220e1a0a4e32e"), "CP866"),
    // 雨がふっています。
    (bytes("894a82aa82d382c182c482a282dc82b78142"), "SHIFT_JIS"),
    // 雨がふっています。
    (bytes("b1aba4aca4d5a4c3a4c6a4a4a4dea4b9a1a3"), "EUC-JP"),
    // Była zła, a mężczyzna wziął to i wyszedł, bo było późno.
    (
      bytes(
        "4279b361207ab3612c2061206deabf637a797a6e6120777a69b9b320746f2069207779737a6564b32c20626f206279b36f2070f39f6e6f2e"
      ), "WINDOWS-1250"
    ),
    // Była zła, a mężczyzna wziął to i wyszedł, bo było późno.
    (
      bytes(
        "4279b361207ab3612c2061206deabf637a797a6e6120777a69b1b320746f2069207779737a6564b32c20626f206279b36f2070f3bc6e6f2e"
      ), "ISO-8859-2"
    ),
    // děti něco říkaly, čekaly, řekly
    (bytes("64ec7469206eec636f20f8ed6b616c792c20e8656b616c792c20f8656b6c79"), "WINDOWS-1250"),
    // işini kapıyı bıraktı, ağladı
    (bytes("69fe696e69206b6170fd79fd2062fd72616b74fd2c2061f06c6164fd"), "WINDOWS-1254"),
    // mañana, cómo, café, días, público
    (bytes("6d61a4616e612c2063a26d6f2c20636166822c2064a161732c2070a3626c69636f"), "CP850"),
  ]

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = digits.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  @Test(arguments: texts)
  func anotherEncodingIsAnError(_ text: (bytes: [UInt8], name: String)) {
    let english = Array("An old friend of mine wrote these words in a letter to me: ".utf8)
    for bytes in [text.bytes, english + text.bytes] {
      for format in [DocumentFormat.markdown, .text, .fountain, .html] {
        let parsed = GuionParsedElementCollection(bytes: bytes, format: format)
        #expect(parsed.elements == [])
        #expect(parsed.diagnostics.map(\.code) == ["other-encoding"])
        let message = parsed.diagnostics.first?.message ?? ""
        #expect(message.contains("iconv -f \(text.name) -t UTF-8"), "\(message)")
      }
    }
  }

  @Test(arguments: ["It rains.\n\nShe waits.", "Идёт дождь.\nОна ждёт.", "雨が降る。彼女は待つ。\n"])
  func wideCharactersWithoutAMark(_ text: String) {
    let wide: [(name: String, width: Int, isLittle: Bool)] = [
      ("UTF-16LE", 2, true), ("UTF-16BE", 2, false), ("UTF-32LE", 4, true), ("UTF-32BE", 4, false),
    ]
    for (name, width, isLittle) in wide {
      let bytes = text.unicodeScalars.flatMap { scalar in
        let places = (0..<width).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
        return isLittle ? places : places.reversed()
      }
      let mark: [UInt8] = isLittle ? [0xFF, 0xFE, 0, 0] : [0, 0, 0xFE, 0xFF]
      for bytes in width == 4 ? [bytes, mark + bytes] : [bytes] {
        let parsed = GuionParsedElementCollection(bytes: bytes, format: .markdown)
        #expect(parsed.elements == [])
        #expect(parsed.diagnostics.map(\.code) == ["other-encoding"])
        #expect(parsed.diagnostics.first?.message.contains(name) == true)
      }
    }
  }

  @Test(arguments: [
    // perché è già lunedì, così finì
    "7065726368e920e8206769e0206c756e6564ec2c20636f73ec2066696eec",
    // så på båten, død, være, gjøre
    "73e52070e52062e574656e2c2064f8642c2076e672652c20676af87265",
    // já põe três opções, não, lá
    "6ae12070f565207472ea73206f70e7f565732c206ee36f2c206ce1",
    // það ýmislegt, þá æja, á því
    "fe61f020fd6d69736c6567742c20fee120e66a612c20e120fe76ed",
    // paral·lel, l’àvia, 3¼ m³, perquè
    "706172616cb76c656c2c206c92e07669612c2033bc206db32c207065727175e8",
    // õpetaja, külm, võõras, öö, tänav
    "f5706574616a612c206bfc6c6d2c2076f5f57261732c20f6f62c2074e46e6176",
    // père, gâteau, cœur, où, Škoda, žen
    "70e872652c2067e2746561752c20639c75722c206ff92c208a6b6f64612c209e656e",
  ])
  func textsOfWindowsAreRead(_ digits: String) {
    let bytes =
      Array("An old friend wrote these words in a letter to me: ".utf8) + Self.bytes(digits)
    let parsed = GuionParsedElementCollection(bytes: bytes, format: .markdown)
    #expect(!parsed.elements.isEmpty)
    #expect(parsed.diagnostics.map(\.code) == ["windows-1252"])
  }

  @Test func olderRuleSetsReadThem() {
    let bytes = Array("An old friend wrote: ".utf8) + [0x6D, 0xB9, 0xBF, 0x20, 0x61, 0xB3, 0x79]
    let first = GuionParsedElementCollection(bytes: bytes, format: .text, edition: .first)
    #expect(first.diagnostics.map(\.code) == ["invalid-utf8"])
  }

  @Test func spanishOfMacOS() {
    // mañana llovía, estás, cómo, público, años in Mac OS Roman
    let bytes = Self.bytes(
      "6d6196616e61206c6c6f7692612c2065737487732c2063976d6f2c20709c626c69636f2c2061966f73")
    let parsed = GuionParsedElementCollection(
      bytes: Array("Salimos. ".utf8) + bytes, format: .markdown)
    #expect(
      parsed.elements.map(\.elementText) == ["Salimos. mañana llovía, estás, cómo, público, años"])
  }
}
