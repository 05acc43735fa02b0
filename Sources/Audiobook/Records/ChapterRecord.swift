import Audio
import Basics
import Glibc

/// A record of a file that the program wrote.
/// With the record, a build detects changes to the file in the way that git does.
struct FileRecord: Codable, Equatable, Sendable {
  /// The name, relative to the output folder.
  var file: String
  /// The SHA-256 of its bytes, in hexadecimal.
  var sha256: String
  /// The size in bytes.
  var size: Int
  /// The modification time in nanoseconds since 1970.
  var modified: Int
  var inode: UInt64
  /// A digest of what the file was written from; nil if later builds compare only the bytes.
  var builtFrom: String?

  private enum CodingKeys: String, CodingKey {
    case file, sha256, size, modified, inode
    case builtFrom = "madeOf"
  }
}

/// A record of a finished chapter, so that the next build need not render it again.
struct ChapterRecord: Codable, Sendable {
  /// The digest of everything that the audio depends on.
  var fingerprint: String
  /// The digest of the tags and the name.
  var tagsFingerprint: String
  /// The length in samples.
  var samples: Int
  /// Two numbers for each item, in order: its first sample, and the sample after its last sample.
  var placements: [Int]
  /// The files, one for each format, in the order of the formats.
  var files: [FileRecord]
  /// The fallback voices that spoke, by the index of the item; nil if no fallback spoke.
  var fallbacks: [Int: String]?
  /// The length of the chapter's stretch for a book in one file, in samples; nil if there is no stretch.
  /// If there are several formats for a book in one file, this is the length in the first format.
  var stretch: Int?
  /// The loudness; nil if no loudness was requested.
  var loudness: ChapterLoudness?
  /// The times of the spans, in the order of the plan; nil if neither captions nor a read-along format needs them.
  var captions: [SpanTiming]?
  /// Three numbers for each sound: its number in the plan, its first sample, and the sample after its last; nil if the
  /// chapter has no sounds.
  var sounds: [Int]?
  /// The inputs of the audio; nil in records of 0.1.0.
  var trace: SoundTrace?

  private enum CodingKeys: String, CodingKey {
    case fingerprint, tagsFingerprint, samples, placements, files
    case fallbacks = "standIns"
    case stretch, loudness, captions, trace, sounds
  }

  /// The times of the sounds.
  var soundPlacements: [SoundPlacement] {
    let numbers = sounds ?? []
    return stride(from: 0, to: numbers.count - 2, by: 3).map {
      SoundPlacement(sound: numbers[$0], start: numbers[$0 + 1], end: numbers[$0 + 2])
    }
  }

  /// Whether a fallback voice spoke.
  /// The chapter must be rendered again when its own voices are available.
  var isDegraded: Bool { fallbacks != nil }
}

/// The loudness of a chapter's files, for the manifest.
/// Values are rounded to one decimal place, because different meters agree only to that precision.
struct ChapterLoudness: Codable, Equatable, Sendable {
  /// The integrated loudness in LUFS (ITU-R BS.1770-4); nil if nothing is loud enough to measure.
  var integrated: Double?
  /// The true peak in dBTP; nil for digital silence.
  var truePeak: Double?

  init(_ sound: LoudnessMeasurement) {
    func tenths(_ value: Double) -> Double? {
      value.isFinite ? (value * 10).rounded() / 10 : nil
    }
    integrated = sound.integrated.flatMap(tenths)
    truePeak = sound.truePeak.flatMap(tenths)
  }
}

/// The times of a sound in its chapter's file, in samples.
struct SoundPlacement: Sendable, Equatable {
  /// The number of the sound in the plan of the chapter.
  var sound: Int
  var start: Int
  var end: Int
}

/// The state of a recorded file.
enum FileState {
  /// The content is unchanged. The associated record has the current time and inode.
  case unchanged(FileRecord)
  case modified
  case missing

  /// Compares a file with its record.
  /// A file of unchanged size is hashed only if its modification time or its inode differs. If the hash matches, the
  /// result contains the new time and inode.
  init(of record: FileRecord, in folder: String) throws(RenderError) {
    let path = folder + "/" + record.file
    guard let status = FileSystem.status(of: path) else {
      self = .missing
      return
    }
    guard status.size == record.size else {
      self = .modified
      return
    }
    if record.matches(status) {
      self = .unchanged(record)
      return
    }
    guard try FileDigest.sha256(of: path) == record.sha256 else {
      self = .modified
      return
    }
    var seen = record
    (seen.modified, seen.inode) = (status.modified, status.inode)
    self = .unchanged(seen)
  }
}

/// A chapter of an earlier build, and the current state of its files.
struct SurveyedChapter {
  /// The reason why a chapter no longer matches its record, with the name of the file.
  enum Fault: Hashable, Sendable {
    case modified(String)
    case missing(String)
  }

  var record: ChapterRecord
  /// The first fault; nil if all files are unchanged.
  var fault: Fault?

  /// Compares the files of a chapter with their records.
  init(_ record: ChapterRecord, in folder: String) throws(RenderError) {
    self.record = record
    for (index, file) in record.files.enumerated() where fault == nil {
      switch try FileState(of: file, in: folder) {
      case .unchanged(let seen): self.record.files[index] = seen
      case .modified: fault = .modified(file.file)
      case .missing: fault = .missing(file.file)
      }
    }
  }
}

extension FileRecord {
  /// Returns whether size, modification time and inode match the record.
  func matches(_ status: FileStatus) -> Bool {
    status.size == size && status.modified == modified && status.inode == inode
  }

  /// Whether the name is that of a file inside the output folder.
  /// Records may come from any source, so the name must be checked before a file is touched.
  var isInFolder: Bool { Self.isListed(file) || FolderRecords.isOwn(file) }

  /// Returns whether a name may be in a manifest: the name of a file in the output folder or in a `Subfolder`.
  static func isListed(_ name: String) -> Bool { isName(name) || Subfolder.name(of: name) != nil }

  /// Returns whether a name can name a file directly in the folder.
  static func isName(_ name: String) -> Bool {
    // System calls end a path at the first NUL.
    !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 } && !["", ".", ".."].contains(name)
  }
}

/// The subfolders of an output folder that contain files beside the sound.
/// The program changes no other subfolder, and does not follow links.
enum Subfolder {
  /// The folder with all files of the read-along page except the page itself.
  static let readAlong = "read-along"
  static let stems = "stems"
  static let names = [readAlong, stems]

  /// Returns the name of a file of the read-along page, relative to the output folder.
  static func readAlong(_ name: String) -> String { "\(readAlong)/\(name)" }

  /// Returns the subfolder of a file whose name is relative to the output folder, or nil.
  static func name(of file: String) -> String? {
    names.first { name in
      file.hasPrefix(name + "/") && FileRecord.isName(String(file.dropFirst(name.count + 1)))
    }
  }

  /// Returns whether a subfolder exists and is not a link.
  /// The target of a link may belong to the user.
  static func exists(_ name: String, in folder: String) -> Bool {
    FileSystem.status(of: folder + "/" + name)?.isFolder == true
  }

  static func exists(for file: String, in folder: String) -> Bool {
    name(of: file).map { exists($0, in: folder) } ?? true
  }

  /// Throws a `RenderError` if something other than a folder has the name of the file's subfolder.
  static func check(for file: String, in folder: String) throws(RenderError) {
    guard let name = name(of: file) else { return }
    let path = folder + "/" + name
    guard FileSystem.status(of: path)?.isFolder ?? true else {
      throw .output(
        path: path,
        reason: "it is not a folder, but the files of \(name) need a folder with this name"
      )
    }
  }

  /// Creates the subfolder of a file if it does not exist.
  static func make(for file: String, in folder: String) throws(RenderError) {
    try check(for: file, in: folder)
    guard let name = name(of: file), !exists(name, in: folder) else { return }
    try FileSystem.makeFolder(folder + "/" + name)
  }

  static func removeIfEmpty(_ name: String, in folder: String) {
    if exists(name, in: folder) { _ = rmdir(folder + "/" + name) }
  }
}
