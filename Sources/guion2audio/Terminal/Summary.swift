import Audiobook
import Basics

/// Texts for the closing line of a command.
enum Summary {
  /// Returns a text such as `estimated 131.2 minutes, the folder has 128.9 (+1.8 %)`.
  static func accuracy(_ accuracy: EstimateAccuracy, actual words: String) -> String {
    let error = Quantity.tenths(accuracy.error * 100)
    let (estimated, actual) = (
      Quantity.minutes(accuracy.estimated), Quantity.tenths(accuracy.actual / 60)
    )
    return "estimated \(estimated), \(words) \(actual) ("
      + "\(error.hasPrefix("-") ? "" : "+")\(error) %)"
  }
}
