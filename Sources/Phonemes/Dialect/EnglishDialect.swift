/// The Englishes that voices speak.
public enum EnglishDialect: String, Sendable, CaseIterable {
  case american, british
}
