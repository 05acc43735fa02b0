import Audiobook

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
