import Guion

/// The positions of speakers between left and right, with the narrator in the middle.
///
/// A role gets its place at its first speech, apart from the roles that it talks to there. Later lines move nobody.
enum StereoPlaces {
  /// The places, each with another one on the other side. The outer ones come first.
  /// At 0.35, each channel has the voice, so that nothing is lost in one channel.
  private static let places = [-0.35, 0.35, -0.28, 0.28, -0.2, 0.2, -0.12, 0.12]
  /// How much the distance from the last speaker, the speaker before it, and so on counts.
  private static let weights = [3, 1, 0.5, 0.25]

  /// The distance from which on two speakers are apart.
  private static let farthest = 0.4

  /// Returns the place of each role, by its name. `fixed` are the places that the cast names.
  static func places(
    of elements: [GuionElement], _ names: CueNames, fixed: [String: Double]
  ) -> [String: Double] {
    let roles = Dictionary(
      names.meanings.map { ($0.cue.element.elementText, $0.name) }
    ) { first, _ in first }
    var found = fixed
    for scene in scenes(elements, roles) {
      for (number, role) in scene.enumerated() where found[role] == nil {
        found[role] = place(of: role, at: number, in: scene, found)
      }
    }
    return found
  }

  /// Returns the speakers of each scene in order, without repetitions of the last one.
  private static func scenes(
    _ elements: [GuionElement], _ roles: [String: String]
  ) -> [[String]] {
    var scenes: [[String]] = [[]]
    for element in elements {
      switch element.elementType {
      case .sceneHeading, .sectionHeading: scenes.append([])
      case .character:
        guard let role = roles[element.elementText], scenes[scenes.count - 1].last != role else {
          continue
        }
        scenes[scenes.count - 1].append(role)
      default: break
      }
    }
    return scenes
  }

  private static func place(
    of role: String, at number: Int, in scene: [String], _ found: [String: Double]
  ) -> Double {
    let others = partners(at: number, in: scene, found)
    // Without a known partner, the name decides the side.
    guard !others.isEmpty else { return isLeft(role) ? places[0] : places[1] }
    func distance(_ place: Double) -> Double {
      zip(others, weights).reduce(0) { $0 + min(abs(place - $1.0), farthest) * $1.1 }
    }
    return places.dropFirst().reduce(places[0]) { distance($1) > distance($0) ? $1 : $0 }
  }

  /// Returns the places of the last speakers before a speech, the last one first. If no one spoke before, this is the
  /// next speaker, if its place is known.
  private static func partners(
    at number: Int, in scene: [String], _ found: [String: Double]
  ) -> [Double] {
    var names: [String] = []
    // Nearer speakers count more, so that a few suffice in a scene with thousands.
    for name in scene[..<number].suffix(32).reversed() where !names.contains(name) {
      names.append(name)
      if names.count == weights.count { break }
    }
    if names.isEmpty { names = scene[number...].dropFirst().prefix(1).map { $0 } }
    return names.compactMap { found[$0] }
  }

  /// Whether a name without known partners is on the left; one half of all names is.
  private static func isLeft(_ name: String) -> Bool {
    // A hash of Swift's own would change with each run.
    name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } & 0x100 == 0
  }
}
