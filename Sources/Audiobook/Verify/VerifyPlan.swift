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
    /// The chapters in it; empty where that is not known, or it is no sound.
    var parts: [Part] = []
    /// Whether its lines are listened to: those of the first format only.
    var hasLines = false
  }

  /// Every file once, in the order of the book.
  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]

  /// Plans what a manifest asks for.
  init(_ manifest: Manifest) {
    // The files of a chapter have one name, and an ending for each format.
    let sounds = manifest.files.filter { $0.role == "chapter" }
    let siblings = Dictionary(grouping: sounds) { Self.stem($0.file) }
    let listed = Dictionary(manifest.files.map { ($0.file, $0) }) { first, _ in first }
    for (place, chapter) in manifest.chapters.enumerated() {
      let part = Part(chapter: place, start: chapter.bookStart)
      let first =
        listed[chapter.file]
        ?? Manifest.File(role: "chapter", file: chapter.file, sha256: chapter.sha256)
      add(first, part: part, hasLines: true)
      for file in siblings[Self.stem(chapter.file)] ?? [] where file.file != chapter.file {
        add(file, part: part)
      }
    }
    for file in manifest.files where places[file.file] == nil { add(file) }
  }

  private mutating func add(_ file: Manifest.File, part: Part? = nil, hasLines: Bool = false) {
    let place = places[file.file] ?? entries.count
    if place == entries.count {
      places[file.file] = place
      let name = file.format ?? file.file.split(separator: ".").last.map(String.init)
      entries.append(
        Entry(
          name: file.file, sha256: file.sha256, isSound: part != nil || file.role == "chapter",
          format: name.flatMap { SoundFormat(rawValue: $0) }, hasLines: hasLines))
    }
    if let part { entries[place].parts.append(part) }
  }

  private static func stem(_ name: String) -> Substring {
    name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
  }
}
