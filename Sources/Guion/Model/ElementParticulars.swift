/// What few elements have: a place of its own for it keeps all others small, and a document's memory is
/// counted (144 bytes for each element with it inside, 72 without).
struct ElementParticulars: Sendable, Equatable {
  var sceneNumber: String?
  var sceneId: String?
  var `extension`: String?
  var mark: Mark?
  var inlines: [InlineSpan] = []
  var originID: String?

  /// Particulars that never change where they are: whoever changes an element makes new ones.
  final class Box: Sendable, Equatable {
    let value: ElementParticulars

    init(_ value: ElementParticulars) { self.value = value }

    static func == (left: Box, right: Box) -> Bool { left === right || left.value == right.value }
  }

  /// Nil where there is nothing to keep.
  var boxed: Box? {
    let isEmpty =
      sceneNumber == nil && sceneId == nil && `extension` == nil && mark == nil && inlines.isEmpty
      && originID == nil
    return isEmpty ? nil : Box(self)
  }
}
