package import Hablare

/// How one line is spoken: the settings of a line of the file `NOVEL.voices`, which beat the cast and the directions of
/// the script (Documentation/speech.md, "Settings of a line").
package struct LineSettings: Sendable, Hashable, Codable {
  /// The pronunciation of a word, in words or in IPA.
  package struct Word: Sendable, Hashable, Codable {
    package var text: String
    package var say: String?
    package var ipa: String?
  }

  /// The factor of the voice's own tempo.
  package var rate: Double?
  /// The gain above the voice's own level, in decibels.
  package var gain: Double?
  /// Whether the line is whispered.
  package var whisper: Bool?
  /// The silence before and after the line, in milliseconds.
  package var before: Int?
  package var after: Int?
  /// The words that the voice stresses.
  package var stress: [String]?
  package var words: [Word]?
  /// The voice that speaks the line.
  package var voice: String?
  /// The number of the take, from 2, of a voice that speaks a line differently each time.
  package var take: Int?

  /// The numbers of further takes.
  private static let takes = 2...99

  package init() {}

  /// Whether nothing is set.
  package var isEmpty: Bool { text.isEmpty }

  package var uri: VoiceURI? { voice.flatMap { try? VoiceURI.requested($0) } }

  /// Returns what is wrong with the settings; nil if they can be used.
  package var problem: String? {
    if let rate, !VoiceURI.rateRange.contains(rate) {
      return "rate is a number from \(Self.words(VoiceURI.rateRange))"
    }
    if let gain, !VoiceURI.gainRange.contains(gain) {
      return "gain is a number from \(Self.words(VoiceURI.gainRange))"
    }
    for (name, pause) in [("before", before), ("after", after)] {
      guard let pause else { continue }
      if !(0...Pauses.longest).contains(pause) {
        return "\(name) is a number of milliseconds from 0 to \(Pauses.longest)"
      }
    }
    if let take, !Self.takes.contains(take) {
      return "take is a whole number from \(Self.takes.lowerBound) to \(Self.takes.upperBound)"
    }
    if let voice, uri == nil { return "\"\(voice)\" is not the address of a voice" }
    let said = (words ?? []).flatMap { [$0.text, $0.say ?? $0.ipa ?? ""] }
    if (said + (stress ?? [])).contains(where: { !$0.contains { $0.isLetter || $0.isNumber } }) {
      return "a word needs letters"
    }
    let all = said + (stress ?? []) + [voice ?? ""]
    if all.contains(where: { $0.count > 200 || $0.contains(where: \.isNewline) }) {
      return "a word or a voice has at most 200 letters, on one line"
    }
    return nil
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    "\(number(range.lowerBound)) to \(number(range.upperBound))"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

// MARK: - As text

extension LineSettings {
  /// The settings as they are written: `rate 0.9, whisper, stress "never"`.
  package var text: String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    var parts: [String] = []
    if let rate { parts.append("rate \(Self.number(rate))") }
    if let gain { parts.append("gain \(Self.number(gain))") }
    if let whisper { parts.append(whisper ? "whisper" : "aloud") }
    if let before { parts.append("before \(before)") }
    if let after { parts.append("after \(after)") }
    for word in stress ?? [] { parts.append("stress \(quoted(word))") }
    for word in words ?? [] {
      if let ipa = word.ipa {
        parts.append("ipa \(quoted(word.text)) \(quoted(ipa))")
      } else {
        parts.append("say \(quoted(word.text)) \(quoted(word.say ?? ""))")
      }
    }
    if let voice { parts.append("voice \(quoted(voice))") }
    if let take { parts.append("take \(take)") }
    return parts.joined(separator: ", ")
  }

  /// Reads the settings at the start of a text, up to the word `ch`, and removes them from the text.
  ///
  /// Adds the names of settings that occur twice to `repeated`; the last one counts. Throws what is wrong.
  init(reading text: inout Substring, repeated: inout [String]) throws(Problem) {
    self.init()
    var tokens = Tokens(text: text)
    var seen: Set<String> = []
    while let token = tokens.next(), token != .word("ch") {
      guard case .word(let name) = token else { throw Problem("a setting begins with its name") }
      let isList = ["stress", "say", "ipa"].contains(name)
      if !isList, !seen.insert(name == "aloud" ? "whisper" : name).inserted {
        repeated.append(name)
      }
      switch name {
      case "rate": rate = try tokens.number(of: name)
      case "gain": gain = try tokens.number(of: name)
      case "whisper": whisper = true
      case "aloud": whisper = false
      case "before", "after":
        guard let value = Int(exactly: try tokens.number(of: name)) else {
          throw Problem("\(name) is a whole number of milliseconds")
        }
        if name == "before" { before = value } else { after = value }
      case "stress": stress = (stress ?? []) + [try tokens.quoted(of: name)]
      case "say", "ipa":
        let (word, sound) = (try tokens.quoted(of: name), try tokens.quoted(of: name))
        words =
          (words ?? []) + [
            name == "say" ? Word(text: word, say: sound) : Word(text: word, ipa: sound)
          ]
      case "voice": voice = try tokens.quoted(of: name)
      case "take":
        guard let value = Int(exactly: try tokens.number(of: name)) else {
          throw Problem("take needs a whole number")
        }
        take = value
      default:
        throw Problem(
          "there is no setting \"\(name)\"; the settings are rate, gain, whisper, aloud, before, after, stress, say, ipa, voice and take"
        )
      }
      text = tokens.text
    }
    if let problem { throw Problem(problem) }
    if isEmpty { throw Problem("the line has no settings") }
  }

  /// What is wrong with the settings of a line.
  struct Problem: Error {
    var words: String
    init(_ words: String) { self.words = words }
  }

  /// The words and quoted texts of the settings.
  private struct Tokens {
    enum Token: Equatable {
      case word(String)
      case quoted(String)
    }

    var text: Substring

    mutating func next() -> Token? {
      text = text.drop { $0.isWhitespace || $0 == "," }
      guard let first = text.first else { return nil }
      if first == "\"" {
        text.removeFirst()
        var words = ""
        while let letter = text.popFirst(), letter != "\"" {
          words.append(letter == "\\" ? text.popFirst() ?? letter : letter)
        }
        return .quoted(words)
      }
      let word = text.prefix { !$0.isWhitespace && $0 != "," && $0 != "\"" }
      text = text.dropFirst(word.count)
      return .word(String(word))
    }

    mutating func number(of name: String) throws(Problem) -> Double {
      guard case .word(let word) = next(), let value = Double(word), value.isFinite else {
        throw Problem("\(name) needs a number")
      }
      return value
    }

    mutating func quoted(of name: String) throws(Problem) -> String {
      guard case .quoted(let words) = next() else {
        throw Problem("\(name) needs a text in quotation marks")
      }
      return words
    }
  }
}
