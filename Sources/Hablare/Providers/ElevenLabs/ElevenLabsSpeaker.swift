import FoundationEssentials

/// Speaks one utterance: its pieces one after the other, joined without a seam.
struct ElevenLabsSpeaker: Sendable {
  let api: ElevenLabsAPI
  let memory: ElevenLabsMemory
  let timeouts: HTTPTimeouts
  /// The most that an answer to a short text may have.
  let maximumBytes: Int
  let model: ElevenLabsModel
  /// All that is the same for each piece; its text is not looked at.
  let body: ElevenLabsSpeechBody
  let request: VoiceEngineRequest
  /// What the account pays for a character of this voice and model, in credits.
  let creditsPerCharacter: Double

  /// What the service gave for one piece.
  private struct Spoken {
    var sound: ElevenLabsSound
    var alignment: ElevenLabsAlignment?
    var requestId: String?
    var cost: Int?
  }

  /// The sound of the pieces, in the form that is preferred where the plan allows it.
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

  /// The body for a piece: what stands around it is the rest of the same text, and around that what
  /// the request says.
  private func body(
    for piece: ElevenLabsScript.Piece, isFirst: Bool, isLast: Bool
  ) -> ElevenLabsSpeechBody {
    var body = body
    body.text = piece.sent
    if !isFirst { body.previousText = piece.previous }
    if !isLast { body.nextText = piece.next }
    return body
  }

  /// Asks for one piece; where the plan or the model refuses how it is asked, asks in another way.
  private func speak(
    _ body: ElevenLabsSpeechBody, preferring format: ElevenLabsFormat
  ) async throws -> Spoken {
    var isRepeat = false
    while true {
      let manner = memory.manner(
        model, preferring: format, hasContext: body.hasContext, isTimed: request.wantsWordTimings)
      do {
        let spoken = try await memory.ask(manner) { [isRepeat] in
          try await ask(
            manner.hasContext ? body : body.withoutContext, manner, isRepeat: isRepeat)
        }
        if let spoken { return spoken }
      } catch let failure as ElevenLabsFailure where manner.isRefused(by: failure) {
        isRepeat = true
      }
    }
  }

  private func ask(
    _ body: ElevenLabsSpeechBody, _ manner: ElevenLabsManner, isRepeat: Bool
  ) async throws -> Spoken {
    let (format, isTimed) = (manner.format, manner.isTimed)
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

  /// The most a character may take: five times the samples of slow speech (10 characters a second), in
  /// base 64.
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

  /// The places of all words, each piece's behind the sound of those before it; none behind a piece
  /// whose length is not known.
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
    // A sum of some would look like all.
    if !costs.isEmpty, costs.count == spoken.count {
      metadata["character-cost"] = String(costs.reduce(0) { $0.addingReportingOverflow($1).0 })
    }
    if request.options.pitch != 0 { metadata["ignored"] = "pitch" }
    return metadata
  }
}

extension HTTPTimeouts {
  /// Time for a long text: nothing comes before all is spoken, at 20 characters a second at worst.
  fileprivate func allowing(characters: Int) -> HTTPTimeouts {
    let speaking = characters / 20
    return HTTPTimeouts(connect: connect, stall: stall + speaking, total: total + speaking)
  }
}
