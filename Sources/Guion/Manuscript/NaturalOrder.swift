/// The sort key of a name in natural order, in which chapter 2 comes before chapter 10.
struct NaturalOrder: Comparable {
  private let key: [UInt8]
  private let name: [UInt8]

  /// Creates the sort key of a name.
  ///
  /// Case matters only between names that are otherwise equal.
  init(_ name: FilePath) {
    self.name = name.bytes
    key = Self.key(Array(name.text.lowercased().utf8))
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
    return left.name.lexicographicallyPrecedes(right.name)
  }

  /// Returns bytes whose lexicographic order is the natural order.
  ///
  /// A number becomes the character "0", then the count of its digits, then the digits without leading
  /// zeros. The "0" keeps digits in their usual place among other characters. The count sorts a longer
  /// number after a shorter one.
  private static func key(_ text: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(text.count + 8)
    var next = 0
    while next < text.count {
      guard isDigit(text[next]) else {
        key.append(text[next])
        next += 1
        continue
      }
      let digits = text[next...].prefix(while: isDigit)
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      key.append(UInt8(ascii: "0"))
      withUnsafeBytes(of: UInt32(clamping: number.count).bigEndian) {
        key.append(contentsOf: $0)
      }
      key.append(contentsOf: number)
      next = digits.endIndex
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
