// Numbers and marks in binary formats. Positions are offsets from the first byte.

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns whether the bytes at a position equal a text in UTF-8.
  func has(_ text: String, at place: Int = 0) -> Bool {
    dropFirst(place).starts(with: text.utf8)
  }

  /// Returns the little-endian number of `size` bytes (at most 8) at a position; nil if the bytes
  /// end before the number does.
  func little(_ size: Int, at place: Int) -> Int? {
    bytes(size, at: place)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the big-endian number of `size` bytes (at most 8) at a position; nil if the bytes end
  /// before the number does.
  func big(_ size: Int, at place: Int) -> Int? {
    bytes(size, at: place)?.reduce(0) { $0 << 8 | Int($1) }
  }

  private func bytes(_ size: Int, at place: Int) -> SubSequence? {
    guard place >= 0, size <= count - place else { return nil }
    return self[startIndex + place..<startIndex + place + size]
  }
}

extension [UInt8] {
  /// Appends an integer in little-endian order.
  mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
