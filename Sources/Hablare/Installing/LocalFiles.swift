import Basics

/// The files of voices in a folder and the folders in it.
struct LocalFiles: Sendable {
  /// How deep folders in folders are searched: the hub's own are `en/en_US/joe/medium`.
  private static let maximumDepth = 6
  /// The most files that are looked at.
  private static let mostFiles = 100_000

  /// What was named.
  let root: String
  private let byName: [String: [LocalFile]]
  /// What was unpacked, which stays as long as this.
  private let archives: LocalArchives?

  /// Lists what is in a folder and the archives in it, in an archive, or beside and in a file.
  ///
  /// Throws if there is nothing at the path.
  init(at root: String) throws(VoiceInstallError) {
    self.root = root
    guard let status = FileStatus(root, followingLinks: true) else {
      throw VoiceInstallError(.missing, "there is nothing at \(root)")
    }
    var files: [LocalFile] = []
    if LocalArchives.isArchive(root), status.isFile {
      archives = try Self.unpacked([root], into: &files)
    } else if status.isFolder {
      Self.collect(root, depth: 0, into: &files)
      let found = files.map(\.path).filter(LocalArchives.isArchive)
      archives = found.isEmpty ? nil : try Self.unpacked(found, into: &files)
    } else {
      archives = nil
      // The description of a voice is another file beside the graph.
      let folder = Files<FileFault>.folder(of: root)
      Self.collect(folder, depth: Self.maximumDepth, into: &files)
      let stem = FilePath(root).stem.text
      files.removeAll { !$0.name.hasPrefix(stem) && $0.name != OfferedVoice.cardName }
    }
    byName = Dictionary(grouping: files, by: \.name)
  }

  /// The names of files, sorted.
  var names: [String] { byName.keys.sorted() }

  /// The files of a name, in the order of their folders.
  func files(named name: String) -> [LocalFile] {
    (byName[name] ?? []).sorted { $0.folder < $1.folder }
  }

  /// Unpacks archives, and adds what was in them.
  private static func unpacked(
    _ paths: [String], into files: inout [LocalFile]
  ) throws(VoiceInstallError) -> LocalArchives {
    let archives = try LocalArchives()
    for path in paths { try archives.unpack(path) }
    collect(archives.path, depth: 0, into: &files)
    return archives
  }

  private static func collect(_ folder: String, depth: Int, into files: inout [LocalFile]) {
    for name in FolderListing.names(in: folder).sorted() where !name.hasPrefix(".") {
      let path = XDGFolders.path(folder, name)
      guard files.count < mostFiles, let status = FileStatus(path, followingLinks: true) else {
        continue
      }
      if status.isFolder, depth < maximumDepth { collect(path, depth: depth + 1, into: &files) }
      if status.isFile { files.append(LocalFile(name: name, folder: folder, bytes: status.size)) }
    }
  }
}
