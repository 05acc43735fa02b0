import Audiobook
import Basics
import Guion
import Hablare
import Narration

extension Voice {
  /// Whether espeak-ng makes the voice from another voice.
  fileprivate var isVariant: Bool {
    providerId == EspeakNGVoiceEngine.id && id.contains("+")
  }

  /// The voice in the form that a cast uses.
  var uri: VoiceURI { VoiceURI(providerId: providerId, voiceId: id) }
}

extension VoiceLicence {
  /// The licence as text, and whether it allows commercial use.
  var words: String {
    switch commercialUse {
    case .yes: name
    case .no: "\(name), no commercial use"
    case .unknown: self == .unknown ? "licence unknown" : "\(name), commercial use unknown"
    }
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

  /// Writes the pitch of a measured voice, in hertz.
  mutating func pitch(_ timbre: VoiceTimbre?) {
    guard let timbre else { return }
    key("pitch")
    decimal(Int((timbre.fundamental * 10).rounded()), over: 10)
  }
}

/// Measures installed voices that have no measurement yet, and shows the progress.
struct VoiceMeasurement {
  private let setup: SpeechSetup
  private let meter: LoadMeter

  init(_ setup: SpeechSetup, _ arguments: Arguments) throws(UsageError) {
    self.setup = setup
    meter = try LoadMeter(arguments)
  }

  /// Returns the measurements of voices.
  /// A voice that cannot speak now is left out, with a note to the user.
  func timbres(of voices: [Voice]) async throws -> [VoiceURI: VoiceTimbre] {
    let store = setup.timbres()
    let uris = voices.map(\.uri)
    let missing = uris.filter { store.timbre(of: $0) == nil }
    var timbres = uris.reduce(into: [:]) { $0[$1] = store.timbre(of: $1) }
    guard !missing.isEmpty else { return timbres }
    let languages = Dictionary(voices.map { ($0.uri, $0.language ?? "en") }) { first, _ in first }
    let directory = try await setup.directory(of: Set(missing.map(\.providerId)), naming: missing)
    let listener = VoiceListener(directory: directory, clips: nil, measurements: store)
    defer { meter.finish() }
    do {
      let measured = try await listener.timbres(
        of: missing, languageCode: { languages[$0] ?? "en" },
        onProgress: { meter.show("measuring voices", $0, of: missing.count, unit: .pieces) },
        onNote: { Streams.error("guion2audio: note: \($0)\n") })
      timbres.merge(measured) { $1 }
    } catch let failure as VoiceListener.Failure {
      meter.finish()
      Streams.error("guion2audio: note: \(failure.voice) was not measured: \(failure.reason)\n")
    }
    return timbres
  }
}

/// `guion2audio voices`: lists, installs and removes voices.
struct VoicesCommand {
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
      guard words.isEmpty || words.contains(where: voice.uri.description.lowercased().contains)
      else {
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

  /// `guion2audio voices`: lists the voices that can speak now.
  struct VoiceListing {
    private let arguments: Arguments
    private let setup: SpeechSetup
    private let licence: LicenceFilter?
    private let pitch: PitchRange?

    init(_ arguments: Arguments, _ setup: SpeechSetup) throws(UsageError) {
      (self.arguments, self.setup) = (arguments, setup)
      licence = try LicenceFilter(arguments)
      pitch = try PitchRange(arguments)
    }

    func print() async throws -> ExitCode {
      let language = try RenderOptions.language(arguments) ?? ""
      var (voices, failures) = try await listing(language)
      voices = voices.filter(matches)
      let providers = await providers(of: voices)
      // Natural voices come first, because they are the better choice.
      voices =
        voices.filter { providers[$0.providerId]?.isNatural == true }
        + voices.filter { providers[$0.providerId]?.isNatural != true }
      let timbres = try await timbres(of: voices, providers)
      if let pitch {
        voices = voices.filter { voice in
          timbres[voice.uri].map { pitch.contains($0.fundamental) } ?? false
        }
      }
      await setup.warnOfKeys(if: failures.contains(where: \.isRefusal))
      if voices.isEmpty, failures.isEmpty {
        let hint =
          arguments.has(.language) || arguments.has(.provider)
          ? "" : "; with --language TAG, variants such as en-gb+f3 are listed as well"
        Streams.error("guion2audio: no voice matches these filters\(hint)\n")
        if arguments.has(.language) {
          Streams.error(
            "guion2audio: `guion2audio voices available --language \(language)` lists voices to "
              + "install\n")
        }
      }
      for id in (await setup.naturalProviders(speaking: language)).hidden {
        Streams.error("guion2audio: note: \(SpeechSetup.note(ofHidden: id))\n")
      }
      for failure in failures { Streams.error("guion2audio: \(failure.message)\n") }
      Streams.out(arguments.has(.json) ? json(voices, timbres) : table(voices, timbres))
      if let voice = voices.first, !arguments.has(.json) {
        arguments.suggest([
          "hear one": "say \"Hello.\" --voice \(Summary.shellWord(voice.uri.description))"
        ])
      }
      guard voices.isEmpty, let failure = failures.first else {
        let isComplete = failures.isEmpty && (!voices.isEmpty || arguments.has(.json))
        return isComplete ? .success : .someFailed
      }
      return failure.isRefusal ? .refused : .unavailable
    }

    /// Returns the voices of the named provider.
    /// If no provider is named, returns the voices of all enabled and configured providers.
    private func listing(
      _ language: String
    ) async throws -> (voices: [Voice], failures: [UnusableProvider]) {
      let service = setup.service()
      let (all, failures): ([String: [Voice]], [String: any Error])
      if let id = arguments[.provider] {
        _ = try await setup.provider(id)
        do {
          (all, failures) = (
            [id: try await service.fetchVoices(from: id, languageCode: language)], [:]
          )
        } catch {
          (all, failures) = ([:], [id: error])
        }
      } else {
        (all, failures) = await service.fetchAllVoices(languageCode: language)
      }
      return (
        all.sorted { $0.key < $1.key }.flatMap(\.value),
        failures.sorted { $0.key < $1.key }.map {
          UnusableProvider($0.key, $0.value, advice: .shell)
        }
      )
    }

    private func providers(of voices: [Voice]) async -> [String: any VoiceProvider] {
      var providers: [String: any VoiceProvider] = [:]
      for id in Set(voices.map(\.providerId)) {
        providers[id] = try? await setup.registry.configuredProvider(for: id)
      }
      return providers
    }

    private func matches(_ voice: Voice) -> Bool {
      if let gender = arguments[.gender], voice.gender != gender { return false }
      return licence?.accepts(VoiceLicence(of: voice)) ?? true
    }

    /// Returns the timbres that come with the providers, and the stored measurements of the voices.
    /// If `--pitch` is set, installed voices without a measurement are measured now.
    private func timbres(
      of voices: [Voice], _ providers: [String: any VoiceProvider]
    ) async throws -> [VoiceURI: VoiceTimbre] {
      let store = setup.timbres()
      let known = voices.reduce(into: [:]) { known, voice in
        known[voice.uri] =
          store.timbre(of: voice.uri) ?? providers[voice.providerId]?.timbre(of: voice.id)
      }
      guard pitch != nil else { return known }
      let missing = voices.filter { known[$0.uri] == nil && store.canStore($0.uri) }
      return known.merging(
        try await VoiceMeasurement(setup, arguments).timbres(of: missing)
      ) { $1 }
    }

    // MARK: Output

    private func table(_ voices: [Voice], _ timbres: [VoiceURI: VoiceTimbre]) -> String {
      // A variant of a voice of espeak-ng, such as en-gb+f3, is seldom what a reader looks for.
      let variants = arguments.has(.provider) ? [] : voices.filter(\.isVariant)
      let shown = variants.isEmpty ? voices : voices.filter { !$0.isVariant }
      let rest =
        variants.first.map {
          "\(Quantity.count(variants.count, "variant")) such as \($0.uri): list "
            + "\(variants.count == 1 ? "it" : "them") with --provider \($0.providerId)\n"
        } ?? ""
      return table(of: shown, timbres) + rest
    }

    private func table(of voices: [Voice], _ timbres: [VoiceURI: VoiceTimbre]) -> String {
      TextTable.text(
        voices.map { voice in
          let pitch = timbres[voice.uri].map { "\(Int($0.fundamental.rounded())) Hz" } ?? ""
          let row = [
            voice.uri.description, voice.words ?? "", voice.language ?? "", voice.name,
          ]
          if let licence = VoiceLicence(of: voice) {
            return row + [pitch, voice.quality ?? "", licence.words]
          }
          return pitch.isEmpty ? row : row + [pitch]
        })
    }

    private func json(_ voices: [Voice], _ timbres: [VoiceURI: VoiceTimbre]) -> String {
      var json = JSONWriter(style: .pretty)
      json.beginArray()
      for voice in voices {
        json.beginObject(.inline)
        for (key, value) in [
          ("uri", voice.uri.description), ("id", voice.id), ("name", voice.name),
          ("provider", voice.providerId), ("language", voice.language),
          ("gender", voice.gender), ("age", voice.age), ("words", voice.words),
          ("category", voice.category), ("quality", voice.quality),
          ("licence", voice.labels["licence"]), ("commercialUse", voice.labels["commercialUse"]),
        ] {
          guard let value else { continue }
          json.member(key, value)
        }
        json.pitch(timbres[voice.uri])
        json.end()
      }
      json.end()
      json.endLine()
      return String(decoding: json.take(), as: UTF8.self)
    }
  }

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private enum Action: String, CaseIterable {
    case available, install, remove
  }

  func run() async throws -> ExitCode {
    let action: Action? = try arguments.action(of: .voices)
    try checkOptions(of: action)
    var arguments = arguments
    arguments.inputs = Array(arguments.inputs.dropFirst())
    let setup = try SpeechSetup(arguments)
    do {
      let code =
        switch action {
        case nil: try await VoiceListing(arguments, setup).print()
        case .available: try await AvailableVoices(arguments, setup).print()
        case .install: try await VoiceInstallation(arguments, setup).run()
        case .remove: try await VoiceRemoval(arguments, setup).run()
        }
      await setup.shutdown()
      return code
    } catch {
      await setup.shutdown()
      throw (error as? VoiceInstallError).map(CommandFailure.init) ?? error
    }
  }

  /// Returns the options that this action accepts, without the options that all actions accept.
  /// If the action is nil, the command lists the voices.
  private static func options(of action: Action?) -> Set<OptionName> {
    switch action {
    case nil: [.provider, .language, .gender, .pitch, .licence]
    case .available: [.provider, .language, .gender, .licence, .from]
    case .install: [.language, .cast, .from, .yes, .progress]
    case .remove: []
    }
  }

  /// Throws if a typed option belongs only to other actions.
  private func checkOptions(of action: Action?) throws(UsageError) {
    let restricted: [OptionName] = [
      .provider, .language, .gender, .pitch, .licence, .cast, .from, .yes,
    ]
    for option in restricted
    where arguments.has(option) && !Self.options(of: action).contains(option) {
      let commands = [nil, .available, .install, .remove]
        .filter { Self.options(of: $0).contains(option) }
        .map { "`" + ["voices", $0?.rawValue].compactMap(\.self).joined(separator: " ") + "`" }
      throw UsageError(
        "--\(option.rawValue) works only with \(commands.joined(separator: ", "))")
    }
    if let gender = arguments[.gender], !["female", "male", "neutral"].contains(gender) {
      throw UsageError("--gender \(gender): expected female, male or neutral")
    }
  }
}

extension CommandFailure {
  /// Creates the failure for a voice that could not be installed.
  init(_ error: VoiceInstallError) {
    let code: ExitCode =
      switch error.kind {
      case .network: .unavailable
      case .wrongFile: .badInput
      case .disk: .cannotWrite
      case .missing: .noInput
      }
    self.init(code, error.message)
  }
}
