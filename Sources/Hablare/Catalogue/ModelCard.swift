import Basics

/// The card of a Piper voice: a Markdown page that states the licence of the training data.
struct ModelCard: Sendable {
  /// The ending of the name of the card's file.
  static let ending = ".MODEL_CARD"

  /// The terms of use.
  let licence: VoiceLicence

  /// Parses a card.
  ///
  /// The licence is the text after `License:`, or the paragraph below a heading `License`.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.filter { !$0.isNewline }).trimmed
    }
    let stated = Self.field(in: lines) ?? Self.section(in: lines)
    licence = stated.map(LicenceReader.licence) ?? .unknown
  }

  private static let keys = ["license", "licence"]

  private static func field(in lines: [String]) -> String? {
    for line in lines {
      let words = String(line.drop { "*-# ".contains($0) })
      guard let colon = words.firstIndex(of: ":"), keys.contains(words[..<colon].lowercased())
      else { continue }
      let value = String(words[words.index(after: colon)...]).trimmed
      if !value.isEmpty { return value }
    }
    return nil
  }

  private static func section(in lines: [String]) -> String? {
    guard
      let heading = lines.firstIndex(where: {
        $0.hasPrefix("#") && keys.contains(String($0.drop { "# ".contains($0) }).lowercased())
      })
    else { return nil }
    let paragraph = lines[(heading + 1)...].drop(while: \.isEmpty).prefix {
      !$0.isEmpty && !$0.hasPrefix("#")
    }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }
}
