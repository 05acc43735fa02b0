import Basics
import Foundation

/// The files listed in a manifest of this program, for a folder without records.
///
/// It reads fewer keys than `Manifest`, so a manifest with damage in other keys still lists its files.
struct ManifestFiles: Decodable {
  private struct File: Decodable {
    var file: String
    var sha256: String
  }

  private var generator: String
  private var files: [File]

  /// Returns records of the manifest and of the files that it lists; empty if the folder has no manifest of
  /// this program.
  ///
  /// The modification times of the files are unknown, so checking a file computes its hash.
  static func records(in folder: String) -> [FileRecord] {
    // Read errors are ignored, because the manifest matters only for files that are missing in the journal.
    guard
      let bytes = try? FileSystem.contents(
        of: folder + "/manifest.json", limit: .manifest),
      let manifest = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      Manifest.isOwnFile(generator: manifest.generator)
    else { return [] }
    let itself = File(file: "manifest.json", sha256: SHA256.hash(bytes).hex)
    return (manifest.files + [itself]).compactMap { file in
      guard FileRecord.isListed(file.file),
        let status = FileSystem.status(of: folder + "/" + file.file)
      else { return nil }
      return FileRecord(
        file: file.file, sha256: file.sha256, size: status.size, modified: 0, inode: 0)
    }
  }
}
