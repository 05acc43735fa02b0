import Basics

/// Options in sentences: "use --dry-run", "the -f flag".
extension PlainMarks {
  /// Returns the text with words for the dashes of options: "--dry-run", "-f". A text with other double hyphens stays,
  /// because they part its sentences.
  static func namingOptions(_ text: String, _ dash: String, isEnglish: Bool) -> String {
    guard text.hasByte(0x2D), text.hasText(" -") || text.contains(/(?:^|[(\["“])-/) else {
      return text
    }
    var text = CodeWords.withNegation(text)
    if text.hasText("--"), !text.contains(/--(?![a-z])|[^\s(\["“]--/) {
      text.replace(
        /(^|[(\[]|[:,|\]] |(?:^|[^\p{L}])(\p{L}+) )--([a-z][a-z0-9]*)((?:-[a-z0-9]+)*=?)/
      ) {
        let isOption =
          $0.2.map { optionOpeners.contains($0.lowercased()) } != false
          && !sentenceOpeners.contains(String($0.3)) || !$0.4.isEmpty
        return isOption ? "\($0.1)\(dash) \(dash) \($0.3)\($0.4)" : "\($0.0)"
      }
    }
    guard isEnglish else { return text }
    return text.replacing(shortOption) {
      "\($0.1)\(dash) \($0.2)\($0.2 == "a" ? String(LetterNames.letterMark) : "")"
    }
  }

  /// Returns the text with a word for the full stop before the size of a rented machine: "m5.2xlarge".
  static func namingSizes(_ text: String, _ dot: String) -> String {
    guard text.hasText("xlarge") else { return text }
    return text.replacing(/(^|[a-z0-9-]|\s)\.(?=\d{1,3}xlarge\b)/) { "\($0.1) \(dot) " }
  }

  /// One letter, or a name with an underscore. "-I am" and "-ing" are no options.
  private static var shortOption: Regex<(Substring, Substring, Substring)> {
    #/(^|[\s("“])-((?:[B-HJ-NP-Zb-z](?=$|[\s,;:)=|"”]|\.(?! ?\p{Lu}))|[AIOa](?=$|[,;:)=|"”])|[a-z]+_\w+))/#
  }

  /// Words that stand before options in sentences and commands.
  private static let optionOpeners: Set<String> = [
    "add", "and", "as", "build", "by", "clone", "commit", "config", "create", "flag", "flags",
    "init", "install", "is", "like", "list", "log", "option", "options", "or", "parameter", "pass",
    "passing", "push", "remove", "run", "set", "specify", "start", "switch", "test", "the",
    "update", "upgrade", "use", "using", "via", "with",
  ]
}
