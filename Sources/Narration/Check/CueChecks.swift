import Guion

/// Names that look like cues but have no speech.
struct CuesWithoutDialogue: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    let cues = script.speeches.filter { !$0.hasWords }.map { speech in
      script.finding(
        .cueWithoutDialogue,
        "\(speech.cue.name) has no speech here; write the words on the line below the name",
        at: speech.cue.element)
    }
    return cues
      + script.elements.enumerated().compactMap { index, element in
        guard script.isScreenplay(element), isCue(element, in: script),
          !continues(after: index, in: script)
        else { return nil }
        let name = CharacterNormalizer.name(of: element.elementText)
        return script.finding(
          .cueWithoutDialogue,
          "\(name) looks like a cue, but an empty line follows, so it is read as action; remove the "
            + "empty line, or write !\(name) if the line is action", at: element)
      }
  }

  /// Whether an action looks like a cue.
  /// An action that begins with `@` looks like a cue. A name in capitals also looks like a cue if the name is known or
  /// has an extension.
  private func isCue(_ element: GuionElement, in script: CheckedScript) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, !element.isCentered, !text.contains("\n") else {
      return false
    }
    if text.hasPrefix("@") { return true }
    let name = CharacterNormalizer.name(of: text)
    guard !element.isForced, name.isInCapitals else { return false }
    let suffix = text.drop { $0 != "(" }
    if suffix.isEmpty { return script.knownNames.contains(CharacterNormalizer.folded(name)) }
    return Self.extensions.contains { suffix.uppercased().hasPrefix($0) }
  }

  /// Whether the next paragraph begins in lower case and so continues the sentence.
  /// Scripts split a sentence in this way when a character appears: "KARL", and in the paragraph below "to his right,
  /// coming down the road".
  private func continues(after index: Int, in script: CheckedScript) -> Bool {
    guard index + 1 < script.elements.count else { return false }
    let next = script.elements[index + 1]
    return next.elementType == .action && next.elementText.first?.isLowercase == true
  }

  private static let extensions = ["(V.O", "(VO)", "(O.S", "(OS)", "(O.C", "(CONT"]
}

/// Cues that became a line of a paragraph or a speech because the empty line above the name is missing.
struct CuesWithoutBlankLine: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.elements.flatMap { element -> [Diagnostic] in
      guard script.isScreenplay(element),
        element.elementType == .action || element.elementType == .dialogue
      else { return [] }
      return element.lines.compactMap { line in
        guard !line.isFirst, !line.isLast, isCue(line.text, in: script) else { return nil }
        let name = CharacterNormalizer.name(of: String(line.text))
        return script.finding(
          .cueWithoutBlank,
          "\(name) is read as part of this \(element.elementType == .action ? "paragraph" : "speech"); "
            + "put an empty line above the name", at: element, line.position)
      }
    }
  }

  private func isCue(_ line: Substring, in script: CheckedScript) -> Bool {
    let name = CharacterNormalizer.name(of: String(line))
    return name.isInCapitals && script.knownNames.contains(CharacterNormalizer.folded(name))
  }
}

/// Roles that speak only once.
struct SingleSpeeches: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    let names = Dictionary(script.names.meanings.map { ($0.cue.element.elementText, $0.name) }) {
      first, _ in first
    }
    let owners = script.speeches.map { names[$0.cue.element.elementText] ?? $0.cue.name }
    let counts = Dictionary(owners.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(script.speeches, owners).compactMap { speech, owner in
      guard counts[owner] == 1 else { return nil }
      return script.finding(
        .speaksOnce, "\(speech.cue.name) speaks only here", at: speech.cue.element)
    }
  }
}

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
      let other = alikes.first(like: name.folded, takesDoubled: true) { other in
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

/// Lines of prose that look like speeches, in a book whose cast lists no names.
/// The narrator reads these lines, including the names.
struct UncastSpeakers: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    guard script.cast.characters.isEmpty, script.cast.speech.speakerLabels else { return [] }
    return SpeakerNames.likely(in: script.manuscript).map { speaker in
      script.finding(
        .uncastSpeaker,
        "\(speaker.name) looks like a speaker, but the narrator reads the name and the words; run "
          + "`guion2audio cast` to draft a cast that gives \(speaker.name) a voice",
        at: speaker.element)
    }
  }
}

/// Paragraphs directly below a speech that look like a continuation of the speech.
struct SplitDialogue: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.speeches.compactMap { speech in
      guard let last = speech.parts.last, speech.end < script.elements.count else { return nil }
      let next = script.elements[speech.end]
      guard script.isScreenplay(next), next.elementType == .action, !next.isCentered,
        !next.isForced, isOneLineBelow(next, last), isSpeech(next.elementText, script.language)
      else { return nil }
      return script.finding(
        .splitDialogue,
        "this looks like more of \(speech.cue.name)'s speech, but is read as action; if it is speech, "
          + "put two spaces on the empty line above; if it is action, write ! before it", at: next)
    }
  }

  /// Whether exactly one empty line is between the end of a speech and the paragraph after it.
  private func isOneLineBelow(_ next: GuionElement, _ last: GuionElement) -> Bool {
    guard let start = next.sourceRange?.start, let end = last.sourceRange?.end else { return false }
    return start.line == end.line + 2
  }

  /// Whether a paragraph looks like part of a speech.
  /// A paragraph looks like speech if it begins with a lower-case letter. If the whole paragraph is in brackets, the
  /// first letter after the opening bracket decides.
  /// In English, a paragraph also looks like speech if "I" is one of its first three words, as in "But then I". Text in
  /// brackets, text in capitals and text with quotation marks are exceptions to the English rule.
  private func isSpeech(_ text: String, _ language: String) -> Bool {
    if text.first?.isLowercase == true { return true }
    if text.hasPrefix("("), text.hasSuffix(")"), !text.dropLast().contains(")") {
      return text.dropFirst().first?.isLowercase == true
    }
    guard language.lowercased().hasPrefix("en"), !text.isInCapitals else { return false }
    guard !text.contains(where: { "\"“”".contains($0) }) else { return false }
    let words = text.split { !($0.isLetter || $0 == "'" || $0 == "’") }
    return words.prefix(3).contains { word in
      Self.firstPerson.contains(word.replacing("’", with: "'").description)
    }
  }

  private static let firstPerson: Set<String> = ["I", "I'm", "I'll", "I've", "I'd"]
}
