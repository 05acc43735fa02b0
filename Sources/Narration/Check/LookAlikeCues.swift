import Guion

/// Cues that are likely two spellings of one name.
struct LookAlikeCues: ScriptCheck {
  /// A name of the script, however it is spelled.
  private struct Name {
    var folded: String
    /// The spellings with how often each is used, in the order of the script.
    var spellings: [(cue: Cue, count: Int)]

    var count: Int { spellings.reduce(0) { $0 + $1.count } }
  }

  /// A name that is used as often as this is no slip.
  private static let mostSlips = 2

  func findings(in script: CheckedScript) -> [Diagnostic] {
    let names = names(in: script)
    return spellings(names, script) + slips(names, script)
  }

  private func names(in script: CheckedScript) -> [Name] {
    var names: [Name] = []
    var indices: [String: Int] = [:]
    for speech in script.speeches {
      let cue = speech.cue
      guard let index = indices[cue.folded] else {
        indices[cue.folded] = names.count
        names.append(Name(folded: cue.folded, spellings: [(cue, 1)]))
        continue
      }
      // Case alone is no other spelling: @McCoy and MCCOY.
      let same = names[index].spellings.firstIndex {
        $0.cue.name.lowercased().unicodeScalars.elementsEqual(cue.name.lowercased().unicodeScalars)
      }
      if let same {
        names[index].spellings[same].count += 1
      } else {
        names[index].spellings.append((cue, 1))
      }
    }
    return names
  }

  /// Accents and quotes: one role to this program, and two to others.
  private func spellings(_ names: [Name], _ script: CheckedScript) -> [Diagnostic] {
    names.flatMap { name -> [Diagnostic] in
      guard name.spellings.count > 1,
        let usual = name.spellings.max(by: { $0.count < $1.count })
      else { return [] }
      return name.spellings.filter { $0.cue.name != usual.cue.name }.map { spelling in
        var finding = script.finding(
          .lookAlikeCue,
          "\(spelling.cue.name) is spelled \(usual.cue.name) elsewhere, with other quotes or accents; "
            + "both speak as one role here", at: spelling.cue.element)
        finding.severity = .note
        return finding
      }
    }
  }

  /// Names that differ by one letter, of which one is rare.
  private func slips(_ names: [Name], _ script: CheckedScript) -> [Diagnostic] {
    let cast = Set(script.cast.names.map(CharacterNormalizer.folded))
    return names.enumerated().compactMap { index, name in
      guard name.count <= Self.mostSlips, !cast.contains(name.folded),
        let cue = name.spellings.first?.cue, script.cast.nearestName(to: cue.name) == nil
      else { return nil }
      let other = names.enumerated().first { other, candidate in
        // Of two that are as rare, the later is the slip.
        let isUsual =
          candidate.count > name.count || candidate.count == name.count && other < index
        return isUsual && CharacterNormalizer.areAlike(name.folded, candidate.folded)
      }
      guard let usual = other?.element.spellings.first?.cue.name else { return nil }
      return script.finding(
        .lookAlikeCue, "\(cue.name) looks like \(usual); did you mean \(usual)?", at: cue.element)
    }
  }
}
