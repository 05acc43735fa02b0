public import Audio
import Guion
package import Narration

/// The options of a build: the files to produce, and how.
public struct BuildOptions: Sendable {
  /// The formats of chapter files; a chapter in the manifest names its file in the first format.
  public var formats: [SoundFormat] = [.mp3]
  /// The formats of a whole book in one file.
  ///
  /// If there are no chapter files, a chapter in the manifest names the book's file in the first of these formats.
  public var books: [BookFormat] = []
  /// The formats of each chapter's captions.
  public var captions: [CaptionFormat] = []
  /// Whether captions also show announcements of the program, such as "Ann says:".
  public var captionsAnnounce = false
  /// The formats of each chapter's label track for audio editors.
  public var labels: [LabelFormat] = []
  package var stems: [StemKind] = []
  /// The projects of audio editors.
  package var projects: [ProjectFormat] = []
  package var markers: [MarkerFormat] = []
  /// The bits of a sample in WAV and FLAC: 16 or 24.
  package var bits = 16
  /// The shop for which the folder is made; nil for none.
  package var shop: ShopPreset?
  /// The read-along formats.
  public var readAlong: [ReadAlongFormat] = []
  /// The unit of text that an EPUB highlights during playback.
  public var overlay = OverlayUnit.sentence
  /// Where to split the document into chapters.
  public var split = SplitMode.auto
  /// The section level that starts a chapter; nil to detect it.
  public var chapterLevel: Int?
  /// The chapters to render; nil for all.
  public var only: ChapterSelection?
  /// The shard to render while other builds render the other shards; nil for all chapters.
  public var shard: Shard?
  /// Whether to wait for a folder that another build uses.
  public var waits = false
  /// The number of chapters to render at once.
  public var jobs = 1
  /// The sample rate of every file in hertz; nil for the highest rate among the voices.
  public var sampleRate: Int?
  /// The bitrate of lossy formats in kilobits per second; nil for the codec's default.
  public var bitrate: Int?
  /// The target loudness of chapters.
  ///
  /// `off` also switches off the levelling of voices.
  public var loudness = LoudnessPreset.mono(-19)
  /// Whether a quiet noise is added to each chapter.
  package var roomTone = RoomToneSetting.automatic
  /// The number of channels: 1, or 2 if voices have stereo positions.
  public var channels = 1
  /// The tempo of every voice.
  public var rate = 1.0
  /// A title that replaces the document's title.
  public var title: String?
  /// Authors that replace the document's authors.
  public var authors: [String]?
  /// Whether to render finished chapters again, with the cached clips.
  public var force = false
  /// The lines with cached clips that get new takes; their chapters are rendered again.
  public var retakes = Retakes()
  /// Whether to replace files that this program did not write.
  public var overwrite = false
  /// Whether to continue with the other chapters after a chapter fails.
  public var keepGoing = false
  /// The program's name and version, for the manifest and the fingerprints.
  public var generator: String

  /// Creates the default options (Documentation/reference/command-line.md).
  ///
  /// If `generator` is nil, the name and version of this program are used.
  public init(generator: String? = nil) { self.generator = generator ?? Version.generator }
}

/// What a shop asks for beside the chapters.
package enum ShopPreset: String, CaseIterable, Sendable {
  /// ACX, which sells to Audible, Amazon and Apple.
  case acx

  /// The titles of the chapters with the credits, as the shop names them.
  package static let credits = (opening: "Opening Credits", closing: "Closing Credits")
  /// The allowed length of a retail sample, in seconds (ACX, "Audio submission requirements").
  static let sample = 60.0...300.0
  /// The smallest allowed side of a cover, in pixels (ACX, "Cover art requirements").
  static let cover = 2400
}

extension BuildOptions {
  /// The level of the room tone in dBFS; nil if there is none. Shops ask for a room tone.
  func roomTone(_ rules: RuleSet) -> Double? {
    switch roomTone {
    case .automatic: loudness == .acx && rules >= .v1_2 ? RoomToneSetting.usual : nil
    case .off: nil
    case .level(let level): level
    }
  }

  /// The formats that each chapter is encoded in: first those of chapter files, then those of books in one file.
  package var encodings: [SoundFormat] { formats + books.map(\.stretch) }

  /// Whether the build has MP3 or AAC files that an EPUB can use for its audio.
  package var hasEPUBSound: Bool {
    formats.contains(.mp3) || books.contains(.mp3) || books.contains(.m4b)
  }

  /// Whether each chapter needs a file with the parts of its sum, for stems.
  var needsLayers: Bool { !stems.isEmpty || !projects.isEmpty }
  /// Whether the parts of each chapter are needed while it is written, for stems or for more than 16 bits.
  var needsParts: Bool { needsLayers || encodings.contains(where: isFine) }

  /// Whether a format has more than 16 bits.
  func isFine(_ format: SoundFormat) -> Bool {
    bits > 16 && [.wav, .flac, .flacBlocks].contains(format)
  }

  /// The number of files of a chapter.
  var fileCount: Int { encodings.count + (needsLayers ? 1 : 0) }

  /// Returns the names of a chapter's files, one for each encoding, and one for the parts of its sum.
  /// The chapters for a book in one file are stored among the program's own records, because users do not play them.
  func fileNames(of chapter: ChapterPlan) -> [String] {
    formats.map { "\(chapter.fileStem).\($0.fileExtension)" }
      + books.map { FolderRecords.stretch(of: chapter.index, $0.stretch) }
      + (needsLayers ? [FolderRecords.layers(of: chapter.index)] : [])
  }
}

/// A format of captions.
public enum CaptionFormat: String, Sendable, CaseIterable, Codable {
  /// WebVTT (W3C Candidate Recommendation, 4 April 2019), with speakers as voice spans.
  case vtt
  /// SubRip (SRT).
  case srt

  /// The file name extension, without the dot.
  public var fileExtension: String { rawValue }
}

/// A read-along format.
public enum ReadAlongFormat: String, Sendable, CaseIterable, Codable {
  /// A web page next to the audio files.
  case html
  /// The page with its text and sound in one file.
  case htmlSingle = "html-single"
  /// An EPUB with Media Overlays, which contains the audio.
  case epub
}

/// The unit of text that an EPUB highlights during playback.
public enum OverlayUnit: String, Sendable, CaseIterable, Codable {
  case sentence, word
}

/// A format of label tracks for audio editors.
public enum LabelFormat: String, Sendable, CaseIterable, Codable {
  /// The format that Audacity imports and exports.
  case audacity
}

/// A kind of stem: a part of the sum as a file of its own.
package enum StemKind: String, Sendable, CaseIterable, Codable {
  case roles
  /// A file for all voices, one for effects, one for ambience and one for music.
  case buses
  case lines
  /// A file for each role, without effects and loudness.
  case dry
}

/// A format of projects for audio editors.
package enum ProjectFormat: String, Sendable, CaseIterable, Codable {
  case reaper
  /// A list of files and a label track for Audacity.
  case audacity
  /// OpenTimelineIO in JSON.
  case otio
}

package enum MarkerFormat: String, Sendable, CaseIterable, Codable {
  case csv
}

/// A format for a whole book in one file.
public enum BookFormat: String, Sendable, CaseIterable, Codable {
  /// AAC in MPEG-4, with chapters.
  case m4b
  /// MPEG layer III, with chapters in its ID3v2 tag.
  case mp3
  /// FLAC, with chapters in comments.
  case flac
  /// 16-bit PCM in RIFF/WAVE, or in RF64 above 4 GB, with cue points.
  case wav
  /// Vorbis in Ogg, with chapters in comments.
  case ogg
  /// Opus in Ogg, with chapters in comments.
  case opus

  /// The file name extension, without the dot.
  public var fileExtension: String { rawValue }

  /// The format in which each chapter is stored before the chapters are joined.
  package var stretch: SoundFormat {
    switch self {
    case .m4b: .aac
    case .mp3: .mp3
    case .flac: .flacBlocks
    case .wav: .wav
    case .ogg: .ogg
    case .opus: .opus
    }
  }

  /// The audio format of the book's file.
  public var sound: SoundFormat { SoundFormat(rawValue: rawValue) ?? stretch }
}

/// Where a document is split into chapters, each in its own file.
public enum SplitMode: String, Sendable, CaseIterable {
  /// At section headings if they form chapters, else at scene headings, else not at all.
  case auto
  /// At section headings.
  case chapter
  /// At scene headings.
  case scene
  /// Not at all: the document is one file.
  case document

  /// Returns the parts in order; nil if the document does not have the requested chapters.
  /// The first part has no heading, and may be empty.
  func parts(of elements: [GuionElement], outline: DocumentOutline) -> [DocumentOutline.Part]? {
    switch self {
    case .document: [.init(elements: elements.indices, heading: nil)]
    case .scene: outline.scenes(of: elements)
    case .chapter: outline.chapters(of: elements)
    case .auto: outline.chapters(of: elements) ?? outline.scenes(of: elements)
    }
  }
}

/// The program's version, defined only here.
package enum Version {
  package static let number = "0.1.0"
  /// The name and version number, as in manifests and fingerprints.
  package static let generator = "guion2audio \(number)"
}

/// A setting that a message can name.
package enum BuildSetting: Sendable, Hashable, CaseIterable {
  case format
  /// The chapters to build.
  case only
  /// Whether to replace files that this program did not write.
  case overwrite
  /// The shard: the chapters that one of several machines builds.
  case shard
  /// Whether to wait for another build that uses the output folder.
  case wait
  /// The lines to speak again, with new takes.
  case retake
  /// The role to audition.
  case role
  /// The cost limit of a run.
  case maximumCost
  /// The paid providers whose voices the cast drafter may listen to.
  case listened
  /// Whether each format is written as one file for the whole book.
  case singleFile
  case cover
  case feedTitle
  /// The publication date of a feed's first episode.
  case feedDate
  case feedCategory
  /// The roles that an actor rehearses.
  case rehearsed
  /// The roles whose scenes are read.
  case onlyWith
}

/// The names that messages use for the settings in `BuildSetting`.
/// The default names are the library's own types and properties. A program with options or a settings window passes
/// its own names to an error's `message(_:)` or `description(_:)`.
package struct SettingNames: Sendable {
  package var name: @Sendable (BuildSetting) -> String

  package init(name: @escaping @Sendable (BuildSetting) -> String) { self.name = name }

  /// The library's own names, for developers of apps.
  package static let library = SettingNames { setting in
    switch setting {
    case .format: "BookInput(_:format:)"
    case .only: "BuildOptions.only"
    case .overwrite: "BuildOptions.overwrite"
    case .shard: "BuildOptions.shard"
    case .wait: "BuildOptions.waits"
    case .retake: "RetakeNames"
    case .role: "AuditionScene(role:)"
    case .maximumCost: "maximumCost"
    case .listened: "CastDrafter(listened:)"
    case .singleFile: "BuildOptions.books"
    case .cover: "BookOptions.cover"
    case .feedTitle: "FeedSettings.title"
    case .feedDate: "FeedSettings.date"
    case .feedCategory: "FeedSettings.category"
    case .rehearsed: "BookOptions.rehearsed"
    case .onlyWith: "BookOptions.onlyWith"
    }
  }
}
