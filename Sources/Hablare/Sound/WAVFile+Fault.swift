extension WAVFile {
  /// Returns why the samples are unusable even if the file is complete; nil if the samples are
  /// usable.
  ///
  /// Usable samples are integers of 8 to 32 bits, or floating-point numbers of 32 or 64 bits. Every
  /// floating-point sample must be finite.
  func fault<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes) -> Fault?
  where Bytes.Index == Int {
    guard SoundCheck.rates.contains(sampleRate), SoundCheck.channels.contains(channels) else {
      return Fault(reason: "a WAV file with \(channels) channels at \(sampleRate) Hz")
    }
    let widths = encoding == 1 ? [8, 16, 24, 32] : encoding == 3 ? [32, 64] : []
    guard widths.contains(bitsPerSample), frameSize == channels * bitsPerSample / 8 else {
      return Fault(
        reason: "a WAV file of encoding \(encoding) with \(bitsPerSample)-bit samples")
    }
    let start = bytes.startIndex
    let content = bytes[start + samples.lowerBound..<start + samples.upperBound]
    if encoding == 3, !Self.areNumbers(content, size: bitsPerSample / 8) {
      return Fault(reason: "a WAV file with samples that are not numbers")
    }
    return nil
  }

  /// Returns whether all samples are finite.
  ///
  /// In infinity and NaN, every bit of the exponent is set (IEEE 754).
  private static func areNumbers<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, size: Int
  ) -> Bool where Bytes.Index == Int {
    let exponent: UInt16 = size == 4 ? 0x7F80 : 0x7FF0
    return stride(from: bytes.startIndex + size - 2, to: bytes.endIndex - 1, by: size).allSatisfy {
      (UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) & exponent != exponent
    }
  }
}
