import Foundation
import TestSupport

/// The manifest as a user of the folder reads it.
struct Manifest: Decodable {
  struct Source: Decodable {
    var file: String
    var sha256: String
  }

  struct Item: Decodable {
    var start: Double
    var end: Double
    var kind: String
    var speaker: String
    var voice: String
    var text: String
    var line: Int
    var cue: String?
    var passages: [Passage]?
    var rehearsal: String?
    var take: String?
  }

  struct Passage: Decodable {
    var language: String
    var text: String
    var voice: String
  }

  struct Loudness: Decodable {
    var integrated: Double?
    var truePeak: Double?
  }

  struct Chapter: Decodable {
    var index: Int
    var title: String
    var file: String
    var sha256: String
    var samples: Int
    var duration: Double
    var sampleRate: Int
    var channels: Int
    var degraded: Bool?
    var loudness: Loudness?
    var items: [Item]

    /// The range of samples of each item.
    var places: [Range<Int>] {
      items.map { sample($0.start)..<sample($0.end) }
    }

    private func sample(_ seconds: Double) -> Int { Int((seconds * Double(sampleRate)).rounded()) }
  }

  struct File: Decodable {
    var role: String
    var file: String
    var sha256: String
    var format: String?
  }

  var version: Int
  var generator: String
  var rules: String
  var sources: [Source]
  var title: String
  var authors: [String]
  var language: String
  var cast: [String: String]
  var chapters: [Chapter]
  var files: [File]
  var duration: Double

  init(in folder: String) throws {
    let data = try Data(contentsOf: URL(filePath: folder + "/manifest.json"))
    self = try JSONDecoder().decode(Manifest.self, from: data)
  }
}
