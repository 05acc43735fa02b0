import Hablare

struct LicenceFilter {
  /// The word for every licence that allows commercial use.
  private static let commercial = "commercial"

  private let words: String

  /// Creates the filter, or returns nil if the option is not set.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments[.licence] else { return nil }
    guard !text.isEmpty else {
      throw UsageError("--licence needs a part of a licence name, or the word commercial")
    }
    words = text.lowercased()
  }

  /// Returns whether a licence passes the filter.
  /// A missing licence never passes.
  func accepts(_ licence: VoiceLicence?) -> Bool {
    guard let licence else { return false }
    if words == Self.commercial { return licence.commercialUse == .yes }
    return licence.name.lowercased().contains(words)
  }
}
