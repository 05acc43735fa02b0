/// How many identical elements stand before an element in its document.
///
/// Elements are compared by what they are, so two ordinals are always equal.
struct ElementOrdinal: Sendable, Equatable {
  private var number: Int32 = -1

  /// The count, from 0; nil if nobody has counted.
  var count: Int? { number < 0 ? nil : Int(number) }

  /// An ordinal that nobody has counted.
  init() {}

  /// Makes an ordinal.
  init(count: Int) { number = Int32(clamping: count) }

  static func == (left: Self, right: Self) -> Bool { true }
}
