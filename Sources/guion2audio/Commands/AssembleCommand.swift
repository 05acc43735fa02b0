import Basics
import Audiobook
import Guion

/// `guion2audio assemble DIR`: joins the shards of a build.
struct AssembleCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    guard let input = arguments.inputs.first, arguments.inputs.count == 1 else {
      throw UsageError("assemble needs exactly one folder")
    }
    let folder = FilePath(input).trimmed.text
    let isQuiet = arguments.has(.quiet)
    let assembler = BookAssembler(
      path: folder, waits: arguments.has(.wait), overwrites: arguments.has(.overwrite)
    ) { holder in
      if !isQuiet { Streams.error(ProgressReporter.waiting(for: folder, heldBy: holder) + "\n") }
    }
    do {
      let outcome = try await assembler.assemble()
      Streams.out(outcome.written.map { $0 + "\n" }.joined())
      if !isQuiet {
        if let unused = Self.unused(assembler.foundShards, joined: outcome.shards) {
          Streams.error("guion2audio: note: \(unused)\n")
        }
        Streams.error(summary(of: outcome, folder))
        arguments.suggest(["check the folder": "verify \(Summary.shellWord(folder))"])
      }
      return .success
    } catch let error as AssemblyError {
      var message = error.description(.shell)
      if case .incomplete(let chapters, let absent, let damaged) = error,
        let shard = (absent + damaged).first ?? chapters.first?.shard,
        let unused = Self.unused(assembler.foundShards, joined: shard.count)
      {
        message += "\n\(unused)"
      }
      throw CommandFailure(Self.code(of: error), message)
    } catch let error as RenderError {
      throw CommandFailure(.cannotWrite, error.description(.shell))
    }
  }

  /// Returns a text about the found shards whose total is not `count`, such as 1/3 if `count` is 4.
  /// Nil if there are no such shards.
  private static func unused(_ found: [Shard], joined count: Int) -> String? {
    let others = found.filter { $0.count != count }
    guard !others.isEmpty else { return nil }
    let shown = others.prefix(5).map(\.description).joined(separator: ", ")
    let rest = others.count > 5 ? " and \(others.count - 5) more" : ""
    return "the folder also has shards of a build with another number of shards; these shards are "
      + "not used: \(shown)\(rest)"
  }

  private func summary(of outcome: BookAssembler.Outcome, _ folder: String) -> String {
    var parts = [
      Quantity.count(outcome.chapters, "chapter"), Quantity.minutes(outcome.duration),
    ]
    if !outcome.degraded.isEmpty { parts.append("\(outcome.degraded.count) with a fallback voice") }
    return parts.joined(separator: ", ") + " -> \(folder)\n"
  }

  private static func code(of error: AssemblyError) -> ExitCode {
    switch error {
    case .noFolder, .notAFolder: .noInput
    case .noShards, .different: .badInput
    case .incomplete, .noCover: .someFailed
    }
  }
}
