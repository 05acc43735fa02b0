/// A noun that can be counted: its singular, its plural and its gender.
struct Noun: Sendable, Equatable {
  var one: String
  var many: String
  var gender: Gender

  init(_ one: String, _ many: String, _ gender: Gender = .masculine) {
    (self.one, self.many, self.gender) = (one, many, gender)
  }

  /// Parses "m mile miles" or "mile miles": an optional letter for the gender, then singular and plural.
  /// `_` is a space.
  init?(_ text: Substring) {
    var parts = text.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    var gender = Gender.masculine
    if let letter = parts.first, let known = Self.genders[letter] {
      gender = known
      parts.removeFirst()
    }
    guard let one = parts.first, parts.count <= 2 else { return nil }
    self.init(one, parts.count > 1 ? parts[1] : one, gender)
  }

  private static let genders: [String: Gender] = [
    "m": .masculine, "f": .feminine, "n": .neuter,
  ]

  func word(isOne: Bool) -> String { isOne ? one : many }
}
