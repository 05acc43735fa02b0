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

  private mutating func add(_ form: Form) { forms[form.keys[0], default: []].append(form) }

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
    guard let forms = forms[all[index].key] else { return nil }
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
    return words.meanings[all[index - 1].key]?.kind == .determiner
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
