import Basics

/// Emoji in the notation of sites that host documents: `:bulb:` is 💡.
enum Shortcodes {
  /// Returns the text with emoji instead of codes.
  /// Unknown codes are replaced by a space.
  /// A code is between two colons and consists of lower-case letters, digits, `_`, `+` and `-`. At least one of these
  /// characters is not a digit. A code is not part of a word: "10:30:15", "a:b:c" and "see:https://…" contain no codes.
  static func opened(_ text: String) -> String {
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
      output.append(contentsOf: (emoji[input[(index + 1)..<end].text] ?? " ").unicodeScalars)
      index = end + 1
    }
    return output.text
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
