import Audio
import Foundation
import Glibc
import Hablare
import Narration

/// `guion2audio say TEXT --voice URI`: one voice, now.
struct SayCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    guard !arguments.inputs.isEmpty else { throw UsageError("say needs a text") }
    let text = arguments.inputs.joined(separator: " ")
    let rate = try RenderOptions.rate(arguments)
    let language = try RenderOptions.language(arguments) ?? arguments.standing(.language) ?? "en-US"
    let target = try Target(arguments[.output])
    let studio = Studio(arguments)
    do {
      let (provider, voice) = try await voice(language, studio)
      var options = voice.options
      options.rate *= rate
      // What one voice cannot do is an error here, not a difference between voices to be evened out.
      if let complaint = provider.complaint(about: options) {
        throw CommandFailure(.badInput, complaint)
      }
      options.gain = voice.gain ?? 0
      let result = try await studio.service().generate(
        text: text, providerId: provider.providerId, voiceId: voice.voiceId,
        languageCode: voice.language ?? language, options: options)
      await studio.shutdown()
      try target.write(result.audioData)
      if let transfers = studio.transfers { Streams.error("guion2audio: \(transfers)\n") }
      return .success
    } catch let error as VoiceProviderError {
      await studio.shutdown()
      throw CommandFailure(Self.code(of: error), error.description)
    } catch let error as AudioError {
      throw CommandFailure(.cannotWrite, error.description)
    }
  }

  private static func code(of error: VoiceProviderError) -> ExitCode {
    switch error {
    case .voiceNotFound, .modelNotFound, .invalidRequest, .textTooLong: .badInput
    case .engineCrashed, .timedOut: .someFailed
    case .notConfigured, .authenticationFailed, .quotaExceeded, .notSupported: .refused
    default: .unavailable
    }
  }

  /// The voice that was asked for, else the language's own, with its provider.
  private func voice(
    _ language: String, _ studio: Studio
  ) async throws -> (any VoiceProvider, VoiceURI) {
    let standing = arguments.standing(.voice).flatMap { VoiceURI($0) }
    guard let voice = try RenderOptions.voice(arguments) ?? standing else {
      let espeak = EspeakNGVoiceEngine.id
      let provider = try await studio.provider(espeak)
      guard let voice = try await provider.fetchVoices(languageCode: language).first else {
        throw CommandFailure(
          .badInput, "no voice speaks \(language); `guion2audio voices` lists them")
      }
      return (provider, VoiceURI(providerId: espeak, voiceId: voice.id))
    }
    let directory = await studio.directory(of: [voice.providerId], naming: [voice])
    guard let complaint = await directory.complaint(about: voice) else {
      return (try await studio.provider(voice.providerId), voice)
    }
    let code: ExitCode =
      switch complaint.kind {
      case .unknownVoice, .badSetting: .badInput
      case .providerRefused: .refused
      case .providerUnavailable: .unavailable
      }
    throw CommandFailure(code, complaint.message)
  }

  /// Where the sound goes.
  private enum Target {
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
        self = .file(output, format)
      } else if output == "-" || !Streams.outIsTerminal {
        self = .standardOutput
      } else if let player = Self.findPlayer() {
        self = .player(player)
      } else {
        throw CommandFailure(
          .cannotWrite,
          "no player (pw-play, paplay, aplay, ffplay) is installed; -o FILE writes a file")
      }
    }

    func write(_ data: Data) throws {
      switch self {
      case .standardOutput: Streams.out([UInt8](data))
      case .file(let path, let format):
        let pcm = try SoundFileReader(bytes: [UInt8](data), name: "the voice's sound").readAll()
        let rate = format.sampleRate(nearest: pcm.sampleRate)
        // The tag pass makes the file what a build makes of it, without random serial numbers.
        let (encoded, tagged) = (path + ".encoding", path + ".part")
        defer { for file in [encoded, tagged] { unlink(file) } }
        var writer = try SoundFileWriter(creating: encoded, format: format, sampleRate: rate)
        try writer.write(try Resampler.convert(pcm, to: rate).samples)
        _ = try writer.finish()
        try TagPass.write(
          Tags(), from: encoded, to: tagged, format: format, consumingSource: true,
          onBytes: { _ in })
        if rename(tagged, path) != 0 {
          throw AudioError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
        Streams.out(path + "\n")
      case .player(let command): try play(data, command)
      }
    }

    private func play(_ data: Data, _ command: [String]) throws {
      // A folder of its own, that nobody else can put anything into beforehand.
      var template = Array(
        "\(FileManager.default.temporaryDirectory.path)/guion2audio-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        throw CommandFailure(.cannotWrite, "there is no folder for temporary files")
      }
      let folder = URL(
        filePath: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "speech.wav")
      try data.write(to: file)
      let process = Process()
      process.environment = ChildEnvironment.withoutSecrets(
        ProcessInfo.processInfo.environment)
      process.executableURL = URL(filePath: command[0])
      process.arguments = command.dropFirst() + [file.path]
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 {
        throw CommandFailure(.unavailable, "\(command[0]) could not play the sound")
      }
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
}
