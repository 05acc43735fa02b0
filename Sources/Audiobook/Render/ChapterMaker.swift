import Audio
import Basics
import Guion
import Narration
import Synchronization

/// Writes a chapter's files under temporary names, complete and tagged.
struct ChapterMaker: Sendable {
  /// A chapter with complete files.
  struct Finished: Sendable {
    var chapter: ChapterPlan
    var sound: ChapterSound
    /// The SHA-256 of each file, in hexadecimal.
    var hashes: [String]
    /// The inputs of the audio.
    var trace: SoundTrace?
  }

  let plan: BookPlan
  let options: BuildOptions
  let sampleRate: Int
  let clips: ClipSource
  let progress: Progress
  let sounds: SoundStore

  /// The settings that, together with the text, determine a chapter's audio.
  var settings: FingerprintMaker {
    FingerprintMaker(
      options: options, rules: plan.rules, sampleRate: sampleRate,
      engineVersions: plan.engineVersions)
  }

  /// Renders a chapter into one file for each format, and returns the result.
  /// Audio that is needed twice is stored in a temporary file in `folder`.
  func render(
    _ chapter: ChapterPlan, into paths: [String], temporaryFolder folder: String
  ) async throws -> Finished {
    let encoded = paths.prefix(options.encodings.count).map(Self.encodedPath)
    let files = zip(encoded, options.encodings).map { (path: $0, format: $1) }
    let roomTone = options.roomTone(plan.rules).map { $0 - (mastering?.shortGain ?? 0) }
    let master = try Master(
      files: files.filter { !options.isFine($0.format) }, sampleRate: sampleRate,
      channels: options.channels, encoding: EncodingOptions(bitrate: options.bitrate),
      mastering: mastering.map { ($0, folder) }, roomTone: roomTone)
    let layerPath = options.needsLayers ? paths.last : paths.first.map(Self.partsPath)
    let layers = try layerFile(layerPath)
    let renderer = ChapterRenderer(
      chapter: chapter, clips: clips, isCaptioned: options.needsTimings,
      sounds: sounds(of: chapter, folder, layers)
    ) { items, samples in
      await progress.mixed(items, in: chapter.index, samples: samples)
    }
    var sound = try await renderer.render(into: master)
    if let measured = sound.measurement {
      try check(measured, chapter)
      if let warning = loudnessWarning(for: measured, chapter) { sound.warnings.append(warning) }
    }
    for file in files where options.isFine(file.format) {
      try LayerReader(path: layerPath ?? "", channels: options.channels).writeRecording(
        to: file.path, format: file.format, sampleRate: sampleRate,
        ceiling: mastering?.target.limit ?? 0, roomTone: roomTone)
    }
    if !options.needsLayers, layers != nil, let layerPath { try FileSystem.remove(layerPath) }
    var hashes: [String] = []
    for (index, format) in options.encodings.enumerated() {
      hashes.append(
        try TaggedFile.write(
          tags(of: chapter, encoding: index), from: encoded[index], to: paths[index],
          format: format,
          consumingSource: true))
    }
    if options.needsLayers, let path = paths.last { hashes.append(try FileDigest.sha256(of: path)) }
    return Finished(
      chapter: chapter, sound: sound, hashes: hashes,
      trace: SoundTrace(of: chapter.read, settings))
  }

  /// Returns what a chapter needs for its sounds and stems; nil if it has none.
  private func sounds(
    of chapter: ChapterPlan, _ folder: String, _ layers: LayerFile?
  ) -> ChapterSounds? {
    guard layers != nil || chapter.sounds.contains(where: { $0.file != nil }) else { return nil }
    return ChapterSounds(
      store: sounds, folder: folder, gain: mastering?.shortGain ?? 0,
      attack: plan.ducking.attack, release: plan.ducking.release, layers: layers)
  }

  private func layerFile(_ path: String?) throws(AudioError) -> LayerFile? {
    guard options.needsParts, let path else { return nil }
    return try LayerFile(creating: path, channels: options.channels)
  }

  /// The loudness target of a chapter.
  /// The loudness of a very short chapter cannot be measured. Such a chapter gets the gain that brings
  /// levelled voices to the target.
  private var mastering: Mastering? {
    // Panning has equal power: a voice has the same loudness in two channels as in one.
    options.loudness.target(channels: options.channels).map {
      Mastering(target: $0, shortGain: $0.integrated - VoiceLevels.reference)
    }
  }

  /// Throws an error if a chapter for ACX breaks the rules of ACX.
  private func check(
    _ sound: LoudnessMeasurement, _ chapter: ChapterPlan
  ) throws(RenderError) {
    guard options.loudness == .acx else { return }
    let broken = ACXRules.violations(of: ACXRules.Chapter(sound))
    if !broken.isEmpty { throw .rules(title: chapter.title, broken) }
  }

  /// The warning for a chapter that missed its loudness target.
  private func loudnessWarning(
    for sound: LoudnessMeasurement, _ chapter: ChapterPlan
  ) -> (source: Int, diagnostic: Diagnostic)? {
    guard let mastering, let missing = mastering.target.shortfall(of: sound) else { return nil }
    let tenths = (missing * 10).rounded() / 10
    let source = chapter.read.passages.first?.items.first?.source ?? 0
    return (
      Int(source),
      Diagnostic(
        code: "loudness", severity: .warning,
        message: "\"\(chapter.title)\" stays \(tenths) LU below the loudness target, because "
          + "its peaks leave no more room")
    )
  }

  /// Writes the audio of an earlier build with new tags; returns nil if a file of the earlier build has
  /// changed.
  func retag(_ moved: WorkList.Moved, in folder: String, into paths: [String]) throws -> Finished? {
    var hashes: [String] = []
    for (index, format) in options.encodings.enumerated() {
      let source = folder + "/" + moved.record.files[index].file
      hashes.append(
        try TaggedFile.write(
          tags(of: moved.chapter, encoding: index), from: source, to: paths[index], format: format,
          consumingSource: false))
      // Another shard may have replaced the file in the meantime.
      guard let status = FileSystem.status(of: source),
        moved.record.files[index].matches(status)
      else { return nil }
    }
    if options.needsLayers, let path = paths.last, let layers = moved.record.files.last {
      try FileSystem.copy(folder + "/" + layers.file, to: path)
      guard try FileDigest.sha256(of: path) == layers.sha256 else { return nil }
      hashes.append(layers.sha256)
    }
    return Finished(
      chapter: moved.chapter, sound: ChapterSound(of: moved.record), hashes: hashes,
      trace: moved.record.trace)
  }

  /// Returns every temporary file that can exist while a chapter is written.
  static func temporaryPaths(_ paths: [String]) -> [String] {
    paths.flatMap { [$0, encodedPath($0)] } + (paths.first.map { [partsPath($0)] } ?? [])
  }

  private static func partsPath(_ path: String) -> String { path + ".parts" }

  private static func encodedPath(_ path: String) -> String { path + ".encoding" }

  /// Returns the tags of a chapter's file; a stretch has no tags, because the book in one file has its own
  /// tags.
  private func tags(of chapter: ChapterPlan, encoding index: Int) -> Tags {
    guard index < options.formats.count else { return Tags() }
    return Tags(
      title: chapter.title, album: plan.title, artist: plan.authors.joined(separator: ", "),
      genre: "Audiobook", trackNumber: chapter.index)
  }

  /// The last step of a file: adds the tags and hashes the bytes.
  enum TaggedFile {
    /// Writes an encoded file with tags to `path`, and returns the SHA-256 of the finished file, in
    /// hexadecimal.
    /// If `consumingSource` is true, the encoded file no longer exists after success.
    static func write(
      _ tags: Tags, from encoded: String, to path: String, format: SoundFormat,
      consumingSource: Bool
    ) throws -> String {
      let hash = HashBox()
      try TagPass.write(
        tags, from: encoded, to: path, format: format, consumingSource: consumingSource
      ) {
        hash.update($0)
      }
      return hash.finish()
    }

    /// A hash that a closure can update.
    private final class HashBox {
      private var hash: SHA256? = SHA256()

      func update(_ bytes: UnsafeRawBufferPointer) {
        guard var state = hash.take() else { return }
        state.update(bytes)
        hash = consume state
      }

      func finish() -> String {
        guard let state = hash.take() else { return "" }
        return state.finish().hex
      }
    }
  }
}

extension ChapterSound {
  /// Restores the result of an earlier build.
  /// The warnings of that build are left out, because that build has already reported them.
  fileprivate init(of record: ChapterRecord) {
    let places = record.placements
    samples = record.samples
    placements = stride(from: 0, to: places.count - 1, by: 2).map {
      Placement(start: places[$0], end: places[$0 + 1])
    }
    fallbacks = record.fallbacks ?? [:]
    (loudness, spans) = (record.loudness, record.captions)
    warnings = []
    sounds = record.soundPlacements
  }
}

/// The prepared sounds of a build, each resampled once.
final class SoundStore: Sendable {
  private let sounds = Mutex<[String: PreparedSound]>([:])
  private let sampleRate: Int
  private let channels: Int
  private let isFine: Bool

  init(sampleRate: Int, _ options: BuildOptions) {
    (self.sampleRate, channels, isFine) = (sampleRate, options.channels, options.needsParts)
  }

  /// Returns a sound; temporary files are written to `folder`.
  func sound(_ file: PlayedFile, folder: String) throws(AudioError) -> PreparedSound {
    try sounds.withLock { sounds throws(AudioError) in
      if let known = sounds[file.digest] { return known }
      let digest = try? FileDigest.sha256(of: file.path)
      guard digest == file.digest else {
        throw .cannotRead(
          path: file.file, reason: "the sound changed during the build; run the build again")
      }
      let new = try PreparedSound(
        path: file.path, sampleRate: sampleRate, channels: channels, folder: folder,
        isFine: isFine)
      sounds[file.digest] = new
      return new
    }
  }
}

/// What a chapter needs to mix its sounds.
struct ChapterSounds {
  let store: SoundStore
  /// The folder for temporary files.
  let folder: String
  /// The gain that mastering adds to all voices, in decibels. It is taken off the level of each sound.
  let gain: Double
  let attack: Double
  let release: Double
  /// Gets clips and sounds, for stems.
  let layers: LayerFile?
}
