import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

/// A table read as readable lines: `pause | kind SPEAKER voice{settings}: text`, with `//` between spans.
struct TableReadOutline {
  var lines: [String]

  /// Reads a whole script as one chapter, with the tone voices.
  ///
  /// Most tests are about what is read, which rule sets 1.1 and 1.2 have in common. The pauses are those of 1.1.
  static func of(
    _ source: String, cast castText: String = "{}", language: String? = nil,
    opening: [TableReader.Opening] = [], format: DocumentFormat = .fountain,
    rules: RuleSet = .v1_1
  ) async throws -> TableReadOutline {
    let script = GuionParsedElementCollection(string: source, format: format)
    let reader = CastReader(bytes: Array(castText.utf8))
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    let director = CastingDirector(
      cast: reader.cast,
      language: language ?? reader.cast.language ?? "en-US",
      directory: VoiceDirectory([ToneVoiceProvider()]))
    let elements = SpeakerLabels(cast: reader.cast).apply(to: Manuscript(script, path: "test"))
    let (casting, diagnostics) = await director.casting(of: elements, sources: ["test"])
    let cast = try #require(casting, "\(diagnostics)")
    var settings = reader.cast
    settings.rules = settings.rules ?? rules
    let read = TableReader(casting: cast, cast: settings, format: format)
      .read(elements[...], opening: opening)
    return TableReadOutline(
      lines: read.passages.map(line) + (read.passages.isEmpty ? [] : ["end \(read.pauseAfter)"]))
  }

  private static func line(_ passage: Passage) -> String {
    "\(passage.pauseBefore) | " + passage.items.map(item).joined(separator: " && ")
  }

  private static func item(_ item: SpokenItem) -> String {
    let speaker = item.role.map { " \($0.name)" } ?? ""
    let cue = item.cue.map { " (cue \($0))" } ?? ""
    let spans = item.spans.enumerated().map { index, span in
      (index == 0 ? "" : "/\(span.pauseBefore)/ ") + manner(span.performance) + span.text
    }
    return "\(item.kind.identifier)\(speaker)\(cue): " + spans.joined(separator: " ")
  }

  /// Returns the settings that differ from the voice's own, in braces.
  private static func manner(_ performance: Performance) -> String {
    var parts: [String] = []
    if performance.voice.voiceId.hasSuffix("+whisper") { parts.append("whisper") }
    if performance.options.rate != 1 { parts.append("rate \(performance.options.rate)") }
    if performance.options.pitch != 0 { parts.append("pitch \(performance.options.pitch)") }
    if performance.gain != 0 { parts.append("gain \(performance.gain)") }
    if let effect = performance.effect { parts.append(effect.rawValue) }
    return parts.isEmpty ? "" : "{\(parts.joined(separator: ", "))} "
  }
}
