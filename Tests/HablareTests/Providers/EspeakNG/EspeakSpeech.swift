import FoundationEssentials
import Glibc

@testable import Hablare

/// Short forms for speaking in tests.
enum EspeakSpeech {
  static func request(
    _ text: String, voice: String = "en-us", options: VoiceOptions = VoiceOptions()
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(text: text, voiceId: voice, languageCode: "en", options: options)
  }

  static func samples(_ output: VoiceEngineOutput) -> [Int16] {
    let bytes = [UInt8](output.audioData)
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  /// Returns the root mean square of samples.
  static func level(_ samples: [Int16]) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1)))
      .squareRoot()
  }

  /// Returns the fundamentals, in hertz, of a hundred frames spread over the audio.
  ///
  /// A value is nil for a quiet frame, and 0 for an unvoiced one.
  ///
  /// Autocorrelation of frames of 70 ms, at a third of the sample rate: enough for voices below 450 Hz, and
  /// fast without optimization.
  static func fundamentals(_ samples: [Int16], sampleRate: Int = 22050) -> [Double?] {
    let decimated = stride(from: 0, to: samples.count - 2, by: 3).map { (index: Int) -> Float in
      let sum = samples[index..<index + 3].reduce(0) { $0 + Int($1) }
      return Float(sum) / 3
    }
    return (0..<100).map { index in
      let start = index * (decimated.count - 640) / 100
      return period(of: Array(decimated[start..<start + 640])).map {
        $0 == 0 ? 0 : Double(sampleRate) / 3 / Double($0)
      }
    }
  }

  /// Returns by how many semitones one sound is higher than another with the same words.
  static func semitones(from a: [Int16], to b: [Int16]) -> Double {
    let steps = zip(fundamentals(a), fundamentals(b)).compactMap { a, b -> Double? in
      guard let a, let b, a > 0, b > 0 else { return nil }
      return 12 * log2(b / a)
    }.sorted()
    return steps.isEmpty ? .nan : steps[steps.count / 2]
  }

  /// Returns the period in samples, from the top of the parabola through the three highest values.
  private static func period(of frame: [Float]) -> Float? {
    let energy = correlation(frame, lag: 0)
    if energy < 400 * 400 * 512 { return nil }
    let values = (0...128).map { $0 < 15 ? 0 : correlation(frame, lag: $0) / energy }
    guard let best = (16...127).max(by: { values[$0] < values[$1] }), values[best] > 0.6 else {
      return 0
    }
    let (a, b, c) = (values[best - 1], values[best], values[best + 1])
    let offset: Float = (a - c) / (a - 2 * b + c) / 2
    return Float(best) + offset
  }

  private static func correlation(_ frame: [Float], lag: Int) -> Float {
    frame.withUnsafeBufferPointer { frame in
      var sum: Float = 0
      var index = 0
      while index < 512 {
        sum += frame[index] * frame[index + lag]
        index += 1
      }
      return sum
    }
  }
}

/// Information from /proc about the processes of a worker.
enum WorkerProcesses {
  struct Process: Equatable {
    var pid: Int32
    var state: Character
    var parent: Int32
  }

  /// Returns the living processes of a group.
  ///
  /// A worker is the leader of its group.
  static func alive(group: Int32) -> [Process] {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var found = [Process]()
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let pid = Int32(name), let status = try? Data(contentsOf: stat(of: pid)) else {
        continue
      }
      // proc(5): pid (comm) state ppid pgrp …
      let text = String(decoding: status, as: UTF8.self)
      guard let end = text.lastIndex(of: ")") else { continue }
      let fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 2, let state = fields[0].first, state != "Z", state != "X",
        let parent = Int32(fields[1]), Int32(fields[2]) == group
      else { continue }
      found.append(Process(pid: pid, state: state, parent: parent))
    }
    return found
  }

  private static func stat(of pid: Int32) -> URL { URL(filePath: "/proc/\(pid)/stat") }

  /// Waits until a killed group has no living process.
  ///
  /// The kernel ends each process when it next runs, so on a busy machine a child can outlive the leader for a moment.
  static func areGone(group: Int32) async -> Bool {
    await eventually { alive(group: group).isEmpty }
  }

  /// Waits until `condition` holds.
  ///
  /// Returns false after a generous time limit.
  static func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<3000 {
      if await condition() { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
