import Basics
import Foundation
import Glibc
import Hablare

extension Manifest {
  func document(of item: Item) -> String? { item.spoken.source ?? sources.first?.file }

  /// Returns the tempo requested from the voice of an item.
  func tempo(of item: Item) -> Double {
    (VoiceURI(item.spoken.voice)?.rate ?? 1) * (rate?.value ?? 1)
  }

  /// Returns the name of an item for `render --retake`, in the form `DOCUMENT:LINE`.
  /// Returns nil if the item is not in a document, or if its voice always speaks a line the same way.
  func retake(of item: Item) -> String? {
    guard item.spoken.line > 0, item.spoken.take == nil, let document = document(of: item),
      let voice = VoiceURI(item.spoken.voice),
      ![EspeakNGVoiceEngine.id, NeuralVoiceProvider.hibariId].contains(voice.providerId)
    else { return nil }
    return "\(document):\(item.spoken.line)"
  }
}

// MARK: - Reading

extension Manifest {
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
      bytes = try Files<FileError>.contents(of: path, limit: InputLimit.manifest.maximum)
    } catch {
      if error.exceedsLimit { throw .tooLarge(path: path, limit: .manifest) }
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

/// Finds contradictions in a manifest before any file is opened.
struct ManifestCheck {
  /// The maximum difference between times that are treated as equal, in seconds.
  /// A manifest rounds times to six decimal places.
  static let tolerance = 0.000_002

  let manifest: Manifest

  /// Returns all contradictions.
  func findings() -> [PlacedFinding] {
    var findings: [PlacedFinding] = []
    let hashes = Dictionary(manifest.files.map { ($0.file, $0.sha256) }) { first, _ in first }
    for (place, chapter) in manifest.chapters.enumerated() {
      func add(_ message: String) {
        let finding = Finding(
          code: .contradiction, message: message, chapter: chapter.index, file: chapter.file)
        findings.append(PlacedFinding(chapter: place, finding: finding))
      }
      if let hash = hashes[chapter.file], hash != chapter.sha256 {
        add("the manifest has two hashes for this file, \(chapter.sha256) and \(hash)")
      }
      if abs(chapter.duration.value - chapter.seconds) > Self.tolerance {
        add(
          "\(chapter.samples) samples at \(chapter.sampleRate) Hz are \(Seconds(chapter.seconds)) of "
            + "audio, but the manifest lists \(Seconds(chapter.duration.value))")
      }
      findings += misplacedLines(chapter, place)
    }
    return findings + ofTheBook()
  }

  /// Returns findings about lines that are out of order, or outside their chapter.
  private func misplacedLines(_ chapter: Manifest.Chapter, _ place: Int) -> [PlacedFinding] {
    var findings: [PlacedFinding] = []
    var last = 0.0
    for (number, item) in chapter.items.enumerated() {
      var faults: [String] = []
      let (start, end) = (item.start.value, item.end.value)
      // Simultaneous lines begin at the same time.
      if start < last - Self.tolerance {
        faults.append("begins before the previous line")
      }
      if end < start { faults.append("ends before it begins") }
      if end > chapter.seconds + Self.tolerance {
        faults.append("ends after its chapter, which is \(Seconds(chapter.seconds)) long")
      }
      last = max(last, start)
      guard !faults.isEmpty else { continue }
      let message =
        "\(Quotation(item.spoken.text)) \(faults.joined(separator: " and ")): from "
        + "\(Seconds(start)) to \(Seconds(end)) in \(chapter.file)"
      let finding = Finding(
        code: .misplacedLine, message: message, chapter: chapter.index, file: chapter.file,
        document: manifest.document(of: item), line: item.spoken.line > 0 ? item.spoken.line : nil,
        time: start)
      findings.append(PlacedFinding(chapter: place, item: number, finding: finding))
    }
    return findings
  }

  private func ofTheBook() -> [PlacedFinding] {
    var findings: [PlacedFinding] = []
    var hashes: [String: String] = [:]
    for file in manifest.files {
      if let hash = hashes.updateValue(file.sha256, forKey: file.file), hash != file.sha256 {
        let finding = Finding(
          code: .contradiction, message: "the manifest lists this file twice, with two hashes",
          file: file.file)
        findings.append(PlacedFinding(finding: finding))
      }
    }
    let seconds = manifest.chapters.reduce(0) { $0 + $1.seconds }
    let tolerance = Self.tolerance * Double(manifest.chapters.count + 1)
    if abs(manifest.duration.value - seconds) > tolerance {
      let finding = Finding(
        code: .contradiction,
        message: "the chapters have a total length of \(Seconds(seconds)), but the manifest lists "
          + "\(Seconds(manifest.duration.value)) for the book")
      findings.append(PlacedFinding(finding: finding))
    }
    return findings
  }
}
