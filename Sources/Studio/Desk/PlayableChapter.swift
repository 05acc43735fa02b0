import Audio
import Audiobook
import Basics

/// A chapter of the output folder that a page can play.
struct PlayableChapter: Sendable, Equatable, Encodable {
  /// Its number, from 1.
  var number: Int
  var title: String
  /// How long it sounds; 0 if that is not known.
  var seconds: Double
  /// Whether it is what the script and the cast say now.
  var current: Bool

  /// The chapters of a folder, in order; none if its records cannot be read.
  static func list(of book: PlannedBook, in folder: String) -> [PlayableChapter] {
    let lengths =
      (try? BuiltFolder(folder).lengths(
        of: book.plan, options: book.options, sampleRate: book.sampleRate)) ?? [:]
    return book.plan.chapters.compactMap { chapter in
      guard let file = book.file(ofChapter: chapter.index, in: folder),
        FileStatus(file.path, followingLinks: false)?.isFile == true
      else { return nil }
      let seconds = lengths[chapter.index].map { Double($0) / Double(book.sampleRate) }
      return PlayableChapter(
        number: chapter.index, title: chapter.title, seconds: seconds ?? 0, current: seconds != nil)
    }
  }
}

extension PlannedBook {
  /// The file of a chapter and its media type; nil if there is no such chapter, or chapters have no files.
  func file(ofChapter number: Int, in folder: String) -> (path: String, type: String)? {
    guard number > 0, number <= plan.chapters.count, let format = options.formats.first,
      let type = BookFormat(rawValue: format.rawValue)?.browserType
    else { return nil }
    let name = "\(plan.chapters[number - 1].fileStem).\(format.fileExtension)"
    return ("\(folder)/\(name)", type)
  }
}
