import Audiobook
import Basics
import FoundationEssentials
import Hablare

/// Answers the requests of the settings page.
struct SettingsRoutes {
  let desk: StudioDesk

  /// Returns the answer to a request, or nil if the request does not belong to the settings page.
  func answer(_ request: WebRequest) async throws -> WebAnswer? {
    switch "\(request.method) \(request.path)" {
    case "GET /api/settings": return Routes.json(200, await SettingsAnswer(await desk.speech))
    case "GET /api/settings/available": return Routes.json(200, try await available())
    case "POST /api/settings/provider": return try await enable(try Routes.body(request))
    case "POST /api/settings/login": return try await login(try Routes.body(request))
    case "POST /api/settings/logout": return try await logout(try Routes.body(request))
    case "POST /api/settings/install": return try await install(try Routes.body(request))
    default: return nil
    }
  }

  // MARK: Providers

  private struct ProviderRequest: Decodable {
    var id: String
    var enabled: Bool?
  }

  private func enable(_ request: ProviderRequest) async throws -> WebAnswer {
    let speech = try await known(request.id)
    do {
      try await speech.registry.setEnabled(request.enabled ?? true, for: request.id)
    } catch let error as ProviderSwitchesError {
      throw StudioError.impossible(Self.words(of: error))
    } catch let error as VoiceProviderError {
      throw StudioError.impossible(Self.words(of: error))
    }
    await desk.load(voicesHaveChanged: true)
    return Routes.json(200, Routes.Nothing())
  }

  private static func words(of error: any Error) -> String {
    ProviderAdvice.studio.description(of: error)
  }

  private struct LoginRequest: Decodable {
    var id: String
    var key: String
    var verify: Bool?
  }

  private struct LoginAnswer: Encodable { var kept: String }

  /// Stores a key in the credential store.
  /// No answer and no message contains the key.
  private func login(_ request: LoginRequest) async throws -> WebAnswer {
    let speech = try await known(request.id)
    guard let panel = await speech.registry.panel(for: request.id), panel.secret != nil else {
      throw StudioError.impossible("\(request.id) does not use a key.")
    }
    let source: CredentialSource
    do {
      source = try await speech.credentials.save(
        key: CredentialStore.key(for: request.id), value: SecureString(request.key)
      ) { key in
        if request.verify ?? true { try await speech.registry.checkLogin(of: request.id, key: key) }
      }
    } catch VoiceProviderError.authenticationFailed {
      throw StudioError.impossible("\(panel.displayName) refused the key. The key was not stored.")
    } catch let error as VoiceProviderError {
      throw StudioError.failed("The key could not be checked and was not stored: \(error).")
    } catch let error as CredentialError {
      throw StudioError.impossible(Self.words(of: error))
    }
    try await speech.registry.setEnabled(true, for: request.id)
    await desk.load(voicesHaveChanged: true)
    return Routes.json(200, LoginAnswer(kept: "\(source)"))
  }

  private func logout(_ request: ProviderRequest) async throws -> WebAnswer {
    let speech = try await known(request.id)
    do {
      _ = try await speech.credentials.delete(key: CredentialStore.key(for: request.id))
    } catch let error as CredentialError {
      throw StudioError.impossible(Self.words(of: error))
    }
    await desk.load(voicesHaveChanged: true)
    return Routes.json(200, Routes.Nothing())
  }

  private func known(_ id: String) async throws -> SpeechSetup {
    let speech = await desk.speech
    guard await speech.registry.contains(providerId: id) else {
      throw StudioError.missing("There is no provider \"\(id)\".")
    }
    return speech
  }

  // MARK: Voices

  private struct InstallRequest: Decodable { var uri: String }

  private func available() async throws -> AvailableAnswer {
    let (speech, hub) = (await desk.speech, desk.settings.hub)
    let reader = VoiceCatalogueReader(
      hub: hub, client: speech.client, cacheFolder: speech.cacheFolder, onNote: { _ in })
    let installed = InstalledVoices(in: speech.voiceFolders)
    do {
      return AvailableAnswer(try await reader.catalogue().voices, installed, problem: nil)
    } catch let error as VoiceInstallError {
      // Without the downloaded catalogue, the voices in the program's own list can still be installed.
      return AvailableAnswer(VoiceCatalogue.shipped.voices, installed, problem: error.message)
    }
  }

  private func install(_ request: InstallRequest) async throws -> WebAnswer {
    let (speech, hub) = (await desk.speech, desk.settings.hub)
    let reader = VoiceCatalogueReader(
      hub: hub, client: speech.client, cacheFolder: speech.cacheFolder, onNote: { _ in })
    let voices = (try? await reader.catalogue().voices) ?? VoiceCatalogue.shipped.voices
    guard let voice = voices.first(where: { $0.uri.description == request.uri }) else {
      throw StudioError.missing("There is no voice \(request.uri) to install.")
    }
    let installer = VoiceInstaller(folders: speech.voiceFolders, hub: hub, client: speech.client)
    let desk = desk
    guard
      desk.install.start(
        voice, with: installer,
        then: {
          await desk.load(voicesHaveChanged: true)
          await Self.measure(voice, await desk.speech)
        })
    else {
      throw StudioError.busy("Another voice is being installed. Try again when it is installed.")
    }
    return Routes.json(202, Routes.Nothing())
  }

  /// Measures the timbres of an installed voice and stores them beside the voice, because casting never
  /// measures.
  /// A voice that cannot be measured can still be used, so an error is not reported.
  private static func measure(_ voice: OfferedVoice, _ speech: SpeechSetup) async {
    let installed = InstalledVoices(in: speech.voiceFolders).voice(voice.id, of: voice.engine)
    let voices = (installed?.voices ?? []).map {
      VoiceURI(providerId: $0.providerId, voiceId: $0.id)
    }
    guard !voices.isEmpty,
      let directory = try? await speech.directory(
        of: Set(voices.map(\.providerId)), naming: voices)
    else { return }
    let listener = VoiceListener(
      directory: directory, clips: nil, measurements: speech.timbres())
    _ = try? await listener.timbres(of: voices, languageCode: { _ in voice.language })
  }
}

/// The answer with the providers, for the settings page.
/// It contains no API keys.
struct SettingsAnswer: Encodable {
  struct Field: Encodable {
    var key: String
    var label: String
    var help: String
    /// The default value, or nil if there is none.
    var usual: String?

    fileprivate init(_ field: SettingField) {
      (key, label, help) = (field.key, field.label, field.help)
      switch field.defaultValue {
      case .string(let text)?: usual = text
      case .some(let value):
        usual = (try? value.encoded()).map { String(decoding: $0, as: UTF8.self) }
      case nil: usual = nil
      }
    }
  }

  struct Provider: Encodable {
    var id: String
    var name: String
    /// The type of the provider in the user configuration, or the id of a built-in provider.
    var type: String?
    /// A description in short sentences.
    var about: String
    var enabled: Bool
    var alwaysEnabled: Bool
    var takesKey: Bool
    /// The place where the key is stored, or nil if there is no key.
    var key: String?
    /// Whether the key comes from the environment, which the studio cannot change.
    var keyIsFixed: Bool
    /// The reason why the provider cannot speak, or nil if it can speak.
    var trouble: String?
    /// Whether the provider cannot speak only because no voice is installed.
    /// If so, the page can install a voice.
    var needsVoice = false
    /// The settings in the user configuration, except the settings that the page changes.
    var fields: [Field]
  }

  /// The path of the user configuration, with `~` for the home folder.
  var configuration = Self.configurationPath(ProcessInfo.processInfo.environment)
  var providers: [Provider] = []

  init(_ speech: SpeechSetup) async {
    let installed = InstalledVoices(in: speech.voiceFolders)
    for descriptor in await speech.registry.availableProviders() {
      providers.append(await Self.provider(descriptor, speech, installed))
    }
  }

  static func configurationPath(_ environment: [String: String]) -> String {
    let named = environment["GUION2AUDIO_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? ConfigurationFolder.path(environment: environment) + "/config.json"
    guard let home = environment["HOME"], home.hasPrefix("/"), home.count > 1,
      path.hasPrefix(home + "/")
    else { return path }
    return "~" + path.dropFirst(home.count)
  }

  private static func provider(
    _ descriptor: VoiceProviderDescriptor, _ speech: SpeechSetup, _ installed: InstalledVoices
  ) async -> Provider {
    let panel = await speech.registry.panel(for: descriptor.id)
    var provider = Provider(
      id: descriptor.id, name: descriptor.displayName, type: panel?.type,
      about: about(descriptor.id, type: panel?.type),
      enabled: await speech.registry.isEnabled(providerId: descriptor.id),
      // espeak-ng cannot be disabled, because roles without a voice may need it.
      alwaysEnabled: descriptor.id == EspeakNGVoiceEngine.id,
      takesKey: panel?.secret != nil, keyIsFixed: false,
      fields: (panel?.fields ?? []).filter { !$0.isSecret && $0.key != "enabled" }.map(Field.init))
    do {
      let source = try await speech.credentials.source(of: CredentialStore.key(for: descriptor.id))
      provider.key = source?.description
      if case .environment = source { provider.keyIsFixed = true }
    } catch {
      provider.trouble = ProviderAdvice.studio.description(of: error)
    }
    guard provider.enabled, provider.trouble == nil,
      let own = try? await speech.registry.provider(for: descriptor.id),
      let error = await own.configurationError()
    else { return provider }
    provider.trouble = trouble(error, takesKey: provider.takesKey)
    if own.isNatural, let engine = InstalledVoice.Engine(rawValue: descriptor.id),
      engine != .hibari
    {
      provider.needsVoice =
        installed.voices(of: engine).isEmpty && installed.problems.isEmpty
    }
    return provider
  }

  /// Describes a provider: a built-in provider by its own sentences.
  private static func about(_ id: String, type: String?) -> String {
    if type == id, let facts = ProviderFacts.of(id) { return facts.summary }
    return "A provider of your configuration" + (type.map { ", type \($0)." } ?? ".")
  }

  private static func trouble(_ error: any Error, takesKey: Bool) -> String {
    if takesKey, case VoiceProviderError.notConfigured = error { return "it has no key" }
    return ProviderAdvice.studio.description(of: error)
  }
}

/// The answer with the voices that can be installed.
/// Keys without a value are left out.
private struct AvailableAnswer: Encodable {
  struct Entry: Encodable {
    var uri: String
    var name: String
    var language: String
    var languageName: String?
    var gender: String?
    var quality: String?
    var bytes: Int
    var licence: String?
    var commercialUse: String?
    var installed: Bool
  }

  var voices: [Entry]
  /// The reason why the list may be incomplete, or nil if it is complete.
  var problem: String?

  init(_ offered: [OfferedVoice], _ installed: InstalledVoices, problem: String?) {
    self.problem = problem
    voices = offered.map { voice in
      Entry(
        uri: voice.uri.description, name: voice.id, language: voice.language,
        languageName: voice.languageName, gender: voice.gender, quality: voice.quality,
        bytes: voice.bytes, licence: voice.licence?.name,
        commercialUse: voice.licence?.commercialUse.rawValue,
        installed: installed.voice(voice.id, of: voice.engine) != nil)
    }
  }
}

/// The answer with the available voices.
/// Keys without a value are left out.
struct VoicesAnswer: Encodable {
  struct Entry: Encodable {
    var uri: String
    var name: String
    var provider: String
    var providerName: String
    var language: String?
    var gender: String?
    var age: String?
    /// Words about the speaker, such as `woman, low, calm`.
    var words: String?
    /// The pitch in hertz, or nil if it is not known.
    var pitch: Double?
    var licence: String?
    var commercialUse: String?
    var quality: String?
    var natural: Bool
    var varies: Bool
    var paid: Bool
  }

  var voices: [Entry]
  /// The reasons why enabled providers list no voices.
  var problems: [String]

  /// Lists the voices of all languages, and the variants for the language of the book.
  init(_ desk: StudioDesk) async throws {
    let speech = await desk.speech
    let language = await desk.view?.book.plan.language ?? ""
    let service = speech.service()
    var lists = await service.fetchAllVoices(languageCode: "")
    if !language.isEmpty {
      let own = await service.fetchAllVoices(languageCode: language)
      lists.voices.merge(own.voices) { all, own in
        let known = Set(all.map(\.id))
        return own.filter { !known.contains($0.id) } + all
      }
    }
    let kept = speech.timbres()
    voices = []
    for (id, list) in lists.voices.sorted(by: { $0.key < $1.key }) {
      guard let provider = try? await speech.registry.configuredProvider(for: id) else { continue }
      let isPaid = await speech.isPriced(provider)
      voices += list.map { voice in
        let uri = VoiceURI(providerId: id, voiceId: voice.id)
        let licence = VoiceLicence(of: voice)
        return Entry(
          uri: uri.description, name: voice.name, provider: id,
          providerName: provider.displayName, language: voice.language, gender: voice.gender,
          age: voice.age, words: voice.words,
          pitch: (kept.timbre(of: uri) ?? provider.timbre(of: voice.id))?.fundamental,
          licence: licence?.name,
          commercialUse: licence?.commercialUse.rawValue, quality: voice.quality,
          natural: provider.isNatural, varies: provider.abilities(model: nil).varies, paid: isPaid)
      }
    }
    problems = lists.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }
}
