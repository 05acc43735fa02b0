import Basics

/// The chapters that an output folder already contains.
/// Reading the folder changes and locks nothing.
/// If another build is working in the folder, the result is a snapshot. Unfinished files of a killed build are
/// ignored.
package struct BuiltFolder: Sendable {
  private let survey: [SurveyedChapter]

  /// Reads a folder, which may be missing; `shard` is the shard that is going to be built.
  /// Throws a `RenderError` if the records of the folder cannot be read.
  package init(_ path: String, shard: Shard? = nil) throws(RenderError) {
    let records = path + "/" + FolderRecords.name
    // The journals that a build would read, in the order in which the build would read them. Later journals override
    // earlier ones. The journal of the build's own shard is last.
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

  /// Returns numbers that change whenever a build has changed a folder.
  /// They are the sizes, times and inodes of the folder, its manifest and its journals. No file is read.
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

  /// Returns the lengths in samples of the selected chapters with current audio in the folder, by chapter number.
  /// A build would reuse this audio, and change at most the tags and file names.
  package func lengths(
    of plan: BookPlan, options: BuildOptions, sampleRate: Int
  ) -> [Int: Int] {
    let chapters = plan.selectedChapters(options)
    let settings = FingerprintMaker(
      options: options, rules: plan.rules, sampleRate: sampleRate,
      engineVersions: plan.engineVersions)
    let work = WorkList(
      chapters: chapters, selected: Set(chapters.map(\.index)), survey: survey, settings: settings)
    let moved = work.moved.map { ($0.chapter.index, $0.record.samples) }
    return work.reusable.mapValues(\.samples).merging(moved) { $1 }
  }
}
