import Audio
import Narration

/// The tasks of a build: which chapters are finished, which need only other tags, and which must be rendered
/// and why.
/// Depends only on the plan and on the results of earlier builds.
struct WorkList {
  /// A chapter whose audio exists under another name or with other tags.
  struct Moved: Sendable {
    var chapter: ChapterPlan
    var record: ChapterRecord
  }

  /// A chapter that must be rendered.
  struct Rendered: Sendable {
    var chapter: ChapterPlan
    /// The reasons; at least one.
    var reasons: [RenderReason]
  }

  /// The finished chapters, by number, including chapters that were not requested.
  private(set) var reusable: [Int: ChapterRecord] = [:]
  private(set) var moved: [Moved] = []
  private(set) var rendered: [Rendered] = []
  /// The existing records of chapters that are rendered only for new takes, by number.
  /// A record remains valid if the new take fails.
  private(set) var previous: [Int: ChapterRecord] = [:]

  private let survey: [SurveyedChapter]
  private let settings: FingerprintMaker

  /// Plans the work on the chapters of a plan.
  /// `selected` are the numbers of the requested chapters.
  init(
    chapters: [ChapterPlan], selected: Set<Int>, survey: [SurveyedChapter],
    settings: FingerprintMaker
  ) {
    (self.survey, self.settings) = (survey, settings)
    var current: [String: [ChapterRecord]] = [:]
    for chapter in survey where chapter.fault == nil && !chapter.record.isDegraded {
      current[chapter.record.fingerprint, default: []].append(chapter.record)
    }
    for chapter in chapters {
      let isWanted = selected.contains(chapter.index)
      let records = (current[chapter.fingerprint] ?? []).filter {
        $0.placements.count == 2 * chapter.itemCount
          && $0.files.count == settings.options.fileCount
          && (!isWanted || isCaptioned($0, chapter))
      }
      let names = settings.options.fileNames(of: chapter)
      let record = records.last {
        $0.tagsFingerprint == chapter.tagsFingerprint && $0.files.map(\.file) == names
      }
      if isWanted && settings.options.force {
        rendered.append(Rendered(chapter: chapter, reasons: [.forced]))
      } else if isWanted && !records.isEmpty
        && settings.options.retakes.chapters.contains(chapter.index)
      {
        previous[chapter.index] = record
        rendered.append(Rendered(chapter: chapter, reasons: [.retaken]))
      } else if let record {
        reusable[chapter.index] = record
      } else if isWanted, let record = records.last {
        moved.append(Moved(chapter: chapter, record: record))
      } else if isWanted {
        rendered.append(Rendered(chapter: chapter, reasons: reasons(for: chapter, names)))
      }
    }
  }

  /// Returns whether the timings for captions and read-along files are known, or not needed.
  private func isCaptioned(_ record: ChapterRecord, _ chapter: ChapterPlan) -> Bool {
    !settings.options.needsTimings
      || record.captions.map { ChapterCaptions.fits($0, chapter.read) } ?? false
  }

  /// Lists a chapter for rendering, because the audio to be reused has changed.
  mutating func render(_ chapter: Moved) {
    moved.removeAll { $0.chapter.index == chapter.chapter.index }
    rendered.append(
      Rendered(
        chapter: chapter.chapter, reasons: [.modified(file: chapter.record.files[0].file)]))
  }

  /// Returns the reasons why a chapter has no reusable audio.
  private func reasons(for chapter: ChapterPlan, _ names: [String]) -> [RenderReason] {
    if let same = survey.last(where: { $0.record.fingerprint == chapter.fingerprint }) {
      switch same.fault {
      case .modified(let file): return [.modified(file: file)]
      case .missing(let file): return [.missing(file: file)]
      case nil:
        if same.record.isDegraded { return [.degraded] }
        return [isCaptioned(same.record, chapter) ? .unknown : .captions]
      }
    }
    let trace = SoundTrace(of: chapter.read, settings)
    guard let old = predecessor(of: chapter, names, trace) else { return [.new] }
    guard let before = old.trace else { return [.unknown] }
    return RenderReason.differences(of: chapter.read, trace, from: before)
  }

  /// Returns the most likely earlier record of a chapter: the record with the chapter's file names, or else
  /// the record that shares the most lines.
  /// Returns nil if no record shares at least half of the chapter's lines.
  private func predecessor(
    of chapter: ChapterPlan, _ names: [String], _ trace: SoundTrace
  ) -> ChapterRecord? {
    // The name of a stretch contains only the number of its chapter, so it does not identify the chapter
    // after edits.
    if !names.allSatisfy(FolderRecords.isOwn),
      let same = survey.last(where: { $0.record.files.map(\.file) == names })
    {
      return same.record
    }
    let lines = Set(SoundTrace.items(trace.words))
    let shared = survey.map { old in
      (old.record.trace.map { Set(SoundTrace.items($0.words)) } ?? []).intersection(lines).count
    }
    guard let most = shared.max(), 2 * most >= lines.count,
      let index = shared.lastIndex(of: most)
    else { return nil }
    return survey[index].record
  }
}
