import Basics
import Foundation

/// The files that a manifest of ours lists: what is known of a folder whose records are lost.
///
/// It asks less of a manifest than `Manifest` does, so that one that is damaged elsewhere still tells the files.
struct ManifestFiles: Decodable {
  private struct File: Decodable {
    var file: String
    var sha256: String
  }

  private var generator: String
  private var files: [File]

  /// The files that the manifest of a folder lists, and itself; none where there is no manifest of ours.
  ///
  /// Their times are not known, so that a look at one of them hashes it.
  static func records(in folder: String) -> [FileRecord] {
    // What the manifest says matters only where the journal does not say it.
    guard
      let bytes = try? FileSystem.contents(
        of: folder + "/manifest.json", limit: .manifest),
      let manifest = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      Manifest.isOurs(generator: manifest.generator)
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
