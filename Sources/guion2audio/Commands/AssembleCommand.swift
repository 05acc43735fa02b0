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
      if !isQuiet { Streams.error(summary(of: outcome, folder)) }
      return .success
    } catch let error as AssemblyError {
      throw CommandFailure(Self.code(of: error), error.description(.shell))
    } catch let error as RenderError {
      throw CommandFailure(.cannotWrite, error.description(.shell))
    }
  }

  private func summary(of outcome: BookAssembler.Outcome, _ folder: String) -> String {
    var parts = [
      Quantity.count(outcome.chapters, "chapter"), Quantity.minutes(outcome.duration),
    ]
    if !outcome.degraded.isEmpty { parts.append("\(outcome.degraded.count) degraded") }
    return parts.joined(separator: ", ") + " -> \(folder)\n"
  }

  private static func code(of error: AssemblyError) -> ExitCode {
    switch error {
    case .noFolder: .noInput
    case .noShards, .different: .badInput
    case .incomplete, .noCover: .someFailed
    }
  }
}
