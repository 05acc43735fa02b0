/// Voices by language.
extension EspeakVoiceCatalog {
  /// Returns the voices of a language, followed by the variants of its main voice.
  ///
  /// For the empty code, returns every voice, without variants (`LanguageFilter`).
  func voices(languageCode: String) -> [Voice] {
    if languageCode.isEmpty { return voices.map { described(Resolved(base: $0)) } }
    let matches = entries(languageCode: languageCode)
    guard let main = matches.first else { return [] }
    return matches.map { described(Resolved(base: $0)) }
      + variants.map { described(Resolved(base: main, variant: $0)) }
  }

  /// Returns the best voice for a language: by the nearest tag, then by the voice's own priority.
  func defaultVoice(languageCode: String) -> Voice? {
    bestEntry(languageCode: languageCode).map { described(Resolved(base: $0)) }
  }

  /// Returns pleasant voices for casting: the language's best voice with each variant of a fixed
  /// list.
  func castingVoices(languageCode: String) -> [Voice] {
    described(EspeakCasting.variants, languageCode: languageCode)
  }

  /// Returns the voices of `castingVoices`, and the variants of old speakers.
  func roleVoices(languageCode: String) -> [Voice] {
    described(EspeakCasting.variants + EspeakCasting.oldVariants, languageCode: languageCode)
  }

  private func described(_ variants: [String], languageCode: String) -> [Voice] {
    guard let base = bestEntry(languageCode: languageCode) else { return [] }
    return variants.compactMap { name in
      variant(named: name).map { described(Resolved(base: base, variant: $0)) }
    }
  }

  /// Returns the description of a voice for users.
  func described(_ resolved: Resolved) -> Voice {
    let (base, variant) = (resolved.base, resolved.variant)
    let id = id(of: base)
    var labels = ["identifier": resolved.identifier]
    if let age = (variant ?? base).age { labels["age"] = String(age) }
    return Voice(
      id: variant.map { "\(id)+\($0.identifier)" } ?? id,
      name: variant.map { "\(base.displayName), \($0.name)" } ?? base.displayName,
      providerId: EspeakNGVoiceEngine.id,
      language: base.tags.first.map { LanguageTag.cased($0.name) },
      locality: base.locality, gender: resolved.gender, age: resolved.age,
      category: variant == nil ? "voice" : "variant", labels: labels)
  }

  private func entries(languageCode: String) -> [Entry] {
    let filter = LanguageFilter(languageCode, among: voices.flatMap(\.tags).map(\.name))
    if filter.takesAny { return [] }
    let matches = voices.filter { $0.tags.contains { filter.accepts($0.name) } }
    return sorted(matches, by: filter.tag)
  }

  /// Returns the voices, sorted by their priority for the tag.
  ///
  /// Voices that have only longer tags come last. Voices with the same priority keep their order.
  private func sorted(_ entries: [Entry], by tag: String) -> [Entry] {
    entries.enumerated().sorted { a, b in
      let first = a.element.priority(of: tag) ?? .max
      let second = b.element.priority(of: tag) ?? .max
      return (first, a.offset) < (second, b.offset)
    }.map(\.element)
  }

  /// Returns the best voice for a tag.
  ///
  /// If no voice has the tag, tries the tag without its last parts (`de-DE` → `de`).
  private func bestEntry(languageCode: String) -> Entry? {
    var subtags = languageCode.split(separator: "-")
    while !subtags.isEmpty {
      let tag = subtags.joined(separator: "-").lowercased()
      if let best = sorted(voices.filter { $0.priority(of: tag) != nil }, by: tag).first {
        return best
      }
      subtags.removeLast()
    }
    return entries(languageCode: languageCode).first
  }
}

extension EspeakVoiceCatalog.Entry {
  /// The name without the stray spaces that some names have.
  fileprivate var displayName: String { name.trimmed }

  /// The part of the name in parentheses, such as `America`.
  fileprivate var locality: String? {
    guard let open = name.firstIndex(of: "("), let close = name.lastIndex(of: ")"), open < close
    else { return nil }
    return String(name[name.index(after: open)..<close])
  }
}
