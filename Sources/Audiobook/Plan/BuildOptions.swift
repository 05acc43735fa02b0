public import Audio

/// What a build is asked to produce, and how.
public struct BuildOptions: Sendable {
  /// Every format in which each chapter is a file; the first one is the manifest's.
  public var formats: [SoundFormat] = [.mp3]
  /// Every format in which the whole book is one file; the manifest's is the first of these where there are
  /// no files of chapters.
  public var books: [BookFormat] = []
  /// The formats of captions that each chapter gets beside its sound.
  public var captions: [CaptionFormat] = []
  /// Whether captions show words of the program too, such as "Ann says:".
  public var captionsAnnounce = false
  /// What people read along in.
  public var readAlong: [ReadAlongFormat] = []
  /// What is highlighted in an EPUB while it sounds.
  public var overlay = OverlayUnit.sentence
  /// Where the document is cut into chapters.
  public var split = SplitMode.auto
  /// The section level that starts a chapter; nil finds it.
  public var chapterLevel: Int?
  /// Which chapters to render; nil for all.
  public var only: ChapterSelection?
  /// Which share of the chapters to render, beside other builds; nil for all.
  public var shard: Shard?
  /// Wait for a folder that is held by another build.
  public var waits = false
  /// How many chapters are in work at once.
  public var jobs = 1
  /// The rate of every file in hertz; nil takes the highest among the voices.
  public var sampleRate: Int?
  /// Kilobits per second for lossy formats; nil takes the codec's default.
  public var bitrate: Int?
  /// What chapters are brought to, once voices are level with each other; `off` leaves both as they are.
  public var loudness = LoudnessPreset.mono(-19)
  /// 1, or 2 where voices have places between left and right.
  public var channels = 1
  /// The tempo of every voice.
  public var rate = 1.0
  /// Replaces the document's title.
  public var title: String?
  /// Replaces the document's authors.
  public var authors: [String]?
  /// Render again what is already rendered, with the clips that are kept.
  public var force = false
  /// New takes of lines whose clips are kept; their chapters are rendered again.
  public var retakes = Retakes()
  /// Replace files that this program did not write.
  public var overwrite = false
  /// Go on with the other chapters after one fails.
  public var keepGoing = false
  /// The name and version that manifest and fingerprints carry.
  public var generator: String

  /// The defaults of Documentation/interfaces.md; `generator` is this program and its version.
  public init(generator: String? = nil) { self.generator = generator ?? Version.generator }
}

extension BuildOptions {
  /// What each chapter is encoded as: its own files, then its stretches of books in one file.
  public var encodings: [SoundFormat] { formats + books.map(\.stretch) }

  /// Whether captions or what people read along need the times at which spans sound.
  var needsTimings: Bool { !captions.isEmpty || !readAlong.isEmpty }

  /// Whether the sound of an EPUB can be taken from the files of this build: it is MP3 or AAC.
  public var hasEPUBSound: Bool {
    formats.contains(.mp3) || books.contains(.mp3) || books.contains(.m4b)
  }

  /// The names of a chapter's files, one for each encoding.
  ///
  /// Stretches are among the program's own records: nobody is to play them.
  func fileNames(of chapter: ChapterPlan) -> [String] {
    formats.map { "\(chapter.fileStem).\($0.fileExtension)" }
      + books.map { FolderRecords.stretch(of: chapter.index, $0.stretch) }
  }
}
