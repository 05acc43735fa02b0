/// Sums and extremes of samples, in loops that the compiler turns into vector instructions.
enum SampleStatistics {
  static func sumOfSquares(_ samples: UnsafeBufferPointer<Int16>) -> UInt64 {
    var sum: UInt64 = 0
    for sample in samples {
      let value = Int32(sample)
      sum &+= UInt64(UInt32(truncatingIfNeeded: value &* value))
    }
    return sum
  }

  /// Returns the largest magnitude, 0…32,768.
  static func peak(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    var low: Int16 = 0
    var high: Int16 = 0
    for sample in samples {
      low = min(low, sample)
      high = max(high, sample)
    }
    return max(-Int(low), Int(high))
  }
}
