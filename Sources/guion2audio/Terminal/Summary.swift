import Audiobook
import Basics

/// Texts for the closing line of a command.
enum Summary {
  /// Returns a text such as
  /// `the folder has 128.9 minutes of audio; the estimate of 131.2 minutes was 1.8 % too long`.
  /// `subject` is the subject and its verb: "the folder has". Below ten minutes, the lengths are in seconds.
  static func accuracy(of subject: String, _ accuracy: EstimateAccuracy) -> String {
    let isLong = accuracy.actual >= 600
    let (estimated, actual) = (
      length(accuracy.estimated, inMinutes: isLong), length(accuracy.actual, inMinutes: isLong)
    )
    let error = Quantity.tenths(abs(accuracy.error) * 100)
    let verdict =
      error == "0.0" ? "right" : "\(error) % too \(accuracy.error > 0 ? "long" : "short")"
    return "\(subject) \(actual) of audio; the estimate of \(estimated) was \(verdict)"
  }

  private static func length(_ seconds: Double, inMinutes: Bool) -> String {
    inMinutes ? Quantity.minutes(seconds) : "\(Quantity.tenths(seconds)) seconds"
  }
}
