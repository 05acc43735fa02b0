import Audiobook
import FoundationEssentials
import Hablare

extension SpeechSetup {
  /// The setup of a run; each engine of this machine speaks so many lines at once.
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

  /// What went over the wire, in words, for the end of a run; nil if nothing did.
  func closingTransfers() -> String? {
    ClosingLine.shared.clear()
    return Self.transfers(client.statistics)
  }

  private func setClosingLine(isJSON: Bool) {
    let client = client
    ClosingLine.shared.set {
      let statistics = client.statistics
      if isJSON { return JSONEvents.interrupted(statistics) }
      guard let words = Self.transfers(statistics) else { return }
      Streams.error("guion2audio: interrupted: \(words)\n")
    }
  }

  private static func transfers(_ total: TransferStatistics) -> String? {
    guard total.requests > 0 else { return nil }
    var parts = ["\(total.requests) request\(total.requests == 1 ? "" : "s")"]
    if total.retries > 0 { parts.append("\(total.retries) repeated") }
    if total.perhapsPaid > 0 {
      parts.append("\(total.perhapsPaid) without an answer, perhaps paid for")
    }
    let kilobytes = (total.bytesSent + total.bytesReceived + 512) / 1024
    return parts.joined(separator: ", ") + ", \(kilobytes) KB"
  }

  /// Prints a warning that has no place in a document.
  static func warn(_ message: String) { Streams.error("guion2audio: warning: \(message)\n") }
}

extension SpeechSetup.Cache {
  /// The cache of `--cache` and `--no-cache`, else the usual one.
  init(_ arguments: Arguments, _ environment: [String: String]) {
    if arguments.has(.noCache) {
      self = .none
    } else if let folder = arguments[.cache] {
      // A shell has put the home folder in place of `~/` in what was typed, but not in the configuration.
      self = .folder(UserPath.expanded(folder, environment: environment))
    } else {
      self = .usual
    }
  }
}
