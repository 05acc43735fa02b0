public import Audio
package import Basics
import Dispatch
public import FoundationEssentials
import Glibc
public import Narration

/// The file operations for publishing: each succeeds completely or throws an error with the path of the file.
typealias FileSystem = Files<RenderError>

extension RenderError: FileErrorConvertible {
  /// Creates an error about a file in an output folder.
  package init(_ error: FileError) {
    if case .notAFile = error.cause {
      self = .output(path: error.path, reason: "it is a link or not a regular file")
    } else {
      self = .output(path: error.path, reason: error.reason)
    }
  }
}

extension Files<RenderError> {
  /// Returns the size, modification time and inode of a file; nil if it does not exist.
  static func status(of path: String) -> FileStatus? { FileStatus(path) }

  /// Returns whether a path is a folder or a link to one.
  static func isFolder(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFolder == true
  }

  /// Creates a folder and its parent folders.
  static func makeFolder(_ path: String) throws(RenderError) {
    if isFolder(path) { return }
    if status(of: path) != nil {
      throw .output(
        path: path, reason: "it is a file, but a folder is needed; choose another folder")
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    try makeFolder(path, mode: 0o777)
  }

  /// Opens a file in which this program keeps records, such as the journal.
  /// The file must be a regular file without other hard links.
  /// An output folder may come with a project from elsewhere. A link with the name of the journal could make this
  /// program overwrite another file of the user. A pipe could make the program wait forever.
  static func openRecord(_ path: String, _ flags: Int32) throws(RenderError) -> FileDescriptor {
    do {
      return try FileDescriptor(regular: path, flags: flags, isOnlyName: true)
    } catch {
      throw RenderError(error)
    }
  }

  /// Returns all bytes of a file in which this program keeps records; nil if the file does not exist.
  static func contents(
    of path: String, limit: InputLimit = .record
  ) throws(RenderError) -> [UInt8]? {
    do throws(FileError) {
      return try Files<FileError>.contents(of: path, limit: limit.maximum, isOnlyName: true)
    } catch {
      throw error.exceedsLimit
        ? .output(path: path, reason: limit.message) : RenderError(error)
    }
  }

  static func copy(_ source: String, to path: String) throws(RenderError) {
    try attempt(path) { () throws(SystemError) in
      let input = try FileDescriptor(source, creating: false)
      let output = try FileDescriptor(path, creating: true)
      var place = 0
      while true {
        let block = try input.bytes(1 << 20, at: place)
        if block.isEmpty { return }
        try output.write(block)
        place += block.count
      }
    }
  }

  /// Appends bytes to a file.
  /// The bytes are not flushed. They survive a kill, but a power cut may lose them. In the worst case, a file of this
  /// program then looks foreign and is not overwritten.
  static func append(_ bytes: [UInt8], to path: String) throws(RenderError) {
    let file = try openRecord(path, O_WRONLY | O_CREAT | O_APPEND)
    try attempt(path) { () throws(SystemError) in try file.write(bytes) }
  }

  /// Replaces the contents of a file atomically, through a temporary file with a leading dot in the same folder.
  /// `beforeNaming` is called when the bytes are on disk, before the temporary file is renamed.
  static func replace(
    _ path: String, by way: String? = nil, beforeNaming: () throws(RenderError) -> Void = {},
    write: TextWriter
  ) throws(RenderError) {
    try replace(
      path, from: way ?? temporaryName(for: path), mode: 0o666, beforeNaming: beforeNaming,
      write: write)
  }

  static var temporaryPrefix: String { ".guion2audio-" }

  private static func temporaryName(for path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map(path.utf8.index(after:)) ?? path.startIndex
    return path[..<name] + temporaryPrefix + path[name...]
  }
}

/// Computes the SHA-256 of files, reading them in blocks.
enum FileDigest {
  static func sha256(of path: String) throws(RenderError) -> String {
    try FileSystem.attempt(path) { () throws(SystemError) in
      try FileDescriptor(path, creating: false).sha256().hex
    }
  }
}

/// Runs calls that wait for the disk on separate threads, so that the encoding threads do not wait.
/// A flush may take many milliseconds. On an encoding thread, a flush would leave a core idle for this time.
enum Blocking {
  private static let queue = DispatchQueue(label: "guion2audio.flush", attributes: .concurrent)

  static func run(_ work: @escaping @Sendable () throws(RenderError) -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        do throws(RenderError) {
          try work()
          continuation.resume()
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}

/// Stores a few numbers under each name, in one small file per name.
/// Safe for concurrent processes.
/// A file is one line: the numbers, and a check value of the name and the numbers. The file is replaced as a whole.
/// Damaged files, and files without a check value from earlier versions of the program, are treated as missing. Write
/// errors are ignored, because no build depends on these files.
struct NumberFiles: Sendable {
  let folder: String

  /// Returns the numbers under a name; nil if the file is missing or damaged.
  func numbers(of name: String) -> [Double]? {
    let limit = InputLimit.numbers.maximum
    guard let bytes = try? Files<FileError>.contents(of: path(of: name), limit: limit) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).dropLast().map { Double($0) }
    let numbers = words.compactMap(\.self).filter(\.isFinite)
    // Each number has only one valid spelling, so comparing the bytes finds any damage.
    guard numbers.count == words.count, bytes == line(of: numbers, name) else {
      return nil
    }
    return numbers
  }

  func store(_ numbers: [Double], of name: String) {
    // The file is not flushed, because a file damaged by a power cut is treated as missing.
    try? Files<FileError>.write([line(of: numbers, name)], to: path(of: name), isFlushed: false)
  }

  /// Deletes the least recently written files if there are more than `limit` whose names belong to the store.
  func prune(to limit: Int, _ isOwn: (String) -> Bool) {
    let names = FolderListing.names(in: folder).filter(isOwn)
    guard names.count > limit else { return }
    let dated = names.map { name in
      (time: FileSystem.status(of: path(of: name))?.modified ?? 0, name: name)
    }
    for old in dated.sorted(by: { $0 < $1 }).prefix(names.count - limit) {
      unlink(path(of: old.name))
    }
  }

  private func line(of numbers: [Double], _ name: String) -> [UInt8] {
    let words = Array(numbers.map { "\($0) " }.joined().utf8)
    return words + CheckValue.of(Array(name.utf8) + [0] + words) + [UInt8(ascii: "\n")]
  }

  func path(of name: String) -> String { folder + "/" + name }
}

/// An error that stops a chapter or a build, with advice on what to do.
public enum RenderError: LocalizedError, Sendable {
  /// A line that no voice could speak.
  case line(ScriptPosition, kind: FailureKind, message: String)
  /// The audio could not be created or written.
  case audio(AudioError)
  /// The output folder cannot be written.
  case output(path: String, reason: String)
  /// The output folder contains files that this program did not write, under names that the build needs.
  case foreignFiles([String])
  /// A chapter breaks rules of the requested loudness preset. The list has one sentence for each broken rule.
  case rules(title: String, [String])
  /// Another build uses the folder.
  case inUse(path: String, by: String)

  /// Whether the disk has no space left for audio.
  var isFullDisk: Bool { if case .audio(.noSpace) = self { true } else { false } }

  /// Whether the run has reached its cost limit.
  ///
  /// If so, the run cannot pay for any other line.
  var isCostLimit: Bool { if case .line(_, .costLimit, _) = self { true } else { false } }

  /// The reason why a line failed.
  ///
  /// The reason decides the exit code.
  public enum FailureKind: Sendable, Equatable {
    /// The engine failed on this line.
    case engine
    /// The provider cannot be reached.
    case unavailable
    /// The provider is disabled, needs a key, or refused the request.
    case refused
    /// The line was not requested because the run could exceed its cost limit.
    case costLimit
  }
}

extension RenderError: CustomStringConvertible {
  /// The message, in one sentence.
  public var description: String { description(.library) }

  /// Returns the message, with the given names for settings.
  package func description(_ names: SettingNames) -> String {
    switch self {
    case .line(_, _, let message): message
    case .audio(let error): error.description
    case .output(let path, let reason): "cannot write \(path): \(reason)"
    case .foreignFiles(let files):
      "\(files.joined(separator: ", ")) \(files.count == 1 ? "was" : "were") not written by this "
        + "program; \(names.name(.overwrite)) replaces \(files.count == 1 ? "it" : "them")"
    case .rules(let title, let broken):
      "\"\(title)\" does not meet the rules of ACX: \(broken.joined(separator: "; "))"
    case .inUse(let path, let holder):
      "\(path) is in use by \(holder); wait for it with \(names.name(.wait)), or choose another folder"
    }
  }
}

extension RenderError {
  /// The message as shown to the user.
  public var errorDescription: String? { description }

  /// What the user can do about the error.
  public var recoverySuggestion: String? {
    switch self {
    case .line: "Correct the line or its voice and build again. Finished chapters are reused."
    case .audio(let error): error.recoverySuggestion
    case .output: "Choose a writable folder."
    case .foreignFiles: "Choose another folder, or allow the files to be replaced."
    case .rules: "Change the text, voices or pauses of the chapter, or choose another loudness."
    case .inUse: "Wait until the other build ends, or choose another folder."
    }
  }
}
