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
    /// The index in `spellings`, by the name in lower case.
    private var numbers: [[UInt8]: Int] = [:]

    init(folded: String) { self.folded = folded }

    /// Counts a cue.
    ///
    /// Spellings that differ only in case, such as @McCoy and MCCOY, are the same.
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

  /// The greatest number of uses at which a name can still be a misspelling.
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

  /// Spellings with different accents or quotes.
  ///
  /// They are one role here and two roles in other programs.
  private func spellings(_ names: [Name], _ script: CheckedScript) -> [Diagnostic] {
    names.flatMap { name -> [Diagnostic] in
      guard name.spellings.count > 1,
        let usual = name.spellings.max(by: { $0.count < $1.count })
      else { return [] }
      return name.spellings.filter { $0.cue.name != usual.cue.name }.map { spelling in
        var finding = script.finding(
          .lookAlikeCue,
          "\(spelling.cue.name) is spelled \(usual.cue.name) elsewhere, with other quotes or accents; "
            + "both count as one role", at: spelling.cue.element)
        finding.severity = .note
        return finding
      }
    }
  }

  /// Pairs of names that differ by one letter, if one of them is rare.
  private func slips(_ names: [Name], _ script: CheckedScript) -> [Diagnostic] {
    let cast = Set(script.cast.names.map(CharacterNormalizer.folded))
    let castNames = CastNames(of: script.cast)
    let alikes = SimilarNames(names.map(\.folded))
    return names.enumerated().compactMap { index, name in
      guard name.count <= Self.maximumSlips, !cast.contains(name.folded),
        let cue = name.spellings.first?.cue, castNames.nearest(to: cue.name) == nil
      else { return nil }
      let other = alikes.first(like: name.folded) { other in
        // If both are equally rare, the later one is the misspelling.
        let count = names[other].count
        return count > name.count || count == name.count && other < index
      }
      guard let usual = other.flatMap({ names[$0].spellings.first?.cue.name }) else { return nil }
      return script.finding(
        .lookAlikeCue, "\(cue.name) looks like \(usual); did you mean \(usual)?", at: cue.element)
    }
  }
}
