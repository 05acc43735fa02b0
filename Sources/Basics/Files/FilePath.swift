import Glibc

/// A path as the system stores it: any bytes except zero.
/// The text of a path is only for display.
package struct FilePath: Hashable, Sendable {
  private static let slash = UInt8(ascii: "/")
  /// The bytes, without C's terminating zero.
  package let bytes: [UInt8]

  /// Creates a path from bytes.
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The path for display.
  /// Bytes that are not UTF-8 appear as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// The path without trailing slashes, except the slash of the root.
  package var trimmed: FilePath {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? min(bytes.count, 1)
    return FilePath(bytes: bytes[..<end])
  }

  /// The name after the last slash.
  /// Trailing slashes are ignored, and the root is its own name.
  package var last: FilePath {
    let path = trimmed
    let start = path.bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return start < path.bytes.count ? FilePath(bytes: path.bytes[start...]) : path
  }

  /// The name without its extension: the text before the last dot, unless the dot is the first byte.
  package var stem: FilePath {
    let name = last
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return FilePath(bytes: name.bytes[..<dot])
  }

  /// The folder that contains the file; empty if the path is only a name.
  package var folder: FilePath {
    guard let end = bytes.lastIndex(of: Self.slash) else { return FilePath("") }
    return FilePath(bytes: bytes[..<max(end, 1)])
  }

  /// Whether the name begins with a dot.
  package var isHidden: Bool { last.bytes.first == UInt8(ascii: ".") }

  /// Whether the path begins at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// Returns the path of an item in this folder.
  /// The empty path is the folder from which relative paths start.
  package func appending(_ path: FilePath) -> FilePath {
    if bytes.isEmpty { return path }
    if path.bytes.isEmpty { return self }
    return FilePath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + path.bytes)
  }

  /// The path without ".", ".." and doubled slashes; nil if the path is absolute or leads out of the
  /// folder from which it starts.
  package var normalized: FilePath? {
    if isAbsolute { return nil }
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: Self.slash) {
      if part.elementsEqual([UInt8(ascii: ".")]) { continue }
      if part.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(part)
      }
    }
    return FilePath(bytes: parts.joined(separator: [Self.slash]))
  }

  /// Whether this is the folder itself or an item inside it.
  package func isWithin(_ folder: FilePath) -> Bool {
    if folder.bytes == [Self.slash] { return isAbsolute }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
  }

  /// Returns the real path, from the root and without links.
  package func resolved() throws(SourceFileError) -> FilePath {
    guard let real = realpath(cString, nil) else {
      throw SourceFileError(path: text, code: errno)
    }
    defer { free(real) }
    return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }
}
