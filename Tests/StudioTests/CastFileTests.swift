import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Studio

/// Tests of the cast file on disk: no program's change is lost. Paths of scripts are told apart.
@Suite struct CastFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
  }

  private static let conflict = StudioError.conflict(
    "cast.json was changed elsewhere. Your change was not saved.")

  @Test func `a file is created, changed and removed`() throws {
    let path = folder.path(of: "cast.json")
    try CastFile(reading: path).write(Array("a".utf8))
    #expect(try contents("cast.json") == "a")
    try CastFile(reading: path).write(Array("b".utf8))
    #expect(try contents("cast.json") == "b")
    try CastFile(reading: path).write(nil)
    #expect(try CastFile(reading: path).bytes == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `changes by others stay`() throws {
    let path = try folder.write("mine", as: "cast.json")
    let seen = try CastFile(reading: path)
    try folder.write("theirs", as: "cast.json")
    for new in [Array("new".utf8), nil] {
      #expect(throws: Self.conflict) { try seen.write(new) }
      #expect(try contents("cast.json") == "theirs")
    }
    let missing = CastFile(path: path, bytes: nil)
    #expect(throws: Self.conflict) { try missing.write(Array("new".utf8)) }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: Self.conflict) { try seen.write(Array("new".utf8)) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// An editor saves several versions at the moment at which the studio writes.
  ///
  /// The studio has not read these versions, so the last one must be in the file at the end.
  @Test func `the last of several quick saves stays`() throws {
    let path = folder.path(of: "cast.json")
    let saves = 8
    for round in 1...Strength.rounds(1000) {
      try folder.write("before", as: "cast.json")
      let seen = try CastFile(reading: path)
      for save in 1...saves { try folder.write("editor \(save)", as: "save \(save)") }
      let isReady = Mutex(false)
      let hasSaved = DispatchSemaphore(value: 0)
      let folder = folder
      Thread.detachNewThread {
        while !isReady.withLock({ $0 }) {}
        for save in 1...saves { rename(folder.path(of: "save \(save)"), path) }
        hasSaved.signal()
      }
      isReady.withLock { $0 = true }
      try? seen.write(Array("studio".utf8))
      hasSaved.wait()
      #expect(try contents("cast.json") == "editor \(saves)", "round \(round)")
    }
  }

  /// An editor that constantly replaces the file loses nothing.
  ///
  /// Each of its versions still exists, or the studio read it before replacing it.
  @Test func `a simultaneous editor loses nothing`() throws {
    let path = try folder.write("0", as: "cast.json")
    let rounds = 400
    let editor = Thread {
      for round in 1...rounds {
        try? Data("editor \(round)".utf8).write(
          to: URL(fileURLWithPath: path), options: round.isMultiple(of: 2) ? .atomic : [])
      }
    }
    editor.start()
    var conflicts = 0
    for round in 1...rounds {
      let seen = try CastFile(reading: path)
      do throws(StudioError) {
        try seen.write(Array("studio \(round)".utf8))
      } catch {
        conflicts += 1
        guard case .conflict = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
    while !editor.isFinished { usleep(1000) }
    // When the editor and the studio have finished, the file is the last version, complete.
    let last = try contents("cast.json")
    #expect(last.hasPrefix("editor ") || last.hasPrefix("studio "))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0 != "cast.json" && !$0.hasPrefix(".") }.isEmpty, "\(names)")
  }

  @Test func `a link stays a link, and permissions stay`() throws {
    let target = try folder.write("a", as: "real.json")
    chmod(target, 0o640)
    let link = folder.path(of: "cast.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try CastFile(reading: link).write(Array("b".utf8))
    #expect(try contents("real.json") == "b")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    try FileManager.default.removeItem(atPath: target)
    try CastFile(reading: link).write(Array("c".utf8))
    #expect(try contents("real.json") == "c")
    chmod(target, 0o640)
    try CastFile(reading: link).write(Array("d".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `anything but a regular file is refused`() throws {
    let path = folder.path(of: "cast.json")
    func expectRefusal() {
      guard
        case .impossible(let words) = #expect(
          throws: StudioError.self, performing: { try CastFile(reading: path) })
      else {
        Issue.record("the file is read, or the error is another one")
        return
      }
      #expect(words.hasPrefix("cannot read cast.json: "))
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    expectRefusal()
    try FileManager.default.removeItem(atPath: path)
    mkfifo(path, 0o600)
    expectRefusal()
  }

  @Test func `the history of a large file takes little memory`() {
    var history = CastHistory()
    var before = [UInt8](repeating: 0, count: 5 << 20)
    for number in 1...20 {
      let after = [UInt8](repeating: UInt8(number), count: 5 << 20)
      // The file is read again for each change.
      history.add(.init(title: "\(number)", before: before.map(\.self), after: after))
      before = after
    }
    var steps = 0
    while let step = history.undo {
      #expect(step.title == "\(20 - steps)" && step.before?.first == UInt8(19 - steps))
      steps += 1
      history.stepBack()
    }
    // 32 MB hold the contents before the first change and after each of five changes.
    #expect(steps == 5)
    history.clear()
    for number in 1...300 { history.add(.init(title: "\(number)", before: nil, after: [0])) }
    steps = 0
    while history.undo != nil {
      steps += 1
      history.stepBack()
    }
    #expect(steps == 200)
    let huge = [UInt8](repeating: 0, count: 40 << 20)
    history.add(.init(title: "huge", before: huge, after: huge))
    #expect(history.undo?.title == "huge")
  }

  @Test func `a change preserves the group, and a change by root also the owner`() throws {
    let path = try folder.write("a", as: "cast.json")
    let isRoot = geteuid() == 0
    var groups = [gid_t](repeating: 0, count: 64)
    let count = getgroups(64, &groups)
    let group = isRoot ? 12 : count > 0 ? groups[Int(count) - 1] : getegid()
    try #require(chown(path, isRoot ? 65534 : getuid(), group) == 0)
    chmod(path, 0o664)
    try CastFile(reading: path).write(Array("b".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.groupOwnerAccountID] as? Int == Int(group))
    #expect(attributes[.ownerAccountID] as? Int == (isRoot ? 65534 : Int(getuid())))
    #expect(attributes[.posixPermissions] as? Int == 0o664)
  }

  @Test func `changes are undone and redone in reverse order`() {
    var history = CastHistory()
    for title in ["a", "b"] {
      history.add(.init(title: title, before: nil, after: Array(title.utf8)))
    }
    #expect(history.undo?.title == "b" && history.redo == nil)
    history.stepBack()
    #expect(history.undo?.title == "a" && history.redo?.title == "b")
    history.stepForward()
    #expect(history.undo?.title == "b" && history.redo == nil)
    history.stepBack()
    history.add(.init(title: "c", before: nil, after: nil))
    #expect(history.undo?.title == "c" && history.redo == nil)
    history.clear()
    #expect(history.undo == nil)
  }

  @Test func `the changes of an earlier studio belong to its version of the files`() throws {
    let cast = CastFile(path: "cast.json", bytes: Array("b".utf8))
    var history = CastHistory()
    #expect(history.stored(leadingTo: cast) == nil)
    history.add(.init(title: "a", before: nil, after: [0xFF]))
    history.add(.init(title: "b", before: [0xFF], after: nil, path: "tea.fountain"))
    history.add(.init(title: "c", before: [1], after: [2]))
    history.stepBack()
    let stored = try #require(history.stored(leadingTo: cast))
    func recalled(_ file: CastFile, _ files: Set<String>) -> CastHistory? {
      CastHistory(stored: stored, leadingTo: file, files: files)
    }
    var back = try #require(recalled(cast, ["tea.fountain"]))
    #expect(back.redo?.title == "c" && back.redo?.after == [2])
    #expect(back.undo?.title == "b" && back.undo?.before == [0xFF] && back.undo?.after == nil)
    back.stepBack()
    #expect(back.undo?.title == "a" && back.undo?.path == nil)
    // Another version of the cast, and a file that is not of the book.
    #expect(recalled(CastFile(path: "cast.json", bytes: Array("c".utf8)), ["tea.fountain"]) == nil)
    #expect(recalled(cast, ["other.fountain"]) == nil)
    #expect(CastHistory(stored: Array("{".utf8), leadingTo: cast, files: []) == nil)
    // The oldest changes give way.
    history.clear()
    for number in 1...5 {
      history.add(
        .init(title: "\(number)", before: nil, after: Array(repeating: 0, count: 1 << 20)))
    }
    let long = try #require(history.stored(leadingTo: cast))
    #expect(long.count < CastHistory.longestStored)
    var rest = try #require(CastHistory(stored: long, leadingTo: cast, files: []))
    #expect(rest.undo?.title == "5")
    rest.stepBack()
    rest.stepBack()
    rest.stepBack()
    #expect(rest.undo == nil)
  }

  @Test func `a script that a page has sent is known by every path`() throws {
    let library = StudioLibrary(folder: folder.path(of: "data"), temporaryFolder: folder.path) {
      throw StudioError.missing($0.path)
    }
    let own = folder.path(of: "data/books/tea")
    for path in [own, folder.path(of: "data/books2")] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "link"), withDestinationPath: own)
    try "Tea.".write(toFile: own + "/tea.txt", atomically: false, encoding: .utf8)
    let real = try #require(library.folder(ofCopy: own + "/tea.txt"))
    #expect(real.hasSuffix("/data/books/tea"))
    for path in ["data/books2/../books/tea/tea.txt", "link/tea.txt"] {
      #expect(library.folder(ofCopy: folder.path(of: path)) == real, "\(path)")
    }
    for path in ["tea.txt", "data/tea.txt", "data/books", "data/books2/tea.txt"] {
      #expect(library.folder(ofCopy: folder.path(of: path)) == nil, "\(path)")
    }
  }
}
