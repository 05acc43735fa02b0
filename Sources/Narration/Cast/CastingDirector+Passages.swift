import Basics
import Guion
import Hablare

// Voices for passages in other languages, from rule set 1.2 on.
extension CastingDirector {
  /// Returns the voices for the passages of a script, and the diagnostics about their languages.
  /// The voices are nil if the script has no passages.
  func passageVoices(
    for elements: [GuionElement], narrator: Role, roles: [Role],
    portraits: [String: RolePortrait], sources: [String]
  ) async -> (PassageVoices?, [Diagnostic]) {
    let found = passages ?? FoundLanguages(in: elements, language: language)
    var diagnostics = found.unknownTag(in: sources, readAs: language).map { [$0] } ?? []
    guard !found.tags.isEmpty else { return (nil, diagnostics) }
    let characters = Dictionary(cast.characters.map { ($0.name, $0) }) { first, _ in first }
    var voices = PassageVoices(language: language, leaning: found.leaning)
    var lists = PassageLists(directory: directory, language: language)
    for role in [narrator] + roles {
      let isNarrator = role === narrator
      let own = isNarrator ? cast.narratorLanguages : characters[role.name]?.languages ?? [:]
      let isNamed =
        isNarrator
        ? narratorVoice ?? cast.narrator != nil
        : characters[role.name]?.voice ?? cast.defaultVoice != nil
      if isNamed { voices.keepUnmarked(of: role.name, except: own.keys) }
      for tag in found.tags {
        if await lists.speaks(role.voice, tag) {
          voices.set(.own, for: role.name, in: tag)
          continue
        }
        let gender = portraits[role.name]?.gender ?? characters[role.name]?.gender
        var voice = own[tag] ?? own[PassageTag.primary(of: tag)]
        if voice == nil { voice = await lists.nearest(to: role.voice, gender: gender, tag) }
        guard var voice else { continue }
        voice.rate = voice.rate ?? role.voice.rate
        voice.pan = voice.pan ?? role.voice.pan
        let speaker = await self.role(role.name, voice, role.effect)
        voices.set(.other(speaker), for: role.name, in: tag)
      }
    }
    for tag in found.tags where voices.speakers.values.allSatisfy({ $0[tag] == nil }) {
      diagnostics += [found.unspoken(tag, in: sources, readAs: language)].compactMap(\.self)
    }
    return (voices.speakers.isEmpty ? nil : voices, diagnostics)
  }
}

/// The voices for each language, each list read once.
private struct PassageLists {
  let directory: VoiceDirectory
  let language: String
  private var known: [String: [Voice]] = [:]
  private var spoken: [String: Bool] = [:]

  init(directory: VoiceDirectory, language: String) {
    (self.directory, self.language) = (directory, language)
  }

  /// Whether a voice speaks a language itself.
  /// The voices of services, and those that name no language, speak what they get.
  mutating func speaks(_ uri: VoiceURI, _ tag: String) async -> Bool {
    if let own = uri.language { return PassageTag.primary(of: own) == PassageTag.primary(of: tag) }
    let key = "\(uri.plain) \(tag)"
    if let known = spoken[key] { return known }
    let speaks = await reads(uri, tag)
    spoken[key] = speaks
    return speaks
  }

  private mutating func reads(_ uri: VoiceURI, _ tag: String) async -> Bool {
    guard isHere(uri.providerId), let provider = directory.provider(uri.providerId) else {
      return true
    }
    // A variant or a speaker of a model has the language of the voice before its sign.
    let base = uri.voiceId.prefix { $0 != "+" && $0 != "/" }
    func isListed(_ voices: [Voice]) -> Bool {
      voices.contains { $0.id == uri.voiceId || $0.id == base }
    }
    if isListed((try? await provider.fetchVoices(languageCode: tag)) ?? []) { return true }
    let all = (try? await provider.fetchVoices(languageCode: "")) ?? []
    let voice = all.first { $0.id == uri.voiceId } ?? all.first { $0.id == base }
    return voice?.language.map { PassageTag.primary(of: $0) == PassageTag.primary(of: tag) } ?? true
  }

  private func isHere(_ id: String) -> Bool {
    directory.provider(id)?.listsVoicesRemotely == false && !directory.isPaidService(id)
  }

  /// Returns the installed voice that is most like a voice: of its provider, of the natural providers, or of espeak-ng.
  mutating func nearest(to uri: VoiceURI, gender: RoleGender?, _ tag: String) async -> VoiceURI? {
    let own = await candidate(uri)
    let lists = [[uri.providerId], directory.naturalIds, [EspeakNGVoiceEngine.id]]
    for ids in lists {
      var voices: [VoiceMatch.Candidate] = []
      for id in ids where isHere(id) {
        for voice in await list(of: id, tag) {
          let voiceURI = VoiceURI(providerId: id, voiceId: voice.id)
          voices.append(.init(voice, uri: voiceURI, timbre: directory.timbre(of: voiceURI)))
        }
      }
      guard !voices.isEmpty else { continue }
      let wanted = gender ?? own.gender
      let same = voices.filter { $0.gender == wanted }
      let fitting = same.isEmpty ? voices : same
      let peers = fitting.filter { $0.age == own.age }
      return (peers.isEmpty ? fitting : peers).min {
        $0.timbre.distance(to: own.timbre) < $1.timbre.distance(to: own.timbre)
      }?.uri
    }
    return nil
  }

  private mutating func list(of id: String, _ tag: String) async -> [Voice] {
    if let list = known["\(id) \(tag)"] { return list }
    guard let provider = directory.provider(id) else { return [] }
    var list = (try? await provider.roleVoices(languageCode: tag)) ?? []
    if list.isEmpty { list = (try? await provider.fetchVoices(languageCode: tag)) ?? [] }
    if let main = try? await provider.narratorVoice(languageCode: tag) { list.insert(main, at: 0) }
    known["\(id) \(tag)"] = list
    return list
  }

  private mutating func candidate(_ uri: VoiceURI) async -> VoiceMatch.Candidate {
    let listed = await list(of: uri.providerId, language).first { $0.id == uri.voiceId }
    let voices =
      (try? await directory.provider(uri.providerId)?.fetchVoices(languageCode: "")) ?? []
    let voice = listed ?? voices.first { $0.id == uri.voiceId }
    return .init(
      voice ?? Voice(id: uri.voiceId, name: uri.voiceId, providerId: uri.providerId), uri: uri,
      timbre: directory.timbre(of: uri))
  }
}

extension FoundLanguages {
  /// Returns one warning about all names of languages that are no tags.
  fileprivate func unknownTag(in sources: [String], readAs language: String) -> Diagnostic? {
    guard let (name, element) = unknown.first else { return nil }
    let others = unknown.count > 1 ? " (and \(unknown.count - 1) more)" : ""
    return Self.diagnostic(
      "bad-language", .warning,
      "\"\(name)\"\(others) is not a language tag such as fr; the passage is read as \(language)",
      at: element, in: sources)
  }

  /// Returns a note about a language that a passage names and no voice speaks.
  fileprivate func unspoken(
    _ tag: String, in sources: [String], readAs language: String
  ) -> Diagnostic? {
    guard let element = places[tag] else { return nil }
    return Self.diagnostic(
      LintCode.languageSwitch.name, .note,
      "no installed voice speaks \(tag), so the voice of the role reads the passage as \(language)",
      at: element, in: sources)
  }

  private static func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity, _ message: String, at element: GuionElement,
    in sources: [String]
  ) -> Diagnostic {
    let source = element.sourceRange?.source ?? 0
    return Diagnostic(
      code: code, severity: severity, message: message,
      file: sources.indices.contains(source) ? sources[source] : nil,
      position: element.sourceRange?.start)
  }
}
