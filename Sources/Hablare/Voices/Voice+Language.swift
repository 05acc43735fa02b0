extension Sequence<Voice> {
  /// The voices for a language, in their order: `en` matches every `en-*`; `en-GB` its exact matches,
  /// else all of `en`; the empty code matches every voice.
  ///
  /// A voice that names no language speaks any if `unnamedSpeakAny`, else none.
  package func speaking(_ languageCode: String, unnamedSpeakAny: Bool = false) -> [Voice] {
    let wanted = languageCode.lowercased().replacing("_", with: "-")
    if wanted.isEmpty { return Array(self) }
    let exact = filter { $0.language?.lowercased() == wanted }
    if wanted.contains("-"), !exact.isEmpty { return exact }
    let language = wanted.prefix { $0 != "-" }
    return filter { voice in
      guard let own = voice.language else { return unnamedSpeakAny }
      return own.lowercased().prefix { $0 != "-" } == language
    }
  }
}
