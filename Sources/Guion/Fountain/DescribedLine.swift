/// What the words of a line say about people.
struct DescribedLine {
  /// Whether the line begins with a speaker in capitals and what the speaker does: `LARRY stares`.
  var isAboutSpeaker = false
  /// Whether the line begins with what a person does: `He nods`, `Larry sits`.
  var isDescription = false
  /// Whether the line begins as the description of a scene does: `We are close on Larry`.
  var isScene = false
  /// Whether the line begins with what people on the screen do, or the camera: `His WIFE turns`, `CAMERA PANS`.
  var isStaged = false
  var namesSpeakerInCapitals = false
  /// Whether somebody speaks: "I", "you", a question.
  var isPersonal = false

  init(_ line: String, _ speakers: Set<String>) {
    let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    isPersonal =
      line.hasSuffix("?")
      || words.contains {
        Self.personal.contains($0.lowercased().filter { $0.isLetter || $0 == "'" })
      }
    namesSpeakerInCapitals = words.contains {
      speakers.contains(String($0.prefix(while: \.isLetter))) && $0.count > 2
    }
    isStaged = ["Beat.", "A beat.", "Pause."].contains(line)
    guard words.count > 1, !isStaged else { return }
    let count = (1...3).last {
      $0 < words.count && speakers.contains(words[..<$0].joined(separator: " ").uppercased())
    }
    let verb = words[count ?? 1].filter(\.isLetter)
    let isPresent = Self.isPresent(verb)
    let isStage = Self.verbs.contains(verb)
    let isPronoun = ["He", "She"].contains(words[0])
    isAboutSpeaker = isPresent && count != nil && words[0] == words[0].uppercased()
    isDescription = isAboutSpeaker || isStage && (count != nil || isPronoun)
    let isCamera = words[0] == "We" && ["are", "hear", "see", "cut"].contains(words[1])
    isScene =
      isCamera || isDescription || isPresent && (count != nil || isPronoun)
      || words[0] == "As" && words.count > 3
    // "Off he goes."
    let isGone = words[0] == "Off" && ["he", "she", "they"].contains(words[1])
    isStaged =
      isDescription || isGone || words[0] == "CAMERA" || Self.isStaged(words, speakers)
  }

  /// Whether words begin with a person behind an article and what the person does: `His Secretary stops`, `The MAN nods`.
  private static func isStaged(_ words: [String], _ speakers: Set<String>) -> Bool {
    // "Ann and Bob shake hands."
    if words.count > 3, words[1] == "and", [words[0], words[2]].allSatisfy(speakers.hasName) {
      return verbs.contains(words[3].filter(\.isLetter) + "s")
    }
    guard ["His", "Her", "Their", "The", "A", "An"].contains(words[0]),
      let verb = words.prefix(5).firstIndex(where: { verbs.contains($0.filter(\.isLetter)) }),
      verb > 1
    else { return false }
    let noun = words[verb - 1]
    return speakers.contains(noun.uppercased()) || noun.count > 2 && noun == noun.uppercased()
      || words[0].hasPrefix("H") && noun.first?.isUppercase == true
  }

  /// Whether a word has the form of what somebody does now: "takes".
  static func isPresent(_ word: String) -> Bool {
    word.first?.isLowercase == true && word.hasSuffix("s") && !past.contains(word)
  }

  /// Whether a name is that of a room or a road.
  static func isPlace(_ name: String) -> Bool {
    name.split(separator: " ").last.map { rooms.contains(String($0)) } ?? false
  }

  private static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// What is so for a long time, and no act on a stage.
  static let states: Set<String> = [
    "is", "has", "owns", "lives", "works", "likes", "loves", "wants", "knows", "thinks", "says",
    "needs", "hates", "seems", "does", "means", "gets", "believes", "always",
  ]
  private static let personal = set(
    "i me my mine myself i'm i'll i've i'd you your yours you're you'll you've you'd")
  private static let past = set("was as this his yes us its")
  private static let rooms = set(
    """
    INTERIOR EXTERIOR KITCHEN BEDROOM BATHROOM HALLWAY CORRIDOR CLASSROOM FOYER DOOR TABLE STREET YARD HOUSE \
    OFFICE ROOM COURTYARD SANCTUARY WOODS AREA OUTSIDE INSIDE
    """)
  /// What actors do, and what people in a story that somebody tells hardly do.
  private static let verbs = set(
    """
    walks steps rises turns looks stares enters exits sits stands nods smiles shakes thumps sighs pauses crosses \
    opens closes picks reaches leans glances gestures shrugs chuckles laughs wipes draws pulls pushes points waves \
    brightens clears raises lifts lowers bangs slams pounds indicates listens studies peers squints frowns grins \
    blinks winces kneels bends crouches leaps hurries heads strides paces exhales swallows drums claps erases trails \
    beams emerges approaches hesitates reacts interrupts stops continues watches gazes pops grabs bursts tosses plops \
    rushes storms nudges hugs kisses
    """)
}

extension Set<String> {
  /// Whether a word is the name of a speaker.
  fileprivate func hasName(_ word: String) -> Bool { contains(word.uppercased()) }
}
