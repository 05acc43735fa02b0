/// What the name of a role says by itself.
struct NameTraits {
  let kind: RolePortrait.Kind
  /// The gender that the name states: "OLD MAN".
  let gender: RoleGender?
  /// Whether the name states two genders: "WOMAN MAN".
  let contradicts: Bool
  /// The gender that most people of a profession in "-man" have.
  let office: RoleGender?
  /// The gender that most people of a profession have, or that a deep voice suggests.
  let usual: RoleGender?
  /// The gender of an article: "LA CAPITAINE".
  let article: RoleGender?
  /// The word that tells one of these three genders.
  let usualWord: String?
  let age: RoleAge?
  let depth: RolePortrait.Depth?
  let givenName: RoleGender?

  init(of person: NameIndex.Person, words: PersonWords, language: String) {
    let texts = person.names.map { ProseWords($0, words).words }
    let own = texts.first?.map(\.key) ?? []
    let kind = Self.kind(of: own, words)
    let nouns = texts.map { Self.nouns(in: $0, words) }
    let stated = nouns.lazy.compactMap { $0.last { !$0.meaning.isUsual } }.first
    (self.kind, contradicts) = (kind, Self.contradicts(nouns.first ?? []))
    gender =
      stated?.meaning.gender
      ?? own.lazy.compactMap { words.meanings[$0] }.first { $0.kind == .group }?.gender
    let office = nouns.lazy.compactMap(\.last).first
    self.office = gender == nil ? office?.meaning.gender : nil
    let isArticled = own.count > 1 && kind == .person && gender == nil && office == nil
    article = isArticled ? words.notes.gender(ofArticle: own[0], before: own[1]) : nil
    let hint = own.first { words.usual[$0] != nil }
    let isDeep = own.contains(where: words.low.contains)
    let isHigh = own.contains(where: words.high.contains)
    usual =
      hint.flatMap { words.usual[$0] }
      ?? (isDeep && own.contains { words.meanings[$0]?.kind == .voice } ? .male : nil)
    usualWord =
      office?.key ?? hint ?? (article != nil ? own.first : own.first(where: words.low.contains))
    let isYouth = nouns.first?.last.map { words.notes.youths.contains($0.key) } == true
    age = Self.age(in: own, nouns.first?.last, isYouth: isYouth, words)
    // A girl or a teenager of unknown age has a young adult's voice.
    depth = isHigh || isYouth && age == nil ? .high : isDeep ? .low : nil
    givenName =
      texts.lazy.compactMap { Self.givenName(in: $0, words) }
      .compactMap { GivenNames.gender(of: $0, language: language) }.first
  }

  private typealias Noun = (key: String, meaning: PersonWords.Meaning, place: Int)

  /// Returns the nouns for the person, the one that decides last.
  /// In "MAN'S DOG" and "GRANDFATHER CLOCK", there is none. In "WOMAN'S VOICE", there is one.
  private static func nouns(in name: [ProseWords.Word], _ words: PersonWords) -> [Noun] {
    let plain = name.filter { !$0.key.allSatisfy(\.isNumber) }
    if plain.count > 1, let last = plain.last, words.notes.heads.contains(last.key) { return [] }
    return plain.indices.compactMap { index in
      let word = plain[index]
      let isOwner =
        word.isPossessive
        && !plain[(index + 1)...].allSatisfy { words.meanings[$0.key]?.kind == .voice }
      guard !isOwner, let meaning = words.noun(word.key) else { return nil }
      return (word.key, meaning, index)
    }
  }

  /// Whether two nouns side by side state different genders: "WOMAN MAN", but not "LADY KING".
  private static func contradicts(_ nouns: [Noun]) -> Bool {
    zip(nouns, nouns.dropFirst()).contains { one, other in
      one.place + 1 == other.place && one.meaning.gender != other.meaning.gender
        && !one.meaning.isTitle && !other.meaning.isTitle
    }
  }

  private static func age(
    in name: [String], _ noun: Noun?, isYouth: Bool, _ words: PersonWords
  ) -> RoleAge? {
    if name.count > 1, let last = name.last, words.notes.heads.contains(last) { return nil }
    let small = name.dropLast()
    if isYouth, !small.contains(where: { words.small.contains($0) || $0 == "young" }) {
      // A BOY is a child; a GIRL may be a young woman.
      let isTeenager = small.contains { words.ages[$0] == .some(nil) }
      return name.lazy.compactMap { words.meanings[$0] }.first { $0.kind == .age }?.age
        ?? (isTeenager ? nil : noun?.meaning.age)
    }
    if isYouth { return .child }
    return noun?.meaning.age ?? name.first.flatMap { words.ages[$0] }.flatMap { $0 }
      ?? name.lazy.compactMap { words.meanings[$0] }.first { $0.kind == .age }?.age
      ?? (small.contains(where: words.small.contains) ? .child : nil)
  }

  /// Returns the first name in a name, or nil if there is none: "GUARD 1" and "WILL'S DATE" have none.
  private static func givenName(in name: [ProseWords.Word], _ words: PersonWords) -> String? {
    guard !name.contains(where: { $0.key.allSatisfy(\.isNumber) }),
      let index = name.firstIndex(where: {
        words.meanings[$0.key] == nil && words.ages[$0.key] == nil && words.usual[$0.key] == nil
          && !words.abbreviations.contains($0.key)
      })
    else { return nil }
    let isOwner =
      name[index].isPossessive
      && !name[(index + 1)...].allSatisfy { words.meanings[$0.key]?.kind == .voice }
    return isOwner ? nil : name[index].key
  }

  private static func kind(of name: [String], _ words: PersonWords) -> RolePortrait.Kind {
    let plain = name.filter { !$0.allSatisfy(\.isNumber) }
    var rest = plain[...]
    while rest.count > 1, let last = rest.last, words.meanings[last]?.kind == .voice {
      rest = rest.dropLast()
    }
    if let last = rest.last, words.isGroup(last) { return .group }
    guard let first = plain.first else { return .person }
    let isPlural = plain.count > 1 && words.notes.articles.plural.contains(first)
    if words.meanings[first]?.kind == .group || isPlural { return .group }
    return rest.last.flatMap { words.meanings[$0]?.kind } == .thing ? .thing : .person
  }
}
