package import Guion

/// What casting knows of the roles of a script: portraits, sizes, and which roles meet.
/// It depends only on the elements, the cast and the language.
package struct CastingScript: Sendable {
  package struct Part: Sendable {
    package var name: String
    /// What a reader knows of the role.
    package var portrait: RolePortrait
    package internal(set) var speeches = 0
    /// The scenes in which the role speaks, in order.
    var scenes: [Int] = []
    /// How often the role and another role speak one after the other in a scene, by the index of the other role.
    var talks: [Int: Int] = [:]

    /// The class of the role; there are few classes, so an edit rarely changes the order of the roles.
    var size: Size { Size.allCases.last { speeches >= $0.rawValue } ?? .small }
  }

  /// A class of roles, by the least number of speeches.
  enum Size: Int, CaseIterable, Comparable {
    case small = 0
    /// The distances of voices decide.
    case large = 8
    /// Small roles do not share the voice.
    case leading = 32
    case principal = 128

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// The roles, in the order of their first cue.
  package private(set) var parts: [Part] = []
  /// The number of scenes.
  /// The text before the first scene is one, too.
  private(set) var scenes = 1

  package init(
    of elements: [GuionElement], cast: Cast, language: String
  ) {
    self.init(
      of: elements, cast: cast, names: CueNames(of: elements, cast: cast, language: language),
      language: language)
  }

  init(of elements: [GuionElement], cast: Cast, names: CueNames, language: String) {
    var people: [NameIndex.Person] = []
    var numbers: [String: Int] = [:]
    for meaning in names.meanings {
      let number = numbers[meaning.name] ?? people.count
      if number == people.count {
        numbers[meaning.name] = number
        people.append(NameIndex.Person(name: meaning.name, names: [meaning.name]))
      }
      if meaning.isOtherName, !meaning.isPlural { people[number].names.append(meaning.cue.name) }
    }
    let own = Dictionary(cast.characters.map { ($0.name, $0) }) { first, _ in first }
    for index in people.indices { people[index].names += own[people[index].name]?.aliases ?? [] }
    let portraits = PortraitReader.portraits(of: people, in: elements, language: language)
    parts = zip(people, portraits).map { person, portrait in
      Part(name: person.name, portrait: portrait.stated(by: own[person.name]))
    }
    // "EDWARD AND WILL" is a group unless EDWARD also speaks alone.
    let single = Set(names.meanings.filter { !$0.isPlural }.map(\.name))
    for (name, index) in numbers where !single.contains(name) && own[name] == nil {
      parts[index].portrait.becomeGroup(named: name)
    }
    let roles = Dictionary(
      names.meanings.map { ($0.cue.element.elementText, numbers[$0.name] ?? 0) }
    ) { first, _ in first }
    count(elements, roles)
  }

  /// Counts speeches, scenes and turns.
  private mutating func count(_ elements: [GuionElement], _ roles: [String: Int]) {
    var former: Int?
    for element in elements {
      switch element.elementType {
      case .sceneHeading, .sectionHeading:
        scenes += 1
        former = nil
      case .character:
        guard let role = roles[element.elementText] else { continue }
        parts[role].speeches += 1
        if parts[role].scenes.last != scenes - 1 { parts[role].scenes.append(scenes - 1) }
        if let former, former != role {
          parts[role].talks[former, default: 0] += 1
          parts[former].talks[role, default: 0] += 1
        }
        former = role
      default: break
      }
    }
  }
}

extension RolePortrait {
  /// Returns the portrait with what the cast says of the role.
  fileprivate func stated(by entry: Cast.Character?) -> RolePortrait {
    guard let entry, entry.gender != nil || entry.age != nil else { return self }
    var portrait = self
    if let gender = entry.gender {
      (portrait.gender, portrait.confidence, portrait.contradiction) = (gender, 1, nil)
      portrait.evidence = [RoleClue(kind: .cast, quote: "the cast", line: 0)]
    }
    if let age = entry.age {
      portrait.age = age
      // The evidence for the age of the script counts no more.
      let isKnown = portrait.gender != nil && portrait.kind == .person
      portrait.evidence = Array(portrait.evidence.prefix(isKnown ? 1 : 0))
      let clue = RoleClue(kind: .cast, quote: "the cast", line: 0)
      if portrait.evidence != [clue] { portrait.evidence.append(clue) }
    }
    return portrait
  }

  /// Makes a cue such as "EDWARD AND WILL" a group, of whose gender nothing is known.
  fileprivate mutating func becomeGroup(named name: String) {
    kind = .group
    (gender, confidence, contradiction, relative) = (nil, 0, nil, nil)
    evidence = [RoleClue(kind: .name, quote: name, line: 0)]
  }
}
