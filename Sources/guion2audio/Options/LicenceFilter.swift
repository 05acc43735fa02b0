import Hablare

/// The words of `--licence`.
struct LicenceFilter {
  /// The word for every licence that allows commercial use.
  private static let commercial = "commercial"

  private let words: String

  /// The words that were typed; nil if there are none.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments[.licence] else { return nil }
    guard !text.isEmpty else { throw UsageError("--licence needs words, or commercial") }
    words = text.lowercased()
  }

  /// Whether a licence is asked for; a voice without one never is.
  func accepts(_ licence: VoiceLicence?) -> Bool {
    guard let licence else { return false }
    if words == Self.commercial { return licence.commercialUse == .yes }
    return licence.name.lowercased().contains(words)
  }
}
