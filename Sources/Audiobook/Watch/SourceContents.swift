import Basics
import Guion

/// The digests of a book's files.
/// A file has changed only if its contents have changed.
package struct SourceContents: Sendable {
  /// The status and the digest of a file.
  private struct Entry: Sendable {
    var size: Int
    var modified: Int
    var identity: FileIdentity
    /// The digest of the contents; nil if the path is not a readable regular file.
    var digest: SHA256Digest?

    /// Returns whether both entries have the same size, modification time and identity.
    func hasStatus(of other: Self) -> Bool {
      (size, modified) == (other.size, other.modified) && identity == other.identity
    }
  }

  private var entries: [String: Entry] = [:]

  /// Creates a collection without digests.
  package init() {}

  /// Checks all files again, and returns whether any content has changed since the last check.
  /// A file is read if its status has changed, or if `changed` contains its path. The status is not enough: two changes
  /// within one tick of the clock leave the same status.
  package mutating func refresh(_ sources: BookSources, changed: Set<String> = []) -> Bool {
    let isAnyChanged = !changed.isDisjoint(with: sources.folders)
    var current: [String: Entry] = [:]
    let documents = sources.folders.flatMap { Self.documents(in: $0, sources) }
    for path in sources.files.union(documents) {
      guard let status = FileStatus(path, followingLinks: true) else { continue }
      var entry = Entry(size: status.size, modified: status.modified, identity: status.identity)
      let isReported = isAnyChanged || changed.contains(path)
      if !isReported, let known = entries[path], known.hasStatus(of: entry) {
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

  /// Returns the files in a folder and its subfolders that are documents or may define the order of documents.
  private static func documents(in folder: String, _ sources: BookSources) -> [String] {
    var files: [String] = []
    var folders = [
      (
        path: FilePath(folder),
        isBundle: FolderBundle.isBundle(folder) || folder == sources.recordings
      )
    ]
    while let (folder, isBundle) = folders.popLast() {
      for name in (try? FolderListing(folder).names()) ?? [] {
        let path = folder.appending(name)
        guard !sources.isSkipped(path.text), let status = FileStatus(path.cString) else { continue }
        if status.isFolder {
          folders.append((path, isBundle || FolderBundle.isBundle(path.text)))
        } else if isBundle || isRead(name) {
          files.append(path.text)
        }
      }
    }
    return files
  }

  /// Returns whether a file is a document or an order file.
  /// Order files are named `nav` or end in `.yml`, `.yaml` or `.toml`, unless they are documents.
  private static func isRead(_ name: FilePath) -> Bool {
    let ending = name.text.split(separator: ".").last?.lowercased() ?? ""
    // Word keeps a lock beside an open document.
    if name.text.hasPrefix("~$") { return false }
    return DocumentFormat(path: name.text) != nil || name.text == "nav"
      || ["yml", "yaml", "toml"].contains(ending)
  }
}
