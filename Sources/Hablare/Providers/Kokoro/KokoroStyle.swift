import Basics

/// The style of a voice: 256 floats for each length of a line.
struct KokoroStyle: Sendable {
  /// The number of floats for one length.
  static let width = 256
  private let values: [Float]

  /// Reads a style file.
  ///
  /// Throws `engineUnavailable` if the file is not a style.
  init(at path: String) throws(VoiceProviderError) {
    let bytes: [UInt8]?
    do throws(FileFault) {
      bytes = try Files<FileFault>.contents(
        of: path, limit: KokoroFiles.styleBytes + 1, followingLinks: true)
    } catch {
      throw .engineUnavailable("\(path) cannot be read: \(error.reason)")
    }
    guard let bytes, bytes.count == KokoroFiles.styleBytes else {
      throw .engineUnavailable(
        "\(path) is not a Kokoro style: it must have \(KokoroFiles.styleBytes) bytes")
    }
    let span = bytes.span
    values = stride(from: 0, to: bytes.count, by: 4).map {
      Float(bitPattern: span.little32(at: $0))
    }
    guard values.allSatisfy(\.isFinite) else {
      throw .engineUnavailable(
        "\(path) is not a Kokoro style: it contains values that are not finite numbers")
    }
  }

  /// Returns the style for a line with this number of symbols, without the padding symbols at both
  /// ends.
  func row(symbols: Int) -> [Float] {
    let row = min(max(symbols, 0), values.count / Self.width - 1)
    return Array(values[row * Self.width..<(row + 1) * Self.width])
  }
}
