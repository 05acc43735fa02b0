import Synchronization

/// Parts that several providers of a registry share, by type; each is created on first use.
///
/// In this way the folders of providers share parts without knowing each other, and this folder need
/// not know the parts.
final class SharedParts: Sendable {
  private let parts = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Returns the part of a type; creates it on first use.
  func part<Part: Sendable>(_ make: () -> Part) -> Part {
    parts.withLock { parts in
      if let part = parts[ObjectIdentifier(Part.self)] as? Part { return part }
      let part = make()
      parts[ObjectIdentifier(Part.self)] = part
      return part
    }
  }
}
