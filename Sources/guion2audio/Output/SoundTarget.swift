import Audio
import Foundation
import Glibc
import Hablare
import Basics

/// The destination of a command's audio: a file, standard output or a player.
enum SoundTarget {
  case file(String, SoundFormat)
  case standardOutput
  case player([String])

  init(_ output: String?) throws {
    if let output, output != "-" {
      let ending = output.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard output.contains("."), let format = SoundFormat(rawValue: ending) else {
        let known = SoundFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--output \(output): the name must end in one of \(known)")
      }
      // The file is checked now, before any voice is paid for.
      try WholeFile.checkWritable(output)
      self = .file(output, format)
    } else if output == "-" || !Streams.outIsTerminal {
      self = .standardOutput
    } else if let player = Self.findPlayer() {
      self = .player(player)
    } else {
      throw CommandFailure(
        .cannotWrite,
        "no player is installed; install pw-play, paplay, aplay or ffplay, or write a file with -o FILE"
      )
    }
  }

  /// Returns the player, even if standard output is not a terminal.
  /// `option` is the option that requires a player.
  static func player(for option: OptionName) throws(CommandFailure) -> SoundTarget {
    guard let player = findPlayer() else {
      throw CommandFailure(
        .cannotWrite,
        "--\(option.rawValue): no player is installed; install pw-play, paplay, aplay or ffplay")
    }
    return .player(player)
  }

  /// Writes or plays audio.
  func write(_ sound: PCM) async throws {
    try await write(
      try Self.wav(sound), seconds: Double(sound.samples.count) / Double(sound.sampleRate))
  }

  /// Writes or plays a voice's audio in any format.
  /// `seconds` is the length of the audio, or 0 if it is unknown.
  func write(_ data: Data, seconds: Double = 0) async throws {
    switch self {
    case .standardOutput: Streams.out([UInt8](try Self.wav(data)))
    case .file(let path, let format):
      let pcm = try Self.decoded(data)
      let rate = format.sampleRate(nearest: pcm.sampleRate)
      // The tag pass removes random serial numbers, so the same audio always gives the same file.
      let folder = try TemporarySpace()
      defer { folder.remove() }
      let (encoded, tagged) = (folder.path + "/encoded", folder.path + "/tagged")
      var writer = try SoundFileWriter(creating: encoded, format: format, sampleRate: rate)
      try writer.write(try Resampler.convert(pcm, to: rate).samples)
      _ = try writer.finish()
      try TagPass.write(
        Tags(), from: encoded, to: tagged, format: format, consumingSource: true,
        onBytes: { _ in })
      try WholeFile.write([UInt8](try Data(contentsOf: URL(filePath: tagged))), to: path)
      Streams.out(path + "\n")
    case .player(let command): try await play(try Self.wav(data), seconds: seconds, command)
    }
  }

  private static func decoded(_ data: Data) throws(CommandFailure) -> PCM {
    do throws(AudioError) {
      return try SoundFileReader(bytes: [UInt8](data), name: "the voice's audio").readAll()
    } catch {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  /// Returns the audio as a WAV file, for standard output and players.
  private static func wav(_ data: Data) throws -> Data {
    if data.starts(with: "RIFF".utf8) { return data }
    return try wav(try decoded(data))
  }

  private static func wav(_ sound: PCM) throws -> Data {
    let folder = try TemporarySpace()
    defer { folder.remove() }
    let path = folder.path + "/speech.wav"
    var writer = try SoundFileWriter(creating: path, format: .wav, sampleRate: sound.sampleRate)
    try writer.write(sound.samples)
    _ = try writer.finish()
    return try Data(contentsOf: URL(filePath: path))
  }

  private func play(_ data: Data, seconds: Double, _ command: [String]) async throws {
    let folder = try TemporarySpace()
    defer { folder.remove() }
    let file = folder.path + "/speech.wav"
    try data.write(to: URL(filePath: file))
    let (player, arguments) = (command[0], Array(command.dropFirst()) + [file])
    do throws(any Error) {
      try await HelperProgram.run(
        player, arguments, seconds: Self.limit(seconds: seconds, bytes: data.count))
    } catch let failure as HelperProgram.Failure {
      throw CommandFailure(
        .unavailable, "\(player) could not play the audio: \(failure.reason)")
    }
  }

  /// Returns the time limit of a player in seconds: the length of the audio plus one minute.
  /// An unknown length is estimated at 500 bytes per second, which is the lowest rate used with Opus.
  private static func limit(seconds: Double, bytes: Int) -> Int {
    60 + (seconds > 0 ? Int(seconds) : bytes / 500)
  }

  private static func findPlayer() -> [String]? {
    let players = [
      ["pw-play"], ["paplay"], ["aplay", "-q"],
      ["ffplay", "-nodisp", "-autoexit", "-loglevel", "error"],
    ]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    for player in players {
      for folder in folders {
        let path = "\(folder)/\(player[0])"
        if FileManager.default.isExecutableFile(atPath: path) {
          return [path] + player.dropFirst()
        }
      }
    }
    return nil
  }
}
