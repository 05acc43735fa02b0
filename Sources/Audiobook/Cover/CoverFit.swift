/// What becomes of a cover that is not square.
public enum CoverFit: String, Sendable, CaseIterable {
  /// It stays as it is.
  case keep
  /// The colour of its edges is put around it.
  case pad
}
