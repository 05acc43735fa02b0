import Audiobook
import Basics
import Foundation
import Hablare
import Narration

/// A chapter that a manifest lists (Documentation/interfaces.md, "Manifest").
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

  private struct Listing: Decodable { var chapters: [ListedChapter] }

  /// Returns the chapters that a folder's manifest lists, by file name; empty if the manifest cannot be read.
  static func all(in folder: String) -> [String: ListedChapter] {
    guard let bytes = try? SourceFile.bytes(of: folder + "/manifest.json", limit: .manifest),
      let listing = try? JSONDecoder().decode(Listing.self, from: Data(bytes))
    else { return [:] }
    return Dictionary(listing.chapters.map { ($0.file, $0) }) { $1 }
  }

  /// Returns the reason why this chapter differs from a planned chapter.
  ///
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
