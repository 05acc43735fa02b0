import Audiobook
import Basics

/// Texts for the closing line of a command.
enum Summary {
  /// Returns a text such as
  /// `estimated 131.2 minutes, the folder has 128.9 minutes: the estimate is 1.8 % too long`.
  static func accuracy(_ accuracy: EstimateAccuracy, actual words: String) -> String {
    let (estimated, actual) = (
      Quantity.minutes(accuracy.estimated), Quantity.minutes(accuracy.actual)
    )
    let error = Quantity.tenths(abs(accuracy.error) * 100)
    let verdict =
      error == "0.0" ? "right" : "\(error) % too \(accuracy.error > 0 ? "long" : "short")"
    return "estimated \(estimated), \(words) \(actual): the estimate is \(verdict)"
  }
}
