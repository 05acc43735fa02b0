package import Guion

/// A sound, music or ambience that a script asks for: `[[Sound: door slams]]`, `SFX: A DOOR SLAMS`.
package struct SoundCue: Sendable, Hashable {
  /// The part of a production that a sound belongs to.
  package enum Bus: String, Sendable, CaseIterable, Codable {
    case effects, ambience, music
  }

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
  /// `words` are a cast's own words before the colon, folded.
  init?(_ text: some StringProtocol, words: [String: Bus] = [:]) {
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

  /// Returns the cue of an element; nil if the element asks for no sound.
  package init?(_ element: GuionElement, words: [String: Bus] = [:]) {
    switch element.elementType {
    case .sound: self.init(element.elementText, words: words)
    case .comment:
      var text = Substring(element.elementText)
      if text.hasPrefix("<!--"), text.hasSuffix("-->"), text.utf8.count < 400 {
        text = text.dropFirst(4).dropLast(3)
      }
      self.init(text, words: words)
    default: return nil
    }
    line = Int32(clamping: element.line)
    source = Int32(clamping: element.source)
  }

  /// Whether a cue that is noted between two scenes belongs to the scene below: if it is on the line above the heading,
  /// or if it is a sound that goes on, which the end of the scene above would end at once.
  func isBelow(heading: Int32?) -> Bool {
    guard mode != .stop else { return false }
    return line > 0 && line + 1 == heading || mode == .under || bus == .ambience && mode == nil
  }

  /// Whether two cues have the same name.
  package func isNamed(as other: SoundCue) -> Bool {
    Self.folded(name) == Self.folded(other.name)
  }

  /// Returns words without case, accents and blanks at their ends.
  static func folded(_ words: some StringProtocol) -> String {
    CharacterNormalizer.folded(
      words.split(whereSeparator: \.isWhitespace).joined(separator: " ").trimmed(of: " ,.;!\"“”"))
  }

  /// The words before the colon, folded, of the four languages.
  private static let labels: [String: Bus] = {
    let words: [(Bus, [String])] = [
      (.effects, SoundLabels.effects), (.music, SoundLabels.music),
      (.ambience, SoundLabels.ambience),
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

extension StringProtocol {
  /// Returns the text without some characters at its ends.
  fileprivate func trimmed(of characters: String) -> String {
    var rest = self[...]
    while let first = rest.first, characters.contains(first) { rest = rest.dropFirst() }
    while let last = rest.last, characters.contains(last) { rest = rest.dropLast() }
    return String(rest)
  }
}

/// A sound at its place in a table read.
package struct PlacedCue: Sendable, Hashable {
  /// The passage before which the sound stands; the number of passages if it stands after the last.
  package var passage: Int
  /// The span of the passage's first item before which the sound stands.
  package var span = 0
  /// The sound; nil for the end of a scene, which ends beds.
  package var cue: SoundCue?

  package init(passage: Int, span: Int = 0, cue: SoundCue?) {
    (self.passage, self.span, self.cue) = (passage, span, cue)
  }
}
