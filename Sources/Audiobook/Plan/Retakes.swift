import Hablare
package import Narration

/// A selection of lines, by position and by speaker (`--retake`).
package struct LineSelection: Sendable, Equatable {
  /// The positions at which lines begin.
  package var positions: Set<ScriptPosition>
  /// The roles whose lines are all selected; the narrator's name is empty.
  package var roles: Set<String>

  package init(positions: Set<ScriptPosition> = [], roles: Set<String> = []) {
    (self.positions, self.roles) = (positions, roles)
  }

  /// Adds another selection.
  package mutating func add(_ other: LineSelection) {
    positions.formUnion(other.positions)
    roles.formUnion(other.roles)
  }

  func contains(_ line: SpeakableSpan) -> Bool {
    positions.contains(line.position) || roles.contains(line.role)
  }
}

/// The lines that get new takes.
///
/// Their cached clips are ignored, and their chapters are rendered again.
///
/// Lines with equal words and an equal voice share a clip, and therefore also a new take. But a chapter is rendered
/// again only if it contains a selected line.
public struct Retakes: Sendable {
  /// The numbers of the chapters in which a line gets a new take.
  public private(set) var chapters: Set<Int> = []
  /// The ids of the providers that speak selected lines, but always speak a line the same way.
  /// The clips of these providers are not cached, so their lines get no new takes.
  package private(set) var uncached: Set<String> = []
  /// The names of the clips to ignore.
  /// A request has two such clips: one with word timings and one without word timings (`ClipKey.forms`).
  private var clips: Set<String> = []

  /// Creates an empty set of new takes.
  public init() {}

  /// Creates the new takes of the selected lines in the chapters that these options select.
  package init(
    of lines: LineSelection, in plan: BookPlan, options: BuildOptions, directory: VoiceDirectory
  ) {
    for chapter in plan.selectedChapters(options) {
      for line in chapter.read.speakables(directory)
      where lines.contains(line) && line.span.performance.isHeard {
        add(line, of: chapter, plan.engineVersions)
      }
    }
  }

  private mutating func add(
    _ line: SpeakableSpan, of chapter: ChapterPlan, _ versions: EngineVersions
  ) {
    let voice = line.span.performance.voice
    guard line.voiceProvider.clipsAreWorthCaching else {
      uncached.insert(voice.providerId)
      return
    }
    let key = ClipKey(
      providerId: voice.providerId, providerVersion: versions[voice],
      request: line.engineRequest)
    clips.formUnion(key.forms)
    chapters.insert(chapter.index)
  }

  /// Returns whether to ignore the cached clip with this key.
  func contains(_ key: ClipKey) -> Bool { clips.contains(key.name) }
}

/// The chapters that `--only` selects: by number, range or words of the title.
public struct ChapterSelection: Sendable, Equatable {
  private enum Term: Sendable, Equatable {
    case range(ClosedRange<Int>)
    case words(String)
  }

  private let terms: [Term]
  /// The selection as the user wrote it.
  public let text: String

  /// Reads terms separated by commas: `3`, `2-5`, `7-`, `-4` or words.
  ///
  /// Returns nil if the text has no term.
  public init?(_ text: String) {
    let parts = text.split(separator: ",").map { part in
      part.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    self.text = text
    terms = parts.map { Self.range($0).map(Term.range) ?? .words($0.lowercased()) }
  }

  /// Returns whether a chapter is selected.
  public func contains(index: Int, title: String) -> Bool {
    terms.contains { term in
      switch term {
      case .range(let range): range.contains(index)
      case .words(let words): title.lowercased().contains(words)
      }
    }
  }

  /// The first term with a first number above its last number, such as `5-2`; nil if there is no such term.
  /// Such a term is not a range: it selects chapters by title, as words do.
  var reversedRange: (first: Int, last: Int)? {
    for case .words(let words) in terms {
      if let ends = Self.ends(of: words) { return ends }
    }
    return nil
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    guard let (first, last) = ends(of: text), first <= last else { return nil }
    return first...last
  }

  /// Returns the first and the last number of a range, in the order in which they are written.
  private static func ends(of text: String) -> (first: Int, last: Int)? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard text != "-", let first = ends[0].isEmpty ? 1 : Int(ends[0]),
      let last = ends.count == 1 ? first : ends[1].isEmpty ? Int.max : Int(ends[1]),
      first > 0, last > 0
    else { return nil }
    return (first, last)
  }
}
