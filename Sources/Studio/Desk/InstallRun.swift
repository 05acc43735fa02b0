import Hablare
import Synchronization

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
