public import Guion

/// Makes of a document the lines that are spoken, in order.
///
/// A pure function: the same words in the same order as a build by chapters reads them, but for the
/// credits, which come from no element. Lines have no voices yet: where a build names a speaker because the one
/// before has the same voice, there is no such announcement here.
public struct ScreenplayToSpeechProcessor: Sendable {
  private let cast: Cast?
  private let language: String?
  private let rules: (any SpeechLogicRules)?

  /// Makes a processor that reads by the rule set that the cast asks for, as the cast has it set: its names, aliases,
  /// pronunciations and what is read aloud count, its voices do not.
  ///
  /// Without a cast the `guion2audio` block of each document's front matter counts. `language` is a BCP 47
  /// tag; without it the cast's counts, then the front matter's, then `en-US`.
  public init(cast: Cast? = nil, language: String? = nil) {
    self.cast = cast
    self.language = language
    rules = nil
  }

  /// Makes a processor that reads by other rules; nil stands for `RuleSet.current`.
  public init(rules: (any SpeechLogicRules)?) {
    cast = nil
    language = nil
    self.rules = rules
  }

  /// All lines of a document.
  public func lines(of document: GuionDocumentModel) -> [SpeakableLine] {
    var reading = reading(document)
    var lines: [SpeakableLine] = []
    while let unit = reading.next() { lines += unit.lines }
    return lines
  }

  /// The lines of some scenes, which are the same as within the whole document.
  ///
  /// Scene 1 begins with the first scene heading, scene 0 is what stands before it. Numbers that the
  /// document does not have give nothing.
  public func lines(of document: GuionDocumentModel, scenes: ClosedRange<Int>) -> [SpeakableLine] {
    let source = source(document)
    let parts = source.scenes.indices.clamped(to: Range(scenes)).map { source.scenes[$0].elements }
    guard let first = parts.first, let last = parts.last else { return [] }
    let wanted = first.lowerBound..<last.upperBound
    var reading = LineWalk(source)
    var lines: [SpeakableLine] = []
    // What stands before counts: the numbers and the ids of lines are the document's.
    while let unit = reading.next(), unit.elements.lowerBound < wanted.upperBound {
      if wanted.contains(unit.elements.lowerBound) { lines += unit.lines }
    }
    return lines
  }

  /// The lines of one scene; scene 0 is what stands before the first scene heading.
  public func lines(of document: GuionDocumentModel, scene: Int) -> [SpeakableLine] {
    lines(of: document, scenes: scene...scene)
  }

  /// The lines of the scene whose heading has this `sceneId`; none where no heading has it.
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
