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

  /// Returns the text with words for the signs of a shell: the mark of the variable in "echo $DISPLAY" and the prompt
  /// and the options of "[me@host ~]$ run --all". A short name in capitals can be that of a share: "$AAPL".
  static func namingShell(_ text: String, _ signs: [Unicode.Scalar: String]) -> String {
    guard text.hasByte(0x24), let dollar = signs["$"], let slash = signs["/"],
      let tilde = signs["~"], let dash = signs["-"]
    else { return text }
    var text = text
    if let prompt = text.prefixMatch(
      of: /\[?([a-z][\w.-]*@\w[\w.-]*)(?:[ :]([~\/][\w.\/-]*))?\]?\$ +(?=[a-z.\/~])/)
    {
      let place = prompt.2.map { " " + $0.replacing("~", with: tilde) } ?? ""
      let command = text[prompt.range.upperBound...].replacing(
        /\ --(?=[a-z])/
      ) { _ in " \(dash) \(dash) " }
      text = "\(prompt.1)\(place), \(command)"
    }
    // The first test is fast: most texts with this mark have prices.
    let mayHaveName = zip(text.utf8, text.utf8.dropFirst()).contains {
      $0 == 0x24 && (0x41...0x5A ~= $1 || $1 == 0x7B)
    }
    guard mayHaveName else { return text }
    return text.replacing(
      /(^|[\s("“'=:\/]|(echo|cd|export|unset|printenv|ls|source) )\$(?:([A-Z][A-Z0-9_]+)|\{([A-Za-z_]\w+)\})(?![\w$€])(\/(?=\w))?/
    ) { match in
      let name = match.3 ?? match.4 ?? ""
      let isVariable =
        match.2 != nil || match.4 != nil || match.5 != nil || name.utf8.count > 5
        || name.contains("_") || variables.contains(name)
      guard isVariable else { return String(match.output.0) }
      return "\(match.1)\(dollar) \(name)" + (match.5 == nil ? "" : " \(slash) ")
    }
  }

  /// The short names of variables of a shell.
  private static let variables: Set<Substring> = [
    "EDITOR", "HOME", "IFS", "LANG", "PAGER", "PATH", "PS1", "PWD", "SHELL", "TERM", "TMP", "UID",
    "USER",
  ]

  /// Returns the text with a blank between an equals sign and a value in quotation marks: "status='offline'".
  static func apartValues(_ text: String) -> String {
    guard text.hasText("='") || text.hasText("=\"") else { return text }
    return text.replacing(/(\w)=(?=['"][^\s'"])/) { "\($0.1)= " }
  }

  /// Returns the text with a word for an asterisk in place of a name: "*@example.org".
  static func namingStars(_ text: String, _ star: String) -> String {
    guard text.hasText("*@") else { return text }
    return text.replacing(/(^|[\s("“'])\*(?=@\w)/) { "\($0.1)\(star) " }
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

/// Emoji in the notation of sites that host documents: `:bulb:` is 💡.
enum Shortcodes {
  /// Returns the text with emoji instead of codes.
  /// Unknown codes are replaced by a space.
  /// A code is between two colons and consists of lower-case letters, digits, `_`, `+` and `-`. At least one of these
  /// characters is not a digit. A code is not part of a word: "10:30:15", "a:b:c" and "see:https://…" contain no codes.
  /// If `joins` is true, a plus between two unknown codes is not read either.
  static func opened(_ text: String, joins: Bool = false) -> String {
    guard text.utf8.count(where: { $0 == 0x3A }) > 1 else { return text }
    let input = Array(text.unicodeScalars)
    var output: Scalars = []
    var index = 0
    while index < input.count {
      guard input[index] == ":", let end = end(of: input, from: index) else {
        output.append(input[index])
        index += 1
        continue
      }
      let sign = emoji[input[(index + 1)..<end].text]
      output.append(contentsOf: (sign ?? " ").unicodeScalars)
      index = end + 1
      if joins, sign == nil, let next = codeBehindPlus(input, from: index) { index = next }
    }
    return output.text
  }

  /// Returns the index of the code that follows after a plus, or nil.
  private static func codeBehindPlus(_ input: Scalars, from start: Int) -> Int? {
    var index = start
    var pluses = 0
    while index < input.count, input[index] == " " || input[index] == "+" {
      if input[index] == "+" { pluses += 1 }
      index += 1
    }
    guard pluses == 1, index < input.count, input[index] == ":", end(of: input, from: index) != nil
    else { return nil }
    return index
  }

  /// Returns the index of the colon that ends a code, or nil if no code begins here.
  private static func end(of input: Scalars, from start: Int) -> Int? {
    if start > 0, input[start - 1].isLetterOrDigit || input[start - 1] == ":" { return nil }
    var end = start + 1
    while end < input.count, isPart(input[end]), end - start < 40 { end += 1 }
    guard end > start + 1, end < input.count, input[end] == ":",
      input[(start + 1)..<end].contains(where: { !$0.isDigit }),
      end + 1 == input.count || !input[end + 1].isLetterOrDigit && input[end + 1] != "/"
    else { return nil }
    return end
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.isLower || scalar.isDigit || scalar == "_" || scalar == "+" || scalar == "-")
  }

  /// The most frequent codes in documents (GitHub's gemoji list).
  private static let emoji: [String: String] = [
    "+1": "👍", "-1": "👎", "100": "💯", "art": "🎨", "beetle": "🪲", "bell": "🔔", "book": "📖",
    "books": "📚",
    "boom": "💥", "bug": "🐛", "bulb": "💡", "calendar": "📅", "chart_with_upwards_trend": "📈",
    "checkered_flag": "🏁",
    "clap": "👏", "clipboard": "📋", "closed_lock_with_key": "🔐", "computer": "💻",
    "construction": "🚧",
    "crossed_fingers": "🤞", "dart": "🎯", "diamond": "💎", "dizzy": "💫", "earth_africa": "🌍",
    "exclamation": "❗", "eyes": "👀", "file_folder": "📁", "fire": "🔥", "gear": "⚙️", "gem": "💎",
    "gift": "🎁",
    "globe_with_meridians": "🌐", "grin": "😁", "hammer": "🔨", "hammer_and_wrench": "🛠️",
    "handshake": "🤝",
    "heart": "❤️", "heavy_check_mark": "✔️", "hourglass": "⌛", "house": "🏠",
    "information_source": "ℹ️",
    "innocent": "😇", "joy": "😂", "key": "🔑", "label": "🏷️", "laughing": "😆", "link": "🔗",
    "lock": "🔒", "mag": "🔍",
    "mega": "📣", "memo": "📝", "microphone": "🎤", "money_with_wings": "💸", "moon": "🌙",
    "movie_camera": "🎥",
    "muscle": "💪", "musical_note": "🎵", "new": "🆕", "no_entry": "⛔", "notebook": "📓", "ok": "🆗",
    "ok_hand": "👌",
    "package": "📦", "paperclip": "📎", "pencil": "📝", "pencil2": "✏️", "penguin": "🐧",
    "point_right": "👉",
    "pray": "🙏", "pushpin": "📌", "question": "❓", "rainbow": "🌈", "raised_hands": "🙌",
    "recycle": "♻️",
    "robot": "🤖", "rocket": "🚀", "rose": "🌹", "rotating_light": "🚨", "scroll": "📜",
    "see_no_evil": "🙈",
    "shield": "🛡️", "skull": "💀", "smile": "😄", "smiley": "😃", "snail": "🐌", "snake": "🐍",
    "sos": "🆘",
    "sparkles": "✨", "speech_balloon": "💬", "star": "⭐", "star2": "🌟", "stopwatch": "⏱️",
    "sunglasses": "😎",
    "sunny": "☀️", "tada": "🎉", "thinking": "🤔", "thumbsup": "👍", "thumbsdown": "👎", "trophy": "🏆",
    "turtle": "🐢", "umbrella": "☔", "unlock": "🔓", "warning": "⚠️", "wave": "👋",
    "white_check_mark": "✅",
    "wink": "😉", "wrench": "🔧", "x": "❌", "zap": "⚡", "zzz": "💤",
  ]
}

/// Macros of text editors and templates, `{{…}}`, which are never read aloud.
enum Macros {
  static func count(in text: String) -> Int { ranges(in: text).count }

  /// Returns the text without its macros.
  /// If spaces separated the words before and after a macro, one space stays.
  static func removed(from text: String) -> String {
    let ranges = ranges(in: text)
    guard !ranges.isEmpty else { return text }
    var result = ""
    var start = text.startIndex
    for range in ranges {
      append(text[start..<range.lowerBound], to: &result)
      start = range.upperBound
    }
    append(text[start...], to: &result)
    return result
  }

  /// Appends the text after a macro.
  /// A second space is left out, and also a space before a punctuation mark.
  private static func append(_ text: Substring, to result: inout String) {
    guard !result.isEmpty, let first = text.first else { return result += text }
    if result.last == " ", first == " " || ".,;:!?".contains(first) { result.removeLast() }
    result += text
  }

  /// Returns the ranges of macros.
  /// Macros cannot be nested, and an unclosed macro is ordinary text.
  private static func ranges(in text: String) -> [Range<String.Index>] {
    guard text.hasByte(UInt8(ascii: "{")) else { return [] }
    var ranges: [Range<String.Index>] = []
    var opening: String.Index?
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      let isPair = next < bytes.endIndex && bytes[index] == bytes[next]
      if isPair, bytes[index] == UInt8(ascii: "{") {
        opening = index
        index = bytes.index(after: next)
      } else if isPair, bytes[index] == UInt8(ascii: "}"), let start = opening {
        let end = bytes.index(after: next)
        ranges.append(start..<end)
        (opening, index) = (nil, end)
      } else {
        index = next
      }
    }
    return ranges
  }
}
