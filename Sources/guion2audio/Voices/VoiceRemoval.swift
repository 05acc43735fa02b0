import Audiobook
import Basics
import Guion
import Hablare

/// `guion2audio voices remove NAME...`: removes voices from the user's own folder.
struct VoiceRemoval {
  private let arguments: Arguments
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ setup: SpeechSetup) {
    (self.arguments, self.setup) = (arguments, setup)
  }

  func run() async throws -> ExitCode {
    guard !arguments.inputs.isEmpty else {
      throw UsageError("voices remove needs the name of a voice")
    }
    let installed = InstalledVoices(in: setup.voiceFolders)
    // All names are checked first, so that nothing is removed if any name is wrong.
    let voices = try arguments.inputs.map { name throws(UsageError) in
      try voice(name, among: installed)
    }
    let installer = VoiceInstaller(folders: setup.voiceFolders, client: setup.client)
    for voice in voices {
      try await installer.remove(voice) { _ in
        Streams.error("waiting for another process that is using the folder of voices\n")
      }
      if !arguments.has(.quiet), !arguments.has(.json) {
        Streams.error("\(voice.engine.rawValue)://\(voice.id) was removed\n")
      }
    }
    if arguments.has(.json) { Streams.out(json(voices)) }
    return .success
  }

  private func voice(
    _ name: String, among installed: InstalledVoices
  ) throws(UsageError) -> InstalledVoice {
    let uri = VoiceURI(name)
    let fitting = installed.voices.filter {
      $0.id == uri?.voiceId ?? name && (uri == nil || uri?.providerId == $0.engine.rawValue)
    }
    if let voice = fitting.first { return voice }
    let hint = Spelling.hint(
      for: name, among: installed.voices.map(\.id),
      otherwise: "`guion2audio voices` lists all voices")
    throw UsageError("no voice \"\(name.visible)\" is installed; \(hint)")
  }

  private func json(_ voices: [InstalledVoice]) -> String {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for voice in voices {
      json.beginObject(.inline)
      json.member("uri", "\(voice.engine.rawValue)://\(voice.id)")
      json.member("id", voice.id)
      json.end()
    }
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }
}
