import Audio

/// Which files of a folder are looked at, and what should be in them.
struct VerifyPlan: Sendable {
  /// A chapter's sound in a file.
  struct Part: Sendable, Equatable {
    /// The chapter's place in the manifest.
    var chapter: Int
    /// Its first sample in the file.
    var start: Int
  }

  /// A file, and what it should be.
  struct Entry: Sendable {
    var name: String
    /// In hexadecimal.
    var sha256: String
    /// Whether it is decoded.
    var isSound: Bool
    /// How it is encoded; nil where that is not known.
    var format: SoundFormat?
    /// How it is put together; nil where it is no whole book.
    var book: BookFormat?
    /// The chapters in it; empty where that is not known, or it is no sound.
    var parts: [Part] = []
    /// Whether its lines are listened to: those of the first format only.
    var hasLines = false
  }

  /// Every file once, in the order of the book.
  private(set) var entries: [Entry] = []
  private var names: Set<String> = []

  /// Plans what a manifest asks for.
  init(_ manifest: Manifest) {
    // The files of a chapter have one name, and an ending for each format.
    let sounds = manifest.files.filter { $0.role == "chapter" }
    var siblings = Dictionary(grouping: sounds) { Self.stem($0.file) }
    let listed = Dictionary(manifest.files.map { ($0.file, $0) }) { first, _ in first }
    // One list for all files of a name: a manifest may have any number of both.
    let parts = Dictionary(grouping: manifest.chapters.indices) {
      Self.stem(manifest.chapters[$0].file)
    }.mapValues { $0.map { Part(chapter: $0, start: manifest.chapters[$0].bookStart) } }
    for chapter in manifest.chapters {
      let stem = Self.stem(chapter.file)
      let own = Manifest.File(role: "chapter", file: chapter.file, sha256: chapter.sha256)
      add(listed[chapter.file] ?? own, parts: parts[stem] ?? [], hasLines: true)
      for file in siblings.removeValue(forKey: stem) ?? [] { add(file, parts: parts[stem] ?? []) }
    }
    for file in manifest.files { add(file) }
  }

  private mutating func add(_ file: Manifest.File, parts: [Part] = [], hasLines: Bool = false) {
    guard names.insert(file.file).inserted else { return }
    let format = file.format ?? file.file.split(separator: ".").last.map(String.init)
    let book = format.flatMap { BookFormat(rawValue: $0) }
    entries.append(
      Entry(
        name: file.file, sha256: file.sha256,
        isSound: !parts.isEmpty || file.role == "chapter" || file.role == "book",
        format: book?.sound ?? format.flatMap { SoundFormat(rawValue: $0) },
        book: file.role == "book" ? book : nil, parts: parts, hasLines: hasLines))
  }

  private static func stem(_ name: String) -> Substring {
    name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
  }
}
