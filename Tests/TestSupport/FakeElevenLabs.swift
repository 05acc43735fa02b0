import Foundation

/// ElevenLabs as its documents describe it, on this machine: it lists voices in pages, hums for
/// speech, counts credits, and fails on cue.
///
/// Every character is 10 ms of sound, directions in brackets included: 240 samples of a square wave,
/// or one frame of MP3. That is quick to make, and faster than anyone speaks; a build, which does not
/// keep such a take, needs an account with the pace of a person.
package final class FakeElevenLabs: Sendable {
  /// The key it takes.
  package static let key = "sk_0123456789abcdef"
  /// Samples for each character, at 24 kHz.
  package static let samplesPerCharacter = 240
  /// Samples for each character at the pace of a person, 60 ms, at 24 kHz.
  package static let plausibleSamplesPerCharacter = 1_440

  /// The server, whose `requests` and `address` are of use.
  package let server: LoopbackServer
  private let desk: FakeElevenLabsDesk

  /// Opens the service for one account.
  package init(_ account: FakeElevenLabsAccount = FakeElevenLabsAccount()) throws {
    let desk = FakeElevenLabsDesk(account)
    self.desk = desk
    server = try LoopbackServer { desk.answer($0) }
  }

  /// Where it is.
  package var address: String { server.address }

  /// Has the next speech requests answered in this way, one each, before the service speaks again.
  package func answerSpeech(with answers: LoopbackAnswer...) { desk.answerNext(answers) }

  /// Has every speech request from now on answered in this way.
  package func answerAllSpeech(with answer: LoopbackAnswer) { desk.answerAlways(answer) }

  /// Everything asked for so far, as `GET /v2/voices`.
  package var calls: [String] { server.requests.map { "\($0.method) \($0.path)" } }

  /// The speech requests so far.
  package var speechRequests: [LoopbackRequest] {
    server.requests.filter { $0.path.hasPrefix("/v1/text-to-speech/") }
  }

  /// The samples of a text that it was sent.
  package static func samples(of text: String) -> [UInt8] {
    samples(of: text, perCharacter: samplesPerCharacter)
  }

  /// The samples of a text at a pace.
  package static func samples(of text: String, perCharacter: Int) -> [UInt8] {
    let level = Int16(4_000 + text.utf8.reduce(0) { $0 + Int($1) } % 4_000)
    let wave = [level, -level].flatMap { sample in
      (0..<24).flatMap { _ in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let count = text.unicodeScalars.count * perCharacter / 48
    // Whole waves at a time: the tests' own code is not optimized.
    return (0..<count).reduce(into: []) { bytes, _ in bytes += wave }
  }

  /// An MP3 of so many frames: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, one channel, silent.
  package static func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413) }
  }

  /// When the characters of a text begin, in seconds, as JSON; each ends where the next one begins.
  package static func alignment(of text: String, starts: [Double]) -> String {
    let characters = text.unicodeScalars.map { String($0) }
    let names = (try? JSONEncoder().encode(characters)) ?? Data()
    return """
      {"characters":\(String(decoding: names, as: UTF8.self)),
       "character_start_times_seconds":\(starts),
       "character_end_times_seconds":\(starts.dropFirst() + starts.suffix(1))}
      """
  }

  /// The speech requests so far that asked for times.
  package var timedRequests: [LoopbackRequest] {
    speechRequests.filter { $0.path.hasSuffix("/with-timestamps") }
  }

  /// An error in the service's present shape.
  package static func refusal(
    _ status: Int, _ code: String, _ message: String = "", param: String? = nil
  ) -> LoopbackAnswer {
    let param = param.map { ",\"param\":\"\($0)\"" } ?? ""
    return .json(
      """
      {"detail":{"type":"error","code":"\(code)","message":"\(message)","status":"\(code)"\(param)}}
      """, status: status)
  }
}
