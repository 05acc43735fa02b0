import FoundationEssentials
import Guion
import Hablare

/// `guion2audio cache [info|prune|clear]`: the clips that were paid for, and the lists of voices.
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
      throw UsageError("cache \(action.rawValue) takes no \"\(size.last ?? "")\"")
    }
    let environment = ProcessInfo.processInfo.environment
    guard let folder = CacheFolder.path(arguments, environment) else {
      throw UsageError("cache needs a cache")
    }
    let cache = ClipCache(folder: folder + "/clips") { Studio.warn("\($0)") }
    switch action {
    case .info: break
    case .prune: await cache.prune(to: try size.first.map(bytes) ?? ClipCache.defaultLimit)
    case .clear:
      await cache.clear()
      // What was measured of voices is measured again.
      for measured in ["/levels", "/paces"] {
        try? FileManager.default.removeItem(atPath: folder + measured)
      }
      try await clearVoices(folder)
    }
    let info = await cache.info()
    Streams.out(arguments.has(.json) ? json(info, folder) : text(info, folder))
    return action == .clear && info.count > 0 ? .cannotWrite : .success
  }

  private func clearVoices(_ folder: String) async throws {
    let path = folder + "/store.sqlite"
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      let store = try GenerationStore(at: URL(filePath: path)) { Studio.warn("\($0)") }
      try await store.clearAllVoices()
    } catch let error as StoreError {
      throw CommandFailure(.cannotWrite, error.description)
    }
  }

  /// `500M`, `2G`, `0`.
  private func bytes(_ text: String) throws(UsageError) -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0,
      case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1), !overflow
    else { throw UsageError("cache prune \(text): a size such as 500M or 2G") }
    return bytes
  }

  private func text(_ info: ClipCacheInfo, _ folder: String) -> String {
    "\(info.count) clip\(info.count == 1 ? "" : "s"), \(Self.size(info.bytes)) of "
      + "\(Self.size(info.limit)), in \(folder)\n"
  }

  private func json(_ info: ClipCacheInfo, _ folder: String) -> String {
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
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

  /// Bytes as people read them: `1.5 GB`, in units of 1024.
  static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), 0)
    while value >= 1024, unit < 4 {
      value /= 1024
      unit += 1
    }
    let rounded = unit == 0 || value >= 100 ? value.rounded() : (value * 10).rounded() / 10
    let text = String(rounded)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
      + [" bytes", " KB", " MB", " GB", " TB"][unit]
  }
}
