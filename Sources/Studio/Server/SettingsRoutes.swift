import Audiobook
import Basics
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
