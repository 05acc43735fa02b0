import Audiobook
import Hablare
import Narration

/// The effect on a book of a change to the cast.
struct CastEffect: Sendable {
  /// A role that has a new voice.
  struct Recast: Sendable, Equatable, Encodable {
    /// The name; empty for the narrator.
    var role: String
    /// The old voice in `from` and the new voice in `to`, without their settings.
    var from: String
    var to: String
  }

  /// The numbers of the lines that sound different.
  /// If the change was saved, these are numbers in the new plan. Otherwise they are numbers in the current plan.
  var affected: [Int] = []
  /// The number of chapters that differ, even if only in a pause.
  var chapters = 0
  /// The roles that have a new voice, including the roles whose automatic voice has changed.
  var recast: [Recast] = []
  /// The lines that the changed pronunciation applies to, or nil for changes of other kinds.
  var applies: [Int]?
  /// The cost of rendering the affected lines again, or nil if they are free.
  var cost: StudioError.Cost?

  /// Creates the effect of an edit that changes nothing.
  init() {}

  /// Compares two plans of a book.
  init(from former: StudioView, to view: StudioView, _ speech: SpeechSetup) async {
    affected = view.lines.changes(since: former.lines)
    chapters = Self.chapters(former.book.plan, view.book.plan)
    recast = Self.recast(former.book.plan.cast, view.book.plan.cast)
    cost = await view.cost(of: affected.map { view.lines[$0] }, speech)
  }

  private static func chapters(_ former: BookPlan, _ plan: BookPlan) -> Int {
    let shared = zip(former.chapters, plan.chapters)
    return shared.count { $0.read != $1.read || $0.sounds != $1.sounds }
      + max(0, plan.chapters.count - former.chapters.count)
  }

  private static func recast(
    _ former: [String: VoiceURI], _ cast: [String: VoiceURI]
  ) -> [Recast] {
    cast.keys.sorted().compactMap { role in
      guard let old = former[role]?.plain, let new = cast[role]?.plain, old != new else {
        return nil
      }
      return Recast(role: role, from: old.description, to: new.description)
    }
  }

  /// Returns the effect with the line numbers of the plan `current` instead of the plan `view`.
  func inLines(of current: StudioView, from view: StudioView) -> CastEffect {
    let identities = LineIdentity.identities(of: view.lines)
    let places = Dictionary(
      zip(LineIdentity.identities(of: current.lines), current.lines.indices)
    ) { first, _ in first }
    func moved(_ lines: [Int]) -> [Int] { lines.compactMap { places[identities[$0]] }.sorted() }
    var effect = self
    effect.affected = moved(affected)
    effect.applies = applies.map(moved)
    return effect
  }
}

extension StudioView {
  /// Returns the numbers of the lines that the last edit applies to, or nil if that edit sets no pronunciation.
  func uses(of edits: [CastEdit]) -> [Int]? {
    guard case .pronunciation(let wanted) = edits.last else { return nil }
    let place = book.cast.pronunciations.firstIndex { entry in
      entry.text == wanted.text && entry.language == nil
        && entry.character.map(CharacterNormalizer.folded)
          == wanted.character.map(CharacterNormalizer.folded)
    }
    return place.map { book.uses(ofPronunciationsIn: lines)[$0] } ?? []
  }
}
