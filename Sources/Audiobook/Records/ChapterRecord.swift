import Audio

/// A record of a file that the program wrote.
/// With the record, a build detects changes to the file in the way that git does.
struct FileRecord: Codable, Equatable, Sendable {
  /// The name, relative to the output folder.
  var file: String
  /// The SHA-256 of its bytes, in hexadecimal.
  var sha256: String
  /// The size in bytes.
  var size: Int
  /// The modification time in nanoseconds since 1970.
  var modified: Int
  var inode: UInt64
  /// A digest of what the file was written from; nil if later builds compare only the bytes.
  var builtFrom: String?

  private enum CodingKeys: String, CodingKey {
    case file, sha256, size, modified, inode
    case builtFrom = "madeOf"
  }
}

/// A record of a finished chapter, so that the next build need not render it again.
struct ChapterRecord: Codable, Sendable {
  /// The digest of everything that the audio depends on.
  var fingerprint: String
  /// The digest of the tags and the name.
  var tagsFingerprint: String
  /// The length in samples.
  var samples: Int
  /// Two numbers for each item, in order: its first sample, and the sample after its last sample.
  var placements: [Int]
  /// The files, one for each format, in the order of the formats.
  var files: [FileRecord]
  /// The fallback voices that spoke, by the index of the item; nil if no fallback spoke.
  var fallbacks: [Int: String]?
  /// The length of the chapter's stretch for a book in one file, in samples; nil if there is no stretch.
  /// If there are several formats for a book in one file, this is the length in the first format.
  var stretch: Int?
  /// The loudness; nil if no loudness was requested.
  var loudness: ChapterLoudness?
  /// The times of the spans, in the order of the plan; nil if neither captions nor a read-along format needs them.
  var captions: [SpanTiming]?
  /// Three numbers for each sound: its number in the plan, its first sample, and the sample after its last; nil if the
  /// chapter has no sounds.
  var sounds: [Int]?
  /// The inputs of the audio; nil in records of 0.1.0.
  var trace: SoundTrace?

  private enum CodingKeys: String, CodingKey {
    case fingerprint, tagsFingerprint, samples, placements, files
    case fallbacks = "standIns"
    case stretch, loudness, captions, trace, sounds
  }

  /// The times of the sounds.
  var soundPlacements: [SoundPlacement] {
    let numbers = sounds ?? []
    return stride(from: 0, to: numbers.count - 2, by: 3).map {
      SoundPlacement(sound: numbers[$0], start: numbers[$0 + 1], end: numbers[$0 + 2])
    }
  }

  /// Whether a fallback voice spoke.
  /// The chapter must be rendered again when its own voices are available.
  var isDegraded: Bool { fallbacks != nil }
}

/// The loudness of a chapter's files, for the manifest.
/// Values are rounded to one decimal place, because different meters agree only to that precision.
struct ChapterLoudness: Codable, Equatable, Sendable {
  /// The integrated loudness in LUFS (ITU-R BS.1770-4); nil if nothing is loud enough to measure.
  var integrated: Double?
  /// The true peak in dBTP; nil for digital silence.
  var truePeak: Double?

  init(_ sound: LoudnessMeasurement) {
    func tenths(_ value: Double) -> Double? {
      value.isFinite ? (value * 10).rounded() / 10 : nil
    }
    integrated = sound.integrated.flatMap(tenths)
    truePeak = sound.truePeak.flatMap(tenths)
  }
}

/// The times of a sound in its chapter's file, in samples.
struct SoundPlacement: Sendable, Equatable {
  /// The number of the sound in the plan of the chapter.
  var sound: Int
  var start: Int
  var end: Int
}
