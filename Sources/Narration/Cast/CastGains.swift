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

  /// What the file says of voices, by role; roles without a voice are left out.
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
  /// The value of a member; nil where this is no object, or has none of that name.
  func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }
}
