import Audio
import Audiobook
import Basics
import Hablare

/// A chapter of the output folder that a page can play.
struct PlayableChapter: Sendable, Equatable, Encodable {
  /// What has changed since a chapter was rendered.
  enum Change: String, Sendable, Encodable {
    /// The author's words.
    case script
    /// Voices or pronunciations.
    case cast
    /// Pauses, options of the render, or the version of the program or of an engine.
    case settings
    /// Nothing: a fallback voice speaks in the chapter, because a provider was down.
    case fallback
  }

  /// Its number, from 1.
  var number: Int
  var title: String
  /// Its length; nil if nothing says how long it is.
  var seconds: Double?
  /// Whether it is what the script and the cast say now.
  var current: Bool
  /// What has changed; nil if the chapter is current, or if nothing says what it was made of.
  var changed: Change?

  /// The chapters of a folder, in order; none if its records cannot be read.
  static func list(of book: PlannedBook, in folder: String) -> [PlayableChapter] {
    let lengths =
      (try? BuiltFolder(folder).lengths(
        of: book.plan, options: book.options, sampleRate: book.sampleRate)) ?? [:]
    let playable = book.plan.chapters.filter { chapter in
      guard let file = book.file(ofChapter: chapter.index, in: folder) else { return false }
      return FileStatus(file.path, followingLinks: false)?.isFile == true
    }
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
  /// The file of a chapter and its media type; nil if there is no such chapter, or chapters have no files.
  func file(ofChapter number: Int, in folder: String) -> (path: String, type: String)? {
    guard number > 0, number <= plan.chapters.count, let format = options.formats.first,
      let type = BookFormat(rawValue: format.rawValue)?.browserType,
      let name = fileName(of: plan.chapters[number - 1])
    else { return nil }
    return ("\(folder)/\(name)", type)
  }

  /// The name of a chapter's file in the first format; nil if chapters have no files.
  fileprivate func fileName(of chapter: ChapterPlan) -> String? {
    options.formats.first.map { "\(chapter.fileStem).\($0.fileExtension)" }
  }
}
