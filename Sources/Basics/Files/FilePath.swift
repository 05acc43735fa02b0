import Glibc

/// A path as the system has it: any bytes but zero, of which text is only how they are shown.
package struct FilePath: Hashable, Sendable {
  private static let slash = UInt8(ascii: "/")
  /// The bytes, without the zero that ends them in C.
  package let bytes: [UInt8]

  /// Makes a path of bytes.
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Makes a path of text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// How people see it; bytes that are no UTF-8 show as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as C has it.
  package var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// The same path without slashes at its end, but for the root's.
  package var trimmed: FilePath {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? min(bytes.count, 1)
    return FilePath(bytes: bytes[..<end])
  }

  /// The name after the last slash; slashes at the end do not count, and the root is its own name.
  package var last: FilePath {
    let path = trimmed
    let start = path.bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return start < path.bytes.count ? FilePath(bytes: path.bytes[start...]) : path
  }

  /// The name without its ending: what stands before the last dot, unless that is the first byte.
  package var stem: FilePath {
    let name = last
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return FilePath(bytes: name.bytes[..<dot])
  }

  /// The folder it stands in; empty where the path is a bare name.
  package var folder: FilePath {
    guard let end = bytes.lastIndex(of: Self.slash) else { return FilePath("") }
    return FilePath(bytes: bytes[..<max(end, 1)])
  }

  /// Whether the name begins with a dot.
  package var isHidden: Bool { last.bytes.first == UInt8(ascii: ".") }

  /// Whether it begins at the system's root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The path of something in this folder; the empty path is the folder that all others stand in.
  package func appending(_ path: FilePath) -> FilePath {
    if bytes.isEmpty { return path }
    if path.bytes.isEmpty { return self }
    return FilePath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + path.bytes)
  }

  /// The same place without ".", ".." and doubled slashes; nil where it leads out of the folder that
  /// it starts from.
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

  /// Whether this is the folder itself, or something that stands in it.
  package func isWithin(_ folder: FilePath) -> Bool {
    if folder.bytes == [Self.slash] { return isAbsolute }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
  }

  /// Where it really is, from the root and without links.
  package func resolved() throws(SourceFileError) -> FilePath {
    guard let real = realpath(cString, nil) else {
      throw SourceFileError(path: text, code: errno)
    }
    defer { free(real) }
    return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }
}
