import Basics

/// espeak's voices and variants, and the meaning of voice ids.
/// A voice id is a language tag as listed by `espeak-ng --voices`, with an optional `+variant`. Ids
/// are resolved here because the engine silently ignores unknown variants, and does not accept all
/// the tags that it lists.
struct EspeakVoiceCatalog: Equatable, Sendable {
  /// A tag of a voice.
  /// If several voices have the same tag, the voice with the lowest `priority` is the best match.
  struct Tag: Equatable, Sendable {
    let name: String
    let priority: Int
    /// The name in lower case, stored because each search compares a tag with hundreds of names.
    let folded: String

    init(name: String, priority: Int) {
      (self.name, self.priority, folded) = (name, priority, name.lowercased())
    }
  }

  /// A voice or a variant, as the worker's LIST operation reports it.
  struct Entry: Equatable, Sendable {
    /// The engine's name: `gmw/en-US`, or `f3` for a variant.
    var identifier: String
    var name: String
    var gender: String?
    var age: Int?
    var tags: [Tag] = []
  }

  /// A parsed voice id.
  struct Resolved: Equatable, Sendable {
    var base: Entry
    var variant: Entry?

    /// The name by which the engine loads the voice, such as `gmw/en-US+f3`.
    var identifier: String {
      base.identifier + (variant.map { "+\($0.identifier)" } ?? "")
    }

    var gender: String? { variant?.gender ?? base.gender }

    /// `old` for the variants of old speakers, otherwise nil.
    /// espeak states a number for some variants, but variants with the number 70 (f1, m1) do not sound
    /// old.
    var age: String? {
      variant.flatMap { EspeakCasting.oldVariants.contains($0.identifier) ? "old" : nil }
    }
  }

  /// The version of the engine, such as `1.51`.
  let version: String
  /// The voices without a variant, in the engine's order.
  let voices: [Entry]
  /// The variants, in the engine's order.
  let variants: [Entry]

  /// Parses the text of the LIST operation (EspeakWorker/listing.c).
  init(listing: String) {
    var version = ""
    var voices = [Entry]()
    var variants = [Entry]()
    for line in listing.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields[0], fields.count) {
      case ("engine", 2): version = fields[1]
      case ("voice", 6):
        // MBROLA voices are left out, because espeak lists them even if their data is missing.
        if !fields[1].hasPrefix("mb/") { voices.append(Entry(fields: fields)) }
      case ("variant", 6):
        var entry = Entry(fields: fields)
        if entry.identifier.hasPrefix("!v/") { entry.identifier.removeFirst(3) }
        variants.append(entry)
      default: continue
      }
    }
    self.version = version
    self.voices = voices
    self.variants = variants
  }

  /// Returns the voice for an id.
  /// Throws `voiceNotFound` with the nearest ids.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> Resolved {
    let parts = voiceId.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let tag = String(parts[0])
    guard let base = voice(tag: tag) else {
      let suffix = parts.count == 2 ? "+\(parts[1])" : ""
      throw .voiceNotFound(nearest: nearestTags(to: tag).map { $0 + suffix })
    }
    guard parts.count == 2 else { return Resolved(base: base) }
    let name = String(parts[1])
    guard let variant = variant(named: name) else {
      let nearest = Spelling.nearest(to: name, among: variants.map(\.identifier))
      throw .voiceNotFound(nearest: nearest.map { "\(tag)+\($0)" })
    }
    return Resolved(base: base, variant: variant)
  }

  /// Returns the whispering form of a voice: a whispering variant of the same gender replaces the
  /// voice's variant.
  func whisperVoice(for voiceId: String) -> String? {
    guard let resolved = try? resolve(voiceId) else { return nil }
    let name = resolved.gender == "female" ? "female_whisper" : "whisper"
    guard let variant = variant(named: name) else { return nil }
    return "\(id(of: resolved.base))+\(variant.identifier)"
  }

  /// Returns the id under which a voice is listed: the voice's first tag, or the voice's identifier
  /// if the first tag means another voice (`yue` does not mean `sit/yue-Latn-jyutping`).
  func id(of voice: Entry) -> String {
    guard let tag = voice.tags.first, self.voice(tag: tag.name) == voice else {
      return voice.identifier
    }
    return tag.name
  }

  /// Returns the best voice with exactly this tag or identifier, ignoring case.
  func voice(tag: String) -> Entry? {
    let wanted = tag.lowercased()
    let candidates = voices.compactMap { voice in
      voice.priority(of: wanted).map { (voice: voice, priority: $0) }
    }
    let best = candidates.min { $0.priority < $1.priority }
    return best?.voice ?? voices.first { $0.identifier.lowercased() == wanted }
  }

  /// Returns the variant with a name.
  /// Compares the name with the variants' file names, then with the file names ignoring case, then
  /// with the variants' own names (`female_whisper` is in the file `whisperf`).
  func variant(named name: String) -> Entry? {
    if let exact = variants.first(where: { $0.identifier == name }) { return exact }
    let wanted = name.lowercased()
    return variants.first { $0.identifier.lowercased() == wanted }
      ?? variants.first { $0.name.lowercased() == wanted }
  }

  private func nearestTags(to tag: String) -> [String] {
    let known = voices.flatMap { $0.tags.map(\.name) }
    let near = Spelling.nearest(to: tag, among: known)
    // `de-DE` differs from `de` by many letters but is the same language.
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    let related = known.filter { $0.lowercased().prefix { $0 != "-" } == language }
    var seen = Set<String>()
    return Array((near + related).filter { seen.insert($0).inserted }.prefix(3))
  }

  /// The variants for automatic casting.
  enum EspeakCasting {
    /// The variants, women and men in turn, in casting order.
    /// Chosen from the 101 variants of espeak 1.51 by measurement on a fixed passage. Excluded:
    /// robots, jokes, whispers, formant synthesis by `klatt`, and clipping. Required: a tempo that
    /// differs by at most a fifth from the usual tempo, and a fundamental frequency that fits the
    /// gender (men 75 to 150 Hz, women 170 to 250 Hz). Each further entry is the remaining variant
    /// that differs most from all earlier entries in fundamental frequency and mean cepstrum.
    /// Existing books choose a variant by the variant's position in this list, so append entries and
    /// never reorder them.
    static let variants = [
      "f3", "m3", "steph", "david", "f1", "kaukovalta", "Annie", "Nguyen",
      "belinda", "travis", "Andrea", "Lee", "aunty", "boris", "f2", "m8",
      "Alicia", "Michael", "linda", "rob", "f5", "marcelo", "f4", "victor",
    ]

    /// The variants that sound old.
    static let oldVariants = ["grandpa", "grandma"]
  }
}

extension EspeakVoiceCatalog.Entry {
  fileprivate init(fields: [String]) {
    identifier = fields[1]
    name = fields[2]
    gender = ["1": "male", "2": "female"][fields[3]]
    age = Int(fields[4]).flatMap { $0 > 0 ? $0 : nil }
    tags = fields[5].split(separator: ",").compactMap { field in
      let parts = field.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let priority = Int(parts[0]) else { return nil }
      return EspeakVoiceCatalog.Tag(name: String(parts[1]), priority: priority)
    }
  }

  /// Returns the priority of the voice for a tag in lower case, or nil if the voice does not have
  /// the tag.
  func priority(of tag: String) -> Int? {
    var best: Int?
    for known in tags where known.folded == tag {
      best = min(best ?? known.priority, known.priority)
    }
    return best
  }
}

/// Voices by language.
extension EspeakVoiceCatalog {
  /// Returns the voices of a language, followed by the variants of its main voice.
  /// For the empty code, returns every voice, without variants (`LanguageFilter`).
  func voices(languageCode: String) -> [Voice] {
    if languageCode.isEmpty { return voices.map { described(Resolved(base: $0)) } }
    let matches = entries(languageCode: languageCode)
    guard let main = matches.first else { return [] }
    return matches.map { described(Resolved(base: $0)) }
      + variants.map { described(Resolved(base: main, variant: $0)) }
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
      locality: base.locality, gender: resolved.gender, age: resolved.age, quality: "low",
      category: variant == nil ? "voice" : "variant", labels: labels)
  }

  private func entries(languageCode: String) -> [Entry] {
    let filter = LanguageFilter(languageCode, among: voices.flatMap(\.tags).map(\.name))
    if filter.takesAny { return [] }
    let matches = voices.filter { $0.tags.contains { filter.accepts($0.name) } }
    return sorted(matches, by: filter.tag)
  }

  /// Returns the voices, sorted by their priority for the tag.
  /// Voices that have only longer tags come last. Voices with the same priority keep their order.
  private func sorted(_ entries: [Entry], by tag: String) -> [Entry] {
    entries.enumerated().sorted { a, b in
      let first = a.element.priority(of: tag) ?? .max
      let second = b.element.priority(of: tag) ?? .max
      return (first, a.offset) < (second, b.offset)
    }.map(\.element)
  }

  /// Returns the best voice for a tag.
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

/// The timbres of espeak's variants.
/// The timbres were measured with the voice en-us of espeak-ng 1.51, on the passage that measures the
/// level of voices. They are used for all languages, because the variant decides the timbre.
enum EspeakTimbres {
  /// Returns the timbre of a voice id; nil for whispers and for variants that were not measured.
  static func timbre(of voiceId: String) -> VoiceTimbre? {
    let parts = voiceId.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    return known[parts.count > 1 ? String(parts[1]) : plain]
  }

  /// The name in the table for a voice without a variant.
  private static let plain = "-"

  private static let known: [String: VoiceTimbre] = table.split(separator: ",").reduce(into: [:]) {
    known, entry in
    let fields = entry.split { $0.isWhitespace }
    guard fields.count == 3, let fundamental = Double(fields[1]), let centre = Double(fields[2])
    else { return }
    known[String(fields[0])] = VoiceTimbre(fundamental: fundamental, centre: centre)
  }

  /// For each variant, the median of the fundamental frequency and the centre of the power, in hertz.
  private static let table = """
    - 100 1179, adam 100 1109, Alex 104 1213, Alicia 248 1889, Andrea 242 1312, Andy 94 1021,
    anika 269 419, anikaRobot 272 394, Annie 240 1527, announcer 75 675, antonio 111 654,
    AnxiousAndy 103 1063, aunty 176 1250, belinda 225 1056, benjamin 100 1013, boris 100 1303,
    caleb 100 1086, croak 104 1271, david 73 1232, Demonic 111 2779, Denis 98 1075,
    Diogo 103 764, ed 122 1037, edward 98 688, edward2 100 1132, f1 178 1264, f2 190 1302,
    f3 206 1357, f4 175 1241, f5 200 1663, fast 100 1179, Gene 93 914, Gene2 113 932,
    grandma 197 1167, grandpa 107 1234, gustave 105 573, Henrique 106 686, Hugo 108 1000,
    iven 98 571, iven2 98 604, iven3 98 712, iven4 98 684, Jacky 110 500, john 103 1457,
    kaukovalta 99 1102, klatt 100 1086, klatt2 100 904, klatt3 99 994, klatt4 99 826,
    klatt5 98 722, klatt6 100 1086, Lee 94 954, linda 225 1502, m1 91 1117, m2 99 1386,
    m3 104 1349, m4 91 1317, m5 102 1239, m6 99 1108, m7 104 847, m8 84 932, marcelo 95 709,
    Marco 131 526, Mario 108 1001, max 100 1145, Michael 104 889, michel 103 647,
    miguel 108 557, Mike 88 1388, Nguyen 148 843, norbert 102 1139, pablo 114 1597,
    paul 84 759, pedro 103 1274, quincy 84 734, RicishayMax 101 1134, RicishayMax2 102 1002,
    RicishayMax3 103 1004, rob 108 1187, robert 97 1050, robosoft 73 848, robosoft2 107 1264,
    robosoft3 99 921, robosoft4 99 940, robosoft5 99 508, robosoft6 141 828, robosoft7 100 588,
    robosoft8 141 1063, sandro 97 1263, shelby 176 1888, steph 182 462, steph2 182 387,
    steph3 182 385, Storm 85 1537, travis 99 927, Tweaky 103 1339, UniRobot 134 984,
    victor 93 1298, zac 334 1635
    """
}
