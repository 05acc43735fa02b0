import Basics
import Hablare
import Narration

/// A summary of the inputs of a chapter's audio, short enough for the chapter's record.
/// Comparing two summaries shows the user what has changed. The fingerprint decides whether anything has changed.
struct SoundTrace: Codable, Equatable, Sendable {
  /// The program and its rule set.
  var program: String
  /// The formats, the sample rate, the bitrate, the loudness and the number of channels.
  var encoding: String
  /// The versions of the voices' engines, by provider.
  var engines: [String: String]
  /// The voices of the speaking roles, by name; the narrator's name is empty.
  var voices: [String: String]
  /// The digests of the words, one for each item.
  /// A digest has `digits` hexadecimal digits.
  var words: String
  /// The digests of the voice and manner, one for each item.
  /// A digest has `digits` hexadecimal digits.
  var manners: String
  /// A digest of all pauses.
  var pauses: String

  /// The length of a digest in hexadecimal digits: 32 bits.
  /// One in four billion pairs of different lines has equal digests. The only effect is a less exact description of the
  /// change.
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
    if let pauses = read.pausesInside.key { silences.add(pauses) }
    pauses = Self.short(silences)
  }

  private mutating func add(_ item: SpokenItem, _ settings: FingerprintMaker) {
    var words = TextFieldHasher()
    var manners = TextFieldHasher()
    for span in item.spans {
      words.add(span.text)
      words.add(span.hasPhonemes ? 1 : 0)
      manners.add(settings.manner(of: span.performance))
      for stress in span.stresses { manners.add(stress.key) }
      if span.take > 0 { manners.add("take \(span.take)") }
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

  /// Adds a version of a provider.
  /// A provider has several versions if its voices have their own versions.
  private mutating func add(version: String, of provider: String) {
    guard let known = engines[provider] else { return engines[provider] = version }
    let all = Set(known.split(separator: ",").map(String.init) + [version])
    if all.count > 1 { engines[provider] = all.sorted().joined(separator: ",") }
  }

  private static func short(_ hash: consuming TextFieldHasher) -> String {
    String(hash.finish().prefix(digits))
  }

  /// Splits `words` or `manners` into digests, one for each item.
  static func items(_ row: String) -> [Substring] {
    let bytes = row.utf8
    return stride(from: 0, to: bytes.count - bytes.count % digits, by: digits).map { offset in
      let start = bytes.index(bytes.startIndex, offsetBy: offset)
      return row[start..<bytes.index(start, offsetBy: digits)]
    }
  }
}
