import Audio
import Narration

/// What a build has to do: which chapters are there, which only need other tags, which are rendered and
/// why.
///
/// A pure function of the plan and of what became of earlier builds.
struct WorkList {
  /// A chapter whose sound is there under another name or with other tags.
  struct Moved: Sendable {
    var chapter: ChapterPlan
    var record: ChapterRecord
  }

  /// A chapter that is to be rendered.
  struct Rendered: Sendable {
    var chapter: ChapterPlan
    /// At least one.
    var reasons: [RenderReason]
  }

  /// Chapters that are there, by number; also those that were not asked for.
  private(set) var kept: [Int: ChapterRecord] = [:]
  private(set) var moved: [Moved] = []
  private(set) var rendered: [Rendered] = []
  /// What the folder has of chapters that are rendered only for new takes, by number: it stays if a
  /// new take fails.
  private(set) var standing: [Int: ChapterRecord] = [:]

  private let survey: [SurveyedChapter]
  private let settings: FingerprintMaker

  /// The work on chapters of a plan, of which those that are `wanted` are to be there in the end.
  init(
    chapters: [ChapterPlan], wanted: Set<Int>, survey: [SurveyedChapter],
    settings: FingerprintMaker
  ) {
    (self.survey, self.settings) = (survey, settings)
    var current: [String: [ChapterRecord]] = [:]
    for chapter in survey where chapter.fault == nil && !chapter.record.isDegraded {
      current[chapter.record.fingerprint, default: []].append(chapter.record)
    }
    for chapter in chapters {
      let isWanted = wanted.contains(chapter.index)
      let records = (current[chapter.fingerprint] ?? []).filter {
        $0.placements.count == 2 * chapter.itemCount
          && $0.files.count == settings.options.encodings.count
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
        standing[chapter.index] = record
        rendered.append(Rendered(chapter: chapter, reasons: [.retaken]))
      } else if let record {
        kept[chapter.index] = record
      } else if isWanted, let record = records.last {
        moved.append(Moved(chapter: chapter, record: record))
      } else if isWanted {
        rendered.append(Rendered(chapter: chapter, reasons: reasons(for: chapter, names)))
      }
    }
  }

  /// Whether what captions need is known, where they are asked for.
  private func isCaptioned(_ record: ChapterRecord, _ chapter: ChapterPlan) -> Bool {
    !settings.options.needsTimings
      || record.captions.map { ChapterCaptions.fits($0, chapter.read) } ?? false
  }

  /// Has a chapter rendered after all, because the sound that it was to take over is another by now.
  mutating func render(_ chapter: Moved) {
    moved.removeAll { $0.chapter.index == chapter.chapter.index }
    rendered.append(
      Rendered(
        chapter: chapter.chapter, reasons: [.modified(file: chapter.record.files[0].file)]))
  }

  /// How it comes that the sound of a chapter is not there.
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

  /// The record that a chapter most likely goes back to: the one under its name, else the one with the
  /// most lines of it.
  private func predecessor(
    of chapter: ChapterPlan, _ names: [String], _ trace: SoundTrace
  ) -> ChapterRecord? {
    // A stretch is named by its number alone, which says nothing.
    if !names.allSatisfy(FolderRecords.isStretch),
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
