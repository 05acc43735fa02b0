/// An edition of the ways in which documents and numbers are read.
///
/// A rule set selects its edition before a document is read. The results of a released edition never change, because
/// the keys of paid clips and the ids of elements depend on them.
public enum ReadingEdition: Sendable {
  /// Rule sets 1.0 and 1.1.
  case first
  /// Rule set 1.2.
  case second
}
