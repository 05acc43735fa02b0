public import Hablare

/// Assigns voices to roles so that the largest roles sound most different.
///
/// The caller asks for the voices of the largest roles first.
public struct VoiceSpread: Sendable {
  /// A voice with its timbre and gender.
  public struct Point: Sendable {
    /// The voice.
    public var voice: VoiceURI
    /// The timbre of the voice.
    public var timbre: VoiceTimbre
    /// The gender that the provider states for the voice, or nil if the provider states no gender.
    public var gender: String?

    /// Creates a point.
    public init(voice: VoiceURI, timbre: VoiceTimbre, gender: String? = nil) {
      (self.voice, self.timbre, self.gender) = (voice, timbre, gender)
    }
  }

  private var candidates: [Point]
  /// The voices in use.
  ///
  /// A voice is listed once for each role that has it.
  private var heard: [Point]

  /// Starts with the voices that can be assigned, and the voices already in use, such as the narrator's.
  public init(_ candidates: [Point], besides heard: [Point]) {
    (self.candidates, self.heard) = (candidates, heard)
  }

  /// Removes a voice from the voices that can be assigned.
  public mutating func remove(_ voice: VoiceURI) {
    candidates.removeAll { $0.voice.plain == voice.plain }
  }

  /// Returns the next voice, with the wanted gender if possible, or nil if there are no voices.
  ///
  /// Only the voices with the fewest roles are compared. The result is the voice with the greatest distance in timbre
  /// from the nearest voice in use. If several voices have the same distance, the result is the first of them.
  public mutating func next(_ gender: RoleGender? = nil) -> VoiceURI? {
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
