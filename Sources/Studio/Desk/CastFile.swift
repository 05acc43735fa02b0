import Audiobook
import Basics
import Foundation
import Glibc
import Guion
import Hablare
import Narration

/// The contents of the cast file at one moment.
struct CastFile: Sendable, Equatable {
  /// The path that the user named, or the path of `cast.json` beside the script.
  let path: String
  /// The contents, or nil if there is no file.
  let bytes: [UInt8]?

  /// Creates a value with these contents.
  /// Does not write the file.
  init(path: String, bytes: [UInt8]?) { (self.path, self.bytes) = (path, bytes) }

  /// Reads the file at a path.
  init(reading path: String) throws(StudioError) {
    self.path = path
    do throws(FileError) {
      bytes = try Self.bytes(of: path)
    } catch {
      guard error.isMissing else {
        throw .impossible("cannot read \(FilePath(path).last.text): \(error.reason)")
      }
      bytes = nil
    }
  }

  /// Returns the bytes of a regular file.
  /// Refuses a pipe, because reading it could block.
  private static func bytes(of path: String) throws(FileError) -> [UInt8] {
    try SourceFile.bytes(of: FilePath(path), shown: path, limit: .castFile, isRegular: true)
  }

  /// The name of the file in messages.
  private var name: String { FilePath(path).last.text }

  /// The SHA-256 of the contents, or "none" if there is no file.
  var digest: String { bytes.map { SHA256.hash($0).hex } ?? "none" }

  // MARK: Writing

  /// The path of the file, or of the link's target if `path` is a link.
  /// The file need not exist.
  private var target: String {
    if let real = try? FilePath(path).resolved() { return real.text }
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      return path
    }
    return link.hasPrefix("/") ? link : FilePath(path).folder.appending(FilePath(link)).text
  }

  /// Replaces the contents of the file, or removes the file if `new` is nil.
  /// At any instant the path has either the complete old file or the complete new file. If another program has changed
  /// the file, this function keeps that version and throws `StudioError.conflict`.
  func write(_ new: [UInt8]?) throws(StudioError) {
    let target = target
    guard try CastFile(reading: path) == self else { throw changedElsewhere }
    if bytes != nil, access(target, W_OK) != 0 {
      throw .impossible("cannot write \(name): \(SystemReason.text(errno))")
    }
    guard let new else { return try attempt { () throws(FileError) in try remove(target) } }
    let old = FileStatus(target, followingLinks: true)
    let folder = Files<FileError>.folder(of: target)
    let temporary = try attempt { () throws(FileError) in
      try Files<FileError>.writeTemporary([new], in: folder, mode: old?.permissions ?? 0o666)
    }
    // The file that has the temporary name at the end is no longer needed.
    defer { unlink(temporary) }
    if let old { try attempt { () throws(FileError) in try Self.give(temporary, what: old) } }
    try put(temporary, containing: new, inPlaceOf: target)
    try? Files<FileError>.flush(folder: folder)
  }

  /// Gives a new file the owner, the group and the permissions of the old file, if the user is allowed to.
  private static func give(_ path: String, what old: FileStatus) throws(FileError) {
    // The owner of the folder could have replaced the new file with a link or a hard link to someone else's file. So
    // links are not followed, and a file with a second hard link is refused.
    let file = try FileDescriptor(regular: path, isOnlyName: true)
    if fchown(file.number, old.owner, old.group) != 0 {
      _ = fchown(file.number, .max, old.group)
    }
    fchmod(file.number, old.permissions)
  }

  /// Gives a complete file the name of the cast file.
  /// The two files exchange their names in one step. If an editor has just changed the cast file, the editor's version
  /// now has the temporary name. Then the exchange is undone.
  private func put(
    _ temporary: String, containing new: [UInt8], inPlaceOf target: String
  ) throws(StudioError) {
    do throws(FileError) {
      guard let bytes else {
        return try Files<FileError>.renameWithoutReplacing(temporary, to: target)
      }
      try Files<FileError>.exchange(temporary, with: target)
      let found = try? Self.bytes(of: temporary)
      if found == bytes { return }
      try Self.restore(found, from: temporary, to: target, replacing: new)
    } catch {
      guard [EEXIST, ENOENT].contains(error.code) else {
        return try putPlainly(temporary, inPlaceOf: target)
      }
    }
    throw changedElsewhere
  }

  /// Gives an editor's version the name of the cast file again.
  /// The editor can save another version before the exchange. Then that newer version has the temporary name after the
  /// exchange, and is restored in the same way.
  private static func restore(
    _ version: [UInt8]?, from temporary: String, to target: String, replacing new: [UInt8]
  ) throws(FileError) {
    var (placed, found): ([UInt8]?, [UInt8]?) = (new, version)
    while true {
      try Files<FileError>.exchange(temporary, with: target)
      let taken = try? bytes(of: temporary)
      if taken == placed { return }
      (placed, found) = (found, taken)
    }
  }

  /// Gives a complete file the name of the cast file, on a file system that cannot exchange names.
  private func putPlainly(_ temporary: String, inPlaceOf target: String) throws(StudioError) {
    guard try CastFile(reading: path) == self else { throw changedElsewhere }
    try attempt { () throws(FileError) in try Files<FileError>.rename(temporary, to: target) }
  }

  private func remove(_ target: String) throws(FileError) { try Files<FileError>.remove(target) }

  private var changedElsewhere: StudioError {
    .conflict("\(name) was changed elsewhere. Your change was not saved.")
  }

  private func attempt<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(StudioError) -> Result {
    do throws(FileError) {
      return try work()
    } catch {
      throw .impossible("cannot write \(name): \(error.reason)")
    }
  }
}

/// The changes that the studio has made to the cast file, to the file of answers and settings of lines, and to scripts.
/// They can be undone and redone.
/// If another program changes the file, the history is cleared, because an undo would also undo the other program's
/// change.
struct CastHistory: Sendable {
  /// A change.
  struct Step: Sendable {
    /// The name of the change, such as "voice of BETTY".
    var title: String
    /// The page that made the change, or nil if the page has no name.
    var page: String?
    /// The contents before the change, or nil if there was no file.
    var before: [UInt8]?
    /// The contents after the change, or nil if there is no file.
    var after: [UInt8]?
    /// The file that was changed; nil for the cast file.
    var path: String?
  }

  /// The maximum number of changes.
  /// Users do not remember more.
  private static let most = 200
  /// The maximum size of all contents in bytes.
  /// The last change is kept even if it is larger.
  private static let mostBytes = 32 << 20

  private var done: [Step] = []
  private var undone: [Step] = []

  /// The last change, or nil if there is none.
  var undo: Step? { done.last }
  /// The last undone change, or nil if there is none.
  var redo: Step? { undone.last }

  /// Adds a change.
  mutating func add(_ step: Step) {
    var step = step
    // The last change's new contents are this change's old contents. Both share one copy in memory.
    if let last = done.last, last.path == step.path, last.after == step.before {
      step.before = last.after
    }
    done.append(step)
    undone = []
    var bytes = done.reduce(done[0].before?.count ?? 0) { $0 + ($1.after?.count ?? 0) }
    while done.count > Self.most || bytes > Self.mostBytes && done.count > 1 {
      bytes -= done.removeFirst().before?.count ?? 0
    }
  }

  /// Records that the last change was undone.
  mutating func stepBack() { if let step = done.popLast() { undone.append(step) } }

  /// Records that the last undone change was redone.
  mutating func stepForward() { if let step = undone.popLast() { done.append(step) } }

  init() {}

  // MARK: On the disk

  /// The maximum size in bytes of a history on the disk; older changes are left out.
  static let longestStored = 8 << 20
  /// The page of changes that were made before the studio was started.
  static let earlier = "earlier"

  private struct Stored: Codable {
    struct Step: Codable {
      var title: String
      var before: Data?
      var after: Data?
      var path: String?
    }

    var version = 1
    /// The digest of the cast file that the changes have led to.
    var cast: String
    var done: [Step]
    var undone: [Step]
  }

  /// Returns the history for the disk, or nil if it is empty.
  func stored(leadingTo file: CastFile) -> [UInt8]? {
    guard !done.isEmpty || !undone.isEmpty else { return nil }
    var room = Self.longestStored / 2
    func fits(_ step: Step) -> Bool {
      room -= (step.before?.count ?? 0) + (step.after?.count ?? 0) + 1000
      return room > 0
    }
    let encode = { (step: Step) in
      Stored.Step(
        title: step.title, before: step.before.map { Data($0) },
        after: step.after.map { Data($0) }, path: step.path)
    }
    let last = done.reversed().prefix(while: fits).reversed().map(encode)
    let next = undone.reversed().prefix(while: fits).reversed().map(encode)
    let stored = Stored(cast: file.digest, done: last, undone: next)
    return (try? JSONEncoder().encode(stored)).map { Array($0) }
  }

  /// Reads a history from the disk.
  /// Nil if it does not lead to a version of the cast file, or changes other files than these.
  init?(stored bytes: [UInt8], leadingTo file: CastFile, files: Set<String>) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
      stored.version == 1, stored.cast == file.digest,
      (stored.done + stored.undone).allSatisfy({ $0.path.map(files.contains) ?? true })
    else { return nil }
    let decode = { (step: Stored.Step) in
      Step(
        title: step.title, page: Self.earlier, before: step.before.map { Array($0) },
        after: step.after.map { Array($0) }, path: step.path)
    }
    (done, undone) = (stored.done.map(decode), stored.undone.map(decode))
  }

  /// Removes all changes.
  mutating func clear() { (done, undone) = ([], []) }
}

/// The effect on a book of a change to the cast.
struct CastEffect: Sendable {
  /// A role that has a new voice.
  struct Recast: Sendable, Equatable, Encodable {
    /// The name; empty for the narrator.
    var role: String
    /// The old voice in `from` and the new voice in `to`, without their settings.
    var from: String
    var to: String
  }

  /// The numbers of the lines that sound different.
  /// If the change was saved, these are numbers in the new plan. Otherwise they are numbers in the current plan.
  var affected: [Int] = []
  /// The number of chapters that differ, even if only in a pause.
  var chapters = 0
  /// The roles that have a new voice, including the roles whose automatic voice has changed.
  var recast: [Recast] = []
  /// The lines that the changed pronunciation applies to, or nil for changes of other kinds.
  var applies: [Int]?
  /// The cost of rendering the affected lines again, or nil if they are free.
  var cost: StudioError.Cost?

  /// Creates the effect of an edit that changes nothing.
  init() {}

  /// Compares two plans of a book.
  init(from former: StudioView, to view: StudioView, _ speech: SpeechSetup) async {
    affected = view.lines.changes(since: former.lines)
    chapters = Self.chapters(former.book.plan, view.book.plan)
    recast = Self.recast(former.book.plan.cast, view.book.plan.cast)
    cost = await view.cost(of: affected.map { view.lines[$0] }, speech)
  }

  private static func chapters(_ former: BookPlan, _ plan: BookPlan) -> Int {
    let shared = zip(former.chapters, plan.chapters)
    return shared.count { $0.read != $1.read || $0.sounds != $1.sounds }
      + max(0, plan.chapters.count - former.chapters.count)
  }

  private static func recast(
    _ former: [String: VoiceURI], _ cast: [String: VoiceURI]
  ) -> [Recast] {
    cast.keys.sorted().compactMap { role in
      guard let old = former[role]?.plain, let new = cast[role]?.plain, old != new else {
        return nil
      }
      return Recast(role: role, from: old.description, to: new.description)
    }
  }

  /// Returns the effect with the line numbers of the plan `current` instead of the plan `view`.
  func inLines(of current: StudioView, from view: StudioView) -> CastEffect {
    let identities = LineIdentity.identities(of: view.lines)
    let places = Dictionary(
      zip(LineIdentity.identities(of: current.lines), current.lines.indices)
    ) { first, _ in first }
    func moved(_ lines: [Int]) -> [Int] { lines.compactMap { places[identities[$0]] }.sorted() }
    var effect = self
    effect.affected = moved(affected)
    effect.applies = applies.map(moved)
    return effect
  }
}

extension StudioView {
  /// Returns the numbers of the lines that the last edit applies to, or nil if that edit sets no pronunciation.
  func uses(of edits: [CastEdit]) -> [Int]? {
    guard case .pronunciation(let wanted) = edits.last else { return nil }
    let place = book.cast.pronunciations.firstIndex { entry in
      entry.text == wanted.text && entry.language == nil
        && entry.character.map(CharacterNormalizer.folded)
          == wanted.character.map(CharacterNormalizer.folded)
    }
    return place.map { book.uses(ofPronunciationsIn: lines)[$0] } ?? []
  }
}
