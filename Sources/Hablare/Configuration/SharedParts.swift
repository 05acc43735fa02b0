import Synchronization

/// Parts that several providers of a registry share: one part for each type, created on first use.
///
/// This lets the folders of providers share parts without depending on each other. The folder
/// `Configuration` does not depend on the types of the parts.
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
