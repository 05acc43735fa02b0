import Basics

/// The journal of an output folder's own files (Documentation/interfaces.md, "Output folder").
///
/// It has one line of JSON for each file or chapter, written before the file gets its final name. Damaged lines are
/// ignored, such as a line cut short by a kill.
struct Journal {
  private struct Line: Codable, Sendable {
    var chapter: ChapterRecord?
    var chapters: [ChapterRecord]?
    var file: FileRecord?
  }

  let path: String
  /// The finished chapters, newest last.
  private(set) var chapters: [ChapterRecord] = []
  /// The playlist and the manifest, newest last.
  private(set) var files: [FileRecord] = []
  /// The newest record of each file in `files`, by name.
  private(set) var newest: [String: FileRecord] = [:]

  /// Reads the journal at a path for further writing; a missing journal is empty.
  init(path: String) throws(RenderError) {
    try self.init(reading: path)
    if isUnchecked {
      // New lines have checks. In a file with checks, a line without a check counts as damaged.
      try write()
    } else if isTorn {
      // The next line must not be appended to a line cut short by a kill.
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

  /// Whether an earlier version wrote it without checks.
  private var isUnchecked = false

  /// Whether its last line has no line end.
  private var isTorn = false
  /// Whether all its lines were read.
  private(set) var isWhole = true

  /// All files of the program: first the files of chapters, then the others; each list has the newest last.
  var allFiles: [FileRecord] { chapters.flatMap(\.files) + files }

  /// Adds chapters that get their file names together, in one line that is either complete or missing.
  ///
  /// If only the first of them were recorded, the next build would give it its name. The file that has this name may
  /// be the only audio of another chapter.
  mutating func add(_ new: [ChapterRecord]) throws(RenderError) {
    guard let first = new.first else { return }
    chapters += new
    let line = new.count == 1 ? Line(chapter: first) : Line(chapters: new)
    try FileSystem.append(try JSONLine.bytes(line), to: path)
  }

  /// Adds a file.
  mutating func add(_ file: FileRecord) throws(RenderError) {
    note(file)
    try FileSystem.append(try JSONLine.bytes(Line(file: file)), to: path)
  }

  /// Replaces the journal with the current records.
  mutating func compact(chapters: [ChapterRecord], files: [FileRecord]) throws(RenderError) {
    // Writing the same lines again would cost a flush, in a run that may have nothing else to do.
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
