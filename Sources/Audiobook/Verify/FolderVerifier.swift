public import Basics
public import FoundationEssentials

/// Looks at a finished folder: whether every file is as its manifest says, and whether the sound is what a
/// listener should hear.
///
/// Nothing is taken on trust. Every listed file is hashed, every sound file decoded, and each line is
/// listened to in the first format. The folder is only read, and nothing outside of it.
public struct FolderVerifier: Sendable {
  private let folder: String
  private let jobs: Int

  /// Makes a verifier for a folder, with this many files in work at once.
  public init(folder: String, jobs: Int = 1) {
    self.folder = folder
    self.jobs = max(1, jobs)
  }

  /// Looks at everything; memory does not grow with the length of the sound.
  ///
  /// Throws a `VerifyError` where there is no manifest to go by, and `CancellationError` when
  /// cancelled. Everything else that is wrong is a finding.
  public func verify() async throws -> VerifyReport {
    let manifest = try Manifest(inFolder: folder)
    let entries = VerifyPlan(manifest).entries
    let alphabet = Alphabet.main(of: manifest.chapters.lazy.flatMap(\.items).map(\.spoken.text))
    let verifier = FileVerifier(folder: folder, manifest: manifest, alphabet: alphabet)
    var outcomes: [Int: FileOutcome] = [:]
    try await withThrowingTaskGroup(of: FileOutcome.self) { group in
      var queue = entries.enumerated().makeIterator()
      func startNext() {
        guard let (number, entry) = queue.next() else { return }
        group.addTask { try verifier.outcome(of: entry, number: number) }
      }
      for _ in 0..<jobs { startNext() }
      while let outcome = try await group.next() {
        outcomes[outcome.number] = outcome
        startNext()
      }
    }
    let inOrder = entries.indices.compactMap { outcomes[$0] }
    let findings = ManifestCheck(manifest: manifest).findings() + inOrder.flatMap(\.findings)
    return VerifyReport(
      findings: findings.inOrder, files: entries.count,
      seconds: inOrder.reduce(0) { $0 + $1.seconds })
  }
}

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

/// Why a folder cannot be looked at.
public enum VerifyError: LocalizedError, Equatable, Sendable {
  /// The folder, or its manifest, is not there or cannot be read.
  case unreadable(path: String, reason: String)
  /// The manifest is none of this program's.
  case notOurs(path: String, reason: String)
  /// The manifest is above its limit.
  case tooLarge(path: String, limit: InputLimit)
}

extension VerifyError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .tooLarge(let path, let limit): "\(path): \(limit.message)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .notOurs(let path, let reason):
      "\(path) is no manifest that this version of guion2audio knows: \(reason)"
    }
  }
}

extension VerifyError {
  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .unreadable: "Choose the folder that a book was built into."
    case .notOurs, .tooLarge: "Build the book again with this version."
    }
  }
}
