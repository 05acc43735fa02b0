import Basics

/// The voice files in a folder and its subfolders.
struct LocalFiles: Sendable {
  /// The maximum depth of nested folders to search.
  ///
  /// The hub has four levels: `en/en_US/joe/medium`.
  private static let maximumDepth = 6
  /// The maximum number of files to list.
  private static let maximumFiles = 100_000

  /// The path that the user named.
  let root: String
  private let byName: [String: [LocalFile]]
  /// The unpacked archives, which exist as long as this value.
  private let archives: LocalArchives?

  /// Lists the voice files at a path.
  ///
  /// If the path is a folder, the list contains the folder's files and the files in its archives.
  /// If the path is an archive, the list contains the archive's files. If the path is any other
  /// file, the list contains files in the same folder: files whose names begin with that file's
  /// name without its ending, and the model card.
  ///
  /// Throws if the path does not exist.
  init(at root: String) throws(VoiceInstallError) {
    self.root = root
    guard let status = FileStatus(root, followingLinks: true) else {
      throw VoiceInstallError(.missing, "\(root) does not exist")
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
      // The description of a voice is in the same folder as the voice's model.
      let folder = Files<FileFault>.folder(of: root)
      Self.collect(folder, depth: Self.maximumDepth, into: &files)
      let stem = FilePath(root).stem.text
      files.removeAll { !$0.name.hasPrefix(stem) && $0.name != OfferedVoice.cardName }
    }
    byName = Dictionary(grouping: files, by: \.name)
  }

  /// The names of all files, sorted.
  var names: [String] { byName.keys.sorted() }

  /// Returns the files with a name, sorted by folder.
  func files(named name: String) -> [LocalFile] {
    (byName[name] ?? []).sorted { $0.folder < $1.folder }
  }

  /// Unpacks archives and adds their files to the list.
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
      guard files.count < maximumFiles, let status = FileStatus(path, followingLinks: true) else {
        continue
      }
      if status.isFolder, depth < maximumDepth { collect(path, depth: depth + 1, into: &files) }
      if status.isFile { files.append(LocalFile(name: name, folder: folder, bytes: status.size)) }
    }
  }
}
