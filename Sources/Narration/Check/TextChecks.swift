import Guion
import Hablare

/// Speeches without a letter or digit.
struct UnspeakableSpeeches: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.speeches.flatMap { speech in
      speech.parts.compactMap { part in
        guard part.elementType != .parenthetical, isMute(part.elementText, script) else {
          return nil
        }
        return script.finding(
          .unspeakableText,
          "no engine makes a sound of \"\(part.elementText.prefix(20))\"; write what is heard",
          at: part)
      }
    }
  }

  /// Signs such as % are read by their names, and so are emoji unless the cast leaves them out.
  private func isMute(_ text: String, _ script: CheckedScript) -> Bool {
    guard !text.hasLetterOrDigit, text.contains(where: { !$0.isWhitespace }) else { return false }
    if text.contains(where: { "&%$€£¥+=@#".contains($0) }) { return false }
    return script.cast.speech.emoji == .skip || Emoji.removed(from: text) == text
  }
}

/// Paragraphs and speeches that are longer than a service takes at once.
struct LongLines: ScriptCheck {
  /// What the services take at once, in characters: the least of ElevenLabs' models, and OpenAI's
  /// `input` (Documentation/providers.md).
  private static let limits = [("ElevenLabs", "elevenlabs", 2_000), ("OpenAI", "openai", 4_096)]

  func findings(in script: CheckedScript) -> [Diagnostic] {
    let named = Set(script.cast.voiceReferences.map(\.uri.providerId))
    let paid = Self.limits.filter { named.contains($0.1) }
    guard let limit = paid.min(by: { $0.2 < $1.2 }) ?? Self.limits.last else { return [] }
    return script.elements.compactMap { element in
      guard element.elementType == .dialogue || element.elementType == .action else { return nil }
      // Bytes are counted at once, and there is never one less than characters.
      guard element.elementText.utf8.count > limit.2 else { return nil }
      let count = element.elementText.unicodeScalars.count
      guard count > limit.2 else { return nil }
      return script.finding(
        .longLine,
        "this has \(count) characters; \(limit.0) takes \(limit.2) at once and speaks it in pieces; "
          + "break it where a pause does no harm", at: element)
    }
  }
}

/// Directions that mean no delivery, each once.
struct UnmatchedDirections: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    guard script.cast.speech.parentheticals == .direct else { return [] }
    let table = DeliveryTable(languageCode: script.language, additions: script.cast.delivery)
    var seen: [String: Int] = [:]
    var firsts: [GuionElement] = []
    for element in script.elements where element.elementType == .parenthetical {
      let words = element.elementText.lowercased()
      if seen[words, default: 0] == 0 { firsts.append(element) }
      seen[words, default: 0] += 1
    }
    return firsts.compactMap { element in
      guard table.delivery(for: element.elementText) == nil,
        !PhysicalBusiness.isAll(of: element.elementText, language: script.language)
      else { return nil }
      let count = seen[element.elementText.lowercased()] ?? 1
      let times = count == 1 ? "" : " (\(count) times in all)"
      return script.finding(
        .unmatchedDirection, "(\(element.elementText)) asks for no delivery that is known\(times)",
        at: element)
    }
  }
}
