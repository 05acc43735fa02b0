import Audio

/// The files of a folder to check, with their expected contents.
struct VerifyPlan: Sendable {
  /// The audio of a chapter in a file.
  struct Part: Sendable, Equatable {
    /// The chapter's position in the manifest.
    var chapter: Int
    /// The chapter's first sample in the file.
    var start: Int
  }

  /// A file with its expected contents.
  struct Entry: Sendable {
    var name: String
    /// The SHA-256 in hexadecimal.
    var sha256: String
    /// Whether to decode the file.
    var isSound: Bool
    /// The encoding; nil if unknown.
    var format: SoundFormat?
    /// The format of a book in one file; nil for other files.
    var book: BookFormat?
    /// The chapters in the file; empty if they are unknown, or if the file is not an audio file.
    var parts: [Part] = []
    /// Whether the lines in the file are checked.
    ///
    /// This is true only for the first format of a chapter.
    var hasLines = false
  }

  /// Every file once, in the order of the book.
  private(set) var entries: [Entry] = []
  private var names: Set<String> = []

  /// Plans the checks for a manifest.
  init(_ manifest: Manifest) {
    // The files of a chapter share one name, with a different extension for each format.
    let sounds = manifest.files.filter { $0.role == Manifest.File.chapterRole }
    var siblings = Dictionary(grouping: sounds) { Self.stem($0.file) }
    let listed = Dictionary(manifest.files.map { ($0.file, $0) }) { first, _ in first }
    // A hostile manifest may list very many files and chapters, so files with the same name share one list of parts.
    let parts = Dictionary(grouping: manifest.chapters.indices) {
      Self.stem(manifest.chapters[$0].file)
    }.mapValues { $0.map { Part(chapter: $0, start: manifest.chapters[$0].bookStart) } }
    for chapter in manifest.chapters {
      let stem = Self.stem(chapter.file)
      let own = Manifest.File(
        role: Manifest.File.chapterRole, file: chapter.file, sha256: chapter.sha256)
      add(listed[chapter.file] ?? own, parts: parts[stem] ?? [], hasLines: true)
      for file in siblings.removeValue(forKey: stem) ?? [] { add(file, parts: parts[stem] ?? []) }
    }
    for file in manifest.files { add(file) }
  }

  private mutating func add(_ file: Manifest.File, parts: [Part] = [], hasLines: Bool = false) {
    guard names.insert(file.file).inserted else { return }
    let format = file.format ?? file.file.split(separator: ".").last.map(String.init)
    let book = format.flatMap { BookFormat(rawValue: $0) }
    let isBook = Artifacts.kind(ofRole: file.role)?.use == .episode
    entries.append(
      Entry(
        name: file.file, sha256: file.sha256,
        isSound: !parts.isEmpty || isBook || file.role == Manifest.File.chapterRole,
        format: book?.sound ?? format.flatMap { SoundFormat(rawValue: $0) },
        book: isBook ? book : nil, parts: parts, hasLines: hasLines))
  }

  private static func stem(_ name: String) -> Substring {
    name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
  }
}
