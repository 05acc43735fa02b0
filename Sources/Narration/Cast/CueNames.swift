import Guion
import Hablare

/// A cue at its first occurrence in a script.
struct Cue: Sendable {
  var element: GuionElement
  /// The name without extensions.
  var name: String
  /// The name in the form used for comparison.
  var folded: String

  var position: SourcePosition? { element.sourceRange?.start }

  init(_ element: GuionElement) {
    self.element = element
    name = CharacterNormalizer.name(of: element.elementText)
    folded = CharacterNormalizer.folded(name)
  }

  /// Returns the name of the file that contains the cue.
  /// `sources` are the files of the script.
  func file(in sources: [String]) -> String? {
    let index = element.source
    return sources.indices.contains(index) ? sources[index] : nil
  }

  /// Returns the first cue of each distinct spelling, in the order of the script.
  static func distinct(in elements: some Sequence<GuionElement>) -> [Cue] {
    var seen: Set<String> = []
    return elements.filter { $0.elementType == .character && seen.insert($0.elementText).inserted }
      .map(Cue.init)
  }
}

/// The role of each cue of a script.
/// A role has the cast's name. If the role is not in the cast, it has the script's name.
struct CueNames: Sendable {
  struct Meaning: Sendable {
    var cue: Cue
    var name: String
    /// Whether the cue names several speakers.
    var isPlural: Bool

    /// Whether the role's name differs from the cue.
    var isOtherName: Bool { CharacterNormalizer.folded(name) != cue.folded }
  }

  /// The role of every cue, in the order of the script.
  private(set) var meanings: [Meaning] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let cast: Cast
  /// The cast's names, for suggestions.
  private let castNames: CastNames
  private let words: LanguageWords
  private let sources: [String]
  /// The name of each role in the cast, by every folded name and alias of the role.
  private var owners: [String: String] = [:]
  /// The script's names in their first spelling, by folded name.
  private var scriptNames: [String: String] = [:]

  /// An empty set of names.
  static let none = CueNames(of: [], cast: Cast(), language: "")

  /// Finds the role of each cue of a script.
  /// `sources` are the names of the script's documents for diagnostics, by the number of the document.
  init(
    of elements: some Sequence<GuionElement>, cast: Cast, language: String, sources: [String] = []
  ) {
    (self.cast, self.sources) = (cast, sources)
    castNames = CastNames(of: cast)
    words = LanguageWords.of(language)
    for character in cast.characters {
      for name in character.names {
        owners[CharacterNormalizer.folded(name)] = character.name
        // "ALICE AND BOB" in the cast also matches "ALICE & BOB" in the script.
        owners[group(CharacterNormalizer.parts(of: name, words: words))] = character.name
      }
    }
    let cues = Cue.distinct(in: elements)
    scriptNames = Dictionary(cues.map { ($0.folded, $0.name) }) { first, _ in first }
    for cue in cues { meanings.append(meaning(of: cue)) }
  }

  private mutating func meaning(of cue: Cue) -> Meaning {
    let parts = CharacterNormalizer.parts(of: cue.name, words: words)
    let isPlural = parts.count > 1 || words.everybody.contains(cue.name.uppercased())
    if let owner = owners[cue.folded] ?? owners[group(parts)] {
      return Meaning(cue: cue, name: owner, isPlural: isPlural)
    }
    let folded = parts.map(CharacterNormalizer.folded)
    if parts.count > 1, folded.contains(where: { owners[$0] ?? scriptNames[$0] != nil }) {
      let speaker = owners[folded[0]] ?? scriptNames[folded[0]] ?? parts[0]
      diagnostics.append(
        Diagnostic(
          code: "shared-cue", severity: .note,
          message:
            "the cue \(cue.name) is spoken by \(speaker); to choose another voice, "
            + "add \"\(cue.name)\" to the cast",
          file: cue.file(in: sources), position: cue.position))
      return Meaning(cue: cue, name: speaker, isPlural: true)
    }
    if let diagnostic = uncast(cue) { diagnostics.append(diagnostic) }
    return Meaning(cue: cue, name: scriptNames[cue.folded] ?? cue.name, isPlural: isPlural)
  }

  /// Returns the names of a group in the form in which groups are compared.
  private func group(_ parts: [String]) -> String {
    parts.map(CharacterNormalizer.folded).joined(separator: " & ")
  }

  /// Returns a diagnostic for a cue without a cast entry: a warning if the name looks misspelt, otherwise a note.
  /// Nil if the cast has no roles. Also nil if the name does not look misspelt and the cast has a default voice.
  private func uncast(_ cue: Cue) -> Diagnostic? {
    guard !cast.characters.isEmpty else { return nil }
    if let nearest = castNames.nearest(to: cue.name) {
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(cue.name) is not in the cast; did you mean \(nearest)?",
        file: cue.file(in: sources),
        position: cue.position)
    }
    guard cast.defaultVoice == nil else { return nil }
    return Diagnostic(
      code: "uncast-character", severity: .note,
      message: "\(cue.name) has no voice in the cast; a voice is chosen automatically",
      file: cue.file(in: sources), position: cue.position)
  }
}
