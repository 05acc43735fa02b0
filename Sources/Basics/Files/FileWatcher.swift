import Dispatch
import Glibc
import Synchronization

/// A watcher that reports changes of files and folders by any process (inotify(7)).
/// Files are watched by name. So a file is still watched after an editor replaces, removes or creates it.
/// On network file systems, only changes made on this machine are seen.
package final class FileWatcher: Sendable {
  private struct State: Sendable {
    var table: WatchTable
    /// The paths that have changed since the last report.
    var changed: Set<String> = []
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
    var failure: FileWatchError?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>
  /// The source of events, which is written once and otherwise used only in `deinit`.
  /// Dispatch sources may be cancelled from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let quiet: Duration
  private let longest: Duration

  /// Creates a watcher that watches nothing yet.
  /// A burst of changes is one report. A burst ends when nothing has changed for `quiet`, and is reported
  /// after `longest` at the latest.
  package init(
    quiet: Duration = .milliseconds(150), longest: Duration = .seconds(2)
  ) throws(FileWatchError) {
    let notifier = try Inotify()
    state = Mutex(State(table: WatchTable(notifier)))
    (self.quiet, self.longest) = (quiet, longest)
    let queue = DispatchQueue(label: "guion2audio.files")
    source = DispatchSource.makeReadSource(fileDescriptor: notifier.file.number, queue: queue)
    source.setEventHandler { @Sendable [weak self] in self?.take() }
    // The descriptor must stay open until the source has released it.
    source.setCancelHandler { @Sendable in withExtendedLifetime(notifier) {} }
    source.activate()
  }

  deinit { source.cancel() }

  /// Replaces the set of watched files and folders.
  /// `files` need not exist. Links are followed: both the link and its target are watched. Everything in
  /// `folders` is watched, except `skipped` paths and links to folders. Changes that have not
  /// been reported yet will still be reported.
  package func watch(
    files: [String], folders: [String] = [],
    skipping skipped: @escaping @Sendable (_ path: String) -> Bool = { FilePath($0).isHidden }
  ) throws(FileWatchError) {
    let interest = WatchTable.Interest(files: files, folders: folders, isSkipped: skipped)
    let result = state.withLock { state -> Result<Void, FileWatchError> in
      Result { () throws(FileWatchError) in
        state.failure = nil
        _ = try state.table.watch(interest)
      }
    }
    try result.get()
  }

  /// Returns warnings about unreadable subfolders of the watched folders.
  /// Unreadable subfolders are not watched.
  /// `known` contains the folders of earlier warnings. The function replaces `known` with the folders
  /// that are unreadable now.
  package func warnings(after known: inout Set<String>) -> [String] {
    let unreadable = state.withLock(\.table.unreadable)
    defer { known = unreadable }
    return unreadable.subtracting(known).sorted().map {
      "cannot watch the folder \($0): \(SystemError(EACCES).reason); its changes are not seen"
    }
  }

  /// Waits for the next burst of changes and returns the paths that have changed, as the caller gave
  /// them.
  /// An item in a folder is reported as the folder's path plus the item's path in the folder. A folder's
  /// own path means that anything in the folder may have changed. Only one task may wait at a time.
  /// Throws a `FileWatchError` if the system's limits are reached. Throws `CancellationError` if the task
  /// is cancelled; the changes are then reported by the next call.
  package func changes() async throws -> Set<String> {
    while true {
      await change()
      try Task.checkCancellation()
      while let rest = rest() { try await Task.sleep(for: rest) }
      let (changed, failure) = state.withLock { state in
        defer {
          (state.changed, state.first, state.last, state.failure) = ([], nil, nil, nil)
        }
        return (state.changed, state.failure)
      }
      if let failure { throw failure }
      if !changed.isEmpty { return changed }
    }
  }

  /// Waits until something has changed or the task is cancelled.
  private func change() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let former = state.withLock { state -> CheckedContinuation<Void, Never>? in
          if state.first != nil || state.failure != nil || Task.isCancelled { return continuation }
          defer { state.waiting = continuation }
          return state.waiting
        }
        former?.resume()
      }
    } onCancel: {
      resume()
    }
  }

  /// Returns how long to wait for the end of the burst; nil if the burst is over.
  private func rest() -> Duration? {
    state.withLock { state in
      guard let first = state.first, let last = state.last, state.failure == nil else {
        return nil
      }
      let rest = min(last + quiet, first + longest) - .now
      return rest > .zero ? rest : nil
    }
  }

  /// Reads the events of the system and records the changes.
  private func take() {
    let hasNews = state.withLock { state in
      do throws(FileWatchError) {
        let changed = try state.table.changes()
        guard !changed.isEmpty else { return false }
        state.changed.formUnion(changed)
        state.last = .now
        state.first = state.first ?? state.last
      } catch {
        state.failure = error
      }
      return true
    }
    if hasNews { resume() }
  }

  private func resume() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}

/// The reason why files cannot be watched.
package enum FileWatchError: Error, Equatable, CustomStringConvertible {
  /// The system's limit on watched folders is reached.
  case tooManyFolders
  /// The system's limit on watchers of the user, or on open files of the process, is reached.
  case tooManyWatchers
  case system(folder: String, SystemError)

  /// The problem and how to solve it.
  package var description: String {
    switch self {
    case .tooManyFolders:
      "cannot watch that many folders: the system allows \(Self.limit("max_user_watches")) watches; "
        + "raise the limit with `sudo sysctl fs.inotify.max_user_watches=524288`"
    case .tooManyWatchers:
      "cannot watch files: the system allows \(Self.limit("max_user_instances")) programs that watch files; "
        + "end some of them, or raise the limits with `sudo sysctl fs.inotify.max_user_instances=512` and `ulimit -n`"
    case .system(let folder, let error): "cannot watch the folder \(folder): \(error.reason)"
    }
  }

  private static func limit(_ name: String) -> String {
    let bytes = try? LimitedFile.bytes(of: "/proc/sys/fs/inotify/\(name)", limit: .orderFile)
    let text = String(decoding: bytes ?? [], as: UTF8.self).filter(\.isNumber)
    return text.isEmpty ? "no more" : "at most \(text)"
  }
}

/// The owner of an inotify descriptor.
private final class Inotify: Sendable {
  let file: FileDescriptor

  init() throws(FileWatchError) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard number >= 0 else {
      let error = SystemError.last
      throw [EMFILE, ENFILE].contains(error.code)
        ? .tooManyWatchers : .system(folder: "/", error)
    }
    file = FileDescriptor(owning: number)
  }
}

/// The watched folders with their reasons, and the interpretation of events in them.
private struct WatchTable: Sendable {
  /// The files and folders to watch.
  struct Interest: Sendable {
    var files: [String] = []
    var folders: [String] = []
    var isSkipped: @Sendable (_ path: String) -> Bool = { _ in false }
  }

  /// The reason why a folder is watched.
  private enum Reason: Sendable {
    /// A name in the folder is part of a watched path.
    case entry(FilePath, of: String)
    /// The folder itself is part of a watched path.
    case path(of: String)
    /// Everything in the folder is watched.
    /// The value is the path to report.
    case contents(FilePath)
  }

  private let notifier: Inotify
  private var interest = Interest()
  private var reasons: [Int32: [Reason]] = [:]
  /// The folders whose contents are watched.
  private var trees: Set<FilePath> = []
  /// The folders that this process is not allowed to read, which are not watched.
  private(set) var unreadable: Set<String> = []

  init(_ notifier: Inotify) { self.notifier = notifier }

  /// Watches exactly the files and folders of `interest`.
  /// Returns the folders whose contents are watched now and were not before.
  mutating func watch(_ interest: Interest) throws(FileWatchError) -> Set<FilePath> {
    self.interest = interest
    let (formerReasons, formerTrees) = (reasons, trees)
    (reasons, trees, unreadable) = ([:], [], [])
    defer {
      for watch in formerReasons.keys where reasons[watch] == nil {
        inotify_rm_watch(notifier.file.number, watch)
      }
    }
    for path in interest.files { try addPath(to: FilePath(path), path) }
    for path in interest.folders {
      try addPath(to: FilePath(path), path)
      try addTree(FilePath(path))
    }
    return trees.subtracting(formerTrees)
  }

  // MARK: Folders

  /// Watches a folder.
  /// Returns false if the folder does not exist, or if it is an unreadable subfolder of a watched
  /// folder.
  private mutating func add(
    _ folder: FilePath, _ mask: UInt32, _ reason: Reason
  ) throws(FileWatchError) -> Bool {
    // A folder may be watched for several reasons and under several names, so the masks are combined.
    let watch = inotify_add_watch(
      notifier.file.number, folder.cString, mask | IN_MASK_ADD.bits | IN_ONLYDIR.bits)
    guard watch < 0 else {
      reasons[watch, default: []].append(reason)
      return true
    }
    let error = SystemError.last
    switch error.code {
    case ENOENT, ENOTDIR, ELOOP: return false
    case ENOSPC: throw .tooManyFolders
    case EACCES:
      // A folder on the path may allow entering but not reading. Such a folder is not watched.
      if case .path = reason { return true }
      // The files of an unreadable folder are not read either.
      if isPart(folder) {
        unreadable.insert(folder.text)
        return false
      }
      fallthrough
    default: throw .system(folder: folder.text, error)
    }
  }

  /// Returns whether a folder is inside a folder whose contents are watched.
  private func isPart(_ folder: FilePath) -> Bool {
    let names = folder.names
    return interest.folders.contains { path in
      let root = FilePath(path)
      return root.isAbsolute == folder.isAbsolute && names.count > root.names.count
        && names.starts(with: root.names)
    }
  }

  /// Watches everything that determines which file a path leads to: folders that may be moved, links, and
  /// the first missing name.
  private mutating func addPath(to path: FilePath, _ shown: String) throws(FileWatchError) {
    var folder = FilePath(path.isAbsolute ? "/" : ".")
    var names = path.names.reversed() as [FilePath]
    var links = 0
    while let name = names.popLast() {
      let entry = folder.appending(name)
      if name == FilePath("..") {
        folder = entry
        continue
      }
      var status = FileStatus(entry.cString)
      if names.isEmpty || status?.isFolder != true {
        _ = try add(folder, Self.names, .entry(name, of: shown))
        // The entry may have been created before the folder was watched, so its status is read again.
        status = FileStatus(entry.cString)
      }
      if names.isEmpty, status?.isLink != true { return }
      switch status {
      case .some(let status) where status.isFolder:
        _ = try add(entry, Self.itself, .path(of: shown))
        folder = entry
      case .some(let status) where status.isLink && links < 40:
        links += 1
        guard let target = entry.linkTarget else { return }
        if target.isAbsolute { folder = FilePath("/") }
        names += target.names.reversed()
      default: return
      }
    }
  }

  /// Watches a folder and its subfolders.
  private mutating func addTree(_ root: FilePath) throws(FileWatchError) {
    var folders = [root]
    while let folder = folders.popLast() {
      // The folder is watched before it is listed, so that no new entry is missed.
      guard try add(folder, Self.names, .contents(folder)) else { continue }
      trees.insert(folder)
      let names = (try? FolderListing(folder).names()) ?? []
      for name in names {
        let path = folder.appending(name)
        guard FileStatus(path.cString)?.isFolder == true, !interest.isSkipped(path.text) else {
          continue
        }
        folders.append(path)
      }
    }
  }

  // MARK: Events

  /// Reads the system's events and returns the paths that have changed.
  mutating func changes() throws(FileWatchError) -> Set<String> {
    var changed: Set<String> = []
    var isOther = false
    // The buffer has room for hundreds of events with usual names. An event with the longest name has 272
    // bytes.
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let read = buffer.withUnsafeMutableBytes {
        Glibc.read(notifier.file.number, $0.baseAddress, $0.count)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      for event in Self.events(buffer[..<read]) { note(event, &changed, &isOther) }
    }
    if isOther {
      let added = try watch(interest)
      // A file that was created in a new folder before the folder was watched is a change too.
      changed.formUnion(added.map(\.text))
    }
    return changed
  }

  private struct Event {
    var watch: Int32
    var mask: UInt32
    var name: FilePath
    func has(_ mask: UInt32) -> Bool { self.mask & mask != 0 }
  }

  /// Returns the events in the bytes: each has a header of 16 bytes and a name padded with zeros.
  private static func events(_ bytes: ArraySlice<UInt8>) -> [Event] {
    var events: [Event] = []
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start + 16 <= bytes.count {
        let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        let name = bytes[(start + 16)..<min(start + 16 + length, bytes.count)].prefix { $0 != 0 }
        events.append(
          Event(
            watch: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
            mask: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
            name: FilePath(bytes: name)))
        start += 16 + length
      }
    }
    return events
  }

  /// Adds the paths that an event changes.
  /// Sets `isOther` if the set of watched folders may have to change.
  private mutating func note(_ event: Event, _ changed: inout Set<String>, _ isOther: inout Bool) {
    if event.has(IN_Q_OVERFLOW.bits) {
      changed.formUnion(interest.files + interest.folders)
      isOther = true
      return
    }
    guard let reasons = reasons[event.watch] else { return }
    let isMoved = event.has(Self.itself | IN_IGNORED.bits | IN_UNMOUNT.bits)
    if event.has(IN_IGNORED.bits) { self.reasons[event.watch] = nil }
    let isNaming = event.has(Self.naming)
    for reason in reasons {
      switch reason {
      case .entry(let name, let path):
        guard isMoved || name == event.name else { continue }
        changed.insert(path)
        isOther = isOther || isMoved || isNaming
      case .path(let path):
        guard isMoved else { continue }
        changed.insert(path)
        isOther = true
      case .contents(let folder):
        let path = event.name.bytes.isEmpty ? folder : folder.appending(event.name)
        guard isMoved || !interest.isSkipped(path.text) else { continue }
        changed.insert(path.text)
        // A folder may have become readable.
        let isOfFolder = event.has(IN_ISDIR.bits) && event.has(Self.naming | IN_ATTRIB.bits)
        isOther = isOther || isMoved || isOfFolder
      }
    }
  }

  /// The events of a folder that is itself moved or removed.
  private static let itself = IN_MOVE_SELF.bits | IN_DELETE_SELF.bits
  /// The events of names that appear in a folder or disappear from it.
  private static let naming =
    IN_CREATE.bits | IN_MOVED_TO.bits | IN_MOVED_FROM.bits | IN_DELETE.bits
  /// The events of all changes of names in a folder and of the files with these names.
  /// `IN_MODIFY` is left out: a half-written file is not worth a report, and the writer closes the file in
  /// the end.
  private static let names = naming | IN_CLOSE_WRITE.bits | IN_ATTRIB.bits | itself
}

extension Int32 {
  /// The constant as the bits of a mask.
  fileprivate var bits: UInt32 { UInt32(bitPattern: self) }
}

extension FilePath {
  /// The names in the path, without "." and empty names.
  fileprivate var names: [FilePath] {
    bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: $0) }.filter {
      $0 != FilePath(".")
    }
  }

  /// The target of a link; nil if this is not a link.
  fileprivate var linkTarget: FilePath? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(cString, &target, target.count)
    guard count > 0 else { return nil }
    return FilePath(bytes: target[..<count].map { UInt8(bitPattern: $0) })
  }
}
