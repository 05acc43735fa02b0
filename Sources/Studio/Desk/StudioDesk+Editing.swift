import Audio
import Audiobook
import Basics
import Foundation
import Glibc
import Guion
import Narration
import Synchronization

/// The changes of the cast that pages request.
extension StudioDesk {
  /// Returns the effect of cast edits without saving them.
  func effect(of edits: [CastEdit]) async throws -> CastEffect {
    guard let view else { throw StudioError.stale }
    let other = try await trial(of: edits)
    var effect = await CastEffect(from: view, to: other, speech)
    effect.applies = other.uses(of: edits)
    return effect.inLines(of: view, from: other)
  }

  /// Changes the cast file and plans the book with it.
  /// `digest` is the digest of the version of the file that the page knows. Throws `StudioError.conflict` if the file
  /// has another digest now. `page` is the name of the page that makes the change. Edits that do not change the file
  /// are not added to the history.
  func edit(
    _ edits: [CastEdit], digest: String, title: String, page: String? = nil
  ) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      let new = try await apply(edits, to: old)
      if new == old.bytes { return CastEffect() }
      return try await keep(new, in: old) {
        $0.add(.init(title: title, page: page, before: old.bytes, after: new))
      }
    }
  }

  /// Undoes the last change.
  func undo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.undo else {
        throw StudioError.impossible("There is nothing to undo.")
      }
      return try await put(step.before, over: step.after, step, old) { $0.stepBack() }
    }
  }

  /// Redoes the last undone change.
  func redo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.redo else {
        throw StudioError.impossible("There is nothing to redo.")
      }
      return try await put(step.after, over: step.before, step, old) { $0.stepForward() }
    }
  }

  /// Replaces the contents `old` of the file of a change by `new`.
  private func put(
    _ new: [UInt8]?, over old: [UInt8]?, _ step: CastHistory.Step, _ cast: CastFile,
    noting: @Sendable (inout CastHistory) -> Void
  ) async throws -> CastEffect {
    guard let path = step.path else { return try await keep(new, in: cast, noting: noting) }
    let file = try CastFile(reading: path)
    guard file.bytes == old else {
      // Earlier changes of the file cannot be undone either, so none of them may block the others.
      forgetHistory()
      throw StudioError.impossible(
        "\(FilePath(path).last.text) was changed by another program, so earlier changes cannot be undone or redone."
      )
    }
    return path == voicesPath
      ? try await keepVoices(new, in: file, noting: noting)
      : try await keepScript(new, in: file, noting: noting)
  }
}

/// A sound that the script asks for.
struct AskedSound: Sendable {
  /// A place at which the sound stands.
  struct Place: Sendable {
    /// The cue in the script.
    var cue: SoundCue
    /// The number of the line that follows; nil at the end of a chapter.
    var line: Int?
  }

  var name: String
  var bus: String
  /// The file that is heard; nil if the cast names none.
  var file: PlayedFile?
  var places: [Place]
}

extension StudioView {
  /// The sounds that the script asks for, in the order of their first places.
  var sounds: [AskedSound] {
    var sounds: [AskedSound] = []
    for chapter in book.plan.chapters {
      for sound in chapter.sounds {
        guard let cue = sound.cue, cue.mode != .stop else { continue }
        let line = lines.firstIndex {
          $0.chapter == chapter.index && $0.passage == sound.passage
        }
        let place = AskedSound.Place(cue: cue, line: line)
        let known = sounds.firstIndex {
          $0.name.lowercased() == cue.name.lowercased() && $0.bus == cue.bus.rawValue
        }
        if let known {
          sounds[known].places.append(place)
        } else {
          sounds.append(
            AskedSound(name: cue.name, bus: cue.bus.rawValue, file: sound.file, places: [place]))
        }
      }
    }
    return sounds
  }
}

extension StudioDesk {
  /// Returns a sound of the current plan by its number in the list of the page.
  func sound(number: Int?, ofPlan plan: Int?) throws -> AskedSound {
    guard let view, view.number == plan else { throw StudioError.stale }
    let sounds = view.sounds
    guard let number, sounds.indices.contains(number) else {
      throw StudioError.missing("The script asks for no such sound.")
    }
    return sounds[number]
  }

  /// Stores a file in the folder `sounds` beside the cast, and binds a sound to it.
  /// Undo removes the name from the cast. The file stays.
  func bind(
    _ name: String, to upload: Upload, digest: String, page: String?
  ) async throws -> CastEffect {
    guard let kind = SoundKind(ofFile: upload.path),
      (try? SoundProbe.info(path: upload.path)) != nil
    else {
      throw StudioError.impossible(
        "This file is no sound that can be decoded. Use WAV, FLAC, OGG, Opus, MP3 or AIFF.")
    }
    let place = CastFolder.Place(
      folder: "sounds", stem: FileName.safe(name.lowercased(), longest: 60), ending: "\(kind)")
    return try await keep(
      upload, at: place, as: { .sound(name, $0) }, "file of the sound \"\(name)\"",
      digest: digest, page: page)
  }

  /// Stores a picture beside the cast, and names it as the cover of the book.
  func cover(_ upload: Upload, digest: String, page: String?) async throws -> CastEffect {
    let path = upload.path
    let kind: Cover.Kind?
    do throws(CoverReader.Failure) {
      kind = try CoverReader(.file(path), fit: .keep).read().cover.file?.kind
    } catch {
      throw StudioError.impossible(
        error.message.replacing("the cover \(path)", with: "this picture"))
    }
    let place = CastFolder.Place(stem: "cover", ending: kind == .jpeg ? "jpg" : "png")
    return try await keep(
      upload, at: place, as: CastEdit.cover, "cover of the book", digest: digest, page: page)
  }

  /// Stores a file beside the cast, and names it in the cast.
  private func keep(
    _ upload: Upload, at place: CastFolder.Place, as edit: @escaping @Sendable (String) -> CastEdit,
    _ title: String, digest: String, page: String?
  ) async throws -> CastEffect {
    let effect = try await inTurn { [self] in
      _ = try await current(digest)
      let folder = try CastFolder(of: castPath, place)
      let stored = try folder.store(upload.path)
      do {
        let old = try await current(digest)
        let new = try await apply([edit(stored.path)], to: old)
        if new == old.bytes { return CastEffect() }
        return try await keep(new, in: old) {
          $0.add(.init(title: title, page: page, before: old.bytes, after: new))
        }
      } catch {
        // A file that the cast cannot use would take the name of a better one.
        if stored.isNew { folder.remove(stored.path) }
        throw error
      }
    }
    // The stored file is a new source of the book. Read now, it does not change the plan behind the page's back.
    await load()
    return effect
  }
}

/// The kind of a sound file, by its first bytes.
enum SoundKind: String {
  case wav, flac, ogg, mp3, aiff

  init?(ofFile path: String) {
    guard let file = try? FileDescriptor(regular: path),
      let head = try? file.bytes(12, at: 0), head.count == 12
    else { return nil }
    switch Array(head.prefix(4)) {
    case Array("RIFF".utf8): self = .wav
    case Array("fLaC".utf8): self = .flac
    case Array("OggS".utf8): self = .ogg
    case Array("FORM".utf8): self = .aiff
    case let start where start.starts(with: "ID3".utf8) || start[0] == 0xFF && start[1] >= 0xE0:
      self = .mp3
    default: return nil
    }
  }

  /// The media type.
  var type: String { self == .mp3 ? "audio/mpeg" : "audio/\(rawValue)" }
}

/// A place for files that pages send: the folder of a cast file, or a folder in it.
private struct CastFolder {
  /// The name of a file: the name comes from the script or the program, never from the page.
  struct Place: Sendable {
    /// The folder in the cast's folder; empty for that folder itself.
    var folder = ""
    var stem: String
    var ending: String
  }

  private let path: String
  private let place: Place

  init(of cast: String, _ place: Place) throws(StudioError) {
    self.place = place
    let folder = Files<FileError>.folder(of: cast)
    path = folder + (folder.hasSuffix("/") ? "" : "/") + place.folder
    guard !place.folder.isEmpty else { return }
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false)
    // A link could lead to any folder.
    guard FileStatus(path)?.isFolder == true else {
      throw .impossible(
        "The folder \"\(place.folder)\" beside the cast is a link or a file, or it cannot be created."
      )
    }
  }

  /// Copies a file into the folder, and returns its path as a cast has it.
  /// Other files stay. `isNew` is false if the folder has the file.
  func store(_ file: String) throws(StudioError) -> (path: String, isNew: Bool) {
    let stem = place.stem.isEmpty ? "sound" : place.stem
    let prefix = place.folder.isEmpty ? "" : place.folder + "/"
    let temporary = "\(path)/\(TemporaryName.new())"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    do {
      try FileManager.default.copyItem(atPath: file, toPath: temporary)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: temporary)
    } catch {
      throw .impossible("The file cannot be stored beside the cast.")
    }
    for number in 1..<1000 {
      let name = number == 1 ? "\(stem).\(place.ending)" : "\(stem) \(number).\(place.ending)"
      let target = "\(path)/\(name)"
      if FileStatus(target)?.isFile == true,
        FileManager.default.contentsEqual(atPath: target, andPath: temporary)
      {
        return (prefix + name, false)
      }
      do throws(FileError) {
        try Files<FileError>.renameWithoutReplacing(temporary, to: target)
        return (prefix + name, true)
      } catch {
        guard error.code == EEXIST else {
          throw .impossible("The file cannot be stored: \(error.reason).")
        }
      }
    }
    throw .impossible("There are too many files with this name beside the cast.")
  }

  /// Removes a file by its path in the cast.
  func remove(_ file: String) { unlink("\(path)/\(FilePath(file).last.text)") }
}

/// A file that a page sends. It goes to the disk while it arrives, and is removed with this object.
final class Upload: Sendable {
  /// Returns the maximum size in bytes of a file for an address; nil if the address takes no files.
  static func longest(for address: String) -> Int? {
    switch address {
    // Ten minutes of WAV in stereo.
    case "/api/sound": 128 << 20
    case "/api/cover": InputLimit.cover.maximum
    case "/api/books/add": InputLimit.document.maximum
    default: nil
    }
  }

  /// The maximum time for receiving a file.
  static let slowest = Duration.seconds(120)
  /// The maximum number of files that arrive at the same time.
  static let most = 2

  /// The path of the file.
  let path: String
  private let longest: Int
  private let number: Int32
  private let size = Mutex(0)

  /// Creates an empty file of at most `longest` bytes in a private folder; nil if that is not possible.
  init?(in folder: String, longest: Int) {
    self.longest = longest
    path = folder + "/" + TemporaryName.new()
    number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if number < 0 { return nil }
  }

  deinit {
    guard number >= 0 else { return }
    close(number)
    unlink(path)
  }

  /// Whether more bytes have arrived than are allowed.
  var isTooLong: Bool { size.withLock { $0 > longest } }

  /// Adds a part.
  /// Returns false if the file is too long or cannot be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    size.withLock { size in
      size += bytes.count
      guard size <= longest else { return false }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
