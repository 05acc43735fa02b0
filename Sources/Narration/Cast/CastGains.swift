public import Guion

/// Gains for voices that a cast file names, found by listening to them.
public struct CastGains: Sendable {
  /// Decibels by role, the narrator's under the empty name.
  public var gains: [String: Double]

  /// Makes a table of gains in decibels.
  public init(_ gains: [String: Double]) { self.gains = gains }

  /// A cast file with the gains in the entries of their roles, and every other byte as it was; and the roles
  /// that have no entry there, sorted.
  ///
  /// The error says why the text is no cast file.
  public func added(to file: [UInt8]) throws(Diagnostic) -> (file: [UInt8], missing: [String]) {
    var text = JSONInserter(file)
    var missing: [String] = []
    for (role, gain) in gains.sorted(by: { $0.key < $1.key }) {
      // Places are those of the text as it is now.
      let root = try JSONDocument.parse(text.bytes).get()
      guard let entry = Self.entry(of: role, in: root) else {
        missing.append(role)
        continue
      }
      if case .object = entry.value {
        text.add([("gain", "\(gain)")], to: entry)
      } else {
        text.replace(entry) { "{ \"voice\": \($0), \"gain\": \(gain) }" }
      }
    }
    return (text.bytes, missing)
  }

  /// What the file says of a role's voice; nil where it says nothing.
  private static func entry(of role: String, in root: JSONNode) -> JSONNode? {
    let entry =
      role.isEmpty
      ? root.member("narrator")
      : root.member("characters")?.member { CharacterNormalizer.name(of: $0) == role }
    switch entry?.value {
    case .string: return entry
    case .object: return entry?.member("voice") == nil ? nil : entry
    default: return nil
    }
  }
}

extension JSONNode {
  /// The value of a member; nil where this is no object, or has none of that name.
  func member(_ key: String) -> JSONNode? { member { $0 == key } }

  /// The value of the first member whose key is wanted.
  func member(where isWanted: (String) -> Bool) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { isWanted($0.key) }?.value
  }
}
