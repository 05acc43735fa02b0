/// A path as the system has it: any bytes but zero, of which text is only how they are shown.
struct FolderPath: Hashable {
  private static let slash = UInt8(ascii: "/")
  let bytes: [UInt8]

  init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// How people see it; bytes that are no UTF-8 show as U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as C has it.
  var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// The name after the last slash; slashes at the end do not count.
  var last: FolderPath {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? bytes.count
    let start = bytes[..<end].lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return start < end ? FolderPath(bytes: bytes[start..<end]) : self
  }

  /// The name without its ending: what stands before the last dot, unless that is the first byte.
  var stem: FolderPath {
    let name = last
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return FolderPath(bytes: name.bytes[..<dot])
  }

  /// The folder it stands in; empty where the path is a bare name.
  var folder: FolderPath {
    FolderPath(bytes: bytes[..<(bytes.lastIndex(of: Self.slash) ?? 0)])
  }

  /// Whether the name begins with a dot.
  var isHidden: Bool { last.bytes.first == UInt8(ascii: ".") }

  /// Whether it begins at the system's root.
  var isAbsolute: Bool { bytes.first == Self.slash }

  /// The path of something in this folder; the empty path is the folder that all others stand in.
  func appending(_ path: FolderPath) -> FolderPath {
    if bytes.isEmpty { return path }
    if path.bytes.isEmpty { return self }
    return FolderPath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + path.bytes)
  }

  /// The same place without ".", ".." and doubled slashes; nil where it leads out of the folder that
  /// it starts from.
  var normalized: FolderPath? {
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
    return FolderPath(bytes: parts.joined(separator: [Self.slash]))
  }

  /// Whether this is the folder itself, or something that stands in it.
  func isWithin(_ folder: FolderPath) -> Bool {
    if folder.bytes == [Self.slash] { return isAbsolute }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
  }
}
