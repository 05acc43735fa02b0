/// The dialects of English that voices speak.
package enum EnglishDialect: String, Sendable, CaseIterable {
  case american, british
}
