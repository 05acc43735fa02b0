import Guion
import Narration
import Testing

/// Prose with speakers' labels, and the expected speeches.
struct LabelRow: Sendable, CustomTestStringConvertible {
  var name: String
  var source: String
  var expected: String
  var format = DocumentFormat.markdown
  var testDescription: String { name }

  init(
    _ name: String, _ source: String, _ expected: String,
    _ format: DocumentFormat = .markdown
  ) {
    (self.name, self.source, self.expected, self.format) = (name, source, expected, format)
  }

  func check() throws {
    let outline = try Self.labelled(source, format).outline
    #expect(outline == expected)
  }

  static func cast(_ json: String) throws -> Cast {
    let reader = CastReader(bytes: Array(json.utf8))
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    return reader.cast
  }

  static func manuscript(_ source: String, _ format: DocumentFormat) -> Manuscript {
    Manuscript(GuionParsedElementCollection(string: source, format: format), path: "s")
  }

  static func labelled(
    _ source: String, _ format: DocumentFormat = .markdown, cast json: String = names
  ) throws -> [GuionElement] {
    SpeakerLabels(cast: try cast(json)).apply(to: manuscript(source, format))
  }

  static let names = """
    {"characters": {"ALICE": {"voice": "tone://alto", "aliases": ["Young Alice"]},
     "Bob": "tone://bass", "ALICE AND BOB": "tone://alto", "李雷": "tone://bass",
     "José O'Neil": "tone://tenor"}}
    """
}
