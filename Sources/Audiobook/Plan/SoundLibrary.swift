import Audio
import Basics
import Guion
import Narration

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
