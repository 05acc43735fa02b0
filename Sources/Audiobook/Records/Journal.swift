import Basics
import Foundation

/// The journal of the files that this program wrote into an output folder (Documentation/reference/output-folder.md,
/// "Journal").
/// Each line is a JSON object that records a file, a chapter, or chapters that get their names together. A line is
/// written before its files get their final names. Damaged lines are ignored, for example a line that was cut short
/// because the program was killed.
struct Journal {
  private struct Line: Codable, Sendable {
    var chapter: ChapterRecord?
    var chapters: [ChapterRecord]?
    var file: FileRecord?
  }

  let path: String
  /// The finished chapters, newest last.
  private(set) var chapters: [ChapterRecord] = []
  /// The files that are not in a chapter's record, such as the playlist and the manifest, newest last.
  private(set) var files: [FileRecord] = []
  /// The newest record of each file in `files`, by name.
  private(set) var newest: [String: FileRecord] = [:]

  /// Reads the journal at a path and prepares it for further lines.
  /// A missing file is an empty journal.
  init(path: String) throws(RenderError) {
    try self.init(reading: path)
    if isUnchecked {
      // New lines have checksums. In a file with checksums, a line without a checksum would count as damaged, so all
      // lines are written again.
      try write()
    } else if isTorn {
      // The last line was cut short, so the next line must begin on a new line.
      try FileSystem.append([UInt8(ascii: "\n")], to: path)
    }
  }

  /// Reads the journal of another build, which may be writing to it at the same time.
  init(reading path: String) throws(RenderError) {
    self.path = path
    guard let text = try FileSystem.contents(of: path) else { return }
    let lines = JSONLines(text)
    for line in ParallelMap.map(lines.count, { lines.value(Line.self, at: $0) }) {
      guard let line else {
        isWhole = false
        continue
      }
      for chapter in (line.chapters ?? []) + [line.chapter].compactMap(\.self)
      where chapter.files.allSatisfy(\.isInFolder) {
        chapters.append(chapter)
      }
      if let file = line.file, file.isInFolder { note(file) }
    }
    isUnchecked = lines.isUnchecked
    isTorn = text.last.map { $0 != UInt8(ascii: "\n") } ?? false
  }

  /// Whether an earlier version wrote the journal without checksums.
  private var isUnchecked = false

  /// Whether the journal's last line has no line end.
  private var isTorn = false
  /// Whether every line of the journal could be read.
  private(set) var isWhole = true

  /// All recorded files: first the files of chapters, then the other files.
  /// In both groups the newest is last.
  var allFiles: [FileRecord] { chapters.flatMap(\.files) + files }

  /// Adds chapters that get their file names together.
  /// They are recorded in one line, so either all or none are recorded.
  /// For example, two chapters may swap their names. If only one chapter were recorded, the next build would give this
  /// chapter its new name, and would overwrite the only audio of the other chapter.
  mutating func add(_ new: [ChapterRecord]) throws(RenderError) {
    guard let first = new.first else { return }
    chapters += new
    let line = new.count == 1 ? Line(chapter: first) : Line(chapters: new)
    try FileSystem.append(try JSONLine.bytes(line), to: path)
  }

  mutating func add(_ file: FileRecord) throws(RenderError) {
    note(file)
    try FileSystem.append(try JSONLine.bytes(Line(file: file)), to: path)
  }

  /// Replaces the journal with the current records.
  mutating func compact(chapters: [ChapterRecord], files: [FileRecord]) throws(RenderError) {
    // If nothing has changed, writing would only cost a flush to the disk.
    if holds(chapters, files) { return }
    self.chapters = chapters
    self.files = []
    newest = [:]
    files.forEach { note($0) }
    try write()
  }

  /// Writes all lines to a new file.
  private func write() throws(RenderError) {
    var bytes: [UInt8] = []
    for chapter in chapters { bytes += try JSONLine.bytes(Line(chapter: chapter)) }
    for file in files { bytes += try JSONLine.bytes(Line(file: file)) }
    try FileSystem.replace(path) { output throws(RenderError) in try output(bytes) }
  }

  private mutating func note(_ file: FileRecord) {
    files.append(file)
    newest[file.file] = file
  }

  private func holds(_ chapters: [ChapterRecord], _ files: [FileRecord]) -> Bool {
    isWhole && files == self.files && chapters.count == self.chapters.count
      && zip(chapters, self.chapters).allSatisfy {
        $0.fingerprint == $1.fingerprint && $0.tagsFingerprint == $1.tagsFingerprint
          && $0.files == $1.files
      }
  }
}

/// A value as one line of JSON, the format of the records.
/// The last member of the object is `check`. Its value is the `CheckValue` of the object without this member.
enum JSONLine {
  private static let mark = Array(#","check":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// Returns a value as a line, with its line end; the value must have at least one member.
  static func bytes(_ value: some Encodable) throws(RenderError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let object = [UInt8](try encoder.encode(value))
      return object.dropLast() + mark + CheckValue.of(object) + end + [UInt8(ascii: "\n")]
    } catch {
      throw .output(path: FolderRecords.name, reason: "\(error)")
    }
  }

  /// Returns whether a line ends with a check value, correct or not.
  static func hasCheck(_ line: ArraySlice<UInt8>) -> Bool {
    let tail = line.suffix(mark.count + CheckValue.length + end.count)
    return tail.starts(with: mark) && tail.suffix(end.count).elementsEqual(end)
  }

  /// Returns whether a line is undamaged, judged by its check value.
  static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    guard hasCheck(line) else { return false }
    let check = line.dropLast(end.count).suffix(CheckValue.length)
    let object = line.dropLast(mark.count + CheckValue.length + end.count) + [UInt8(ascii: "}")]
    return CheckValue.of(Array(object)).elementsEqual(check)
  }
}

/// The lines of a record; damaged lines are ignored.
/// An earlier version of the program wrote all lines without a check. In a file with checks, a line without a
/// check is damaged.
struct JSONLines: Sendable {
  private let lines: [ArraySlice<UInt8>]
  /// Whether there are lines, but no line has a check.
  let isUnchecked: Bool

  /// Splits a text into lines.
  init(_ text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"))
    isUnchecked = !lines.isEmpty && !lines.contains(where: JSONLine.hasCheck)
  }

  var count: Int { lines.count }

  /// Returns the value of a line; nil if the line is damaged or has another type.
  func value<Value: Decodable>(_ type: Value.Type, at place: Int) -> Value? {
    let line = lines[place]
    guard isUnchecked || JSONLine.isWhole(line) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(line))
  }
}
