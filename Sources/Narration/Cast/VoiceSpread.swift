public import Hablare

/// Gives voices to roles so that the largest are furthest apart.
public struct VoiceSpread: Sendable {
  /// A voice and how it sounds.
  public struct Point: Sendable {
    /// The voice.
    public var voice: VoiceURI
    /// How it sounds.
    public var timbre: VoiceTimbre
    /// The gender that the provider gives the voice; nil if it gives none.
    public var gender: String?

    /// Makes a point.
    public init(voice: VoiceURI, timbre: VoiceTimbre, gender: String? = nil) {
      (self.voice, self.timbre, self.gender) = (voice, timbre, gender)
    }
  }

  private var candidates: [Point]
  /// The voices that are heard already, each time that one is.
  private var heard: [Point]

  /// Begins with the voices that others have, such as the narrator's.
  public init(_ candidates: [Point], besides heard: [Point]) {
    (self.candidates, self.heard) = (candidates, heard)
  }

  /// Leaves a voice out from now on.
  public mutating func remove(_ voice: VoiceURI) {
    candidates.removeAll { $0.voice.plain == voice.plain }
  }

  /// The next voice, of the gender that is wanted if there is one; nil if there is none at all.
  ///
  /// Of those that the fewest roles have it is the one whose nearest neighbour is furthest away, and the first of
  /// several.
  public mutating func next(_ gender: RoleEvidence.Gender? = nil) -> VoiceURI? {
    let fitting =
      gender.map { gender in self.candidates.filter { $0.gender == gender.rawValue } } ?? []
    let candidates = fitting.isEmpty ? self.candidates : fitting
    let uses = Dictionary(heard.map { ($0.voice.plain, 1) }, uniquingKeysWith: +)
    let fewest = candidates.map { uses[$0.voice.plain] ?? 0 }.min() ?? 0
    var best: (point: Point, distance: Double)?
    for point in candidates where uses[point.voice.plain] ?? 0 == fewest {
      let others = heard.filter { $0.voice.plain != point.voice.plain }
      let nearest = others.map { $0.timbre.distance(to: point.timbre) }.min() ?? 0
      if nearest > best?.distance ?? -1 { best = (point, nearest) }
    }
    guard let best else { return nil }
    heard.append(best.point)
    return best.point.voice
  }
}
