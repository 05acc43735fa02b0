import Foundation
import Glibc
import Hablare
import Basics

/// `manifest.json` as values (Documentation/interfaces.md, "Manifest"): what there is to verify.
///
/// Anyone may have written it. What is read here has numbers that can be counted with, and names of
/// files that lead nowhere else; keys that are not known do not matter.
struct Manifest: Sendable {
  struct Item: Sendable {
    /// Seconds.
    var start: Double
    var end: Double
    var text: String
    /// The line, from 1; 0 where there is none.
    var line: Int
    /// The document, where the book has several.
    var source: String?
    /// The tempo asked of its voice.
    var tempo: Double
    /// The provider of its voice; nil if the manifest has no voice that can be read.
    var providerId: String?
  }

  struct Chapter: Sendable {
    var index: Int
    var file: String
    var sha256: String
    var samples: Int
    /// Seconds.
    var duration: Double
    var sampleRate: Int
    var channels: Int
    /// The chapter's first sample in its file.
    var bookStart: Int
    var items: [Item]

    /// Its length in seconds, counted in samples.
    var seconds: Double { Double(samples) / Double(sampleRate) }
  }

  struct File: Sendable {
    var role: String
    var file: String
    var sha256: String
    var format: String?
  }

  /// The documents, as the manifest names them.
  var sources: [String]
  var chapters: [Chapter]
  var files: [File]
  /// Seconds.
  var duration: Double

  /// The document that an item stands in.
  func document(of item: Item) -> String? { item.source ?? sources.first }

  /// An item as `render --retake` takes it, `DOCUMENT:LINE`; nil if it is in no line, or if its voice
  /// says a line in one way only.
  func retake(of item: Item) -> String? {
    guard item.line > 0, let document = document(of: item), let provider = item.providerId,
      provider != EspeakNGVoiceEngine.id
    else { return nil }
    return "\(document):\(item.line)"
  }
}

// MARK: - Reading

extension Manifest {
  /// Reads the manifest of a folder.
  init(inFolder folder: String) throws(VerifyError) {
    guard let status = FileStatus(folder, followingLinks: true) else {
      throw .unreadable(path: folder, reason: String(cString: strerror(errno)))
    }
    guard status.isFolder else {
      throw .unreadable(path: folder, reason: String(cString: strerror(ENOTDIR)))
    }
    let path = folder.hasSuffix("/") ? folder + "manifest.json" : folder + "/manifest.json"
    let bytes: [UInt8]?
    do {
      bytes = try Files<FileFault>.contents(of: path, limit: InputLimit.manifest.most)
    } catch {
      if error == .isTooLong { throw .tooLarge(path: path, limit: .manifest) }
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let bytes else {
      throw .unreadable(path: path, reason: String(cString: strerror(ENOENT)))
    }
    do {
      self = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    } catch let error as NotOurs {
      throw .notOurs(path: path, reason: error.reason)
    } catch let error as DecodingError {
      throw .notOurs(path: path, reason: Self.reason(error))
    } catch {
      throw .notOurs(path: path, reason: "\(error)")
    }
  }

  /// What makes it none of ours.
  fileprivate struct NotOurs: Error {
    var reason: String
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      context.codingPath.isEmpty
        ? "it is no object" : "\(place(context.codingPath)) is of the wrong type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is no JSON" : "\(place(context.codingPath)) is of the wrong type"
    @unknown default: "it is no JSON"
    }
  }

  /// A place as `chapters[2].items[7].start`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}

extension Manifest: Decodable {
  private enum Key: String, CodingKey {
    case version, generator, sources, chapters, files, duration, rate
  }

  private struct Source: Decodable {
    var file: String
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    guard try values.decode(String.self, forKey: .generator).hasPrefix("guion2audio ") else {
      throw NotOurs(reason: "another program made it")
    }
    let version = try values.decode(Int.self, forKey: .version)
    guard version == 1 else { throw NotOurs(reason: "its version is \(version), not 1") }
    sources = try values.decode([Source].self, forKey: .sources).map(\.file)
    chapters = try values.decode([Chapter].self, forKey: .chapters)
    files = try values.decode([File].self, forKey: .files)
    duration = try values.decode(Double.self, forKey: .duration)
    let rate = try values.decodeIfPresent(Double.self, forKey: .rate) ?? 1
    for chapter in chapters.indices {
      for item in chapters[chapter].items.indices { chapters[chapter].items[item].tempo *= rate }
    }
    for name in chapters.map(\.file) + files.map(\.file) where !FileRecord.isName(name) {
      throw NotOurs(reason: "\"\(name)\" is no name of a file in this folder")
    }
  }
}

extension Manifest.Chapter: Decodable {
  private enum Key: String, CodingKey {
    case index, file, sha256, samples, duration, sampleRate, channels, bookStart, items
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func count(_ key: Key, in range: ClosedRange<Int>) throws -> Int {
      let value = try values.decode(Int.self, forKey: key)
      guard range.contains(value) else {
        throw Manifest.NotOurs(reason: "\(key.rawValue) cannot be \(value)")
      }
      return value
    }
    index = try values.decode(Int.self, forKey: .index)
    file = try values.decode(String.self, forKey: .file)
    sha256 = try values.decode(String.self, forKey: .sha256)
    // Two months at 192 kHz: products with a sample rate stay whole numbers.
    samples = try count(.samples, in: 0...1 << 40)
    bookStart = values.contains(.bookStart) ? try count(.bookStart, in: 0...1 << 40) : 0
    sampleRate = try count(.sampleRate, in: 1...1 << 20)
    channels = try count(.channels, in: 1...1 << 10)
    duration = try values.decode(Double.self, forKey: .duration)
    items = try values.decode([Manifest.Item].self, forKey: .items)
  }
}

extension Manifest.Item: Decodable {
  private enum Key: String, CodingKey {
    case start, end, text, line, source, voice
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    start = try values.decode(Double.self, forKey: .start)
    end = try values.decode(Double.self, forKey: .end)
    text = try values.decode(String.self, forKey: .text)
    line = try values.decodeIfPresent(Int.self, forKey: .line) ?? 0
    source = try values.decodeIfPresent(String.self, forKey: .source)
    let voice = try values.decodeIfPresent(String.self, forKey: .voice).flatMap { VoiceURI($0) }
    (tempo, providerId) = (voice?.rate ?? 1, voice?.providerId)
  }
}

extension Manifest.File: Decodable {}
