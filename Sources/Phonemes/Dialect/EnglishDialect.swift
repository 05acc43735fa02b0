/// The dialects of English that voices speak.
public enum EnglishDialect: String, Sendable, CaseIterable {
  case american, british
}
