import Basics
import FoundationEssentials

/// The hub's list of Piper's voices: `voices.json`.
///
/// The list comes from the network, so entries with unsafe names or paths are not used.
struct PiperList: Sendable {
  /// The voices, by name.
  let voices: [OfferedVoice]
  /// The reasons why entries cannot be used, by the entry's name.
  let unusable: [String: String]

  /// The maximum size of a file in bytes, far more than any voice needs.
  static let maximumBytes = 2_000_000_000

  /// Parses a list.
  ///
  /// Nil if the data is not a list of voices.
  init?(_ bytes: [UInt8]) {
    guard let members = JSONValue(bytes)?.members else { return nil }
    var (voices, unusable): ([OfferedVoice], [String: String]) = ([], [:])
    for (key, value) in members {
      do throws(Fault) {
        voices.append(try Self.voice(key, value))
      } catch {
        unusable[key] = error.reason
      }
    }
    guard members.isEmpty || members.values.contains(where: { $0.members != nil }) else {
      return nil
    }
    self.voices = voices.sorted { $0.id < $1.id }
    self.unusable = unusable
  }

  private struct Fault: Error {
    var reason: String
  }

  private static func voice(_ key: String, _ value: JSONValue) throws(Fault) -> OfferedVoice {
    guard VoiceName.isSafe(key) else {
      throw Fault(reason: "its name contains characters other than letters, digits and ._+-")
    }
    guard let code = value["language"]?["code"]?.text,
      LanguageTag.isWellFormed(code.replacing("_", with: "-"))
    else { throw Fault(reason: "it has no language") }
    let listed = value["files"]?.members ?? [:]
    let files = try [".onnx", ".onnx.json", ModelCard.ending].map { ending throws(Fault) in
      try file(key, ending, listed)
    }
    return OfferedVoice(
      engine: .piper, id: key,
      aliases: value["aliases"]?.values?.compactMap(\.text).filter(VoiceName.isSafe) ?? [],
      language: LanguageTag.cased(code.replacing("_", with: "-")),
      languageName: value["language"]?["name_english"]?.text?.visible,
      quality: value["quality"]?.text?.visible,
      speakers: max(1, value["num_speakers"]?.integer ?? 1),
      files: files.compactMap(\.self))
  }

  /// Returns the voice's file with this ending.
  ///
  /// Nil if the ending is that of a model card and the voice has no card.
  private static func file(
    _ key: String, _ ending: String, _ listed: [String: JSONValue]
  ) throws(Fault) -> OfferedVoice.File? {
    let isCard = ending == ModelCard.ending
    let name = isCard ? OfferedVoice.cardName : key + ending
    let found = listed.filter { $0.key.split(separator: "/").last.map(String.init) == name }
    guard found.count == 1, let (place, values) = found.first else {
      if isCard, found.isEmpty { return nil }
      throw Fault(reason: "it has \(found.isEmpty ? "no file" : "several files") \(name)")
    }
    guard isPath(place) else { throw Fault(reason: "the path of \(name) leaves the voice folder") }
    guard let bytes = values["size_bytes"]?.integer, (1...maximumBytes).contains(bytes),
      let digest = values["md5_digest"]?.text.flatMap({ FileDigest(hex: $0.lowercased()) })
    else { throw Fault(reason: "size or digest of \(name) is missing") }
    return OfferedVoice.File(name: key + ending, place: place, bytes: bytes, digest: digest)
  }

  /// Returns whether a path stays below the address that it is appended to.
  private static func isPath(_ path: String) -> Bool {
    path.utf8.count < 1000
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { VoiceName.isSafe(String($0)) }
  }
}
