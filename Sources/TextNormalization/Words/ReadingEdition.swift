/// An edition of the readings.
/// The readings of a released edition never change, because paid clips depend on their text.
package enum ReadingEdition: Sendable {
  /// Rule set 1.1.
  case first
  /// Rule set 1.2: "No. I know." has the word "no" and the pronoun "I", and no number.
  case second
}
