import Audio
import Basics
import Foundation
import Glibc
import Guion
import Hablare
import Synchronization

/// The destination of a command's audio: a file, standard output or a player.
enum SoundTarget {
  case file(String, SoundFormat)
  case standardOutput
  case player([String])

  /// Reads the value of `-o`.
  /// Without it, a terminal gets a player. Other outputs get WAV, but not if the command is there to be heard (`plays`): a
  /// pipe would swallow the sound without a word.
  init(_ output: String?, plays: Bool = false) throws {
    if let output, output != "-" {
      let ending = output.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard output.contains("."), let format = SoundFormat(rawValue: ending) else {
        let known = SoundFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--output \(output): the name must end in one of \(known)")
      }
      // The file is checked now, before any voice is paid for.
      try WholeFile.checkWritable(output)
      self = .file(output, format)
    } else if output == "-" || output == nil && !Streams.outIsTerminal && !plays {
      self = .standardOutput
    } else if !Streams.outIsTerminal {
      throw UsageError(
        "standard output is no terminal, so nothing is played; write a file with -o FILE, or WAV to standard output with -o -"
      )
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
    let start = ContinuousClock.now
    do throws(any Error) {
      let line = try await HelperProgram.run(
        player, arguments, seconds: Self.limit(seconds: seconds, bytes: data.count))
      try Self.checkHeard(player, line, ContinuousClock.now - start, of: seconds)
    } catch let failure as HelperProgram.Failure {
      throw Self.failure(player, failure.reason)
    }
  }

  /// The error of a player that cannot play.
  static func failure(
    _ player: String, _ reason: String, advice: String = "; write a file with -o FILE"
  ) -> CommandFailure {
    CommandFailure(.unavailable, "\(player) could not play the audio: \(reason)\(advice)")
  }

  /// Throws if a player without a sound device ended at once. ffplay ends with status 0 then, and prints the reason.
  static func checkHeard(
    _ player: String, _ line: String?, _ time: Duration, of seconds: Double,
    advice: String = "; write a file with -o FILE"
  ) throws(CommandFailure) {
    guard let line, time < .seconds(seconds / 2) else { return }
    throw failure(player, line, advice: advice)
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
        if isProgram(path) { return [path] + player.dropFirst() }
      }
    }
    return nil
  }

  static func isProgram(_ path: String) -> Bool {
    WholeFile.exists(path) && access(path, X_OK) == 0
  }
}

/// Functions for files that a command writes or changes as a whole.
enum WholeFile {
  /// Reads a cast file and returns the result of `change` for its contents.
  /// Does not write the file.
  /// If the file is not a valid cast file, the error has the position of the fault.
  static func changed<Result>(
    _ path: String, _ change: ([UInt8]) throws(Diagnostic) -> Result
  ) throws(CommandFailure) -> Result {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try SourceFile.bytes(of: path, limit: .castFile)
    } catch {
      if let tooLarge = error.tooLarge { throw CommandFailure(.badInput, "\(tooLarge)") }
      throw CommandFailure(.noInput, error.description)
    }
    do throws(Diagnostic) {
      return try change(bytes)
    } catch {
      throw CommandFailure(.badInput, "\(error.inFile(path))")
    }
  }

  static func exists(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFile == true
  }

  /// Throws if a file cannot be written.
  /// Commands call this before they work on the file's contents.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    if let status = FileStatus(path, followingLinks: true) {
      guard !status.isFolder else { throw failure(path, EISDIR) }
      guard [S_IFREG, S_IFIFO, S_IFCHR].contains(status.kind) else {
        throw CommandFailure(.cannotWrite, "cannot write \(path): it is neither a file nor a pipe")
      }
      guard access(path, W_OK) == 0 else { throw failure(path, errno) }
      // A device or pipe is written directly, so its folder does not matter.
      guard status.isFile else { return }
    } else if errno == ELOOP {
      throw failure(path, ELOOP)
    }
    let folder = FilePath(resolved(path)).folder.text
    // The trailing slash makes the check fail for anything that is not a folder.
    guard access((folder.isEmpty ? "." : folder) + "/", W_OK) == 0 else {
      throw failure(path, errno)
    }
  }

  /// Writes a file as a whole, or leaves it unchanged if writing fails.
  /// If the path is a link, the target is written. An existing file keeps its permissions. A pipe must be open for
  /// reading.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try checkWritable(path)
    let target = resolved(path)
    let old = FileStatus(target, followingLinks: true)
    do throws(FileError) {
      if let old, !old.isFile {
        try Files<FileError>.attempt(path) { () throws(SystemError) in
          // Without a reader, opening a pipe would wait for ever.
          let file = try FileDescriptor(target, flags: O_WRONLY | O_NONBLOCK)
          _ = fcntl(file.number, F_SETFL, O_WRONLY)
          try file.write(bytes)
        }
      } else {
        try Files<FileError>.write([bytes], to: target, mode: 0o666, permissions: old?.permissions)
      }
    } catch {
      if error.code == ENXIO {
        throw CommandFailure(.cannotWrite, "cannot write \(path): no program reads from it")
      }
      throw failure(path, error.code)
    }
  }

  /// Returns the target of a link, or the path itself.
  private static func resolved(_ path: String) -> String {
    if let real = try? FilePath(path).resolved().text { return real }
    // The target of a dangling link is created.
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return path }
    let target = String(decoding: bytes.prefix(count), as: UTF8.self)
    let folder = FilePath(path).folder.text
    return resolved(target.hasPrefix("/") || folder.isEmpty ? target : folder + "/" + target)
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure(.cannotWrite, "cannot write \(path): \(SystemReason.text(code))")
  }
}

/// A private folder for temporary files of a command.
/// No other user can place files in the folder in advance. It is removed at the end of the process at the latest.
struct TemporarySpace {
  let path: String

  private static let left = Mutex<Set<String>>([])
  private static let exitHandler: Void = {
    _ = atexit { TemporarySpace.left.withLock(\.self).forEach(TemporarySpace.remove) }
  }()

  init() throws(CommandFailure) {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/guion2audio-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(.cannotWrite, "cannot create a folder for temporary files")
    }
    let path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    self.path = path
    Self.exitHandler
    Self.left.withLock { _ = $0.insert(path) }
  }

  func remove() {
    Self.remove(path)
    Self.left.withLock { _ = $0.remove(path) }
  }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
