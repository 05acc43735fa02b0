import Foundation
import Glibc
import Hablare
import Basics

extension Manifest {
  /// Returns the document that contains an item.
  func document(of item: Item) -> String? { item.spoken.source ?? sources.first?.file }

  /// Returns the tempo requested from the voice of an item.
  func tempo(of item: Item) -> Double {
    (VoiceURI(item.spoken.voice)?.rate ?? 1) * (rate?.value ?? 1)
  }

  /// Returns the name of an item for `render --retake`, in the form `DOCUMENT:LINE`.
  ///
  /// Returns nil if the item is not in a document, or if its voice always speaks a line the same way.
  func retake(of item: Item) -> String? {
    guard item.spoken.line > 0, let document = document(of: item),
      let voice = VoiceURI(item.spoken.voice),
      ![EspeakNGVoiceEngine.id, NeuralVoiceProvider.hibariId].contains(voice.providerId)
    else { return nil }
    return "\(document):\(item.spoken.line)"
  }
}

// MARK: - Reading

extension Manifest {
  /// Reads the manifest of a folder.
  init(inFolder folder: String) throws(VerifyError) {
    guard let status = FileStatus(folder, followingLinks: true) else {
      throw .unreadable(path: folder, reason: String(cString: strerror(errno)))
    }
    guard status.isFolder else {
      throw .unreadable(path: folder, reason: String(cString: strerror(ENOTDIR)))
    }
    let path = folder.hasSuffix("/") ? folder + "manifest.json" : folder + "/manifest.json"
    let bytes: [UInt8]?
    do {
      bytes = try Files<FileFault>.contents(of: path, limit: InputLimit.manifest.maximum)
    } catch {
      if error == .exceedsLimit { throw .tooLarge(path: path, limit: .manifest) }
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let bytes else {
      let records = FilePath(folder).appending(FilePath(FolderRecords.name)).text
      let parts = FolderRecords.shards(in: records, prefix: FolderRecords.partPrefix)
      let hasBuild = FileStatus(records, followingLinks: true)?.isFolder == true
      throw .unfinished(
        folder: folder, !parts.isEmpty ? .notJoined : hasBuild ? .notCompleted : .noBuild)
    }
    do {
      self = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
      try checkNames()
    } catch let error as ManifestFault {
      throw .notOurs(path: path, reason: error.reason)
    } catch let error as DecodingError {
      throw .notOurs(path: path, reason: Self.reason(error))
    } catch {
      throw .notOurs(path: path, reason: "\(error)")
    }
  }

  private func checkNames() throws(ManifestFault) {
    for name in chapters.map(\.file) + files.map(\.file) where !FileRecord.isListed(name) {
      throw ManifestFault("\"\(name)\" is not the name of a file in this folder")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      context.codingPath.isEmpty
        ? "it is not an object" : "\(place(context.codingPath)) has the wrong type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is not valid JSON" : "\(place(context.codingPath)) has the wrong type"
    @unknown default: "it is not valid JSON"
    }
  }

  /// Returns the path of a JSON value, such as `chapters[2].items[7].start`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
