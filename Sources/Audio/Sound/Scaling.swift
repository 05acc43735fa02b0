/// Loops over samples, written so that the compiler turns them into vector instructions.
enum Scaling {
  /// 1.5 · 2²³, the number that rounds floats by addition.
  /// Floats of this size have a step of one. So adding this number to a float rounds the float to the nearest whole
  /// number (ties to even). The whole number is then in the low bits of the sum.
  /// The x86-64 baseline has no rounding instructions, so `rounded()` would be a function call for every sample.
  private static let rounder: Float = 12_582_912

  /// Returns a sample times a factor, rounded.
  /// The product must fit into 16 bits.
  @inline(__always)
  private static func scaled(_ sample: Int16, by factor: Float) -> Int16 {
    Int16(truncatingIfNeeded: (Float(sample) * factor + rounder).bitPattern)
  }

  /// Replaces `output` by one or two interleaved channels.
  /// Each channel is `input` times the channel's factor.
  /// The products must fit into 16 bits.
  static func scale(
    _ input: UnsafeBufferPointer<Int16>, by factors: [Float], into output: inout [Int16]
  ) {
    let count = input.count * factors.count
    if output.count != count { output = [Int16](repeating: 0, count: count) }
    output.withUnsafeMutableBufferPointer { output in
      if factors.count == 2 {
        let (left, right) = (factors[0], factors[1])
        for index in 0..<input.count {
          output[2 * index] = scaled(input[index], by: left)
          output[2 * index + 1] = scaled(input[index], by: right)
        }
      } else {
        let factor = factors[0]
        for index in 0..<min(input.count, output.count) {
          output[index] = scaled(input[index], by: factor)
        }
      }
    }
  }

  /// Adds `input`, multiplied by the channel's factor, to each of the one or two interleaved channels of `output`.
  /// `input` and `output` hold the same number of frames, and the sums must fit into 16 bits.
  static func add(
    _ input: UnsafeBufferPointer<Int16>, by factors: [Float],
    to output: UnsafeMutableBufferPointer<Int16>
  ) {
    if factors.count == 2 {
      let (left, right) = (factors[0], factors[1])
      for index in 0..<min(input.count, output.count / 2) {
        output[2 * index] &+= scaled(input[index], by: left)
        output[2 * index + 1] &+= scaled(input[index], by: right)
      }
    } else {
      let factor = factors[0]
      for index in 0..<min(input.count, output.count) {
        output[index] &+= scaled(input[index], by: factor)
      }
    }
  }

  /// Adds `input` to `output`, which has the same length.
  /// The sums must fit into 16 bits.
  static func add(
    _ input: UnsafeBufferPointer<Int16>, to output: UnsafeMutableBufferPointer<Int16>
  ) {
    for index in 0..<min(input.count, output.count) { output[index] &+= input[index] }
  }

  /// Replaces `output` by the samples of `input` as floats: 32,768 becomes 1.
  /// Both buffers have the same length.
  static func toFloat(
    _ input: UnsafeBufferPointer<Int16>, into output: UnsafeMutableBufferPointer<Float>
  ) {
    for index in 0..<min(input.count, output.count) {
      output[index] = Float(input[index]) * (1 / 32_768)
    }
  }

  /// 1.5 · 2⁵², the number that rounds doubles by addition.
  /// It works in the same way as `rounder`.
  private static let doubleRounder: Double = 6_755_399_441_055_744

  @inline(__always)
  private static func exactlyScaled(_ sample: Int16, by factor: Double) -> Int16 {
    Int16(truncatingIfNeeded: (Double(sample) * factor + doubleRounder).bitPattern)
  }

  /// Replaces `output` by `input` times a factor, rounded to the nearest whole number (ties to even).
  /// The products must fit into 16 bits.
  static func scale(
    _ input: UnsafeBufferPointer<Int16>, exactlyBy factor: Double, into output: inout [Int16]
  ) {
    if output.count != input.count {
      output = [Int16](repeating: 0, count: input.count)
    }
    output.withUnsafeMutableBufferPointer { output in
      for index in 0..<min(input.count, output.count) {
        output[index] = exactlyScaled(input[index], by: factor)
      }
    }
  }

  /// Replaces `output` by interleaved `input`, multiplied by one factor for all frames and by a second factor for each
  /// frame.
  /// The products are rounded as in `scale(_:exactlyBy:into:)`.
  static func scale(
    _ input: UnsafeBufferPointer<Int16>, exactlyBy factor: Double, andBy factors: [Double],
    channels: Int, into output: inout [Int16]
  ) {
    precondition(factors.count * channels == input.count, "there must be one factor for each frame")
    if output.count != input.count {
      output = [Int16](repeating: 0, count: input.count)
    }
    output.withUnsafeMutableBufferPointer { output in
      for channel in 0..<channels {
        for frame in 0..<factors.count {
          let index = frame * channels + channel
          output[index] = exactlyScaled(input[index], by: factor * factors[frame])
        }
      }
    }
  }
}
