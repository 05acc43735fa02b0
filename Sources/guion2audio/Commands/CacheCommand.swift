import Audiobook
import Basics
import FoundationEssentials
import Guion
import Hablare

/// `guion2audio cache [info|prune|clear]`: shows, shrinks or clears the cache of paid clips and lists of voices.
struct CacheCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private enum Action: String, CaseIterable {
    case info, prune, clear
  }

  func run() async throws -> ExitCode {
    let action: Action = try arguments.action(of: .cache) ?? .info
    let size = arguments.inputs.dropFirst()
    guard size.count <= (action == .prune ? 1 : 0) else {
      throw UsageError("cache \(action.rawValue) does not accept \"\(size.last ?? "")\"")
    }
    let environment = ProcessInfo.processInfo.environment
    guard let folder = SpeechSetup.Cache(arguments, environment).path(environment) else {
      throw UsageError("no cache is in use; choose a cache folder with --cache DIR")
    }
    let prices = arguments.configuration.prices
    let limit = try CacheLimit.bytes(arguments)
    let cache = ClipCache(folder: folder + "/clips", limit: limit) {
      SpeechSetup.warn($0.words(prices: prices, advice: .shell))
    }
    switch action {
    case .info: break
    case .prune: await cache.prune(to: try size.first.map(bytes) ?? limit)
    case .clear:
      await cache.clear()
      for repeatable in Self.repeatable {
        try? FileManager.default.removeItem(atPath: folder + repeatable)
      }
    }
    let info = await cache.info()
    Streams.out(
      arguments.has(.json) ? json(info, folder, prices) : text(info, folder, prices))
    return action == .clear && info.count > 0 ? .cannotWrite : .success
  }

  /// Lists of voices are fetched again when needed. Measurements of voices and waveforms are repeated.
  private static let repeatable = ["/voice-lists", "/levels", "/paces", "/peaks"]

  /// Returns the size of the files that are not clips.
  private func repeatableBytes(_ folder: String) -> Int {
    Self.repeatable.reduce(0) { sum, name in
      let files = try? FileManager.default.subpathsOfDirectory(atPath: folder + name)
      return sum
        + (files ?? []).reduce(0) { sum, file in
          let status = FileStatus(folder + name + "/" + file, followingLinks: false)
          return sum + (status?.isFile == true ? status?.size ?? 0 : 0)
        }
    }
  }

  private func bytes(_ text: String) throws(UsageError) -> Int {
    guard let bytes = CacheLimit.bytes(text) else {
      throw UsageError("cache prune \(text): expected a size such as 500M or 2G")
    }
    return bytes
  }

  private func text(
    _ info: ClipCacheInfo, _ folder: String, _ prices: [String: ProviderPrices]
  ) -> String {
    let rows = info.holdings.map { holding in
      [
        holding.providerId ?? "(unknown)", Quantity.count(holding.count, "clip"),
        Quantity.size(holding.bytes),
        holding.characters > 0 ? "\(holding.characters) characters" : "",
        holding.providerId.flatMap { prices[$0] }.map {
          Quantity.money($0.cost(of: Double(holding.characters)), $0.currency)
        } ?? "",
      ]
    }
    let others = repeatableBytes(folder)
    return Quantity.count(info.count, "clip")
      + ", \(Quantity.size(info.bytes)) of \(Quantity.size(info.limit)), in \(folder)\n"
      + (others > 0 ? "waveforms and facts about voices: \(Quantity.size(others))\n" : "")
      + (rows.isEmpty ? "" : TextTable.text(rows, numbers: 1..<5))
  }

  private func json(
    _ info: ClipCacheInfo, _ folder: String, _ prices: [String: ProviderPrices]
  ) -> String {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("bytes")
    json.integer(info.bytes)
    json.key("clips")
    json.integer(info.count)
    json.key("folder")
    json.string(folder)
    json.key("limit")
    json.integer(info.limit)
    json.key("providers")
    json.beginArray()
    for holding in info.holdings { write(holding, prices, to: &json) }
    json.end()
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

  private func write(
    _ holding: ClipHolding, _ prices: [String: ProviderPrices], to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("bytes", holding.bytes)
    json.member("characters", holding.characters)
    json.member("clips", holding.count)
    if let id = holding.providerId {
      if let price = prices[id] {
        json.key("cost")
        let cost = price.cost(of: Double(holding.characters))
        json.decimal(Int((cost * 10_000).rounded()), over: 10_000)
        json.key("currency")
        json.string(price.currency)
      }
      json.key("provider")
      json.string(id)
    }
    json.end()
  }
}
