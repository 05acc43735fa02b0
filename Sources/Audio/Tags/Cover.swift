/// The picture on a book's cover: a complete JPEG or PNG file.
package struct Cover: Sendable, Equatable {
  /// The type of the file.
  package enum Kind: String, Sendable {
    case jpeg, png

    /// The media type, such as `image/png`.
    package var mimeType: String { "image/\(rawValue)" }
  }

  /// The bytes of the file.
  package let bytes: [UInt8]
  /// The type of the file.
  package let kind: Kind
  package let width: Int
  package let height: Int

  /// Whether the picture is square, as shops and players expect.
  package var isSquare: Bool { width == height }

  /// Creates a cover from the bytes of a file, whatever its name.
  /// Returns nil if the bytes are neither JPEG nor PNG, or do not contain the picture's size.
  package init?(_ bytes: [UInt8]) {
    guard let (kind, width, height) = Self.pngSize(bytes) ?? Self.jpegSize(bytes),
      width > 0, height > 0
    else { return nil }
    (self.bytes, self.kind, self.width, self.height) = (bytes, kind, width, height)
  }

  /// Reads the size of a PNG.
  /// The header chunk comes first (PNG specification, 11.2.2).
  private static func pngSize(_ bytes: [UInt8]) -> (Kind, Int, Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count > 33, bytes.starts(with: signature), bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    return (.png, number(bytes[16..<20]), number(bytes[20..<24]))
  }

  /// Reads the size of a JPEG.
  /// The size is in the frame header, after segments that contain their lengths (ITU-T T.81, B.2.2).
  private static func jpegSize(_ bytes: [UInt8]) -> (Kind, Int, Int)? {
    guard bytes.count > 4, bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var index = 2
    while index + 9 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      switch marker {
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD8: index += 2
      // C4, C8 and CC are not frame headers. All other markers in this range are frame headers.
      case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
        return (.jpeg, number(bytes[index + 7..<index + 9]), number(bytes[index + 5..<index + 7]))
      case 0xD9, 0xDA: return nil
      default: index += 2 + number(bytes[index + 2..<index + 4])
      }
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
