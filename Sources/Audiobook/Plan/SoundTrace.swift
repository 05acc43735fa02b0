import Basics
import Hablare
import Narration

/// What a chapter's sound was made of, short enough to keep beside it.
///
/// From two of these people are told what has changed. Whether anything has, the fingerprint decides.
struct SoundTrace: Codable, Equatable, Sendable {
  /// The program and its rules.
  var program: String
  /// Formats, rate and bitrate.
  var encoding: String
  /// The versions of the voices' engines, by provider.
  var engines: [String: String]
  /// The voice of every role that speaks, by name; the narrator's is empty.
  var voices: [String: String]
  /// A digest of the words of each item, `digits` hexadecimal digits long.
  var words: String
  /// The same of voice and manner.
  var manners: String
  /// A digest of all pauses.
  var pauses: String

  /// 32 bits: of two different lines, one pair in four billion would look the same, and would then
  /// only be described less exactly.
  static let digits = 8

  init(of read: TableRead, _ settings: FingerprintMaker) {
    program = settings.program.joined(separator: " ")
    encoding = settings.encoding.joined(separator: " ")
    (engines, voices, words, manners, pauses) = ([:], [:], "", "", "")
    var silences = TextFieldHasher()
    for passage in read.passages {
      silences.add(passage.pauseBefore)
      for item in passage.items {
        add(item, settings)
        for span in item.spans.dropFirst() { silences.add(span.pauseBefore) }
      }
    }
    silences.add(read.pauseAfter)
    pauses = Self.short(silences)
  }

  private mutating func add(_ item: SpokenItem, _ settings: FingerprintMaker) {
    var words = TextFieldHasher()
    var manners = TextFieldHasher()
    for span in item.spans {
      words.add(span.text)
      words.add(span.hasPhonemes ? 1 : 0)
      manners.add(settings.manner(of: span.performance))
      let voice = span.performance.voice
      add(version: settings.engineVersions[voice], of: voice.providerId)
    }
    self.words += Self.short(words)
    self.manners += Self.short(manners)
    if let role = item.role {
      voices[role.name] = role.voice.description
    } else if let voice = item.spans.first?.performance.voice {
      voices[""] = voice.description
    }
  }

  /// A provider whose voices have files of their own has several versions.
  private mutating func add(version: String, of provider: String) {
    guard let known = engines[provider] else { return engines[provider] = version }
    let all = Set(known.split(separator: ",").map(String.init) + [version])
    if all.count > 1 { engines[provider] = all.sorted().joined(separator: ",") }
  }

  private static func short(_ hash: consuming TextFieldHasher) -> String {
    String(hash.finish().prefix(digits))
  }

  /// The digests of a row of them, one for each item.
  static func items(_ row: String) -> [Substring] {
    let bytes = row.utf8
    return stride(from: 0, to: bytes.count - bytes.count % digits, by: digits).map { offset in
      let start = bytes.index(bytes.startIndex, offsetBy: offset)
      return row[start..<bytes.index(start, offsetBy: digits)]
    }
  }
}
