import Hablare
public import Narration

/// Lines of a book by where they begin and by who speaks them (`--retake`).
public struct LineSelection: Sendable, Equatable {
  /// Where lines begin.
  public var places: Set<ScriptPlace>
  /// Roles, all of whose lines are meant; the narrator's name is empty.
  public var roles: Set<String>

  /// Makes a selection.
  public init(places: Set<ScriptPlace> = [], roles: Set<String> = []) {
    (self.places, self.roles) = (places, roles)
  }

  /// Adds what another selection has.
  public mutating func add(_ other: LineSelection) {
    places.formUnion(other.places)
    roles.formUnion(other.roles)
  }

  func contains(_ line: PlacedSpan) -> Bool {
    places.contains(line.place) || roles.contains(line.role)
  }
}

/// New takes of lines: clips that are not used although they are kept, and the chapters that are
/// rendered again for them.
///
/// A clip belongs to words and a voice, not to a place. Lines with the same words share the new take,
/// but a chapter in which no line is selected is not rendered again for it.
public struct Retakes: Sendable {
  /// The chapters, by number, in which a line gets a new take.
  public private(set) var chapters: Set<Int> = []
  /// Providers of selected lines that keep no clips: what they say is always new, and always the same.
  public private(set) var unkept: Set<String> = []
  /// The names of the clips, in each of their forms.
  private var clips: Set<String> = []

  /// No new takes.
  public init() {}

  /// The new takes of the selected lines in the chapters that a build with these options is asked for.
  public init(
    of lines: LineSelection, in plan: BookPlan, options: BuildOptions, directory: VoiceDirectory
  ) {
    for chapter in plan.wanted(options) {
      for line in chapter.read.placedSpans where lines.contains(line) {
        add(line, of: chapter, plan.engineVersions, directory)
      }
    }
  }

  private mutating func add(
    _ line: PlacedSpan, of chapter: ChapterPlan, _ versions: EngineVersions,
    _ directory: VoiceDirectory
  ) {
    let voice = line.span.performance.voice
    guard let provider = directory.provider(voice.providerId) else { return }
    guard provider.clipsAreWorthKeeping else {
      unkept.insert(voice.providerId)
      return
    }
    let key = ClipKey(
      providerId: voice.providerId, providerVersion: versions[voice],
      request: line.request(to: provider))
    clips.formUnion(key.forms)
    chapters.insert(chapter.index)
  }

  /// Whether the kept clip of a key is not used.
  func contains(_ key: ClipKey) -> Bool { clips.contains(key.name) }
}
