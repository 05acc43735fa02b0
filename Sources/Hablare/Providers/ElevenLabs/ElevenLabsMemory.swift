import Synchronization

/// The service's lists and accepted request forms, cached for the lifetime of the provider.
final class ElevenLabsMemory: Sendable {
  /// The voices of the account.
  let voices: FetchOnce<ElevenLabsVoiceList>
  /// The models.
  /// Empty if the service lists no models.
  let models: FetchOnce<ElevenLabsModelList>

  init(_ api: ElevenLabsAPI) {
    voices = FetchOnce { try await api.voices() }
    models = FetchOnce {
      do {
        return try await api.models()
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // The list is optional. Therefore a failure to read the list is not an error.
        return ElevenLabsModelList()
      }
    }
  }

  private struct Terms {
    /// Whether the plan includes `pcm`.
    /// Nil if this is not yet known.
    var samples: Bool?
    /// Whether each model accepts surrounding text.
    var contexts: [ElevenLabsModel: Bool] = [:]
    /// Whether each model's audio comes with the times of characters.
    var times: [ElevenLabsModel: Bool] = [:]
  }

  /// The forms that the service has accepted or refused so far.
  private let terms = Mutex(Terms())
  /// Lets requests run one at a time if it is not yet known whether the service accepts their form.
  private let firstTurn = TurnQueue(count: 1)

  /// Returns the form for a request to a model, without anything that the service has refused so
  /// far.
  func form(
    _ model: ElevenLabsModel, preferring format: ElevenLabsFormat, hasContext: Bool,
    isTimed: Bool = false
  ) -> ElevenLabsRequestForm {
    terms.withLock { terms in
      ElevenLabsRequestForm(
        model: model, format: terms.samples == false ? .mp3 : format,
        hasContext: hasContext && model.takesContext && terms.contexts[model] != false,
        isTimed: isTimed && terms.times[model] != false)
    }
  }

  /// Sends a request and returns its result.
  /// Records whether the service accepts the request's form.
  /// Until the service has accepted or refused the form, requests are sent one at a time, and other
  /// requests wait for the response. So the service refuses a form only once, not for each line
  /// again.
  /// Returns nil, without sending anything, if the form was accepted or refused during the wait.
  /// The caller must then choose the form again.
  func ask<Value: Sendable>(
    _ form: ElevenLabsRequestForm, send: @Sendable () async throws -> Value
  ) async throws -> Value? {
    if state(of: form) == .accepted { return try await noting(form, send) }
    return try await firstTurn.perform {
      state(of: form) == .unknown ? try await noting(form, send) : nil
    }
  }

  private enum State { case accepted, refused, unknown }

  private func state(of form: ElevenLabsRequestForm) -> State {
    let answers = terms.withLock { terms in
      [
        form.format == .pcm ? terms.samples : true,
        form.hasContext ? terms.contexts[form.model] : true,
        form.isTimed ? terms.times[form.model] : true,
      ]
    }
    if answers.contains(false) { return .refused }
    return answers.contains(nil) ? .unknown : .accepted
  }

  private func noting<Value>(
    _ form: ElevenLabsRequestForm, _ send: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await send()
      terms.withLock { terms in
        if form.format == .pcm { terms.samples = true }
        if form.hasContext { terms.contexts[form.model] = true }
        if form.isTimed { terms.times[form.model] = true }
      }
      return value
    } catch let failure as ElevenLabsFailure {
      terms.withLock { terms in
        if form.isRefusedForFormat(by: failure) { terms.samples = false }
        if form.isRefusedForContext(by: failure) { terms.contexts[form.model] = false }
        if form.isRefusedForTimes(by: failure) { terms.times[form.model] = false }
      }
      throw failure
    }
  }
}
