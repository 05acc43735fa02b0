import Basics
import Guion

/// What the files of a book contain, as digests: a file that is only touched has not changed.
package struct SourceContents: Sendable {
  /// What is known of a file.
  private struct Entry: Sendable {
    var size: Int
    var modified: Int
    var identity: FileIdentity
    /// Nil for what is no file that can be read.
    var digest: SHA256Digest?

    /// Whether the file has not been written since.
    func hasStatus(of other: Self) -> Bool {
      (size, modified) == (other.size, other.modified) && identity == other.identity
    }
  }

  private var entries: [String: Entry] = [:]

  /// Knows no contents yet.
  package init() {}

  /// Looks at all files again, and returns whether any has other contents than at the last look.
  ///
  /// Files are read if their status has changed or if they are among the `changed` paths: two changes within
  /// one tick of the clock leave the same status.
  package mutating func refresh(_ sources: BookSources, changed: Set<String> = []) -> Bool {
    let isAnyChanged = !changed.isDisjoint(with: sources.folders)
    var current: [String: Entry] = [:]
    let documents = sources.folders.flatMap { Self.documents(in: $0, sources) }
    for path in sources.files.union(documents) {
      guard let status = FileStatus(path, followingLinks: true) else { continue }
      var entry = Entry(size: status.size, modified: status.modified, identity: status.identity)
      let isToldOf = isAnyChanged || changed.contains(path)
      if !isToldOf, let known = entries[path], known.hasStatus(of: entry) {
        entry.digest = known.digest
      } else if status.isFile {
        entry.digest = Self.digest(of: path)
      }
      current[path] = entry
    }
    defer { entries = current }
    return current.mapValues(\.digest) != entries.mapValues(\.digest)
  }

  private static func digest(of path: String) -> SHA256Digest? {
    let file = try? FileDescriptor(regular: path, followingLinks: true)
    return try? file?.sha256()
  }

  /// The files of a folder that are documents, or that may say in which order documents are read.
  private static func documents(in folder: String, _ sources: BookSources) -> [String] {
    var files: [String] = []
    var folders = [(path: FilePath(folder), isBundle: FolderBundle.isOne(folder))]
    while let (folder, isBundle) = folders.popLast() {
      for name in (try? FolderListing(folder).names()) ?? [] {
        let path = folder.appending(name)
        guard !sources.isSkipped(path.text), let status = FileStatus(path.cString) else { continue }
        if status.isFolder {
          folders.append((path, isBundle || FolderBundle.isOne(path.text)))
        } else if isBundle || isRead(name) {
          files.append(path.text)
        }
      }
    }
    return files
  }

  /// Order files are named `nav` or end in `.yml`, `.yaml` or `.toml`, unless they are documents.
  private static func isRead(_ name: FilePath) -> Bool {
    let ending = name.text.split(separator: ".").last?.lowercased() ?? ""
    return DocumentFormat(path: name.text) != nil || name.text == "nav"
      || ["yml", "yaml", "toml"].contains(ending)
  }
}
