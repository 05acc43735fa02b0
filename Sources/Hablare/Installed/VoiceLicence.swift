/// The terms on which a voice may be used, as its makers state them.
public struct VoiceLicence: Sendable, Hashable {
  /// Whether a use is allowed.
  public enum Permission: String, Sendable, Hashable, CaseIterable {
    case yes, no, unknown
  }

  /// The licence: an SPDX identifier such as `CC-BY-4.0`, the makers' own words, or `unknown`.
  public var name: String
  /// Whether the licence allows commercial use of the voice's audio.
  public var commercialUse: Permission

  /// Creates a licence.
  public init(name: String, commercialUse: Permission) {
    (self.name, self.commercialUse) = (name, commercialUse)
  }

  /// The licence of a voice whose makers state no licence.
  public static let unknown = VoiceLicence(name: "unknown", commercialUse: .unknown)
}

extension VoiceLicence {
  /// Returns the licence that a provider states for a voice, or nil if the provider states no
  /// licence.
  public init?(of voice: Voice) {
    guard let name = voice.labels["licence"] else { return nil }
    let use = voice.labels["commercialUse"].flatMap(Permission.init)
    self.init(name: name, commercialUse: use ?? .unknown)
  }

  /// The licence as labels of a `Voice`.
  var labels: [String: String] { ["licence": name, "commercialUse": commercialUse.rawValue] }
}
