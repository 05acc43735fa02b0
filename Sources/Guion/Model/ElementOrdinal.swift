/// The number of identical elements before an element in its document.
/// All ordinals compare equal, so that they do not affect the comparison of elements.
struct ElementOrdinal: Sendable, Equatable {
  private var number: Int32 = -1

  /// The count, from 0; nil if it has not been determined.
  var count: Int? { number < 0 ? nil : Int(number) }

  /// Creates an ordinal without a count.
  init() {}

  init(count: Int) { number = Int32(clamping: count) }

  static func == (left: Self, right: Self) -> Bool { true }
}
