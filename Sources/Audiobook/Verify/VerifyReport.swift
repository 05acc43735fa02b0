/// What came of looking at a finished folder.
public struct VerifyReport: Sendable, Hashable {
  /// What was found, in the order of the book: chapter by chapter, of each first what is about its
  /// files, then line by line; at the end the other files, and the book itself.
  public var findings: [Finding]
  /// How many files the manifest lists.
  public var files: Int
  /// Seconds of sound that were listened to: of each chapter the first format.
  public var seconds: Double

  /// Makes a report.
  public init(findings: [Finding], files: Int, seconds: Double) {
    self.findings = findings
    self.files = files
    self.seconds = seconds
  }
}
