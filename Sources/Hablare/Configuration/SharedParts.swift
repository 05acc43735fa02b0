import Synchronization

/// Parts that several providers of a registry share, by type; each is created on first use.
///
/// So the folders of providers can share parts without depending on each other, and this folder
/// depends on no part.
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
