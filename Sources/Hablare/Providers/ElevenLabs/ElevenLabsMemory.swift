import Synchronization

/// What a provider has learnt from the service, for as long as the process lives.
final class ElevenLabsMemory: Sendable {
  /// The voices of the account.
  let voices: FetchOnce<ElevenLabsVoiceList>
  /// The models; no entries where the service tells none.
  let models: FetchOnce<ElevenLabsModelList>

  init(_ api: ElevenLabsAPI) {
    voices = FetchOnce { try await api.voices() }
    models = FetchOnce {
      do {
        return try await api.models()
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // It is asked in passing only.
        return ElevenLabsModelList()
      }
    }
  }

  private struct Refusals {
    var samples = false
    var contextModels: Set<ElevenLabsModel> = []
  }

  private let refusals = Mutex(Refusals())

  /// Whether the plan allows no `pcm`.
  var refusesSamples: Bool { refusals.withLock { $0.samples } }

  /// The plan allows no `pcm`.
  func noteRefusedSamples() { refusals.withLock { $0.samples = true } }

  /// Whether a model has refused the texts around a text.
  func refusesContext(_ model: ElevenLabsModel) -> Bool {
    refusals.withLock { $0.contextModels.contains(model) }
  }

  /// A model has refused the texts around a text.
  func noteRefusedContext(_ model: ElevenLabsModel) {
    _ = refusals.withLock { $0.contextModels.insert(model) }
  }
}
