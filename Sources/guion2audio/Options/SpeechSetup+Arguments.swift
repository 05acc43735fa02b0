import Audiobook
import FoundationEssentials
import Guion
import Hablare
import Narration

extension SpeechSetup {
  /// Creates the setup of a run.
  /// `slots` is the maximum number of lines that each engine on this machine speaks at once.
  init(
    _ arguments: Arguments, slots: Int = 1, advice: ProviderAdvice = .shell
  ) throws(UsageError) {
    let environment = ProcessInfo.processInfo.environment
    self.init(
      configuration: arguments.configuration, environment: environment,
      cache: Cache(arguments, environment), cacheLimit: try CacheLimit.bytes(arguments),
      maximumCost: try CostLimit.amount(arguments), slots: slots,
      memory: try MemoryLimit.memory(arguments), advice: advice,
      onWarning: Self.warn)
    setClosingLine(isJSON: arguments[.progress] == "json")
  }

  /// Returns the text about the run's requests and bytes for the closing line, or nil if there were no requests.
  func closingTransfers() -> String? {
    ClosingLine.shared.clear()
    return Self.transfers(client.statistics)
  }

  private func setClosingLine(isJSON: Bool) {
    let client = client
    ClosingLine.shared.set { progress in
      let statistics = client.statistics
      if isJSON { return JSONEvents.interrupted(statistics) }
      let parts = [progress, Self.transfers(statistics)].compactMap(\.self)
      guard !parts.isEmpty else { return }
      Streams.error("guion2audio: interrupted: \(parts.joined(separator: "; "))\n")
    }
  }

  private static func transfers(_ total: TransferStatistics) -> String? {
    guard total.requests > 0 else { return nil }
    var parts = ["\(total.requests) request\(total.requests == 1 ? "" : "s")"]
    if total.retries > 0 { parts.append("\(total.retries) retried") }
    if total.perhapsPaid > 0 {
      parts.append("\(total.perhapsPaid) without usable audio (may be charged)")
    }
    let kilobytes = (total.bytesSent + total.bytesReceived + 512) / 1024
    return parts.joined(separator: ", ") + ", \(kilobytes) KB"
  }

  /// Prints a warning that has no position in a document.
  static func warn(_ message: String) { Streams.error("guion2audio: warning: \(message)\n") }
}

extension SpeechSetup.Cache {
  /// Creates the cache that `--cache` or `--no-cache` selects; without these options, the default cache.
  init(_ arguments: Arguments, _ environment: [String: String]) {
    if arguments.has(.noCache) {
      self = .none
    } else if let folder = arguments[.cache] {
      // A shell expands `~/` in typed options, but not in the configuration.
      self = .folder(UserPath.expanded(folder, environment: environment))
    } else {
      self = .user
    }
  }
}

extension BookInput {
  /// Returns the typed inputs.
  /// `--from` sets their format.
  static func all(_ arguments: Arguments) throws -> [BookInput] {
    guard !arguments.inputs.isEmpty else {
      throw UsageError("the input is missing; name a document or a folder")
    }
    let format = try format(from: arguments[.from])
    if arguments.inputs.count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input (-) can be read only once")
    }
    return try arguments.inputs.map { try BookInput($0, format: format) }
  }

  /// Returns the input of a command that accepts only one input.
  static func one(_ arguments: Arguments) throws -> BookInput {
    let inputs = try all(arguments)
    if inputs.count > 1 {
      throw UsageError("only one input is accepted; remove \"\(inputs[1].path)\"")
    }
    return inputs[0]
  }

  private static func format(from name: String?) throws(UsageError) -> DocumentFormat? {
    guard let name else { return nil }
    if let format = DocumentFormat(rawValue: name.lowercased()) { return format }
    let meant = DocumentFormat(path: "a." + name).map { "did you mean \($0.rawValue)?" }
    let hint = meant ?? Spelling.hint(for: name, among: DocumentFormat.allCases.map(\.rawValue))
    throw UsageError("--from \(name): unknown input format; \(hint)")
  }
}

extension CastSource {
  /// Creates the source of the cast: the file of `--cast` if the option is set, else the cast file beside the input.
  init(_ arguments: Arguments) { self = arguments[.cast].map(CastSource.file) ?? .beside }
}

extension Book {
  init(
    _ input: BookInput, _ arguments: Arguments, _ options: RenderOptions, _ speech: SpeechSetup
  ) {
    self.init(input, cast: CastSource(arguments), options: options.book, speech: speech)
  }
}

extension LoadMeter {
  /// Creates the meter that the arguments select.
  convenience init(_ arguments: Arguments) throws(UsageError) {
    self.init(
      try RenderOptions.choice(.progress, arguments) ?? .auto, isQuiet: arguments.has(.quiet))
  }
}

/// The user's configuration file and the file that enables and disables providers, if they exist.
enum UserSettings {
  /// Reads the configuration.
  /// Prints its errors and, if `showsNotes` is true, its notes. If there are errors, throws exit code
  /// 78.
  static func read(
    _ environment: [String: String], showsNotes: Bool
  ) throws(ExitCode) -> UserConfiguration {
    let reader = UserConfigurationReader.read(
      environment: environment, options: OptionSpec.all.map(\.defaultable), advice: .shell)
    let start = SourcePosition(line: 0, column: 0)
    let sorted = reader.diagnostics.sorted { ($0.position ?? start) < ($1.position ?? start) }
    for diagnostic in sorted where showsNotes || diagnostic.severity > .note {
      Streams.error("\(diagnostic)\n")
    }
    guard sorted.allSatisfy({ $0.severity < .error }) else { throw .badConfiguration }
    let switches = ConfigurationFolder.path(environment: environment) + "/providers.json"
    do throws(TrustedPath.Exposure) {
      try TrustedPath.check(switches)
    } catch {
      let message = error.description(advice: .shell)
      Streams.error("\(switches): error: \(message) [exposed-configuration]\n")
      throw .badConfiguration
    }
    return reader.configuration
  }
}
