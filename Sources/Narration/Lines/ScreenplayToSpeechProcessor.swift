public import Guion

/// Creates the spoken lines of a document, in order.
///
/// The result depends only on the document and the settings. The lines have the same text in the same order as in a
/// build by chapters. The credits are missing, because no element contains them.
///
/// Lines have no voices yet. A build can announce a speaker because another speaker has the same voice. Such
/// announcements are missing from the lines.
public struct ScreenplayToSpeechProcessor: Sendable {
  private let cast: Cast?
  private let language: String?
  private let rules: (any SpeechLogicRules)?

  /// Creates a processor with the rule set and the settings of a cast.
  ///
  /// The names, aliases, pronunciations and speech settings of the cast apply, but not its voices.
  ///
  /// If `cast` is nil, the `guion2audio` block of each document's front matter is used. `language` is a BCP 47 tag. If
  /// `language` is nil, the cast's language is used. If the cast has no language, the front matter's language is used.
  /// The default is `en-US`.
  public init(cast: Cast? = nil, language: String? = nil) {
    self.cast = cast
    self.language = language
    rules = nil
  }

  /// Creates a processor with other rules.
  ///
  /// If `rules` is nil, the rule set and the settings come from the cast in each document's front matter. The default
  /// rule set is `RuleSet.current`.
  public init(rules: (any SpeechLogicRules)?) {
    cast = nil
    language = nil
    self.rules = rules
  }

  /// Returns all lines of a document.
  public func lines(of document: GuionDocumentModel) -> [SpeakableLine] {
    var reading = reading(document)
    var lines: [SpeakableLine] = []
    while let unit = reading.next() { lines += unit.lines }
    return lines
  }

  /// Returns the lines of some scenes.
  ///
  /// The lines are the same as in the result for the whole document.
  ///
  /// Scene 1 begins with the first scene heading. Scene 0 contains the elements before the first scene heading. Scene
  /// numbers that the document does not have are ignored.
  public func lines(of document: GuionDocumentModel, scenes: ClosedRange<Int>) -> [SpeakableLine] {
    let source = source(document)
    let parts = source.scenes.indices.clamped(to: Range(scenes)).map { source.scenes[$0].elements }
    guard let first = parts.first, let last = parts.last else { return [] }
    let wanted = first.lowerBound..<last.upperBound
    var reading = LineWalk(source)
    var lines: [SpeakableLine] = []
    // The elements before the scenes must be read too, because the numbers and the ids of lines are counted within the
    // whole document.
    while let unit = reading.next(), unit.elements.lowerBound < wanted.upperBound {
      if wanted.contains(unit.elements.lowerBound) { lines += unit.lines }
    }
    return lines
  }

  /// Returns the lines of one scene.
  ///
  /// Scene 0 contains the elements before the first scene heading.
  public func lines(of document: GuionDocumentModel, scene: Int) -> [SpeakableLine] {
    lines(of: document, scenes: scene...scene)
  }

  /// Returns the lines of the scene whose heading has this `sceneId`; empty if no heading has this id.
  public func lines(of document: GuionDocumentModel, sceneID: String) -> [SpeakableLine] {
    let source = source(document)
    let number = source.scenes.firstIndex { part in
      part.heading.map { source.elements[$0].sceneId == sceneID } ?? false
    }
    return number.map { lines(of: document, scene: $0) } ?? []
  }

  func reading(_ document: GuionDocumentModel) -> LineWalk { LineWalk(source(document)) }

  private func source(_ document: GuionDocumentModel) -> LineSource {
    let readable = ReadableDocument(document, cast: cast, language: language)
    return LineSource(readable, rules: rules ?? readable.uncastRules)
  }
}
