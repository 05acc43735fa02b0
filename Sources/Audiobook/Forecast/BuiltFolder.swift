import Basics

/// What a folder has of a plan, seen without touching it: nothing is made, held or written.
///
/// Another build may be at work in it; it is then told as it is at this moment. What a killed build has
/// left in the making is not there yet.
public struct BuiltFolder: Sendable {
  private let survey: [SurveyedChapter]

  /// Looks at a folder, which need not be there; `shard` is the share that is going to be built.
  ///
  /// Throws where the records of the folder cannot be read.
  public init(_ path: String, shard: Shard? = nil) throws(RenderError) {
    let records = path + "/" + FolderRecords.name
    // The journals that a build would read, in its order: its own counts most.
    var names: [String] = []
    let shards = FolderRecords.shards(in: records, prefix: FolderRecords.journalPrefix)
    if shard != nil { names.append(FolderRecords.journal(of: nil)) }
    names += shards.filter { $0 != shard }.map { FolderRecords.journal(of: $0) }
    names.append(FolderRecords.journal(of: shard))
    var survey: [SurveyedChapter] = []
    for name in names {
      for record in try Journal(reading: records + "/" + name).chapters {
        survey.append(try SurveyedChapter(record, in: path))
      }
    }
    self.survey = survey
  }

  /// Numbers that change whenever a build has changed a folder; nothing is read but the state of the records.
  package static func stamp(of path: String) -> [Int] {
    let records = path + "/" + FolderRecords.name
    let shards = FolderRecords.shards(in: records, prefix: FolderRecords.journalPrefix)
    let journals = ([nil] + shards.map(Optional.some)).map { FolderRecords.journal(of: $0) }
    let paths = [path, path + "/manifest.json"] + journals.map { records + "/" + $0 }
    return paths.flatMap { path -> [Int] in
      guard let status = FileStatus(path, followingLinks: true) else { return [0] }
      return [status.size, status.modified, Int(truncatingIfNeeded: status.inode)]
    }
  }

  /// Of the chapters that a build is asked for, those whose sound is there, with its length in samples.
  ///
  /// They are what a build would reuse or only give other tags.
  public func lengths(
    of plan: BookPlan, options: BuildOptions, sampleRate: Int
  ) -> [Int: Int] {
    let chapters = plan.wanted(options)
    let settings = FingerprintMaker(
      options: options, rules: plan.rules, sampleRate: sampleRate,
      engineVersions: plan.engineVersions)
    let work = WorkList(
      chapters: chapters, wanted: Set(chapters.map(\.index)), survey: survey, settings: settings)
    let moved = work.moved.map { ($0.chapter.index, $0.record.samples) }
    return work.kept.mapValues(\.samples).merging(moved) { $1 }
  }
}
