import Audiobook
import Basics
import Hablare

/// The providers as the settings page shows them; no key is in it.
struct SettingsAnswer: Encodable {
  struct Field: Encodable {
    var key: String
    var label: String
    var help: String
    /// The value where nothing is set; nil if there is none.
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
    var enabled: Bool
    var takesKey: Bool
    /// Where the key comes from; nil if there is none.
    var key: String?
    /// Whether the key comes from the environment, which the studio cannot change.
    var keyIsFixed: Bool
    /// What keeps the provider from speaking.
    var trouble: String?
    var fields: [Field]
  }

  var providers: [Provider] = []

  init(_ speech: SpeechSetup) async {
    for descriptor in await speech.registry.availableProviders() {
      providers.append(await Self.provider(descriptor, speech))
    }
  }

  private static func provider(
    _ descriptor: VoiceProviderDescriptor, _ speech: SpeechSetup
  ) async -> Provider {
    let panel = await speech.registry.panel(for: descriptor.id)
    var provider = Provider(
      id: descriptor.id, name: descriptor.displayName,
      enabled: await speech.registry.isEnabled(providerId: descriptor.id),
      takesKey: panel?.secret != nil, keyIsFixed: false,
      fields: (panel?.fields ?? []).filter { !$0.isSecret }.map(Field.init))
    do {
      let source = try await speech.credentials.source(of: CredentialStore.key(for: descriptor.id))
      provider.key = source?.description
      if case .environment = source { provider.keyIsFixed = true }
    } catch {
      provider.trouble = "\(error)"
    }
    if provider.enabled, provider.trouble == nil {
      let own = try? await speech.registry.provider(for: descriptor.id)
      provider.trouble = await own?.configurationError().map { "\($0)" }
    }
    return provider
  }
}

/// The voices that can be installed; keys without a value are left out.
struct AvailableAnswer: Encodable {
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
  /// Why there may be more.
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
