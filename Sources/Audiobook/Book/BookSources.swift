package import Audio
import Basics
import Foundation
import Guion
import Narration

/// The files that a book depends on, whether or not they exist.
package struct BookSources: Sendable, Equatable {
  /// The files: documents, the cast file, the cover, and pictures in read-along formats.
  package private(set) var files: Set<String> = []
  /// The folders in which every document belongs to the book.
  package private(set) var folders: Set<String> = []
  /// The folder of recordings, which is one of `folders`; nil if there is none.
  private(set) var recordings: String?
  /// The output folders inside `folders`.
  private var outputs: Set<String> = []

  /// Collects the files of a book that is built into a folder.
  /// Without `material`, only the input, the cast file and the requested cover are collected.
  package init(of book: Book, _ material: Book.Material? = nil, builtInto output: String? = nil) {
    let input = book.input
    if input.isFolder || FolderBundle.isBundle(input.path) {
      let folder = FilePath(input.path).trimmed.text
      folders.insert(folder)
      outputs = Set(output.map { Self.place(of: $0, in: folder) } ?? [])
      // `.nav.yml` is the only hidden file that can define the order of documents.
      if input.isFolder { files.insert(folder + "/.nav.yml") }
    } else {
      files.insert(input.path)
    }
    switch book.cast {
    case .beside: files.insert(input.castFile)
    case .file(let path), .contents(_, let path): files.insert(path)
    case .cast: break
    }
    files.insert(input.voicesFile)
    if case .file(let path) = book.options.cover { files.insert(path) }
    if let material { add(material, book.options) }
  }

  private mutating func add(_ material: Book.Material, _ options: BookOptions) {
    let manuscript = material.manuscript
    files.formUnion(manuscript.documents.map(\.path))
    let cover = CoverSource(
      options.cover, cast: material.cast.cast.coverFile, document: manuscript.coverFile)
    if case .named(let reference) = cover, !reference.isEmbedded {
      let path = FilePath(reference.base).appending(FilePath(reference.path))
      if !FilePath(reference.path).isAbsolute { files.insert(path.text) }
    }
    for entry in material.cast.cast.sounds.files {
      guard let file = entry.file else { continue }
      files.insert(FilePath(file.base).appending(FilePath(file.path)).text)
    }
    if let reference = material.cast.cast.recordings {
      let folder = FilePath(reference.base).appending(FilePath(reference.path)).trimmed.text
      if FileStatus(folder, followingLinks: true)?.isFolder == true {
        folders.insert(folder)
        recordings = folder
      }
      files.insert(folder + "/" + TakeTable.fileName)
    }
    guard options.build.needsElements else { return }
    for element in manuscript.elements {
      let source = element.sourceRange?.source ?? 0
      guard manuscript.documents.indices.contains(source) else { continue }
      let folder = FilePath(manuscript.documents[source].path).folder
      for case .imageFile(let path) in element.inlines.map(\.kind) {
        let path = path.removingPercentEncoding ?? path
        // Pictures on a server, and pictures that the page would not show, are not watched.
        guard !path.isEmpty, !path.hasPrefix("/"), !path.contains(":"), !path.contains("\0") else {
          continue
        }
        files.insert(folder.appending(FilePath(path)).text)
      }
    }
  }

  /// Returns whether to ignore a path in a folder of the book: an output folder, a hidden file, or a file that an
  /// editor or a package manager creates.
  package func isSkipped(_ path: String) -> Bool {
    let name = FilePath(path).last.text
    return FilePath(path).isHidden || outputs.contains(path) || name == "node_modules"
      || name.lowercased().hasSuffix(".audiobook") || Self.isTemporary(name)
  }

  /// Returns whether editors use a name for backups or temporary files: for example, `a~`, `#a#`, Vim's `4913` or
  /// `a.swp`.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasSuffix("~") || name.hasPrefix("#") && name.hasSuffix("#") || name == "4913"
      || [".swp", ".swx", ".tmp", ".bak"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns a list with the path of the output folder if it is inside `folder`, else an empty list.
  /// The returned path begins with `folder` as given, even if `output` leads through a link.
  private static func place(of output: String, in folder: String) -> [String] {
    guard let root = try? FilePath(folder).resolved() else { return [] }
    // If the output folder does not exist yet, its parent folder can already exist.
    let path = FilePath(output).trimmed
    let parent = path.folder.bytes.isEmpty ? FilePath(".") : path.folder
    guard
      let real = (try? path.resolved()) ?? (try? parent.resolved())?.appending(path.last),
      real.isWithin(root), real != root
    else { return [] }
    let way = real.bytes.dropFirst(root.bytes.count).drop { $0 == UInt8(ascii: "/") }
    return [FilePath(folder).appending(FilePath(bytes: way)).text]
  }
}

/// The digests of a book's files.
/// A file has changed only if its contents have changed.
package struct SourceContents: Sendable {
  /// The status and the digest of a file.
  private struct Entry: Sendable {
    var size: Int
    var modified: Int
    var identity: FileIdentity
    /// The digest of the contents; nil if the path is not a readable regular file.
    var digest: SHA256Digest?

    /// Returns whether both entries have the same size, modification time and identity.
    func hasStatus(of other: Self) -> Bool {
      (size, modified) == (other.size, other.modified) && identity == other.identity
    }
  }

  private var entries: [String: Entry] = [:]

  /// Creates a collection without digests.
  package init() {}

  /// Checks all files again, and returns whether any content has changed since the last check.
  /// A file is read if its status has changed, or if `changed` contains its path. The status is not enough: two changes
  /// within one tick of the clock leave the same status.
  package mutating func refresh(_ sources: BookSources, changed: Set<String> = []) -> Bool {
    let isAnyChanged = !changed.isDisjoint(with: sources.folders)
    var current: [String: Entry] = [:]
    let documents = sources.folders.flatMap { Self.documents(in: $0, sources) }
    for path in sources.files.union(documents) {
      guard let status = FileStatus(path, followingLinks: true) else { continue }
      var entry = Entry(size: status.size, modified: status.modified, identity: status.identity)
      let isReported = isAnyChanged || changed.contains(path)
      if !isReported, let known = entries[path], known.hasStatus(of: entry) {
        entry.digest = known.digest
      } else if status.isFile {
        entry.digest = Self.digest(of: path)
      }
      current[path] = entry
    }
    defer { entries = current }
    return current.mapValues(\.digest) != entries.mapValues(\.digest)
  }

  private static func digest(of path: String) -> SHA256Digest? {
    let file = try? FileDescriptor(regular: path, followingLinks: true)
    return try? file?.sha256()
  }

  /// Returns the files in a folder and its subfolders that are documents or may define the order of documents.
  private static func documents(in folder: String, _ sources: BookSources) -> [String] {
    var files: [String] = []
    var folders = [
      (
        path: FilePath(folder),
        isBundle: FolderBundle.isBundle(folder) || folder == sources.recordings
      )
    ]
    while let (folder, isBundle) = folders.popLast() {
      for name in (try? FolderListing(folder).names()) ?? [] {
        let path = folder.appending(name)
        guard !sources.isSkipped(path.text), let status = FileStatus(path.cString) else { continue }
        if status.isFolder {
          folders.append((path, isBundle || FolderBundle.isBundle(path.text)))
        } else if isBundle || isRead(name) {
          files.append(path.text)
        }
      }
    }
    return files
  }

  /// Returns whether a file is a document or an order file.
  /// Order files are named `nav` or end in `.yml`, `.yaml` or `.toml`, unless they are documents.
  private static func isRead(_ name: FilePath) -> Bool {
    let ending = name.text.split(separator: ".").last?.lowercased() ?? ""
    // Word keeps a lock beside an open document.
    if name.text.hasPrefix("~$") { return false }
    return DocumentFormat(path: name.text) != nil || name.text == "nav"
      || ["yml", "yaml", "toml"].contains(ending)
  }
}

/// The audio of single lines, from the files of a finished output folder.
/// The lines have the levels and effects of the book. No speech is requested, so the audio costs nothing.
package struct LineSounds: Sendable {
  /// The number of lines in the audio.
  package var lines: Int { pieces.reduce(0) { $0 + $1.lines } }

  private let folder: String
  private var pieces: [Piece] = []

  /// A piece of a chapter's audio: one line, or adjacent lines.
  /// Times are in seconds from the start of the chapter.
  private struct Piece: Sendable {
    var file: String
    var start: Double
    var end: Double
    var lines = 1
    var last: SpokenLines.Position
  }

  /// The silence between two pieces that are not adjacent, in seconds.
  private static let pause = 0.5

  /// Finds lines of a plan in its output folder, in order.
  /// Always includes the first line, and stops before the total length exceeds `seconds`. Lines of chapters that are
  /// not in the folder are left out. The result is nil if no line is found.
  package init?(
    of lines: [SpokenLines.Position], of plan: BookPlan, in folder: String, maximum seconds: Double
  ) {
    guard let manifest = try? Manifest(inFolder: folder) else { return nil }
    self.folder = folder
    let chapters = Dictionary(manifest.chapters.map { ($0.index, $0) }) { first, _ in first }
    var rest = seconds
    for line in lines {
      let planned = plan.chapters[line.chapter]
      // A manifest lists only chapters that exist and are current.
      guard let chapter = chapters[planned.index], chapter.items.count == planned.itemCount,
        chapter.items.indices.contains(line.item)
      else { continue }
      let item = chapter.items[line.item]
      let (start, end) = (item.start.value, item.end.value)
      let former = pieces.last.map { $0.last == line.before ? $0.end : start - Self.pause }
      rest -= end - (former ?? start)
      guard rest >= 0 || pieces.isEmpty else { break }
      if let open = pieces.indices.last, pieces[open].last == line.before {
        // The piece includes the silence between the two lines. Simultaneous lines may end in any order.
        pieces[open].end = max(pieces[open].end, end)
        pieces[open].lines += 1
        pieces[open].last = line
      } else {
        pieces.append(Piece(file: chapter.file, start: start, end: end, last: line))
      }
    }
    if pieces.isEmpty { return nil }
  }

  /// Returns the audio of the lines in order.
  /// Throws an `AudioError` if a file cannot be read, and `CancellationError`.
  package func sound() throws -> PCM {
    var sound: PCM?
    for piece in pieces {
      let samples = try samples(of: folder + "/" + piece.file, from: piece.start, to: piece.end)
      // All chapters of a book have the same sample rate.
      guard sound != nil else {
        sound = samples
        continue
      }
      let silence = Int(Self.pause * Double(samples.sampleRate))
      sound?.samples += [Int16](repeating: 0, count: silence) + samples.samples
    }
    return sound ?? PCM(samples: [], sampleRate: 22_050)
  }

  /// Returns the samples of a part of a file, mixed to one channel; times are in seconds.
  private func samples(
    of file: String, from start: Double, to end: Double
  ) throws -> PCM {
    var reader = try SoundFileReader(path: file)
    let info = reader.info
    let range = Int(start * Double(info.sampleRate))..<Int(end * Double(info.sampleRate)) + 1
    var sound = PCM(samples: [], sampleRate: info.sampleRate)
    var block = [Float](repeating: 0, count: 16_384 * info.channels)
    var frame = 0
    while frame < range.upperBound {
      try Task.checkCancellation()
      let count = try reader.read(into: &block)
      if count == 0 { break }
      for own in 0..<count where range.contains(frame + own) {
        let values = block[(own * info.channels)..<((own + 1) * info.channels)]
        sound.samples.append(PCM.sample(values.reduce(0, +) / Float(info.channels)))
      }
      frame += count
    }
    return sound
  }
}

extension SpokenLines.Position {
  /// The position of the previous line in the chapter.
  fileprivate var before: Self { Self(chapter: chapter, item: item - 1) }
}

extension PCM {
  /// Converts a value between −1 and 1 to a 16-bit sample.
  /// NaN becomes silence.
  fileprivate static func sample(_ value: Float) -> Int16 {
    value.isNaN ? 0 : Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
  }
}

/// The spoken lines of a book, for comparing two states of the book.
/// A line is stored as one number, because the thousands of lines of a book stay in memory while the book is watched.
package struct SpokenLines: Sendable {
  /// The position of a line: the chapter, and the item in the chapter, both from 0.
  package struct Position: Sendable, Hashable {
    /// The index of the chapter in the plan.
    package var chapter: Int
    /// The index of the item in the chapter.
    package var item: Int

    package init(chapter: Int, item: Int) { (self.chapter, self.item) = (chapter, item) }
  }

  private let chapters: [[Int]]

  /// Collects the lines of a plan.
  package init(of plan: BookPlan) {
    chapters = plan.chapters.map { chapter in
      chapter.read.passages.flatMap(\.items).map { Self.digest(of: $0, plan) }
    }
  }

  /// Returns, in order, the positions of the lines that are new or that sound different than in a former state of the
  /// book.
  /// A line that has only moved has not changed. If a line occurs more often than before, only the additional
  /// occurrences are returned.
  package func changes(since former: SpokenLines) -> [Position] {
    var known: [Int: Int] = [:]
    for line in former.chapters.joined() { known[line, default: 0] += 1 }
    var changes: [Position] = []
    for (chapter, lines) in chapters.enumerated() {
      for (item, line) in lines.enumerated() {
        if let count = known[line], count > 0 {
          known[line] = count - 1
        } else {
          changes.append(Position(chapter: chapter, item: item))
        }
      }
    }
    return changes
  }

  /// Returns a number for the words, voice and manner of an item.
  /// The number is valid only within one run of the program.
  private static func digest(of item: SpokenItem, _ plan: BookPlan) -> Int {
    var hasher = Hasher()
    for span in item.spans {
      hasher.combine(span.text)
      hasher.combine(span.hasPhonemes)
      hasher.combine(span.performance.key)
      hasher.combine(span.performance.pan)
      hasher.combine(plan.engineVersions[span.performance.voice])
    }
    return hasher.finalize()
  }
}
