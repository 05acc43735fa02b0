import Audiobook
import Basics
import FoundationEssentials
import Guion
import Hablare
import Narration

/// `guion2audio voices install NAME...`: shows sizes and licences of voices, and installs them.
struct VoiceInstallation {
  private let arguments: Arguments
  private let setup: SpeechSetup
  private let source: InstallationSource
  private let installer: VoiceInstaller
  private let meter: LoadMeter

  init(_ arguments: Arguments, _ setup: SpeechSetup) throws {
    (self.arguments, self.setup) = (arguments, setup)
    meter = try LoadMeter(arguments)
    source = try InstallationSource(arguments, setup)
    installer = try source.installer()
  }

  func run() async throws -> ExitCode {
    let requested = try await RequestedVoices(arguments, source, setup).voices()
    if requested.isEmpty {
      note("nothing to install: the cast needs no other voices")
    }
    let missing = requested.filter { voice in
      let exists = installer.isInstalled(voice)
      if exists { note("\(voice.uri) is already installed") }
      return !exists
    }
    var prepared: [PreparedVoice] = []
    for voice in missing { prepared.append(try await installer.prepare(voice)) }
    guard !prepared.isEmpty else {
      if arguments.has(.json) { Streams.out(json([])) }
      return .success
    }
    try ask(about: prepared)
    let failures = try await install(prepared)
    let installed = prepared.filter { voice in installer.isInstalled(voice.voice) }
    try await measure(installed)
    if arguments.has(.json) { Streams.out(json(installed)) }
    for failure in failures { Streams.error("guion2audio: \(failure.message)\n") }
    if let first = failures.first { throw CommandFailure(first).code }
    return .success
  }

  // MARK: Asking

  /// Shows the voices to install and asks for confirmation.
  private func ask(about voices: [PreparedVoice]) throws {
    let rows = voices.map {
      [$0.voice.uri.description, $0.voice.language, Quantity.size($0.bytes), $0.licence.words]
    }
    let total = Quantity.size(voices.reduce(0) { $0 + $1.bytes })
    Streams.error(TextTable.text(rows, numbers: 2..<3))
    Streams.error(
      "\(Quantity.count(voices.count, "voice")), \(total), to \(setup.voiceFolders.own)\n")
    for voice in voices where !voice.voice.isVerifiable {
      Streams.error("\(voice.voice.id): no checksum is published, so damage cannot be detected\n")
    }
    for voice in voices where voice.licence.commercialUse == .no {
      Streams.error("the licence of \(voice.voice.id) does not allow commercial use\n")
    }
    if arguments.has(.yes) { return }
    guard Question.canBeAsked else {
      throw UsageError(
        "voices install asks for confirmation, but there is no terminal; confirm with --yes")
    }
    guard try Question.isAnsweredYes("Install?") else {
      Streams.error("nothing was installed\n")
      throw ExitCode.success
    }
  }

  // MARK: Installing

  /// Installs the voices one after another, and returns the failures.
  /// After a failure, the other voices are still installed.
  private func install(_ voices: [PreparedVoice]) async throws -> [VoiceInstallError] {
    var failures: [VoiceInstallError] = []
    let total = voices.reduce(0) { $0 + $1.bytes }
    var before = 0
    defer { meter.finish() }
    for voice in voices {
      let (start, meter) = (before, meter)
      do {
        try await installer.install(voice) { event in
          switch event {
          case .progress(let bytes):
            meter.show("installing", start + bytes, of: total, unit: .bytes)
          case .waiting(let folder):
            meter.finish()
            Streams.error("waiting for another process that is using \(folder)\n")
          }
        }
      } catch let error as VoiceInstallError {
        failures.append(error)
      }
      before += voice.bytes
    }
    return failures
  }

  /// Measures how the new voices sound, so that roles can be cast by sound.
  private func measure(_ prepared: [PreparedVoice]) async throws {
    let installed = InstalledVoices(in: setup.voiceFolders)
    let voices = prepared.compactMap { installed.voice($0.voice.id, of: $0.voice.engine) }
    for voice in voices { note("\(voice.engine.rawValue)://\(voice.id) is installed") }
    if let voice = voices.first {
      let uri = Summary.shellWord("\(voice.engine.rawValue)://\(voice.id)")
      arguments.suggest(["hear one": "say \"Hello.\" --voice \(uri)"])
    }
    _ = try await VoiceMeasurement(setup, arguments).timbres(of: voices.flatMap(\.voices))
  }

  private func note(_ text: String) {
    if !arguments.has(.quiet) { Streams.error(text + "\n") }
  }

  private func json(_ voices: [PreparedVoice]) -> String {
    let store = setup.timbres()
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for voice in voices {
      json.beginObject(.inline)
      json.members(of: voice.voice, voice.licence)
      json.pitch(store.timbre(of: voice.voice.uri))
      json.end()
    }
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

  /// The voices that `voices install` should install.
  /// The user requests them by name, by language or with a cast.
  struct RequestedVoices {
    private let arguments: Arguments
    private let source: InstallationSource
    private let setup: SpeechSetup

    init(_ arguments: Arguments, _ source: InstallationSource, _ setup: SpeechSetup) {
      (self.arguments, self.source, self.setup) = (arguments, source, setup)
    }

    func voices() async throws -> [OfferedVoice] {
      let language = try RenderOptions.language(arguments)
      let names = try arguments.inputs + namesInCast()
      guard !names.isEmpty || arguments.has(.cast) || language != nil else {
        throw UsageError("voices install needs the name of a voice, --language TAG or --cast FILE")
      }
      // The program's own list is tried first, because it needs no network.
      var catalogue = try source.knownCatalogue()
      let isKnown = language == nil && names.allSatisfy { catalogue.voice($0) != nil }
      if !isKnown { catalogue = try await source.catalogue() }
      var voices = try names.map { name throws(UsageError) in try voice(name, in: catalogue) }
      if let language { voices.append(try recommendedVoice(for: language, in: catalogue)) }
      var seen = Set<VoiceURI>()
      return voices.filter { seen.insert($0.uri).inserted }
    }

    private func voice(
      _ name: String, in catalogue: VoiceCatalogue
    ) throws(UsageError) -> OfferedVoice {
      if let voice = catalogue.voice(name) { return voice }
      let near = catalogue.names(near: name)
      let hint =
        near.isEmpty
        ? "`guion2audio voices available` lists the voices that can be installed"
        : "did you mean \(near.joined(separator: " or "))?"
      throw UsageError("no voice \"\(name.visible)\" can be installed; \(hint)")
    }

    private func recommendedVoice(
      for language: String, in catalogue: VoiceCatalogue
    ) throws(UsageError) -> OfferedVoice {
      if let voice = catalogue.recommendedVoice(for: language) { return voice }
      throw UsageError("--language \(language): no voice for this language can be installed")
    }

    /// Returns the natural voices in the cast that are not installed.
    private func namesInCast() throws -> [String] {
      guard let path = arguments[.cast] else { return [] }
      let installed = InstalledVoices(in: setup.voiceFolders)
      return try cast(path).voiceReferences.map(\.uri).compactMap { uri in
        guard let engine = InstalledVoice.Engine(rawValue: uri.providerId),
          // The voice heart and the voices made from it come with the program.
          engine != .hibari || VoiceCatalogue.shipped.voice(uri.plain.description) != nil,
          installed.voice(uri.voiceId, of: engine) == nil
        else { return nil }
        return uri.plain.description
      }
    }

    /// Returns the cast in a file, and prints the file's diagnostics.
    private func cast(_ path: String) throws -> Cast {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try SourceFile.bytes(of: path, limit: .castFile)
      } catch {
        throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)", file: path)
      }
      let reader = CastReader(bytes: bytes, file: path)
      DiagnosticsPrinter(arguments).print(reader.diagnostics)
      guard !reader.diagnostics.contains(where: { $0.severity == .error }) else {
        throw ExitCode.badInput
      }
      return reader.cast
    }
  }
}

/// The source of voices to install: the publishers, a mirror or files on this machine.
struct InstallationSource {
  private let from: String?
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ setup: SpeechSetup) throws(UsageError) {
    (from, self.setup) = (arguments[.from], setup)
    if from?.isEmpty == true { throw UsageError("--from needs a folder, a file or an address") }
  }

  /// The path of `--from` on this machine, or nil if the voices come over a network.
  private var path: String? { from.flatMap { Self.isAddress($0) ? nil : $0 } }
  private var hub: VoiceHub { VoiceHub(mirror: from.flatMap { Self.isAddress($0) ? $0 : nil }) }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  private var reader: VoiceCatalogueReader {
    VoiceCatalogueReader(
      hub: hub, client: setup.client, cacheFolder: setup.cacheFolder,
      onNote: { Streams.error("guion2audio: note: \($0)\n") })
  }

  /// Returns the voices that are known without a network request.
  func knownCatalogue() throws(VoiceInstallError) -> VoiceCatalogue {
    try path.map { path throws(VoiceInstallError) in try local(path).catalogue } ?? .shipped
  }

  func catalogue() async throws -> VoiceCatalogue {
    if let path { return try local(path).catalogue }
    return try await reader.catalogue()
  }

  func installer() throws(VoiceInstallError) -> VoiceInstaller {
    if let path { return try local(path).installer }
    return VoiceInstaller(folders: setup.voiceFolders, hub: hub, client: setup.client)
  }

  private func local(
    _ path: String
  ) throws(VoiceInstallError) -> (installer: VoiceInstaller, catalogue: VoiceCatalogue) {
    try VoiceInstaller.copying(
      from: path, known: reader.cachedCatalogue(), to: setup.voiceFolders)
  }
}

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
