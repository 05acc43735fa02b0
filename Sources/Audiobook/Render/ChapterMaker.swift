import Audio
import Guion
import Narration

/// Makes a chapter's files, complete and tagged, under names that nobody sees.
struct ChapterMaker: Sendable {
  /// A chapter whose files are complete.
  struct Finished: Sendable {
    var chapter: ChapterPlan
    var sound: ChapterSound
    /// SHA-256 of each file, in hexadecimal.
    var hashes: [String]
    /// What the sound was made of.
    var trace: SoundTrace?
  }

  let plan: BookPlan
  let options: BuildOptions
  let sampleRate: Int
  let clips: ClipSource
  let progress: Progress

  /// What decides about a chapter's sound beside its words.
  var settings: FingerprintMaker {
    FingerprintMaker(
      options: options, rules: plan.rules, sampleRate: sampleRate,
      engineVersions: plan.engineVersions)
  }

  /// Renders a chapter into a path for each format; what is needed twice waits in a folder.
  func render(
    _ chapter: ChapterPlan, into paths: [String], spillingInto folder: String
  ) async throws -> Finished {
    let encoded = paths.map(Self.encodedPath)
    let master = try Master(
      files: Array(zip(encoded, options.encodings)).map { (path: $0.0, format: $0.1) },
      sampleRate: sampleRate, channels: options.channels,
      encoding: EncodingOptions(bitrate: options.bitrate),
      mastering: mastering.map { ($0, folder) })
    let renderer = ChapterRenderer(
      chapter: chapter, clips: clips, isCaptioned: options.needsTimings
    ) { items, samples in
      await progress.mixed(items, in: chapter.index, samples: samples)
    }
    var sound = try await renderer.render(into: master)
    if let measured = sound.measurement {
      try check(measured, chapter)
      if let remark = remark(on: measured, chapter) { sound.warnings.append(remark) }
    }
    var hashes: [String] = []
    for (index, format) in options.encodings.enumerated() {
      hashes.append(
        try TaggedFile.write(
          tags(of: chapter, encoding: index), from: encoded[index], to: paths[index],
          format: format,
          consumingSource: true))
    }
    return Finished(
      chapter: chapter, sound: sound, hashes: hashes,
      trace: SoundTrace(of: chapter.read, settings))
  }

  /// What a chapter is brought to; one that is too short for a loudness of its own is raised as far as
  /// voices that are level with each other are.
  private var mastering: Mastering? {
    // Panning is of equal power: in two channels together a voice has the loudness that it has in one.
    options.loudness.target(channels: options.channels).map {
      Mastering(target: $0, shortGain: $0.integrated - VoiceLevels.reference)
    }
  }

  /// Sees to it that a chapter keeps the rules of the shop it is for.
  private func check(
    _ sound: LoudnessMeasurement, _ chapter: ChapterPlan
  ) throws(RenderError) {
    guard options.loudness == .acx else { return }
    let broken = ACXRules.violations(of: ACXRules.Chapter(sound))
    if !broken.isEmpty { throw .rules(title: chapter.title, broken) }
  }

  /// What is to be said of a chapter that is not as loud as it was to be.
  private func remark(
    on sound: LoudnessMeasurement, _ chapter: ChapterPlan
  ) -> (source: Int, diagnostic: Diagnostic)? {
    guard let mastering, let missing = mastering.target.shortfall(of: sound) else { return nil }
    let tenths = (missing * 10).rounded() / 10
    let source = chapter.read.passages.first?.items.first?.source ?? 0
    return (
      Int(source),
      Diagnostic(
        code: "loudness", severity: .warning,
        message: "\"\(chapter.title)\" stays \(tenths) LU below the loudness that was asked "
          + "for: its peaks leave no more room")
    )
  }

  /// Gives the sound of an earlier build other tags; nil where a file of it turns out to be another.
  func retag(_ moved: WorkList.Moved, in folder: String, into paths: [String]) throws -> Finished? {
    var hashes: [String] = []
    for (index, format) in options.encodings.enumerated() {
      let source = folder + "/" + moved.record.files[index].file
      hashes.append(
        try TaggedFile.write(
          tags(of: moved.chapter, encoding: index), from: source, to: paths[index], format: format,
          consumingSource: false))
      // Another share may have put its own file there in the meantime.
      guard let status = FileSystem.status(of: source),
        moved.record.files[index].matches(status)
      else { return nil }
    }
    return Finished(
      chapter: moved.chapter, sound: ChapterSound(of: moved.record), hashes: hashes,
      trace: moved.record.trace)
  }

  /// Every file that may be there while one is in the making.
  static func temporaryPaths(_ paths: [String]) -> [String] {
    paths.flatMap { [$0, encodedPath($0)] }
  }

  private static func encodedPath(_ path: String) -> String { path + ".encoding" }

  /// A stretch has none: the book has them.
  private func tags(of chapter: ChapterPlan, encoding index: Int) -> Tags {
    guard index < options.formats.count else { return Tags() }
    return Tags(
      title: chapter.title, album: plan.title, artist: plan.authors.joined(separator: ", "),
      genre: "Audiobook", trackNumber: chapter.index)
  }
}

extension ChapterSound {
  /// The sound of an earlier build, whose warnings were told then.
  fileprivate init(of record: ChapterRecord) {
    let places = record.placements
    samples = record.samples
    placements = stride(from: 0, to: places.count - 1, by: 2).map {
      Placement(start: places[$0], end: places[$0 + 1])
    }
    standIns = record.standIns ?? [:]
    (loudness, spans) = (record.loudness, record.captions)
    warnings = []
  }
}
