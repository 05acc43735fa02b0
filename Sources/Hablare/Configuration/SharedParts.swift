import Synchronization

/// Parts that several providers of a registry share: one part for each type, created on first use.
///
/// With this class, the code in one provider's folder can share parts with other providers and does
/// not depend on their folders. The folder `Configuration` does not depend on the types of the parts.
final class SharedParts: Sendable {
  private let parts = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Returns the shared part of the type `Part`.
  ///
  /// The first call creates the part with `make`.
  func part<Part: Sendable>(_ make: () -> Part) -> Part {
    parts.withLock { parts in
      if let part = parts[ObjectIdentifier(Part.self)] as? Part { return part }
      let part = make()
      parts[ObjectIdentifier(Part.self)] = part
      return part
    }
  }
}
