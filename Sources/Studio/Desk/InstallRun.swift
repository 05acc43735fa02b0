import Hablare
import Synchronization

/// The installation of a voice that the page watches.
final class InstallRun: Sendable {
  /// How far it is.
  struct Progress: Sendable, Equatable, Encodable {
    var uri: String
    /// Bytes that are there.
    var bytes = 0
    /// Bytes in all; 0 until that is known.
    var total = 0
    var running = true
    /// Why it failed.
    var error: String?
  }

  private struct State {
    var progress: Progress?
    var count = 0
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// The running installation, or the last one.
  var progress: Progress? { state.withLock(\.progress) }
  /// Changes with everything that a page may want to know.
  var count: Int { state.withLock(\.count) }

  /// Starts to install a voice; false if one is being installed.
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

  /// Ends the installation; what has come stays for the next one.
  func stop() { state.withLock(\.task)?.cancel() }

  /// Waits for the end of the installation, if one is running.
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
