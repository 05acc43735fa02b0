/// The commands, with what they take.
enum Command: String, CaseIterable {
  case render, say, voices, elements, help, version

  var summary: String {
    switch self {
    case .render: "turn scripts and documents into folders of audio"
    case .say: "hear one voice now"
    case .voices: "list the voices"
    case .elements: "print the parsed document as JSON"
    case .help: "explain a command"
    case .version: "print the version"
    }
  }

  var usage: String {
    switch self {
    case .render: "guion2audio [render] INPUT... [--cast FILE] [-o DIR] [options]"
    case .say: "guion2audio say TEXT [--voice URI] [-o FILE]"
    case .voices: "guion2audio voices [--provider ID] [--language TAG] [--gender G] [--json]"
    case .elements: "guion2audio elements INPUT"
    case .help: "guion2audio help [COMMAND]"
    case .version: "guion2audio --version"
    }
  }

  var options: [OptionName] {
    switch self {
    case .render:
      [
        .cast, .output, .format, .split, .chapterLevel, .only, .voice, .language, .rate, .jobs,
        .loudness, .sampleRate, .bitrate, .title, .author, .force, .overwrite, .keepGoing, .strict,
        .progress, .from, .quiet, .verbose,
      ]
    case .say: [.voice, .output, .language, .rate]
    case .voices: [.provider, .language, .gender, .json]
    case .elements: [.from, .quiet, .verbose]
    case .help, .version: []
    }
  }

  func run(_ arguments: Arguments) async throws -> ExitCode {
    switch self {
    case .render: try await RenderCommand(arguments).run()
    case .say: try await SayCommand(arguments).run()
    case .voices: try await VoicesCommand(arguments).run()
    case .elements: try ElementsCommand(arguments).run()
    case .help: try HelpCommand(arguments).run()
    case .version: VersionCommand.run()
    }
  }
}
