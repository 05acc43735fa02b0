import FoundationEssentials
import Glibc

@testable import Hablare

/// Shorthand for speaking in tests.
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

  /// The root mean square of samples.
  static func level(_ samples: [Int16]) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1)))
      .squareRoot()
  }

  /// The median fundamental in hertz, and the share of the loud frames that have one.
  ///
  /// Autocorrelation of a hundred frames of 70 ms, at a third of the sample rate: enough for voices
  /// below 450 Hz, and quick without optimisation.
  static func fundamental(_ samples: [Int16], sampleRate: Int = 22050) -> (
    hertz: Double, voiced: Double
  ) {
    let decimated = stride(from: 0, to: samples.count - 2, by: 3).map { (index: Int) -> Float in
      let sum = samples[index..<index + 3].reduce(0) { $0 + Int($1) }
      return Float(sum) / 3
    }
    let rate = Double(sampleRate) / 3
    let length = 640
    var (found, loud) = ([Double](), 0)
    for start in stride(from: 0, to: decimated.count - length, by: decimated.count / 100) {
      let frame = Array(decimated[start..<start + length])
      let energy = correlation(frame, lag: 0)
      if energy < 400 * 400 * 512 { continue }
      loud += 1
      let values = (0...128).map { $0 < 15 ? 0 : correlation(frame, lag: $0) / energy }
      guard let best = (16...127).max(by: { values[$0] < values[$1] }), values[best] > 0.6 else {
        continue
      }
      // The top of the parabola through the three highest values.
      let (a, b, c) = (values[best - 1], values[best], values[best + 1])
      let offset: Float = (a - c) / (a - 2 * b + c) / 2
      found.append(rate / Double(Float(best) + offset))
    }
    found.sort()
    return (found.isEmpty ? 0 : found[found.count / 2], Double(found.count) / Double(max(loud, 1)))
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

/// What /proc says about the processes of a worker.
enum WorkerProcesses {
  struct Process: Equatable {
    var pid: Int32
    var state: Character
    var parent: Int32
  }

  /// The living processes of a group; the worker is the leader of one.
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

  /// Waits until `condition` holds; false if it does not within a generous time.
  static func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<3000 {
      if await condition() { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
