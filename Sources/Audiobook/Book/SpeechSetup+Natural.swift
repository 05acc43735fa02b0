import Hablare

/// The providers with installed natural voices for a language.
package struct NaturalProviders: Sendable {
  /// The ids of providers that are enabled and can speak, beginning with the most natural.
  package var ids: [String] = []
  /// The ids of built-in providers that a provider in the user configuration replaces.
  package var hidden: [String] = []
}

extension SpeechSetup {
  /// Returns the providers with installed voices for a language: kokoro, then piper.
  package func naturalProviders(speaking language: String) async -> NaturalProviders {
    let installed = InstalledVoices(in: voiceFolders)
    var providers = NaturalProviders()
    for engine in [InstalledVoice.Engine.kokoro, .piper] where installed.speaks(language, engine) {
      let id = engine.rawValue
      guard await registry.isEnabled(providerId: id),
        let provider = try? await registry.configuredProvider(for: id)
      else { continue }
      // A provider from the user configuration is used for casting only if the user asks for it.
      if provider.isNatural { providers.ids.append(id) } else { providers.hidden.append(id) }
    }
    return providers
  }

  /// Returns the note about installed voices that a provider in the user configuration hides.
  package static func note(ofHidden id: String) -> String {
    "the installed voices of \(id) are not used, because the user configuration defines a provider "
      + "with the same id; give that provider another id"
  }
}
