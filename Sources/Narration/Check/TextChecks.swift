import Guion
import Hablare

/// Speeches without letters or digits.
struct UnspeakableSpeeches: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.speeches.flatMap { speech in
      speech.parts.compactMap { part in
        guard part.elementType != .parenthetical, isUnspeakable(part.elementText, script) else {
          return nil
        }
        return script.finding(
          .unspeakableText,
          "no voice can speak \"\(part.elementText.prefix(20))\"; write a sound in words, such as \"Hm\"",
          at: part)
      }
    }
  }

  /// Whether no voice can speak a text.
  /// Voices read symbols such as % by name. Voices also name emoji, unless the cast leaves emoji out.
  private func isUnspeakable(_ text: String, _ script: CheckedScript) -> Bool {
    guard !text.hasLetterOrDigit, text.contains(where: { !$0.isWhitespace }) else { return false }
    if text.contains(where: { "&%$€£¥+=@#".contains($0) }) { return false }
    return script.cast.speech.emoji == .skip || Emoji.removed(from: text) == text
  }
}

/// Paragraphs and speeches that are longer than the limit of a service.
struct LongLines: ScriptCheck {
  /// The services with a limit for one request, in characters of text (Documentation/providers.md),
  /// the lowest limit first.
  private static let limits = ProviderFacts.builtIn.compactMap { facts in
    facts.textLimit.map { (name: facts.name, id: facts.id, characters: $0) }
  }.sorted { $0.characters < $1.characters }

  func findings(in script: CheckedScript) -> [Diagnostic] {
    let named = Set(script.cast.voiceReferences.map(\.uri.providerId))
    // If the cast names no such service, only the highest limit matters.
    guard let limit = Self.limits.first(where: { named.contains($0.id) }) ?? Self.limits.last
    else { return [] }
    return script.elements.compactMap { element in
      guard element.elementType == .dialogue || element.elementType == .action else { return nil }
      // Bytes are counted in constant time, and a text never has fewer bytes than characters. So this check excludes
      // most texts.
      guard element.elementText.utf8.count > limit.characters else { return nil }
      let count = element.elementText.unicodeScalars.count
      guard count > limit.characters else { return nil }
      return script.finding(
        .longLine,
        "this text has \(count) characters, but \(limit.name) accepts \(limit.characters) in one request, so "
          + "voices of \(limit.name) speak the text in pieces; split it where a pause does no harm",
        at: element)
    }
  }
}

/// Directions that match no known delivery.
/// Each direction is reported once.
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
      let times = count == 1 ? "" : " (\(count) times)"
      return script.finding(
        .unmatchedDirection,
        "(\(element.elementText)) is not a known direction, so most voices ignore it\(times)",
        at: element)
    }
  }
}
