import Audiobook
import FoundationEssentials
import Glibc
import Basics
import Hablare

@main
struct Main {
  /// Runs the command that the user typed.
  /// Only this function turns an error into an exit status.
  static func main() async {
    Memory.limitArenas()
    Streams.openMissing()
    OwnLimits.prepare()
    if let problem = OwnLimits.limitError {
      Streams.error("guion2audio: \(problem)\n")
      exit(ExitCode.limited.rawValue)
    }
    LimitSignals.watch()
    let signals = Signals()
    let work = Task { await status(of: Array(CommandLine.arguments.dropFirst())) }
    signals.watch { work.cancel() }
    let code = await work.value
    if signals.number != 0 { ClosingLine.shared.print() }
    exit(signals.number == 0 ? code : 128 + signals.number)
  }

  private static func status(of words: [String]) async -> Int32 {
    do {
      var (command, arguments) = try ArgumentParser.parse(words)
      if command.usesConfiguration {
        arguments.configuration = try UserSettings.read(
          ProcessInfo.processInfo.environment, showsNotes: !arguments.has(.quiet))
      }
      return try await command.run(arguments).rawValue
    } catch let error as UsageError {
      Streams.error("guion2audio: \(error.message)\nguion2audio: \(usageHint(error, words))\n")
      return ExitCode.usage.rawValue
    } catch let error as CommandFailure {
      Streams.error("guion2audio: \(error.message)\n")
      return error.code.rawValue
    } catch let error as BookError {
      if !error.message.isEmpty { Streams.error("guion2audio: \(error.shellMessage)\n") }
      return ExitCode(error.kind).rawValue
    } catch let code as ExitCode {
      return code.rawValue
    } catch is CancellationError {
      return ExitCode.fault.rawValue
    } catch {
      Streams.error("guion2audio: \(ProviderAdvice.shell.description(of: error))\n")
      return ExitCode.fault.rawValue
    }
  }

  /// Returns the hint for a wrong command line.
  /// It shows how to print the help of the command that the error concerns.
  private static func usageHint(_ error: UsageError, _ words: [String]) -> String {
    switch error.command ?? ArgumentParser.command(of: words) {
    case .help: "run `guion2audio help` for the commands and topics"
    case let command: "run `guion2audio help \(command.rawValue)` for its options"
    }
  }
}
