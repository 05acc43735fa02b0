import Guion

/// Cues that are likely two spellings of one name.
struct SimilarCues: ScriptCheck {
  /// A name in the script, in all its spellings.
  private struct Name {
    var folded: String
    /// The spellings and how often each is used, in the order of the script.
    var spellings: [(cue: Cue, count: Int)] = []
    /// How often the name is used.
    var count = 0
    /// The index of each spelling in `spellings`, by the spelling in lower case.
    private var numbers: [[UInt8]: Int] = [:]

    init(folded: String) { self.folded = folded }

    /// Counts a cue.
    /// Names that differ only in case, such as @McCoy and MCCOY, count as one spelling.
    mutating func add(_ cue: Cue) {
      count += 1
      let letters = Array(cue.name.lowercased().utf8)
      if let number = numbers[letters] {
        spellings[number].count += 1
      } else {
        numbers[letters] = spellings.count
        spellings.append((cue, 1))
      }
    }
  }

  /// The maximum number of uses of a misspelling.
  /// A name with more uses is treated as correct.
  private static let maximumSlips = 2

  func findings(in script: CheckedScript) -> [Diagnostic] {
    let names = names(in: script)
    return spellings(names, script) + slips(names, script)
  }

  private func names(in script: CheckedScript) -> [Name] {
    var names: [Name] = []
    var indices: [String: Int] = [:]
    for speech in script.speeches {
      let index = indices[speech.cue.folded] ?? names.count
      if index == names.count {
        indices[speech.cue.folded] = index
        names.append(Name(folded: speech.cue.folded))
      }
      names[index].add(speech.cue)
    }
    return names
  }

  /// Returns findings about names with several spellings that differ in accents or quotes.
  /// This program treats the spellings as one role. Other programs treat them as different roles.
  private func spellings(_ names: [Name], _ script: CheckedScript) -> [Diagnostic] {
    names.flatMap { name -> [Diagnostic] in
      guard name.spellings.count > 1,
        let usual = name.spellings.max(by: { $0.count < $1.count })
      else { return [] }
      return name.spellings.filter { $0.cue.name != usual.cue.name }.map { spelling in
        var finding = script.finding(
          .lookAlikeCue,
          "\(spelling.cue.name) is spelled \(usual.cue.name) elsewhere, with other quotes or accents; "
            + "both spellings count as one role", at: spelling.cue.element)
        finding.severity = .note
        return finding
      }
    }
  }

  /// Returns findings about rare names that are probably misspellings of another name.
  private func slips(_ names: [Name], _ script: CheckedScript) -> [Diagnostic] {
    let cast = Set(script.cast.names.map(CharacterNormalizer.folded))
    let castNames = CastNames(of: script.cast)
    let alikes = SimilarNames(names.map(\.folded))
    func gender(_ name: String) -> RoleGender? {
      PortraitReader.gender(ofName: name, language: script.language)
    }
    return names.enumerated().compactMap { index, name in
      guard name.count <= Self.maximumSlips, !cast.contains(name.folded),
        let cue = name.spellings.first?.cue, castNames.nearest(to: cue.name) == nil
      else { return nil }
      let other = alikes.first(like: name.folded) { other in
        // If both names have the same number of uses, the later name is the misspelling.
        let count = names[other].count
        guard count > name.count || count == name.count && other < index else { return false }
        // MR. FINCH and MRS. FINCH are two people.
        return gender(name.folded).map { gender(names[other].folded) != $0.other } ?? true
      }
      guard let usual = other.flatMap({ names[$0].spellings.first?.cue.name }) else { return nil }
      return script.finding(
        .lookAlikeCue, "\(cue.name) looks like \(usual); did you mean \(usual)?", at: cue.element)
    }
  }
}
