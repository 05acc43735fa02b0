import Basics
import Guion

/// What people read along of each chapter, as files in the folder.
///
/// They are made anew in every build, like captions, and only those that differ are written.
struct PageFiles {
  private let plan: BookPlan
  private let options: BuildOptions
  /// Hertz.
  private let sampleRate: Int
  private let transaction: FolderTransaction
  private let speakers: [String: Int]

  init(
    plan: BookPlan, options: BuildOptions, sampleRate: Int, transaction: FolderTransaction
  ) {
    (self.plan, self.options, self.sampleRate) = (plan, options, sampleRate)
    self.transaction = transaction
    speakers = options.readAlong.isEmpty ? [:] : PageMaker.speakers(of: plan)
  }

  /// Writes the files of a chapter, where they are not there already; none if the times of its spans are not known.
  func publish(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> [(record: FileRecord, isNew: Bool)] {
    guard !options.readAlong.isEmpty else { return [] }
    var pictures = PagePictures(documents: plan.documentPaths)
    guard
      let page = PageMaker.page(
        of: chapter, record, sampleRate: sampleRate, speakers: speakers,
        image: { pictures.name(of: $0, in: $1) })
    else { return [] }
    var files: [(record: FileRecord, isNew: Bool)] = []
    if options.readAlong.contains(.html) {
      try ReadAlongFolder.make(in: transaction.folder.path)
      files.append(try publish(PageName.chapter(chapter.index), PageData.script(of: page)))
    }
    for picture in pictures.pictures.values.sorted(by: { $0.name < $1.name }) {
      files.append(try publish(PageName.picture(picture.name, options), picture.bytes))
    }
    return files
  }

  private func publish(
    _ name: String, _ bytes: [UInt8]
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    try transaction.publish(name) { output throws(RenderError) in try output(bytes) }
  }
}

/// The names, in the book's folder, of files that people read along.
enum PageName {
  /// The page.
  static let index = "index.html"

  /// The data of a chapter.
  static func chapter(_ index: Int) -> String {
    let digits = String(index)
    let padding = String(repeating: "0", count: max(0, 3 - digits.count))
    return ReadAlongFolder.file("chapter-\(padding)\(digits).js")
  }

  /// A picture: beside the page's data, or among the records if there is no page.
  static func picture(_ name: String, _ options: BuildOptions) -> String {
    options.readAlong.contains(.html)
      ? ReadAlongFolder.file(name) : "\(FolderRecords.name)/\(name)"
  }
}

extension BuildOptions {
  /// The names of a chapter's files that people read along, but for pictures.
  func pageNames(of chapter: ChapterPlan) -> [String] {
    readAlong.contains(.html) ? [PageName.chapter(chapter.index)] : []
  }
}
