import Hablare

/// The providers whose installed natural voices speak a language.
package struct NaturalProviders: Sendable {
  /// Those that are enabled and can speak, by id, the most natural first.
  package var ids: [String] = []
  /// Those whose id the user has given to a provider of another kind, which speaks in their place.
  package var hidden: [String] = []
}

extension SpeechSetup {
  /// The providers whose installed voices speak a language; of hibari, only what was installed beside heart counts.
  package func naturalProviders(speaking language: String) async -> NaturalProviders {
    let installed = InstalledVoices(in: voiceFolders)
    var providers = NaturalProviders()
    for engine in [InstalledVoice.Engine.kokoro, .piper] where installed.speaks(language, engine) {
      let id = engine.rawValue
      guard await registry.isEnabled(providerId: id),
        let provider = try? await registry.configuredProvider(for: id)
      else { continue }
      // A provider of the user's own under the same id casts nobody unasked.
      if provider.isNatural { providers.ids.append(id) } else { providers.hidden.append(id) }
    }
    return providers
  }

  /// What is said of installed voices that a provider of the user's hides.
  package static func note(ofHidden id: String) -> String {
    "the installed voices of \(id) are not used: \(id) is a provider of the user configuration"
  }
}
