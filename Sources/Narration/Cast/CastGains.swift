package import Guion

/// Measured gains for the voices that a cast file names.
package struct CastGains: Sendable {
  /// The gains in decibels, by role.
  /// The narrator has the empty name.
  package var gains: [String: Double]

  /// Creates a table of gains in decibels.
  package init(_ gains: [String: Double]) { self.gains = gains }

  /// Returns the cast file with the gains in the entries of their roles.
  /// `missing` contains the roles that have no voice in the file, sorted. The text of the file stays the same
  /// otherwise.
  /// Throws a diagnostic if the file is not valid JSON.
  package func added(to file: [UInt8]) throws(Diagnostic) -> (file: [UInt8], missing: [String]) {
    var text = JSONInserter(file)
    let root = try JSONDocument.parse(file).get()
    let entries = Self.entries(of: root)
    var missing: [String] = []
    for (role, gain) in gains.sorted(by: { $0.key < $1.key }) {
      guard let entry = entries[role] else {
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

  /// Returns the JSON values that describe voices, by role.
  /// Roles without a voice are left out. The narrator has the empty name.
  private static func entries(of root: JSONNode) -> [String: JSONNode] {
    var entries: [String: JSONNode] = [:]
    entries[""] = root.member("narrator")
    if case .object(let members) = root.member("characters")?.value {
      let named = members.map { (CharacterNormalizer.name(of: $0.key), $0.value) }
      entries.merge(named) { first, _ in first }
    }
    return entries.filter { _, entry in
      switch entry.value {
      case .string: true
      case .object: entry.member("voice") != nil
      default: false
      }
    }
  }
}

extension JSONNode {
  /// Returns the value of a member, or nil if this node is not an object or has no such member.
  func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }
}
