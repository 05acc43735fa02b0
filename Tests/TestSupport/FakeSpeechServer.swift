import Foundation
import Synchronization

/// A server on loopback that answers OpenAI's speech route.
///
/// It behaves like one of the known servers, or as a test requires.
package final class FakeSpeechServer: Sendable {
  /// The server to imitate.
  package enum Flavour: Sendable, CaseIterable {
    case openAI, kokoro, speaches, localAI, openedAI, edge
  }

  /// A request for speech, as received.
  package struct Speech: Sendable {
    package var fields: [String: String]
    package var authorization: String?

    /// Returns a field as in the JSON, strings without quotation marks.
    package subscript(name: String) -> String? { fields[name] }
  }

  /// The server itself.
  package let server: LoopbackServer
  private let flavour: Flavour

  /// The number of samples for each Unicode scalar of the input: 60 ms at 24 kHz, the pace of a person.
  package static let samplesPerScalar = 1_440
  /// Returns the sample rate of the audio, in hertz.
  package static func rate(of flavour: Flavour) -> Int { flavour == .openedAI ? 22_050 : 24_000 }

  /// Starts a server.
  ///
  /// If a `key` is given, the server refuses requests with any other key.
  ///
  /// `fault` can return another answer to a request for speech. Its argument is the number of the request
  /// among the requests for speech, from 1.
  package init(
    _ flavour: Flavour, key: String? = nil,
    fault: @escaping @Sendable (Int) -> LoopbackAnswer? = { _ in nil }
  ) throws {
    self.flavour = flavour
    let count = Mutex(0)
    let box = Box(count)
    server = try LoopbackServer { request in
      if request.method == "POST", request.path.hasSuffix("/audio/speech") {
        if let answer = fault(box.next()) { return answer }
      }
      return FakeSpeechAnswers(flavour: flavour, key: key).answer(request)
    }
  }

  private final class Box: Sendable {
    private let count: Mutex<Int>
    init(_ count: consuming Mutex<Int>) { self.count = count }
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// The address, including `/v1`.
  package var address: String { server.address + "/v1" }

  /// The requests for speech so far.
  package var speeches: [Speech] {
    server.requests.filter { $0.method == "POST" }.map { request in
      Speech(
        fields: FakeSpeechAnswers.fields(of: request.body),
        authorization: request.headers["authorization"])
    }
  }

  /// Returns the samples that are spoken for an input.
  package static func samples(of input: String) -> [UInt8] {
    let wave = [Int16(1000), -1000].flatMap { sample in
      (0..<10).flatMap { _ in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let count = input.unicodeScalars.count * samplesPerScalar / 20
    // Whole waves are appended, because the tests' own code is not optimized.
    return (0..<count).reduce(into: []) { bytes, _ in bytes += wave }
  }

  /// Returns a WAV file with these samples.
  ///
  /// With `isStreamed` the sizes in the file are not filled in.
  package static func wav(_ samples: [UInt8], rate: Int, isStreamed: Bool = false) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let open = 0xFFFF_FFFF
    return Array("RIFF".utf8) + little(isStreamed ? open : 36 + samples.count, 4)
      + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2) + little(1, 2) + little(rate, 4)
      + little(rate * 2, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
      + little(isStreamed ? open : samples.count, 4) + samples
  }

  /// Returns this many silent MP3 frames (MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes each).
  package static func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413) }
  }
}
