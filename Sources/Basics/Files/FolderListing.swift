import Glibc

/// An open folder that is closed when the value is destroyed.
package struct FolderListing: ~Copyable {
  private let stream: OpaquePointer

  package init(_ path: FilePath) throws(SystemError) {
    guard let stream = opendir(path.cString) else { throw .last }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// Returns the names in a folder, in no particular order.
  /// Empty if the folder cannot be read.
  package static func names(in path: String) -> [String] {
    (try? FolderListing(FilePath(path)).names().map(\.text)) ?? []
  }

  /// Returns the names in the folder except "." and "..", in the system's order, which has no meaning.
  package consuming func names() throws(SystemError) -> [FilePath] {
    var names: [FilePath] = []
    while true {
      // Only errno distinguishes the end from a failure.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = Self.name(of: entry)
      if name != FilePath("."), name != FilePath("..") { names.append(name) }
    }
    if errno != 0 { throw .last }
    return names
  }

  /// Returns the name of an entry.
  /// The name is read in place, because the name ends a record that may be shorter than the type
  /// `dirent`.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> FilePath {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return FilePath(bytes: UnsafeRawBufferPointer(start: start, count: length))
  }
}
