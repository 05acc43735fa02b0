import Foundation

/// A fake ElevenLabs on this machine, according to the service's documentation.
///
/// It lists voices in pages, returns a hum as speech, counts credits, and fails on request.
///
/// Every character is 10 ms of audio, including directions in brackets: 240 samples of a square wave, or one
/// frame of MP3. Such audio is quick to generate, but faster than any speech, so a build does not cache it. A
/// test of cached clips needs an account with the pace of a person.
package final class FakeElevenLabs: Sendable {
  /// The key that the service accepts.
  package static let key = "sk_0123456789abcdef"
  /// Samples for each character, at 24 kHz.
  package static let samplesPerCharacter = 240
  /// Samples for each character at the pace of a person, 60 ms, at 24 kHz.
  package static let plausibleSamplesPerCharacter = 1_440

  /// The server, with its `requests` and `address`.
  package let server: LoopbackServer
  private let desk: FakeElevenLabsDesk

  /// Opens the service for one account.
  package init(_ account: FakeElevenLabsAccount = FakeElevenLabsAccount()) throws {
    let desk = FakeElevenLabsDesk(account)
    self.desk = desk
    server = try LoopbackServer { desk.answer($0) }
  }

  /// The address of the service.
  package var address: String { server.address }

  /// Sets the answers to the next speech requests, one each.
  ///
  /// After these answers the service speaks again.
  package func answerSpeech(with answers: LoopbackAnswer...) { desk.answerNext(answers) }

  /// Sets the answer to all speech requests from now on.
  package func answerAllSpeech(with answer: LoopbackAnswer) { desk.answerAlways(answer) }

  /// All requests so far, as `GET /v2/voices`.
  package var calls: [String] { server.requests.map { "\($0.method) \($0.path)" } }

  /// The speech requests so far.
  package var speechRequests: [LoopbackRequest] {
    server.requests.filter { $0.path.hasPrefix("/v1/text-to-speech/") }
  }

  /// Returns the samples of a requested text.
  package static func samples(of text: String) -> [UInt8] {
    samples(of: text, perCharacter: samplesPerCharacter)
  }

  /// Returns the samples of a text at a pace.
  package static func samples(of text: String, perCharacter: Int) -> [UInt8] {
    let level = Int16(4_000 + text.utf8.reduce(0) { $0 + Int($1) } % 4_000)
    let wave = [level, -level].flatMap { sample in
      (0..<24).flatMap { _ in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let count = text.unicodeScalars.count * perCharacter / 48
    // Whole waves are appended, because the tests' own code is not optimized.
    return (0..<count).reduce(into: []) { bytes, _ in bytes += wave }
  }

  /// Returns an MP3 with this many frames: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, one channel, silent.
  package static func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413) }
  }

  /// Returns the times at which the characters of a text begin, in seconds, as JSON.
  ///
  /// Each character ends where the next one begins.
  package static func alignment(of text: String, starts: [Double]) -> String {
    let characters = text.unicodeScalars.map { String($0) }
    let names = (try? JSONEncoder().encode(characters)) ?? Data()
    return """
      {"characters":\(String(decoding: names, as: UTF8.self)),
       "character_start_times_seconds":\(starts),
       "character_end_times_seconds":\(starts.dropFirst() + starts.suffix(1))}
      """
  }

  /// The speech requests so far that requested word times.
  package var timedRequests: [LoopbackRequest] {
    speechRequests.filter { $0.path.hasSuffix("/with-timestamps") }
  }

  /// Returns an error in the service's current form.
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
