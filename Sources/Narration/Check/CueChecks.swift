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
