/// Which of the languages that voices speak answer to a code: `en` any `en-*`; `en-GB` itself, or any
/// `en` where no voice has it; the empty code all.
struct LanguageFilter {
  /// The tag that decides, in lower case: the whole code, or its language alone.
  let tag: String
  /// Whether no language was asked for.
  let takesAny: Bool
  private let takesLonger: Bool

  /// Decides by all the tags that there are; case, and `_` for `-`, do not count.
  init(_ code: String, among tags: some Sequence<String>) {
    let wanted = code.lowercased().replacing("_", with: "-")
    let language = String(wanted.prefix { $0 != "-" })
    let isExact = wanted != language && tags.contains { $0.lowercased() == wanted }
    (tag, takesAny, takesLonger) = (isExact ? wanted : language, code.isEmpty, !isExact)
  }

  /// Whether a language is one that was asked for.
  func accepts(_ tag: String) -> Bool {
    let own = tag.lowercased()
    return takesAny || own == self.tag || takesLonger && own.hasPrefix("\(self.tag)-")
  }
}

extension Sequence<Voice> {
  /// The voices for a language (`LanguageFilter`), in their order.
  ///
  /// A voice that names no language speaks any if `unnamedSpeakAny`, else none; for the empty code it
  /// is there in either case.
  package func speaking(_ languageCode: String, unnamedSpeakAny: Bool = false) -> [Voice] {
    let filter = LanguageFilter(languageCode, among: compactMap(\.language))
    return self.filter { voice in
      voice.language.map(filter.accepts) ?? (unnamedSpeakAny || filter.takesAny)
    }
  }
}
