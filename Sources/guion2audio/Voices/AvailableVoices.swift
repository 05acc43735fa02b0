import Audiobook
import Basics
import Guion
import Hablare

/// `guion2audio voices available`: the voices that can be installed.
struct AvailableVoices {
  private let arguments: Arguments
  private let setup: SpeechSetup
  private let licence: LicenceFilter?

  init(_ arguments: Arguments, _ setup: SpeechSetup) throws(UsageError) {
    (self.arguments, self.setup) = (arguments, setup)
    licence = try LicenceFilter(arguments)
  }

  func print() async throws -> ExitCode {
    let source = try InstallationSource(arguments, setup)
    let language = try RenderOptions.language(arguments)
    var (voices, code) = (try source.knownCatalogue().voices, ExitCode.success)
    do {
      voices = try await source.catalogue().voices
    } catch let error as VoiceInstallError {
      Streams.error("guion2audio: \(error.message)\n")
      code = .someFailed
    }
    voices = voices.filter(matches)
    if let language { voices = voices.speaking(language) }
    let installed = InstalledVoices(in: setup.voiceFolders)
    if voices.isEmpty, code == .success { Streams.error("guion2audio: no voice matches\n") }
    Streams.out(arguments.has(.json) ? json(voices, installed) : table(voices, installed))
    return code
  }

  private func matches(_ voice: OfferedVoice) -> Bool {
    let words = arguments.inputs.map { $0.lowercased() }
    guard words.isEmpty || words.contains(where: voice.uri.description.lowercased().contains) else {
      return false
    }
    if let id = arguments[.provider], voice.engine.rawValue != id { return false }
    if let gender = arguments[.gender], voice.gender != gender { return false }
    return licence?.accepts(voice.licence) ?? true
  }

  private func table(_ voices: [OfferedVoice], _ installed: InstalledVoices) -> String {
    TextTable.text(
      voices.map { voice in
        [
          voice.uri.description, voice.language, voice.gender ?? "", voice.quality ?? "",
          voice.speakers > 1 ? "\(voice.speakers) speakers" : "", Quantity.size(voice.bytes),
          installed.voice(voice.id, of: voice.engine) == nil ? "" : "installed",
          voice.licence?.words ?? "licence: see the model card",
        ]
      }, numbers: 5..<6)
  }

  private func json(_ voices: [OfferedVoice], _ installed: InstalledVoices) -> String {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for voice in voices {
      json.beginObject(.inline)
      json.members(of: voice, voice.licence)
      json.key("installed")
      json.bool(installed.voice(voice.id, of: voice.engine) != nil)
      json.end()
    }
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes the properties of a voice that can be installed.
  mutating func members(of voice: OfferedVoice, _ licence: VoiceLicence?) {
    for (key, value) in [
      ("uri", voice.uri.description), ("id", voice.id), ("provider", voice.engine.rawValue),
      ("language", voice.language), ("languageName", voice.languageName), ("gender", voice.gender),
      ("quality", voice.quality),
      ("licence", licence?.name), ("commercialUse", licence?.commercialUse.rawValue),
    ] {
      guard let value else { continue }
      member(key, value)
    }
    member("speakers", voice.speakers)
    member("bytes", voice.bytes)
  }
}
