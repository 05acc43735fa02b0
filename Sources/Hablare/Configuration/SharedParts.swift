import Synchronization

/// What several providers of a registry have in common, by its type: made for the first that asks for it.
///
/// So the folders of providers share parts without knowing each other, and without this folder knowing the parts.
final class SharedParts: Sendable {
  private let parts = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The part of a type.
  func part<Part: Sendable>(_ make: () -> Part) -> Part {
    parts.withLock { parts in
      if let part = parts[ObjectIdentifier(Part.self)] as? Part { return part }
      let part = make()
      parts[ObjectIdentifier(Part.self)] = part
      return part
    }
  }
}
