import CPixbuf

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

extension Cover {
  /// A description of the damage to the file, or nil if the file is intact.
  /// A file is damaged if parts of it are missing, or if a checksum in a PNG is wrong. The picture is not decoded.
  package var damage: String? {
    bytes.withUnsafeBufferPointer { bytes in
      switch kind {
      case .png: Self.pngDamage(bytes)
      case .jpeg: Self.jpegDamage(bytes)
      }
    }
  }

  /// Returns the damage to a PNG, or nil if the PNG is intact.
  /// Each chunk has a length, a name and a checksum of name and contents (PNG specification, 5.3).
  private static func pngDamage(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    var start = 8
    var hasPicture = false
    while start + 12 <= bytes.count {
      let end = start + 8 + number(at: start)
      guard end + 4 <= bytes.count else { break }
      let name = bytes[start + 4..<start + 8]
      let covered = UnsafeBufferPointer(rebasing: bytes[start + 4..<end])
      guard Int(Checksum.chunk(covered)) == number(at: end) else {
        return "its checksums do not match its contents"
      }
      if name.elementsEqual("IDAT".utf8) { hasPicture = true }
      if name.elementsEqual("IEND".utf8) { return hasPicture ? nil : "it contains no picture" }
      start = end + 4
    }
    return "its picture is incomplete"
  }

  /// Returns the damage to a JPEG, or nil if the JPEG is intact.
  /// Segments contain their lengths. The data of a scan follows its header and ends at the first marker other than a
  /// restart marker (ITU-T T.81, B.1.1.2 and B.1.1.5).
  private static func jpegDamage(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var (index, hasPicture) = (2, false)
    while index + 1 < bytes.count {
      guard bytes[index] == 0xFF else { return "it contains data that is not JPEG" }
      let marker = bytes[index + 1]
      switch marker {
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD8: index += 2
      case 0xD9: return hasPicture ? nil : "it contains no picture"
      default:
        guard index + 3 < bytes.count else { return "its picture is incomplete" }
        index += 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
        guard marker == 0xDA else { continue }
        hasPicture = true
        while index + 1 < bytes.count,
          bytes[index] != 0xFF || bytes[index + 1] == 0 || 0xD0...0xD7 ~= bytes[index + 1]
        {
          index += 1
        }
      }
    }
    return "its picture is incomplete"
  }
}

extension Cover {
  /// Returns the picture in the middle of a square that has the colour of the picture's edges.
  /// The result has the picture's file type. The same picture always gives the same result. A square picture is
  /// returned unchanged. `name` replaces the path in errors.
  package func padded(name: String) throws(AudioError) -> Cover {
    if isSquare { return self }
    let library = try PixbufLibrary(for: "padding a cover")
    guard let picture = Pixbuf(decoding: bytes, library) else {
      throw .malformed(path: name, reason: "its picture cannot be decoded")
    }
    let side = max(picture.width, picture.height)
    let square = Pixbuf(square: side, colour: Self.edgeColour(of: picture), like: picture)
    square?.draw(picture, x: (side - picture.width) / 2, y: (side - picture.height) / 2)
    guard let bytes = square?.encoded(as: kind), let cover = Cover(bytes) else {
      throw .cannotOpen(path: name, reason: "not enough memory for a square of \(side) pixels")
    }
    return cover
  }

  /// Returns the mean colour of the two long edges of the picture.
  /// The square continues beyond these edges.
  private static func edgeColour(of picture: Pixbuf) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    let isUpright = height > width
    let length = isUpright ? height : width
    var sums = [Int](repeating: 0, count: picture.channels)
    for place in 0..<length {
      for far in [false, true] {
        let x = isUpright ? (far ? width - 1 : 0) : place
        let y = isUpright ? place : (far ? height - 1 : 0)
        for (channel, value) in picture.pixel(x, y).enumerated() { sums[channel] += Int(value) }
      }
    }
    return sums.map { UInt8(($0 + length) / (2 * length)) }
  }
}

typealias PixbufLibrary = LoadedLibrary<g2a_pixbuf_library>

extension PixbufLibrary {
  /// Loads the library.
  /// If the library is missing, the error names `purpose`: the task that needs it.
  init(for purpose: String) throws(AudioError) {
    try self.init(
      g2a_pixbuf_load(), name: "gdk-pixbuf (Debian: libgdk-pixbuf-2.0-0)", for: purpose)
  }
}

/// The sole owner of a gdk-pixbuf picture: rows of red, green, blue and optional opacity, one byte each.
final class Pixbuf {
  private let library: PixbufLibrary
  private let handle: OpaquePointer

  var width: Int { Int(library.call.gdk_pixbuf_get_width(handle)) }
  var height: Int { Int(library.call.gdk_pixbuf_get_height(handle)) }
  /// The number of bytes per pixel.
  var channels: Int { Int(library.call.gdk_pixbuf_get_n_channels(handle)) }

  /// Decodes a file and rotates it as its metadata require.
  /// Returns nil if the file cannot be decoded.
  init?(decoding bytes: [UInt8], _ library: PixbufLibrary) {
    let call = library.call
    guard let loader = call.gdk_pixbuf_loader_new() else { return nil }
    defer { call.g_object_unref(UnsafeMutableRawPointer(loader)) }
    let isRead = call.gdk_pixbuf_loader_write(loader, bytes, bytes.count, nil) != 0
    // The loader must be closed before it is released, even after an error.
    let isWhole = call.gdk_pixbuf_loader_close(loader, nil) != 0
    guard isRead, isWhole, let decoded = call.gdk_pixbuf_loader_get_pixbuf(loader),
      let upright = call.gdk_pixbuf_apply_embedded_orientation(decoded)
    else { return nil }
    (self.library, handle) = (library, upright)
  }

  /// Creates a square of one colour with the format of another picture.
  /// Returns nil if there is not enough memory.
  init?(square side: Int, colour: [UInt8], like other: Pixbuf) {
    let call = other.library.call
    let hasAlpha = call.gdk_pixbuf_get_has_alpha(other.handle)
    guard let square = call.gdk_pixbuf_new(0, hasAlpha, 8, Int32(side), Int32(side)) else {
      return nil
    }
    let opaque = colour + (colour.count < 4 ? [0xFF] : [])
    call.gdk_pixbuf_fill(square, opaque.reduce(0) { $0 << 8 | UInt32($1) })
    (library, handle) = (other.library, square)
  }

  deinit { library.call.g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Returns the bytes of a pixel.
  func pixel(_ x: Int, _ y: Int) -> UnsafeBufferPointer<UInt8> {
    let row = Int(library.call.gdk_pixbuf_get_rowstride(handle)) * y
    let pixels = library.call.gdk_pixbuf_get_pixels(handle)
    return UnsafeBufferPointer(start: pixels?.advanced(by: row + x * channels), count: channels)
  }

  /// Copies another picture into this picture, with the upper left corner at `x` and `y`.
  func draw(_ other: Pixbuf, x: Int, y: Int) {
    library.call.gdk_pixbuf_copy_area(
      other.handle, 0, 0, Int32(other.width), Int32(other.height), handle, Int32(x), Int32(y))
  }

  /// Returns the picture as a file, or nil if there is not enough memory.
  func encoded(as kind: Cover.Kind) -> [UInt8]? {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    guard g2a_pixbuf_encode(handle, kind.rawValue, &bytes, &count) else { return nil }
    defer { library.call.g_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
