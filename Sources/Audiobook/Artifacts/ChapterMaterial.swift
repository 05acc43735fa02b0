import Basics
import Narration

/// What the artifacts of a chapter are made of.
/// Values that several artifacts need are computed once, and only if one of them needs the values.
final class ChapterMaterial {
  let plan: BookPlan
  let options: BuildOptions
  /// The sample rate in hertz.
  let sampleRate: Int
  /// The path of the output folder.
  let folder: String
  let chapter: ChapterPlan
  let record: ChapterRecord
  /// The number of each speaker of the book, in the order of their first appearance.
  let speakers: [String: Int]

  private var digests: [[String]: String] = [:]
  /// The chapter for the read-along formats, with its pictures; nil if its times are unknown.
  private(set) lazy var readAlong = makeReadAlong()
  /// The captions with and without announcements; nil if the times of the chapter's spans are unknown.
  private var cues: [Bool: [CaptionCue]] = [:]

  init(
    _ chapter: ChapterPlan, _ record: ChapterRecord, of plan: BookPlan, options: BuildOptions,
    sampleRate: Int, folder: String, speakers: [String: Int]
  ) {
    (self.chapter, self.record, self.plan) = (chapter, record, plan)
    (self.options, self.sampleRate, self.speakers) = (options, sampleRate, speakers)
    self.folder = folder
  }

  /// Returns the path of a file in the output folder.
  func path(of name: String) -> String { folder + "/" + name }

  /// The times of the spans; nil if they are unknown.
  var timings: [SpanTiming]? {
    record.captions.flatMap { ChapterCaptions.fits($0, chapter.read) ? $0 : nil }
  }

  /// Returns the captions; empty if the times of the spans are unknown.
  func captions(announcements: Bool) -> [CaptionCue] {
    if let known = cues[announcements] { return known }
    let made =
      timings.flatMap {
        ChapterCaptions.cues(
          of: chapter.read, timings: $0, samples: record.samples, sampleRate: sampleRate,
          announcements: announcements)
      } ?? []
    cues[announcements] = made
    return made
  }

  /// The colours of the chapter's speakers in captions.
  private(set) lazy var captionColors: [CaptionCue.Color] = {
    let roles = chapter.read.passages.lazy.flatMap(\.items).compactMap(\.role?.name)
    let own = Set(roles)
    return CaptionCue.Color.all(of: speakers.filter { own.contains($0.key) })
  }()

  private func makeReadAlong() -> (page: PageChapter, pictures: [PagePictures.Picture])? {
    var pictures = PagePictures(documents: plan.documentPaths)
    let page = PageMaker.page(
      of: chapter, record, sampleRate: sampleRate, speakers: speakers,
      image: { pictures.name(of: $0, in: $1) })
    return page.map { ($0, pictures.pictures.values.sorted { $0.name < $1.name }) }
  }

  // MARK: Digests

  /// The edition of the formats; increased when the same input gives different files.
  private static let edition = 1

  /// Returns a digest of the chapter's table read and times, and of other inputs.
  func digest(_ others: [String]) -> String {
    if let known = digests[others] { return known }
    var hash = TextFieldHasher()
    hash.add(Self.edition)
    hash.add(others.count)
    for other in others { hash.add(other) }
    hash.add(chapter.index)
    hash.add(chapter.title)
    hash.add(record.samples)
    for timing in record.captions ?? [] {
      hash.add(timing.pieces.count)
      for time in [timing.start, timing.end] + timing.pieces { hash.add(time) }
    }
    for item in chapter.read.passages.lazy.flatMap(\.items) {
      hash.add(item.kind.identifier)
      hash.add(item.role?.name ?? "")
      hash.add(item.written ?? "")
      hash.add(item.spans.count)
      for span in item.spans { hash.add(span.captionText) }
    }
    let digest = hash.finish()
    digests[others] = digest
    return digest
  }
}
