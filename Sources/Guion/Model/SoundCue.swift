import Foundation

/// A sound, music or ambience that a script asks for: `[[Sound: door slams]]`, `SFX: A DOOR SLAMS`.
package struct SoundCue: Sendable, Hashable {
  /// The part of a production that a sound belongs to.
  package enum Bus: String, Sendable, CaseIterable, Codable {
    case effects, ambience, music
  }

  /// A cast's own words before the colon, folded.
  package typealias Words = [String: Bus]

  /// How a sound relates to the lines after it.
  package enum Mode: Sendable {
    /// The sound goes on beneath the next lines.
    case under
    /// The sound is heard before the next line.
    case wait
    /// The sound ends.
    case stop
  }

  package var bus: Bus
  /// The words that name the sound, without the word before the colon and without the mode.
  /// Empty if every sound of the bus stops.
  package var name: String
  /// The mode; nil if the script does not state one.
  package var mode: Mode?
  /// The line of the document, counted from 1; 0 if unknown.
  package var line: Int32 = 0
  /// The number of the document, counted from 0.
  package var source: Int32 = 0

  /// Reads the words of a note or of a line such as `MUSIC: THEME, UNDER`; nil if they ask for no sound.
  package init?(_ text: some StringProtocol, words: Words = [:]) {
    guard let colon = text.utf8.prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let label = Self.folded(text[..<colon])
    guard let bus = words[label] ?? Self.labels[label] else { return nil }
    self.init(bus, named: text[text.index(after: colon)...])
    if name.isEmpty, mode != .stop { return nil }
  }

  /// Reads a name with an optional mode: "theme, under", "stop rain".
  package init(_ bus: Bus, named text: some StringProtocol) {
    self.bus = bus
    var words = text.split(whereSeparator: \.isWhitespace).map { String($0) }
    if let first = words.first, Self.modes[Self.folded(first)] == .stop {
      mode = .stop
      words.removeFirst()
    } else if let last = words.last, let found = Self.modes[Self.folded(last)],
      words.count == 1 || words[words.count - 2].hasSuffix(",") || words[words.count - 2] == "-"
    {
      mode = found
      words.removeLast()
      if words.last == "-" { words.removeLast() }
    }
    let joined = words.joined(separator: " ")
    name = String(joined.trimmed(of: " ,.;!\"“”"))
  }

  /// Reads a comment of HTML with its signs, or a note; nil if it asks for no sound.
  package init?(comment: String, words: Words = [:]) {
    var text = Substring(comment)
    if text.hasPrefix("<!--"), text.hasSuffix("-->"), text.utf8.count < 400 {
      text = text.dropFirst(4).dropLast(3)
    }
    self.init(text, words: words)
  }

  /// Returns the cue of an element; nil if the element asks for no sound.
  package init?(_ element: GuionElement, words: Words = [:]) {
    switch element.elementType {
    case .sound: self.init(element.elementText, words: words)
    case .comment: self.init(comment: element.elementText, words: words)
    default: return nil
    }
    guard let range = element.sourceRange else { return }
    (line, source) = (Int32(clamping: range.start.line), Int32(clamping: range.source))
  }

  /// Whether a cue that is noted between two scenes belongs to the scene below: if it is on the line above the heading,
  /// or if it is a sound that goes on, which the end of the scene above would end at once.
  package func isBelow(heading: Int32?) -> Bool {
    guard mode != .stop else { return false }
    return line > 0 && line + 1 == heading || mode == .under || bus == .ambience && mode == nil
  }

  /// Whether two cues have the same name.
  package func isNamed(as other: SoundCue) -> Bool {
    Self.folded(name) == Self.folded(other.name)
  }

  /// Returns words without case, accents and blanks at their ends.
  package static func folded(_ words: some StringProtocol) -> String {
    words.split(whereSeparator: \.isWhitespace).joined(separator: " ").trimmed(of: " ,.;!\"“”")
      .withoutCaseAndAccents
  }

  /// The words before the colon, folded, of the four languages.
  private static let labels: [String: Bus] = {
    let words: [(Bus, [String])] = [
      (
        .effects,
        [
          "sound", "sounds", "sound effect", "sound effects", "sfx", "fx", "effect", "son", "sons",
          "bruitage", "bruit", "geräusch", "geräusche", "ton", "sonido", "sonidos", "efecto",
          "efecto de sonido",
        ]
      ),
      (.music, ["music", "song", "musik", "musique", "música"]),
      (
        .ambience,
        [
          "ambience", "ambiance", "ambient", "atmos", "atmosphere", "atmo", "atmosphäre",
          "ambiente",
        ]
      ),
    ]
    return Dictionary(
      words.flatMap { bus, list in list.map { (folded($0), bus) } }, uniquingKeysWith: { $1 })
  }()

  private static let modes: [String: Mode] = [
    "under": .under, "sous": .under, "unter": .under, "bajo": .under, "background": .under,
    "wait": .wait, "attendre": .wait, "warten": .wait, "esperar": .wait,
    "stop": .stop, "stops": .stop, "out": .stop, "ends": .stop, "arret": .stop, "stopp": .stop,
    "ende": .stop, "aus": .stop, "fin": .stop, "parar": .stop, "para": .stop,
  ]
}

extension String {
  /// Whether a comment of HTML is a sound or a mark for the reader.
  func asksReader(_ soundWords: SoundCue.Words) -> Bool {
    ReadingMark(self) != nil || SoundCue(comment: self, words: soundWords) != nil
  }

  /// The form in which names are compared: without case and diacritics, with straight quotes.
  package var withoutCaseAndAccents: String {
    let isASCII = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
    if isASCII == true { return lowercased() }
    var view = String.UnicodeScalarView()
    for scalar in decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      view.append(scalar == "’" || scalar == "‘" ? "'" : scalar)
    }
    return String(view).lowercased()
  }
}

extension StringProtocol {
  /// Returns the text without some characters at its ends.
  fileprivate func trimmed(of characters: String) -> String {
    var rest = self[...]
    while let first = rest.first, characters.contains(first) { rest = rest.dropFirst() }
    while let last = rest.last, characters.contains(last) { rest = rest.dropLast() }
    return String(rest)
  }
}
