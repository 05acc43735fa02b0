import Audio
import Basics
package import Guion
import Hablare
import Narration

/// A sound at its place in a planned chapter.
package struct PlannedSound: Sendable, Hashable {
  /// The passage before which the sound stands; the number of passages if it stands after the last.
  package var passage: Int
  /// The span of the passage's first item before which the sound stands.
  package var span: Int
  /// The words of the script; nil for the end of a scene.
  package var cue: SoundCue?
  /// The file that is heard; nil if the cast names none, and for the end of sounds.
  package var file: PlayedFile?
}

/// A file that is heard, and how.
package struct PlayedFile: Sendable, Hashable {
  /// The name in the cast.
  package var name: String
  /// The path as the cast has it.
  package var file: String
  /// The real path.
  package var path: String
  /// The SHA-256 of the content, in hexadecimal.
  var digest: String
  /// The length in seconds, as the file states it.
  package var seconds: Double
  /// Whether the next line waits for the end of the sound.
  package var waits: Bool
  var gain: Double
  var pan: Double
  var loops: Bool
  var fadeIn: Double
  var fadeOut: Double
  var duck: Double

  /// Everything that the audio depends on.
  var key: String {
    "\(digest) \(waits) \(gain) \(pan) \(loops) \(fadeIn) \(fadeOut) \(duck)"
  }
}

extension SoundCue.Bus {
  /// The number of the bus in a mix.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension SoundSettings {
  /// The length in seconds below which the next line waits for an effect.
  private static let shortEffect = 2.0

  /// Returns the sounds of a chapter with their files.
  func planned(_ read: TableRead, _ library: SoundLibrary) -> [PlannedSound] {
    read.sounds.map { placed in
      var sound = PlannedSound(
        passage: placed.passage, span: placed.span, cue: placed.cue, file: nil)
      if let cue = placed.cue, cue.mode != .stop, let index = bound(cue.name),
        let file = library.files[index]
      {
        let isLast = placed.passage == read.passages.count
        sound.file = played(files[index], file, cue, isLast: isLast)
      }
      return sound
    }
  }

  private func played(
    _ entry: Entry, _ file: SoundLibrary.File, _ cue: SoundCue, isLast: Bool
  ) -> PlayedFile {
    let isMusic = cue.bus == .music
    let isAmbience = cue.bus == .ambience
    let waits =
      switch cue.mode {
      case .wait: true
      case .under: false
      default:
        cue.bus == .effects && entry.loops != true && file.seconds < Self.shortEffect
          || isLast && !isAmbience
      }
    return PlayedFile(
      name: entry.name, file: entry.file?.path ?? "", path: file.path, digest: file.digest,
      seconds: file.seconds, waits: waits, gain: entry.gain, pan: entry.pan,
      // A line that waits for an endless sound would never be heard.
      loops: !waits && (entry.loops ?? isAmbience),
      fadeIn: entry.fadeIn ?? (isAmbience ? 1 : 0),
      fadeOut: entry.fadeOut ?? (isAmbience || isMusic ? 2 : 0.05),
      duck: entry.duck ?? (isMusic ? 10 : isAmbience ? 6 : 0))
  }
}

extension BookPlan {
  /// The sounds that the script asks for, in the order of their first places, with the file of the cast or nil.
  package var sounds: [(name: String, bus: String, file: String?, places: Int)] {
    var sounds: [(name: String, bus: String, file: String?, places: Int)] = []
    for sound in chapters.flatMap(\.sounds) {
      guard let cue = sound.cue, cue.mode != .stop else { continue }
      if let index = sounds.firstIndex(where: { $0.name == cue.name && $0.bus == cue.bus.rawValue })
      {
        sounds[index].places += 1
      } else {
        sounds.append((cue.name, cue.bus.rawValue, sound.file?.file, 1))
      }
    }
    return sounds
  }
}

/// The files of the sounds that a book asks for, found and checked before anything is rendered.
struct SoundLibrary: Sendable {
  struct File: Sendable {
    /// The path, without links.
    var path: String
    /// The SHA-256 of the content, in hexadecimal.
    var digest: String
    /// The length in seconds, as the file states it.
    var seconds: Double
  }

  /// The files, by the number of their entry in the cast.
  private(set) var files: [Int: File] = [:]
  /// The errors, at most one for each file.
  private(set) var diagnostics: [Diagnostic] = []

  /// The library of a book without sounds.
  init() {}

  /// Reads the files that the elements of a book ask for.
  init(_ settings: SoundSettings, for elements: [GuionElement]) {
    guard !settings.files.isEmpty else { return }
    for (index, loops) in Self.used(settings, elements).sorted(by: { $0.key < $1.key }) {
      let entry = settings.files[index]
      guard let reference = entry.file else { continue }
      do throws(Fault) {
        let file = try Self.file(reference)
        if loops, file.seconds > 0, file.seconds < Self.shortestLoop {
          throw Fault(
            reason: "is too short for a loop: \(Int(file.seconds * 1000)) ms; use a file of at "
              + "least \(Int(Self.shortestLoop * 1000)) ms")
        }
        files[index] = file
      } catch {
        diagnostics.append(
          Diagnostic(
            code: error.code, severity: .error,
            message: "the sound \"\(entry.name)\" (\(reference.path)) \(error.reason)",
            file: reference.file, position: reference.position))
      }
    }
  }

  /// A shorter loop is heard as a tone.
  private static let shortestLoop = 0.05

  /// Returns the entries that a book asks for, and whether they are loops.
  private static func used(
    _ settings: SoundSettings, _ elements: [GuionElement]
  ) -> [Int: Bool] {
    var used: [Int: Bool] = [:]
    func use(_ index: Int, _ bus: SoundCue.Bus) {
      let loops = settings.files[index].loops ?? (bus == .ambience)
      used[index] = loops || used[index] == true
    }
    for element in elements {
      let cue: SoundCue? =
        switch element.elementType {
        case .comment, .sound: SoundCue(element, words: settings.words)
        case .sceneHeading: settings.ambience(of: element.elementText)
        default: nil
        }
      if let cue, cue.mode != .stop, let index = settings.bound(cue.name) { use(index, cue.bus) }
    }
    for text in [settings.intro, settings.outro, settings.between].compactMap(\.self) {
      if let index = settings.bound(SoundCue(.music, named: text).name) { use(index, .music) }
    }
    return used
  }

  private struct Fault: Error {
    var code = "bad-sound"
    var reason: String
  }

  /// Finds and checks a file. Its real path must be in the folder of the file that names it.
  private static func file(_ reference: FileReference) throws(Fault) -> File {
    let path: FilePath
    do throws(FileError) {
      path = try FilePath(reference.base).appending(FilePath(reference.path)).resolved()
      let root = try (reference.root.isEmpty ? FilePath(".") : FilePath(reference.root)).resolved()
      guard path.isWithin(root) else {
        throw FileError(reference.path, .outside)
      }
    } catch {
      if case .outside = error.cause {
        throw Fault(
          code: "outside-folder", reason: "is outside the folder; copy it into the folder")
      }
      throw Fault(reason: "cannot be read: \(error.reason)")
    }
    let digest: String
    do throws(FileError) {
      let file = try FileDescriptor(regular: path.cString, followingLinks: true)
      digest = try Files<FileError>.attempt(path.text) { () throws(SystemError) in
        try file.sha256().hex
      }
    } catch {
      throw Fault(reason: "cannot be read: \(error.reason)")
    }
    let info: SoundFileInfo
    do throws(AudioError) {
      info = try SoundProbe.info(path: path.text)
    } catch {
      switch error {
      case .malformed(_, let reason), .cannotRead(_, let reason):
        throw Fault(reason: "is damaged: \(reason)")
      default: throw Fault(reason: "is no sound that can be decoded")
      }
    }
    guard info.channels <= 2 else {
      throw Fault(reason: "has \(info.channels) channels; mix it to mono or stereo")
    }
    return File(
      path: path.text, digest: digest,
      seconds: Double(max(0, info.frames)) / Double(info.sampleRate))
  }
}

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
