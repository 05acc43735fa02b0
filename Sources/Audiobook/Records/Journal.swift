import Basics

/// What in the folder is ours (Documentation/interfaces.md, "Output folder"): a line of JSON for
/// each file or chapter, written before it gets its name.
///
/// A line that is not what was written is passed over, such as one cut short by a kill.
struct Journal {
  private struct Line: Codable, Sendable {
    var chapter: ChapterRecord?
    var chapters: [ChapterRecord]?
    var file: FileRecord?
  }

  let path: String
  /// Finished chapters, newest last.
  private(set) var chapters: [ChapterRecord] = []
  /// Playlist and manifest, newest last.
  private(set) var files: [FileRecord] = []
  /// The same by name, the newest of each.
  private(set) var newest: [String: FileRecord] = [:]

  /// Reads the journal at a path, to go on with it; an absent one is empty.
  init(path: String) throws(RenderError) {
    try self.init(reading: path)
    if isUnchecked {
      // What is added to it has checks, and among such lines one without would not count.
      try write()
    } else if isTorn {
      // A line cut short by a kill must not swallow the one that is written next.
      try FileSystem.append([UInt8(ascii: "\n")], to: path)
    }
  }

  /// Reads the journal of another build, which may be writing it just now.
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

  /// Whether an earlier version wrote it, which knew no checks.
  private var isUnchecked = false

  /// Whether its last line has no end.
  private var isTorn = false
  /// Whether every line of it is understood.
  private(set) var isWhole = true

  /// Every file that is ours, newest last of those of one kind.
  var allFiles: [FileRecord] { chapters.flatMap(\.files) + files }

  /// Adds chapters that get their names together: in one line, which is there or is not.
  ///
  /// Were only the first of them known, it would get its name from the next build, and what had that
  /// name may be the only sound of another.
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

  /// Replaces the journal by the lines that still hold.
  mutating func compact(chapters: [ChapterRecord], files: [FileRecord]) throws(RenderError) {
    // The same lines again would cost a flush, in a run that may have nothing else to do.
    if holds(chapters, files) { return }
    self.chapters = chapters
    self.files = []
    newest = [:]
    files.forEach { note($0) }
    try write()
  }

  /// Writes all lines anew.
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
