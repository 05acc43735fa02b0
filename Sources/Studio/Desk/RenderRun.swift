import Audiobook
import Basics
import Foundation
import Guion
import Hablare
import Synchronization

/// A build, with its progress for the page.
final class RenderRun: Sendable {
  /// The progress of the build.
  struct Progress: Sendable, Equatable {
    var running = false
    /// The number of finished lines.
    var done = 0
    /// The number of all lines.
    var total = 0
    /// The result of the build, or the reason why the build waits.
    var message: String?
    /// The chapters that failed, as texts for the page.
    var failed: [String] = []
    /// The first 50 warnings, as texts for the page.
    /// Users would not read more.
    private(set) var warnings: [String] = []
    /// The time at which the build began to speak, to estimate the rest.
    var began: ContinuousClock.Instant?

    fileprivate mutating func warn(_ words: String) {
      if warnings.count < 50 { warnings.append(words) }
    }
  }

  private struct State {
    var progress = Progress()
    /// The number of changes of this state.
    var count = 0
    /// The number of finished chapters plus the number of finished builds.
    var finished = 0
    var titles: [String] = []
    var documents: [String] = []
    var task: Task<Void, Never>?
    /// The folder of the last export, and its files when it has ended.
    var export: String?
    var files: [File] = []
    /// When the files of each export were begun, in nanoseconds since 1970, by its folder.
    var begun: [String: Int] = [:]
    /// The export before it, until the new one is whole.
    var former: (folder: String, files: [File])?
    /// The random part of the address under which others hear the export; nil if it is not shared.
    var shareSecret: String?
  }

  /// A file of an export, by its path in the folder.
  struct File: Sendable, Equatable, Encodable {
    var name: String
    var bytes: Int
  }

  private let state = Mutex(State())

  var progress: Progress { state.withLock(\.progress) }
  var isRunning: Bool { state.withLock(\.progress.running) }
  /// A number that changes whenever the progress changes.
  var count: Int { state.withLock(\.count) }
  /// A number that changes whenever a build adds files to the output folder or ends.
  var finishedCount: Int { state.withLock(\.finished) }

  /// The folder of the last export, and its files, which are known when it has ended.
  var exportFolder: String? { state.withLock(\.export) }
  var exported: [File] { state.withLock(\.files) }
  /// When the last export was begun, in nanoseconds since 1970; nil while it runs for the first time.
  var exportBegun: Int? {
    state.withLock { state in state.export.flatMap { state.begun[$0] } }
  }
  /// The last whole export: an export that runs does not take the one before it away from listeners.
  var whole: (folder: String, files: [File])? {
    state.withLock { state in
      guard let folder = state.export, !state.files.isEmpty else { return state.former }
      return (folder, state.files)
    }
  }
  var shareSecret: String? { state.withLock(\.shareSecret) }

  /// Shares the exports of the book under a new random address, or ends that.
  func setShared(_ isShared: Bool) {
    state.withLock { state in
      guard isShared != (state.shareSecret != nil) else { return }
      state.shareSecret = isShared ? String(String.secret().prefix(32)) : nil
      state.count += 1
    }
  }

  /// Starts a build.
  /// Returns false if a build is already running. `documents` are the paths of the book's documents, and `export` is the
  /// folder of an export.
  func start(
    chapters: [String], of documents: [String], export: String? = nil,
    _ build: @escaping @Sendable (RenderRun) async throws -> BuildOutcome
  ) -> Bool {
    state.withLock { state in
      guard !state.progress.running else { return false }
      state.progress = Progress(running: true)
      (state.titles, state.documents, state.count) = (chapters, documents, state.count + 1)
      if let export {
        if let old = state.export, !state.files.isEmpty { state.former = (old, state.files) }
        (state.export, state.files) = (export, [])
      }
      state.task = Task {
        let now = Int(Date.now.timeIntervalSince1970 * 1_000_000_000)
        do {
          let outcome = try await build(self)
          if let export {
            self.state.withLock { $0.begun[export] = now }
            list(export)
          }
          end(with: Self.words(of: outcome))
        } catch is CancellationError {
          end(with: "Rendering was stopped. Finished chapters stay.")
        } catch {
          end(with: "\(error)")
        }
      }
      return true
    }
  }

  /// Updates the progress for an event of the build.
  func take(_ event: RenderEvent) {
    state.withLock { state in
      switch event {
      case .start(_, let items, _):
        (state.progress.total, state.progress.began) = (items, .now)
      case .item(_, let done, let total, _):
        (state.progress.done, state.progress.total) = (done, total)
      case .chapter, .taken: state.finished += 1
      case .warning(_, let source, let warning):
        let file = state.documents.indices.contains(source) ? state.documents[source] : nil
        let place = warning.position.map { PlaceUnit.words(ofLine: $0.line, in: file) } ?? ""
        let start = place.isEmpty ? "" : "\(place.prefix(1).uppercased())\(place.dropFirst()): "
        state.progress.warn(start + warning.message)
      case .outage(let outage):
        state.progress.warn(
          "\(outage.providerId) is down (\(outage.reason)); \(outage.voice) speaks instead")
      case .failed(let chapter, let error):
        let title = state.titles.indices.contains(chapter - 1) ? state.titles[chapter - 1] : ""
        state.progress.failed.append("Chapter \(chapter), \(title): \(error)")
      case .waiting(let path, let holder):
        state.progress.message = "Rendering waits for \(path), which is in use by \(holder)."
      case .due: break
      }
      state.count += 1
    }
  }

  /// Cancels the build.
  /// Finished chapters stay.
  func stop() { state.withLock(\.task)?.cancel() }

  /// Waits until no build is running.
  func ended() async { await state.withLock(\.task)?.value }

  /// Takes up an export of an earlier studio, unless this studio has exported something.
  func recall(_ folder: String, begun time: Int) {
    let isNew = state.withLock { state in
      guard !state.progress.running, state.export == nil else { return false }
      (state.export, state.count) = (folder, state.count + 1)
      state.begun[folder] = time
      return true
    }
    if isNew { list(folder) }
  }

  /// The endings of files in the order of the list: what is heard, what is read, and the rest.
  private static let order = [
    "m4b", "flac", "opus", "mp3", "html", "epub", "vtt", "srt", "png", "jpg", "txt",
  ]

  /// Lists the files of a finished export by kind, and each kind in the order of the book.
  private func list(_ folder: String) {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let shown = names.filter { !$0.hasPrefix(".") && !$0.contains("/.") }
    let files = shown.sorted().compactMap { name -> File? in
      guard let status = FileStatus("\(folder)/\(name)", followingLinks: false), status.isFile
      else { return nil }
      return File(name: name, bytes: Int(status.size))
    }
    func rank(_ file: File) -> (Int, Int) {
      let ending = file.name.split(separator: ".").last.map(String.init) ?? ""
      return (
        file.name.contains("/") ? 1 : 0, Self.order.firstIndex(of: ending) ?? Self.order.count
      )
    }
    // The sort is stable, so the names stay in order within a kind.
    state.withLock { $0.files = files.sorted { rank($0) < rank($1) } }
  }

  private func end(with message: String) {
    let former = state.withLock { $0.files.isEmpty ? $0.former?.folder : nil }
    if let former {
      state.withLock { $0.export = former }
      list(former)
    }
    state.withLock { state in
      state.former = nil
      (state.progress.running, state.progress.message) = (false, message)
      state.count += 1
      state.finished += 1
    }
  }

  /// Returns the result of a build as a text.
  static func words(of outcome: BuildOutcome) -> String {
    var parts = [
      Quantity.count(outcome.completed, "chapter"), Quantity.minutes(outcome.duration),
    ]
    let kept = outcome.reused + outcome.moved
    if kept > 0 { parts.append(kept < outcome.completed ? "\(kept) unchanged" : "all unchanged") }
    if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
    return parts.joined(separator: ", ")
  }
}

extension String {
  /// Returns 256 random bits from the system, in hexadecimal.
  static func secret() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(system.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// The state of the build for the page.
struct RenderAnswer: Encodable {
  var running = false
  var done = 0
  var total = 0
  var chapters: [PlayableChapter] = []
  /// The path of the output folder.
  var folder = ""
  var message: String?
  var failed: [String] = []
  var warnings: [String] = []
  /// The path of the folder of the last export, and its files.
  var exportFolder: String?
  var exported: [RenderRun.File] = []
  /// Whether the book has changed since the export.
  var isOutdated = false
  /// Whether others on the network can hear the export.
  var isShared = false
  /// The estimated rest of the build in seconds; nil if it is not known yet.
  var rest: Double?

  init() {}

  init(_ desk: isolated StudioDesk) {
    let progress = desk.render.progress
    (running, done, total) = (progress.running, progress.done, progress.total)
    (message, failed, warnings) = (progress.message, progress.failed, progress.warnings)
    chapters = desk.playableChapters()
    folder = OpenedBook.absolute(desk.settings.folder)
    exportFolder = desk.render.exportFolder.map(OpenedBook.absolute)
    exported = desk.render.exported
    if !exported.isEmpty, let begun = desk.render.exportBegun {
      let files = [desk.castPath, desk.voicesPath] + (desk.view?.book.paths ?? [])
      let times = files.compactMap { FileStatus($0, followingLinks: true)?.modified }
      isOutdated = max(OpenedBook(desk.settings).modified, times.max() ?? 0) > begun
    }
    isShared = desk.render.shareSecret != nil
    if running, done >= 3, let began = progress.began {
      let seconds = Double((began.duration(to: .now) / .seconds(1)))
      rest = (seconds / Double(done) * Double(total - done)).rounded()
    }
  }
}

/// The installation of a voice, with its progress for the page.
final class InstallRun: Sendable {
  /// The progress of the installation.
  struct Progress: Sendable, Equatable, Encodable {
    var uri: String
    /// The number of bytes that have been downloaded.
    var bytes = 0
    /// The total number of bytes, or 0 if it is not yet known.
    var total = 0
    var running = true
    /// The reason why the installation failed, or nil if it has not failed.
    var error: String?
  }

  private struct State {
    var progress: Progress?
    var count = 0
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// The progress of the current or last installation, or nil if there has been none.
  var progress: Progress? { state.withLock(\.progress) }
  /// A number that changes whenever the progress changes.
  var count: Int { state.withLock(\.count) }

  /// Starts to install a voice.
  /// Returns false if an installation is already running.
  func start(
    _ voice: OfferedVoice, with installer: VoiceInstaller,
    then finish: @escaping @Sendable () async -> Void
  ) -> Bool {
    state.withLock { state in
      guard state.progress?.running != true else { return false }
      state.progress = Progress(uri: voice.uri.description)
      state.count += 1
      state.task = Task {
        do {
          let prepared = try await installer.prepare(voice)
          note { $0.total = prepared.bytes }
          try await installer.install(prepared) { event in
            if case .progress(let bytes) = event { self.note { $0.bytes = bytes } }
          }
          await finish()
          note { $0.running = false }
        } catch let error as VoiceInstallError {
          note { ($0.running, $0.error) = (false, error.message) }
        } catch {
          note { ($0.running, $0.error) = (false, "\(error)") }
        }
      }
      return true
    }
  }

  /// Cancels the installation.
  /// The next installation of the voice continues the download.
  func stop() { state.withLock(\.task)?.cancel() }

  /// Waits until no installation is running.
  func ended() async { await state.withLock(\.task)?.value }

  private func note(_ change: (inout Progress) -> Void) {
    state.withLock { state in
      guard var progress = state.progress else { return }
      change(&progress)
      state.progress = progress
      state.count += 1
    }
  }
}
