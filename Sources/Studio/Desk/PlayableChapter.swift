import Audio
import Audiobook
import Basics
import Foundation
import Hablare
import Narration

/// A chapter of the output folder that a page can play.
struct PlayableChapter: Sendable, Equatable, Encodable {
  /// The reason why a chapter is out of date.
  enum Change: String, Sendable, Encodable {
    /// The text of the author has changed.
    case script
    /// Voices or pronunciations have changed.
    case cast
    /// Pauses, render options, or the version of the program or of an engine have changed.
    case settings
    /// A fallback voice speaks in the chapter, because a provider was down.
    case fallback
  }

  /// The number, from 1.
  var number: Int
  var title: String
  /// The length in seconds, or nil if it is unknown.
  var seconds: Double?
  /// Whether the chapter matches the current script, cast and options.
  var current: Bool
  /// The reason why the chapter is out of date, or nil if it is current or the reason is unknown.
  var changed: Change?

  /// Returns the chapters whose files are in a folder, in order.
  static func list(of book: PlannedBook, in folder: String) -> [PlayableChapter] {
    let playable = book.plan.chapters.filter { chapter in
      guard let file = book.file(ofChapter: chapter.index, in: folder) else { return false }
      return FileStatus(file.path, followingLinks: false)?.isFile == true
    }
    // The fingerprints of a long book take a tenth of a second.
    if playable.isEmpty { return [] }
    let lengths =
      (try? BuiltFolder(folder).lengths(
        of: book.plan, options: book.options, sampleRate: book.sampleRate)) ?? [:]
    let isCurrent = playable.allSatisfy { lengths[$0.index] != nil }
    let listed = isCurrent ? [:] : ListedChapter.all(in: folder)
    let narrator = book.plan.cast[""]?.description ?? ""
    return playable.map { chapter in
      if let samples = lengths[chapter.index] {
        return PlayableChapter(
          number: chapter.index, title: chapter.title,
          seconds: Double(samples) / Double(book.sampleRate), current: true)
      }
      let former = book.fileName(of: chapter).flatMap { listed[$0] }
      return PlayableChapter(
        number: chapter.index, title: chapter.title, seconds: former?.duration, current: false,
        changed: former?.change(to: chapter, narrator: narrator))
    }
  }
}

extension PlannedBook {
  /// Returns the path of a chapter's file and its media type.
  /// Returns nil if there is no such chapter, if the build writes no chapter files, or if browsers cannot play the
  /// format.
  func file(ofChapter number: Int, in folder: String) -> (path: String, type: String)? {
    guard number > 0, number <= plan.chapters.count, let format = options.formats.first,
      let type = BookFormat(rawValue: format.rawValue)?.browserType,
      let name = fileName(of: plan.chapters[number - 1])
    else { return nil }
    return ("\(folder)/\(name)", type)
  }

  /// Returns the name of a chapter's file in the first format, or nil if the build writes no chapter files.
  fileprivate func fileName(of chapter: ChapterPlan) -> String? {
    options.formats.first.map { "\(chapter.fileStem).\($0.fileExtension)" }
  }
}

/// A chapter that a manifest lists (Documentation/reference/output-folder.md, "Manifest").
struct ListedChapter: Decodable {
  /// The length in seconds.
  var duration: Double
  private var file: String
  private var degraded: Bool?
  private var items: [Item]

  private struct Item: Decodable {
    var kind: String?
    var speaker: String?
    var voice: String?
    var text: String
    var written: String?
  }

  private struct Listing: Decodable {
    var generator: String
    var chapters: [ListedChapter]
  }

  /// Returns whether this program has finished a build in a folder.
  static func isListed(in folder: String) -> Bool {
    listing(of: folder)?.generator.hasPrefix("guion2audio ") == true
  }

  private static func listing(of folder: String) -> Listing? {
    (try? SourceFile.bytes(of: folder + "/manifest.json", limit: .manifest)).flatMap {
      try? JSONDecoder().decode(Listing.self, from: Data($0))
    }
  }

  /// Returns the chapters that a folder's manifest lists, by file name; empty if the manifest cannot be read.
  static func all(in folder: String) -> [String: ListedChapter] {
    guard let listing = listing(of: folder) else { return [:] }
    return Dictionary(listing.chapters.map { ($0.file, $0) }) { $1 }
  }

  /// Returns the reason why this chapter differs from a planned chapter.
  /// `narrator` is the voice of the plan's narrator.
  func change(to chapter: ChapterPlan, narrator: String) -> PlayableChapter.Change {
    let (old, new) = (items.map(Line.init), Line.lines(of: chapter, narrator: narrator))
    if old.compactMap(\.written) != new.compactMap(\.written) { return .script }
    if degraded == true { return .fallback }
    return old == new ? .settings : .cast
  }

  /// The text of a line with its speaker and voice.
  private struct Line: Equatable {
    var speaker: String
    var voice: String
    var text: String
    /// The text that the author wrote, or nil for text of the program, such as "Ann says:".
    var written: String?

    init(_ item: Item) {
      (speaker, voice, text) = (item.speaker ?? "", item.voice ?? "", item.text)
      written = Self.isOurs(item.kind ?? "") ? nil : item.written ?? item.text
    }

    private init(_ item: SpokenItem, narrator: String) {
      (speaker, text) = (item.role?.name ?? "", item.text)
      voice = item.role?.voice.description ?? narrator
      written = Self.isOurs(item.kind.identifier) ? nil : item.written ?? item.text
    }

    static func lines(of chapter: ChapterPlan, narrator: String) -> [Line] {
      chapter.read.passages.flatMap(\.items).map { Line($0, narrator: narrator) }
    }

    /// Returns whether the program, not the author, writes lines of this kind.
    private static func isOurs(_ kind: String) -> Bool {
      [SpokenItem.Kind.announcement, .credits].map(\.identifier).contains(kind)
    }
  }
}
