/// The parts that builds of shards leave in the folder for `assemble`.
///
/// A part is written at the end of a shard's build. A later build removes each part that belongs to another state
/// of the book.
struct ShardParts {
  let plan: BookPlan
  let options: BuildOptions
  /// The sample rate in hertz.
  let sampleRate: Int
  let transaction: FolderTransaction

  /// Writes the part of a shard.
  func leave(
    part shard: Shard, _ complete: [ChapterPlan], _ records: [ChapterRecord],
    _ captions: [[FileRecord]], _ pages: [[FileRecord]]
  ) throws(RenderError) {
    // The cover is stored before the part that names it.
    try ShardCover.store(plan.cover, in: transaction)
    try ShardPart.write(
      outline(inShardsOf: shard.count),
      chapters: complete.indices.lazy.map { place in
        var chapter = PartChapter(complete[place], records[place], of: plan)
        chapter.captions = captions[place]
        chapter.page = pages[place].isEmpty ? nil : pages[place]
        return chapter
      },
      of: shard, in: transaction.folder.records)
    try transaction.finish(shard: records)
  }

  /// Removes the parts of another state of the book before this build begins.
  ///
  /// Otherwise `assemble` could join these parts if this build does not finish.
  func removeStale() throws(RenderError) {
    let records = transaction.folder.records
    let left = FolderRecords.shards(in: records, prefix: FolderRecords.partPrefix)
    guard !left.isEmpty else { return }
    let current = outline(inShardsOf: options.shard?.count ?? 1)
    for shard in left {
      // Other shards of the same count are not removed, because it is unknown which shard is outdated. `assemble`
      // reports the difference.
      if shard.count == options.shard?.count, shard != options.shard { continue }
      let outline = try ShardPart.outline(of: shard, in: records)
      let isCurrent = outline.map {
        shard == options.shard ? $0 == current : $0.isSameBook(as: current)
      }
      if isCurrent != true { try transaction.removePart(of: shard) }
    }
  }

  private func outline(inShardsOf count: Int) -> ShardPart.Outline {
    ShardPart.Outline(
      book: BookDescription(plan, options: options, sampleRate: sampleRate),
      chapters: zip(plan.chapters, plan.owners(inShardsOf: count)).map { chapter, owner in
        ShardPart.Planned(
          index: chapter.index, title: chapter.title, files: options.fileNames(of: chapter),
          captions: options.captionNames(of: chapter),
          page: options.readAlong.isEmpty ? nil : options.pageNames(of: chapter),
          fingerprint: chapter.fingerprint,
          tagsFingerprint: chapter.tagsFingerprint,
          shard: owner,
          isWanted: options.selects(chapter))
      })
  }
}
