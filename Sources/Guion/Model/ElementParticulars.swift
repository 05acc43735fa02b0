/// The properties that few elements have.
///
/// They are stored separately to keep the other elements small: 72 bytes per element instead of 144.
struct ElementParticulars: Sendable, Equatable {
  var sceneNumber: String?
  var sceneId: String?
  var `extension`: String?
  var mark: Mark?
  var inlines: [InlineSpan] = []
  var originID: String?

  /// A box of immutable particulars.
  ///
  /// A change of an element creates a new box.
  final class Box: Sendable, Equatable {
    let value: ElementParticulars

    init(_ value: ElementParticulars) { self.value = value }

    static func == (left: Box, right: Box) -> Bool { left === right || left.value == right.value }
  }

  /// The particulars in a box; nil if all are empty.
  var boxed: Box? {
    let isEmpty =
      sceneNumber == nil && sceneId == nil && `extension` == nil && mark == nil && inlines.isEmpty
      && originID == nil
    return isEmpty ? nil : Box(self)
  }
}
