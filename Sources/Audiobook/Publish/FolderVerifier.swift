import Audio
public import Basics
import Foundation
public import FoundationEssentials
import Hablare
import Narration

/// Checks an output folder: whether every file matches the manifest, and whether the audio sounds right.
///
/// A verifier hashes every listed file, decodes every audio file, and checks the lines of each chapter in the first
/// format. It only reads, and only inside the folder.
public struct FolderVerifier: Sendable {
  private let folder: String
  private let jobs: Int

  /// Creates a verifier for a folder.
  ///
  /// `jobs` is the number of files checked at the same time.
  public init(folder: String, jobs: Int = 1) {
    self.folder = folder
    self.jobs = max(1, jobs)
  }

  /// Checks the whole folder.
  ///
  /// Memory use does not depend on the length of the audio. Throws a `VerifyError` if there is no usable manifest, and
  /// `CancellationError` if the task is cancelled. All other problems are findings.
  public func verify() async throws -> VerifyReport {
    try await verify(Manifest(inFolder: folder))
  }

  /// Checks the whole folder, and the natural voice if a voice of this program reads the book.
  /// A book that espeak-ng reads is checked too, because espeak-ng reads in place of a damaged natural voice.
  /// With `shop`, it also checks what the shop asks for.
  package func verify(
    for shop: ShopPreset? = nil, damageOfNaturalVoice: () async throws -> String?
  ) async throws -> VerifyReport {
    let manifest = try Manifest(inFolder: folder)
    var report = try await verify(manifest)
    if let shop {
      let faulty = Set(report.findings.filter { $0.line == nil }.compactMap(\.file))
      let check = ShopCheck(shop: shop, folder: folder, manifest: manifest, faulty: faulty)
      report.findings += check.findings()
      report.notes = [check.noteOnNarrator].compactMap(\.self)
    }
    let own = [EspeakNGVoiceEngine.id, NeuralVoiceProvider.hibariId]
    let voices = manifest.chapters.lazy.flatMap(\.items).compactMap { VoiceURI($0.spoken.voice) }
    if voices.contains(where: { own.contains($0.providerId) }),
      let damage = try await damageOfNaturalVoice()
    {
      report.findings.append(
        Finding(code: .damagedVoice, message: "the natural voice is damaged: \(damage)"))
    }
    return report
  }

  private func verify(_ manifest: Manifest) async throws -> VerifyReport {
    let entries = VerifyPlan(manifest).entries
    let alphabet = Alphabet.main(of: manifest.chapters.lazy.flatMap(\.items).map(\.spoken.text))
    let verifier = FileVerifier(folder: folder, manifest: manifest, alphabet: alphabet)
    var outcomes: [Int: FileOutcome] = [:]
    try await withThrowingTaskGroup(of: FileOutcome.self) { group in
      var queue = entries.enumerated().makeIterator()
      func startNext() {
        guard let (number, entry) = queue.next() else { return }
        group.addTask { try verifier.outcome(of: entry, number: number) }
      }
      for _ in 0..<jobs { startNext() }
      while let outcome = try await group.next() {
        outcomes[outcome.number] = outcome
        startNext()
      }
    }
    let inOrder = entries.indices.compactMap { outcomes[$0] }
    let findings = ManifestCheck(manifest: manifest).findings() + inOrder.flatMap(\.findings)
    var report = VerifyReport(
      findings: findings.inOrder, files: entries.count,
      seconds: inOrder.reduce(0) { $0 + $1.seconds })
    report.peaks = inOrder.compactMap { outcome in
      outcome.peak.map { VerifyReport.Peak(file: entries[outcome.number].name, level: $0) }
    }
    return report
  }
}

/// The result of checking an output folder.
public struct VerifyReport: Sendable, Hashable {
  /// The findings in the order of the book.
  ///
  /// Findings about a chapter's files come before findings about its lines. Findings about the book and its other files
  /// come last.
  public var findings: [Finding]
  /// The number of files listed in the manifest.
  public var files: Int
  /// The length of the checked audio in seconds.
  ///
  /// Only the first format of each chapter counts.
  public var seconds: Double
  /// The highest points of the files in lossy formats, after decoding. Encoders raise the peaks that a limiter has set.
  package var peaks: [Peak] = []
  /// Advice about a book that a shop takes.
  package var notes: [String] = []

  /// The true peak of a file in dBTP, to one decimal.
  package struct Peak: Sendable, Hashable {
    package var file: String
    package var level: Double
  }

  package init(findings: [Finding], files: Int, seconds: Double) {
    self.findings = findings
    self.files = files
    self.seconds = seconds
  }
}

/// The reason why a folder cannot be checked.
public enum VerifyError: LocalizedError, Equatable, Sendable {
  /// The folder or its manifest cannot be read, or the folder does not exist.
  case unreadable(path: String, reason: String)
  /// The folder has no manifest, because it contains no finished book.
  case unfinished(folder: String, Unfinished)
  /// The manifest was not written by this program.
  case notOurs(path: String, reason: String)
  /// The manifest exceeds its size limit.
  case tooLarge(path: String, limit: InputLimit)

  /// The state of a folder without a manifest.
  public enum Unfinished: Sendable {
    /// No build has used the folder.
    case noBuild
    /// A build was killed or cancelled, or it failed.
    case notCompleted
    /// Builds have written shards that are not joined yet.
    case notJoined
  }
}

extension VerifyError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .tooLarge(let path, let limit): "\(path): \(limit.message)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unfinished(let folder, let progress):
      "\(folder) is not the folder of a finished book: \(progress.text)"
    case .notOurs(let path, let reason):
      "\(path) is not a manifest that this version of guion2audio can read: \(reason)"
    }
  }
}

extension VerifyError.Unfinished {
  /// The state and the advice, as part of a sentence.
  package var text: String {
    switch self {
    case .noBuild: "it has no manifest.json; build the book first"
    case .notCompleted:
      "it has no manifest.json, perhaps because a build was killed; run the build again"
    case .notJoined: "it has no manifest.json, because its shards are not joined; assemble them"
    }
  }
}

extension VerifyError {
  /// The message, which equals `description`.
  public var errorDescription: String? { description }

  /// What the user can do, as a sentence.
  public var recoverySuggestion: String? {
    switch self {
    case .unreadable: "Choose the folder of a finished book."
    case .unfinished: "Finish the build, or choose the folder of a finished book."
    case .notOurs, .tooLarge: "Build the book again with this version."
    }
  }
}

/// The files of a folder to check, with their expected contents.
struct VerifyPlan: Sendable {
  /// The audio of a chapter in a file.
  struct Part: Sendable, Equatable {
    /// The chapter's position in the manifest.
    var chapter: Int
    /// The chapter's first sample in the file.
    var start: Int
  }

  /// A file with its expected contents.
  struct Entry: Sendable {
    var name: String
    /// The SHA-256 in hexadecimal.
    var sha256: String
    /// Whether to decode the file.
    var isSound: Bool
    /// The encoding; nil if unknown.
    var format: SoundFormat?
    /// The format of a book in one file; nil for other files.
    var book: BookFormat?
    /// The chapters in the file; empty if they are unknown, or if the file is not an audio file.
    var parts: [Part] = []
    /// Whether the lines in the file are checked.
    /// This is true only for the first format of a chapter.
    var hasLines = false
  }

  /// Every file once, in the order of the book.
  private(set) var entries: [Entry] = []
  private var names: Set<String> = []

  /// Plans the checks for a manifest.
  init(_ manifest: Manifest) {
    // The files of a chapter share one name, with a different extension for each format.
    let sounds = manifest.files.filter { $0.role == Manifest.File.chapterRole }
    var siblings = Dictionary(grouping: sounds) { Self.stem($0.file) }
    let listed = Dictionary(manifest.files.map { ($0.file, $0) }) { first, _ in first }
    // A hostile manifest may list very many files and chapters, so files with the same name share one list of parts.
    let parts = Dictionary(grouping: manifest.chapters.indices) {
      Self.stem(manifest.chapters[$0].file)
    }.mapValues { $0.map { Part(chapter: $0, start: manifest.chapters[$0].bookStart) } }
    for chapter in manifest.chapters {
      let stem = Self.stem(chapter.file)
      let own = Manifest.File(
        role: Manifest.File.chapterRole, file: chapter.file, sha256: chapter.sha256)
      add(listed[chapter.file] ?? own, parts: parts[stem] ?? [], hasLines: true)
      for file in siblings.removeValue(forKey: stem) ?? [] { add(file, parts: parts[stem] ?? []) }
    }
    for file in manifest.files { add(file) }
  }

  private mutating func add(_ file: Manifest.File, parts: [Part] = [], hasLines: Bool = false) {
    guard names.insert(file.file).inserted else { return }
    let format = file.format ?? file.file.split(separator: ".").last.map(String.init)
    let book = format.flatMap { BookFormat(rawValue: $0) }
    let isBook = Artifacts.kind(ofRole: file.role)?.use == .episode
    entries.append(
      Entry(
        name: file.file, sha256: file.sha256,
        isSound: !parts.isEmpty || isBook || file.role == Manifest.File.chapterRole,
        format: book?.sound ?? format.flatMap { SoundFormat(rawValue: $0) },
        book: isBook ? book : nil, parts: parts, hasLines: hasLines))
  }

  private static func stem(_ name: String) -> Substring {
    name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
  }
}

/// Checks whether a folder has what a shop asks for: credits, levels, lengths, a retail sample and a cover.
private struct ShopCheck {
  let shop: ShopPreset
  let folder: String
  let manifest: Manifest
  /// The files that the general check found missing, unreadable or changed. They are not opened.
  let faulty: Set<String>

  /// Returns what is wrong; empty if the folder is ready.
  func findings() -> [Finding] {
    manifest.chapters.flatMap(rules) + credits + sample + cover
  }

  private func finding(_ message: String, chapter: Int? = nil, file: String? = nil) -> Finding {
    Finding(code: .shopRule, message: message, chapter: chapter, file: file)
  }

  private func rules(of chapter: Manifest.Chapter) -> [Finding] {
    guard chapter.file.lowercased().hasSuffix(".mp3") else {
      return [
        finding(
          "the shop asks for MP3; render with --preset \(shop)", chapter: chapter.index,
          file: chapter.file)
      ]
    }
    guard !faulty.contains(chapter.file) else { return [] }
    return broken(by: chapter.file).map {
      finding($0, chapter: chapter.index, file: chapter.file)
    }
  }

  /// Returns the rules that an audio file breaks.
  private func broken(by file: String) -> [String] {
    do throws(AudioError) {
      let sound = try measured(file)
      var broken = ACXRules.violations(of: ACXRules.Chapter(sound))
      if sound.sampleRate != ACXRules.sampleRate {
        broken.append(
          "the sample rate is \(sound.sampleRate) Hz, but must be \(ACXRules.sampleRate) Hz")
      }
      return broken
    } catch {
      // The general check reports a file that cannot be read.
      return []
    }
  }

  private func measured(_ file: String) throws(AudioError) -> LoudnessMeasurement {
    var reader = try SoundFileReader(path: folder + "/" + file)
    let channels = reader.info.channels
    var meter = try LoudnessMeter(
      sampleRate: reader.info.sampleRate, channels: channels, measuresTruePeak: false)
    var block = [Float](repeating: 0, count: 4096 * channels)
    while true {
      let frames = try reader.read(into: &block)
      guard frames > 0 else { return meter.measurement() }
      meter.add(block[..<(frames * channels)].map(PCM.sample))
    }
  }

  private var credits: [Finding] {
    let titles = [
      (ShopPreset.credits.opening, manifest.chapters.first?.title),
      (ShopPreset.credits.closing, manifest.chapters.last?.title),
    ]
    return titles.compactMap { wanted, found in
      wanted == found
        ? nil : finding("the file \"\(wanted)\" is missing; render with --preset \(shop)")
    }
  }

  /// Advice if the opening credits do not say who narrates; nil if they do.
  var noteOnNarrator: String? {
    guard let opening = manifest.chapters.first, opening.title == ShopPreset.credits.opening,
      let credits = opening.items.first(where: { $0.spoken.kind == "credits" }),
      !credits.spoken.text.contains(SpeechSettings.narratedBy(in: manifest.language))
    else { return nil }
    return ShopPreset.adviceOnNarrator(manifest.cast[""].flatMap { VoiceURI($0) })
  }

  private var sample: [Finding] {
    guard let file = manifest.files.first(where: { $0.role == SampleFile.role })?.file else {
      return [finding("there is no retail sample; render with --preset \(shop)")]
    }
    guard !faulty.contains(file), let sound = try? measured(file) else { return [] }
    guard ShopPreset.sample.contains(sound.duration) else {
      let length = (sound.duration * 10).rounded() / 10
      return [
        finding("the retail sample has \(length) seconds, but must have 60 to 300", file: file)
      ]
    }
    return []
  }

  private var cover: [Finding] {
    guard let file = manifest.files.first(where: { $0.role == CoverFile.role })?.file else {
      return [finding("there is no cover; add --cover FILE or --cover auto")]
    }
    guard !faulty.contains(file),
      let bytes = try? LimitedFile.bytes(of: folder + "/" + file, limit: .cover),
      let picture = Cover(bytes)
    else { return [] }
    guard picture.width == picture.height, picture.width >= ShopPreset.cover else {
      return [
        finding(
          "the cover has \(picture.width) × \(picture.height) pixels, but must be a square of "
            + "\(ShopPreset.cover) × \(ShopPreset.cover) pixels or more", file: file)
      ]
    }
    return []
  }
}

extension ShopPreset {
  static func adviceOnNarrator(_ voice: VoiceURI?) -> String {
    "the credits name no narrator; add \"metadata\": { \"narrator\": "
      + "\"\(voice?.voiceId.capitalized ?? "NAME")\" } to the cast, with the name that listeners "
      + "hear, and render again"
  }
}
