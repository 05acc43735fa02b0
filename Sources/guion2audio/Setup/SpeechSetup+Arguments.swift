import Audiobook
import FoundationEssentials
import Hablare

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
