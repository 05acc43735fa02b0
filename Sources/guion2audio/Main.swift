import Audiobook
import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Hablare
import Synchronization

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

  /// Cancels the work on the first hang-up, interrupt or termination signal.
  /// A second signal ends the process at once.
  @MainActor
  final class Signals {
    private let received = Received()
    private var sources: [any DispatchSourceSignal] = []

    private final class Received: Sendable {
      let number = Mutex<Int32>(0)
    }

    /// The last signal received, or 0 if there was none.
    var number: Int32 { received.number.withLock { $0 } }

    /// Calls `cancel` on the first signal.
    func watch(cancel: @escaping @Sendable () -> Void) {
      signal(SIGPIPE, SIG_IGN)
      for number in [SIGHUP, SIGINT, SIGTERM] {
        // A shell starts background jobs and `nohup` with some of these signals ignored. These signals stay
        // ignored.
        var action = sigaction()
        sigaction(number, nil, &action)
        if isIgnored(action) { continue }
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        // The handler must be Sendable. Otherwise it would belong to the main actor and crash on the global queue.
        source.setEventHandler { @Sendable [received] in
          let isFirst = received.number.withLock { received in
            defer { received = number }
            return received == 0
          }
          guard isFirst else {
            ClosingLine.shared.print()
            _exit(128 + number)
          }
          cancel()
          // A call that ignores cancellation may never return, for example a read from a pipe without a writer. So the
          // process ends after 5 seconds at the latest.
          DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
            ClosingLine.shared.print()
            _exit(128 + number)
          }
        }
        source.activate()
        sources.append(source)
      }
    }

    private func isIgnored(_ action: sigaction) -> Bool {
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
  }

  /// Reports which shell limit ended the program.
  /// The system itself only sends a signal.
  enum LimitSignals {
    /// The message for a signal.
    /// It is created in advance, because a signal handler must not allocate memory.
    private struct Note {
      var text: UnsafeMutablePointer<CChar>
      var count: Int
    }

    nonisolated(unsafe) private static var time: Note?
    nonisolated(unsafe) private static var memory: Note?

    /// Installs handlers for the limits that are set.
    static func watch() {
      if let limit = ShellLimit.current(.processorTime) {
        time = note("guion2audio: out of processor time: \(limit.sentence)")
        signal(SIGXCPU) { number in LimitSignals.end(LimitSignals.time, 128 + number) }
      }
      // A crash under a memory limit is nearly always a failed allocation.
      if let limit = ShellLimit.current(.memory) {
        memory = note("guion2audio: out of memory: \(limit.sentence)")
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
          signal(number) { _ in LimitSignals.end(LimitSignals.memory, 71) }
        }
      }
    }

    private static func note(_ sentence: String) -> Note? {
      strdup(sentence + "\n").map { Note(text: $0, count: strlen($0)) }
    }

    private static func end(_ note: Note?, _ status: Int32) {
      if let note { _ = write(STDERR_FILENO, note.text, note.count) }
      _exit(status)
    }
  }
}

extension Command {
  func run(_ arguments: Arguments) async throws -> ExitCode {
    switch self {
    case .studio: try await StudioCommand(arguments).run()
    case .check: try await CheckCommand(arguments).run()
    case .render: try await RenderCommand(arguments).run()
    case .watch: try await WatchCommand(arguments).run()
    case .cast: try await CastCommand(arguments).run()
    case .speakers: try await SpeakersCommand(arguments).run()
    case .audition: try await AuditionCommand(arguments).run()
    case .plan: try await RenderCommand(arguments, isDry: true).run()
    case .play: try await PlayCommand(arguments).run()
    case .assemble: try await AssembleCommand(arguments).run()
    case .say: try await SayCommand(arguments).run()
    case .voices: try await VoicesCommand(arguments).run()
    case .elements: try await ElementsCommand(arguments).run()
    case .convert: try await ConvertCommand(arguments).run()
    case .verify: try await VerifyCommand(arguments).run()
    case .report: try await ReportCommand(arguments).run()
    case .recordings: try await RecordingsCommand(arguments).run()
    case .feed: try FeedCommand(arguments).run()
    case .providers: try await ProvidersCommand(arguments).run()
    case .cache: try await CacheCommand(arguments).run()
    case .help: try HelpCommand(arguments).run()
    case .version: VersionCommand.run()
    }
  }
}

enum VersionCommand {
  static func run() -> ExitCode {
    Streams.out(Version.generator + "\n")
    return .success
  }
}
