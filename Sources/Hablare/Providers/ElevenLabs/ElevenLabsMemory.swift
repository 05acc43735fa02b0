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

  private struct Terms {
    /// Whether the plan gives `pcm`.
    var samples: Bool?
    /// Whether a model takes the texts around a text.
    var contexts: [ElevenLabsModel: Bool] = [:]
    /// Whether it tells when the characters of a model's speech sound.
    var times: [ElevenLabsModel: Bool] = [:]
  }

  /// What the service has accepted and refused so far.
  private let terms = Mutex(Terms())
  /// Lets one request at a time ask for what the service may refuse.
  private let firstTurn = TurnQueue(count: 1)

  /// The manner in which to ask a model, after all that was refused so far.
  func manner(
    _ model: ElevenLabsModel, preferring format: ElevenLabsFormat, hasContext: Bool,
    isTimed: Bool = false
  ) -> ElevenLabsManner {
    terms.withLock { terms in
      ElevenLabsManner(
        model: model, format: terms.samples == false ? .mp3 : format,
        hasContext: hasContext && model.takesContext && terms.contexts[model] != false,
        isTimed: isTimed && terms.times[model] != false)
    }
  }

  /// Sends a request, and notes whether the service takes its manner.
  ///
  /// As long as that is not known one request at a time is sent, and the others wait for its answer:
  /// what a plan refuses is refused once, not for each line. Returns nil, and sends nothing, if more
  /// is known after the wait: the manner may be another then.
  func ask<Value: Sendable>(
    _ manner: ElevenLabsManner, send: @Sendable () async throws -> Value
  ) async throws -> Value? {
    if state(of: manner) == .accepted { return try await noting(manner, send) }
    return try await firstTurn.perform {
      state(of: manner) == .unknown ? try await noting(manner, send) : nil
    }
  }

  private enum State { case accepted, refused, unknown }

  private func state(of manner: ElevenLabsManner) -> State {
    let answers = terms.withLock { terms in
      [
        manner.format == .pcm ? terms.samples : true,
        manner.hasContext ? terms.contexts[manner.model] : true,
        manner.isTimed ? terms.times[manner.model] : true,
      ]
    }
    if answers.contains(false) { return .refused }
    return answers.contains(nil) ? .unknown : .accepted
  }

  private func noting<Value>(
    _ manner: ElevenLabsManner, _ send: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await send()
      terms.withLock { terms in
        if manner.format == .pcm { terms.samples = true }
        if manner.hasContext { terms.contexts[manner.model] = true }
        if manner.isTimed { terms.times[manner.model] = true }
      }
      return value
    } catch let failure as ElevenLabsFailure {
      terms.withLock { terms in
        if manner.isRefusedForFormat(by: failure) { terms.samples = false }
        if manner.isRefusedForContext(by: failure) { terms.contexts[manner.model] = false }
        if manner.isRefusedForTimes(by: failure) { terms.times[manner.model] = false }
      }
      throw failure
    }
  }
}
