import FoundationEssentials

/// Speaks one utterance: requests its pieces in order and joins them without a gap.
struct ElevenLabsSpeaker: Sendable {
  let api: ElevenLabsAPI
  let memory: ElevenLabsMemory
  let timeouts: HTTPTimeouts
  /// The maximum size of the response to a short text, in bytes.
  let maximumBytes: Int
  let model: ElevenLabsModel
  /// The request body with the fields that all pieces share.
  /// The text of this body is ignored.
  let body: ElevenLabsSpeechBody
  let request: VoiceEngineRequest
  /// The cost of a character with this voice and model, in credits.
  let creditsPerCharacter: Double

  /// The response for one piece.
  private struct Spoken {
    var sound: ElevenLabsSound
    var alignment: ElevenLabsAlignment?
    var requestId: String?
    var cost: Int?
  }

  /// Returns the audio of the pieces, in the preferred format if the plan allows it.
  func speak(
    _ pieces: [ElevenLabsScript.Piece], preferring format: ElevenLabsFormat
  ) async throws -> VoiceEngineOutput {
    var spoken: [Spoken] = []
    for (index, piece) in pieces.enumerated() {
      try Task.checkCancellation()
      let body = body(
        for: piece, isFirst: index == 0, isLast: index == pieces.count - 1)
      spoken.append(try await speak(body, preferring: format))
    }
    guard let sound = ElevenLabsSound.joined(spoken.map(\.sound)) else {
      throw VoiceProviderError.invalidResponse
    }
    return sound.output(words: words(of: pieces, spoken), metadata: metadata(spoken))
  }

  /// Returns the body for a piece.
  /// The context of a piece is the end of the previous piece and the start of the next piece.
  /// Before the first piece and after the last piece, the context is the request's own context.
  private func body(
    for piece: ElevenLabsScript.Piece, isFirst: Bool, isLast: Bool
  ) -> ElevenLabsSpeechBody {
    var body = body
    body.text = piece.sent
    if !isFirst { body.previousText = piece.previous }
    if !isLast { body.nextText = piece.next }
    return body
  }

  /// Requests one piece and returns the response.
  /// If the plan or the model refuses the form of the request, tries another form.
  private func speak(
    _ body: ElevenLabsSpeechBody, preferring format: ElevenLabsFormat
  ) async throws -> Spoken {
    var isRepeat = false
    while true {
      let form = memory.form(
        model, preferring: format, hasContext: body.hasContext, isTimed: request.wantsWordTimings)
      do {
        let spoken = try await memory.ask(form) { [isRepeat] in
          try await ask(
            form.hasContext ? body : body.withoutContext, form, isRepeat: isRepeat)
        }
        if let spoken { return spoken }
      } catch let failure as ElevenLabsFailure where form.isRefused(by: failure) {
        isRepeat = true
      }
    }
  }

  private func ask(
    _ body: ElevenLabsSpeechBody, _ form: ElevenLabsRequestForm, isRepeat: Bool
  ) async throws -> Spoken {
    let (format, isTimed) = (form.format, form.isTimed)
    let length = body.text.unicodeScalars.count
    let path = ["v1", "text-to-speech", request.voiceId] + (isTimed ? ["with-timestamps"] : [])
    var call = ElevenLabsAPI.Call(
      method: .post, path: path, query: [(name: "output_format", value: format.rawValue)],
      body: try body.json, scope: "text_to_speech", timeouts: timeouts.allowing(characters: length),
      maximumBytes: max(maximumBytes, length * Self.bytesPerCharacter), isRepeat: isRepeat)
    call.charge = Double(length) * creditsPerCharacter
    let response = try await api.send(call) {
      Self.verdict($0, on: body.text, format: format, isTimed: isTimed)
    }
    let answer: ElevenLabsTimedAnswer
    do throws(ElevenLabsSound.Problem) {
      answer = try Self.answer(response, to: body.text, format: format, isTimed: isTimed)
    } catch {
      throw error.error(asked: format.rawValue)
    }
    return Spoken(
      sound: answer.sound, alignment: answer.alignment, requestId: response.headers["request-id"],
      cost: response.headers["character-cost"].flatMap { Int($0) })
  }

  /// The maximum number of bytes in a response for each character of the text.
  /// The number is enough for five times the audio of slow speech (10 characters a second), encoded
  /// in base 64.
  private static let bytesPerCharacter = 32 << 10

  private static func answer(
    _ response: HTTPResponse, to text: String, format: ElevenLabsFormat, isTimed: Bool
  ) throws(ElevenLabsSound.Problem) -> ElevenLabsTimedAnswer {
    let answer =
      isTimed
      ? try ElevenLabsTimedAnswer(response, asked: format)
      : ElevenLabsTimedAnswer(sound: try ElevenLabsSound(response, asked: format))
    try answer.sound.check(for: text)
    return answer
  }

  private static func verdict(
    _ response: HTTPResponse, on text: String, format: ElevenLabsFormat, isTimed: Bool
  ) -> ServiceClient.Verdict {
    do throws(ElevenLabsSound.Problem) {
      _ = try answer(response, to: text, format: format, isTimed: isTimed)
      return .final
    } catch {
      return error.reasonToRepeat.map(ServiceClient.Verdict.invalid) ?? .unusable
    }
  }

  /// Returns the positions of all words, each shifted by the length of the previous pieces.
  /// Stops at a piece of unknown length, because all later positions are unknown.
  private func words(
    of pieces: [ElevenLabsScript.Piece], _ spoken: [Spoken]
  ) -> [WordTiming] {
    var start = 0
    var result: [WordTiming] = []
    for (piece, spoken) in zip(pieces, spoken) {
      guard let measure = spoken.sound.measure else { break }
      let words =
        spoken.alignment?.words(
          of: piece.sent, skipping: piece.directionLength, sound: spoken.sound) ?? []
      result += words.map { word in
        WordTiming(
          location: word.location + piece.offset, length: word.length, sample: word.sample + start)
      }
      start += measure.samples
    }
    return result
  }

  private func metadata(_ spoken: [Spoken]) -> [String: String] {
    var metadata = ["model": model.id]
    let ids = spoken.compactMap(\.requestId)
    if !ids.isEmpty { metadata["request-id"] = ids.joined(separator: ",") }
    let costs = spoken.compactMap(\.cost)
    // If the cost of a piece is missing, no sum is stored, because the sum of the other costs would
    // look like the total.
    if !costs.isEmpty, costs.count == spoken.count {
      metadata["character-cost"] = String(costs.reduce(0) { $0.addingReportingOverflow($1).0 })
    }
    if request.options.pitch != 0 { metadata["ignored"] = "pitch" }
    return metadata
  }
}

extension HTTPTimeouts {
  /// Returns timeouts that are long enough for a text of this length.
  /// The service may send nothing until it has spoken the whole text. In the worst case, it speaks
  /// 20 characters a second.
  fileprivate func allowing(characters: Int) -> HTTPTimeouts {
    let speaking = characters / 20
    return HTTPTimeouts(connect: connect, stall: stall + speaking, total: total + speaking)
  }
}
