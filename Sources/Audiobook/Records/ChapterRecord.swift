import Audio

/// A file of ours as it was when we wrote it: enough to see, as git does, whether it still is.
struct FileRecord: Codable, Equatable, Sendable {
  /// The name within the folder.
  var file: String
  /// The SHA-256 of its bytes, in hexadecimal.
  var sha256: String
  /// Bytes.
  var size: Int
  /// The modification time in nanoseconds since 1970.
  var modified: Int
  var inode: UInt64
  /// A digest of what a book in one file was joined from, or of what a drawn cover looks like; nil for
  /// every other file.
  var madeOf: String?
}

/// A finished chapter: what the next build needs to know in order not to make it again.
struct ChapterRecord: Codable, Sendable {
  /// Digest of the sound.
  var fingerprint: String
  /// Digest of tags and name.
  var tagsFingerprint: String
  /// Length in samples.
  var samples: Int
  /// First sample and the one behind the last, for each item in turn.
  var placements: [Int]
  /// One file for each format, in the order of the formats.
  var files: [FileRecord]
  /// Where a provider was down: the items, from 0, with the voice that spoke in their place.
  var standIns: [Int: String]?
  /// Length in samples as a part of a book in one file, at the clock of its first format; nil where there is
  /// none.
  var stretch: Int?
  /// How loud it is; nil where no loudness was asked for.
  var loudness: ChapterLoudness?
  /// When each span sounds, in the order of the plan; nil where no captions were asked for.
  var captions: [SpanTiming]?
  /// What the sound was made of; nil in records of 0.1.0.
  var trace: SoundTrace?

  /// Whether it is to be made again when its own voices are back.
  var isDegraded: Bool { standIns != nil }
}

/// How loud a chapter is in its files, as the manifest tells it: to tenths, as far as two meters agree.
struct ChapterLoudness: Codable, Equatable, Sendable {
  /// LUFS (ITU-R BS.1770-4); nil where nothing is loud enough to have a loudness.
  var integrated: Double?
  /// dBTP; nil of digital silence.
  var truePeak: Double?

  /// What a meter found.
  init(_ sound: LoudnessMeasurement) {
    func tenths(_ value: Double) -> Double? {
      value.isFinite ? (value * 10).rounded() / 10 : nil
    }
    integrated = sound.integrated.flatMap(tenths)
    truePeak = sound.truePeak.flatMap(tenths)
  }
}
