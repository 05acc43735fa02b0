import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

@testable import Audiobook

/// Tests of a book in shards that are built separately and then joined.
@Suite struct ShardTests {
  private static let scenes = (1...9).map { number in
    "INT. ROOM \(number) - DAY\n\nANN\n\(String(repeating: "Words of \(number). ", count: number))\n\n"
  }
  private static let script = scenes.joined()

  private func build(
    _ text: String, in folder: TemporaryFolder, script: String = Self.script,
    provider: ToneVoiceProvider = ToneVoiceProvider(),
    _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    try await ToneBook(script, provider: provider) {
      $0.options.shard = Shard(text)
      change(&$0)
    }.render(into: folder.path)
  }

  private func expectClean(_ folder: TemporaryFolder, script: String = Self.script) async throws {
    let clean = try TemporaryFolder()
    try await ToneBook(script).render(into: clean.path)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
  }

  private func failure(_ folder: TemporaryFolder) async throws -> AssemblyError {
    try await #require(throws: AssemblyError.self) {
      try await BookAssembler(path: folder.path).assemble()
    }
  }

  // MARK: Shards

  @Test(arguments: [
    ("1/1", true), ("2/4", true), ("4/4", true), ("0/4", false), ("5/4", false), ("1/0", false),
    ("-1/4", false), ("1", false), ("1/", false), ("/4", false), ("a/b", false), ("1/2/3", false),
    ("1/10000", true), ("1/10001", false), ("", false), ("1/99999999999999999999", false),
  ])
  func `a shard is written as two numbers`(text: String, isOne: Bool) {
    #expect((Shard(text) != nil) == isOne)
    if isOne { #expect(Shard(text)?.description == text) }
  }

  @Test(
    arguments: [
      ([1, 1, 1, 1], 2, [1, 1, 2, 2]), ([1, 10, 1], 3, [1, 2, 3]), ([7, 5], 2, [1, 2]),
      ([5], 4, [3]), ([0, 0, 0], 3, [1, 2, 3]), ([], 3, []), ([1, 1, 8], 2, [1, 1, 2]),
    ] as [([Int], Int, [Int])])
  func `a chapter belongs to the shard of its middle`(lengths: [Int], count: Int, owners: [Int]) {
    #expect(Shard.owners(of: lengths, count: count) == owners)
  }

  /// A shard is at most one chapter longer than an equal share of the book.
  @Test(arguments: 1...8) func `shards are balanced`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let lengths = (0..<200).map { _ in Int.random(in: 1...900, using: &random) }
    let owners = Shard.owners(of: lengths, count: count)
    #expect(owners == owners.sorted())
    let loads = (1...count).map { shard in
      zip(lengths, owners).filter { $0.1 == shard }.reduce(0) { $0 + $1.0 }
    }
    #expect(loads.reduce(0, +) == lengths.reduce(0, +))
    let equal = lengths.reduce(0, +) / count
    #expect(loads.allSatisfy { abs($0 - equal) <= 900 })
  }

  // MARK: Builds

  @Test(arguments: [1, 2, 3, 7, 20]) func `shards and assemble give the same files as one build`(
    count: Int
  )
    async throws
  {
    let folder = try TemporaryFolder()
    var completed = 0
    // In any order: no shard needs another.
    for index in (1...count).reversed() {
      let outcome = try await build("\(index)/\(count)", in: folder)
      #expect(outcome.written.count == outcome.completed)
      completed += outcome.completed
    }
    #expect(completed == 9)
    #expect(!(try FolderState.names(folder.path)).contains("manifest.json"))
    let outcome = try await BookAssembler(path: folder.path).assemble()
    #expect(outcome.chapters == 9)
    #expect(
      outcome.written.map { $0.split(separator: "/").last } == ["playlist.m3u8", "manifest.json"])
    try await expectClean(folder)
    // Assembling twice is harmless.
    #expect(try await BookAssembler(path: folder.path).assemble().written == [])
    try await expectClean(folder)
  }

  /// Shards share only the folder's contents, so they can be built on separate machines.
  @Test func `shards in separate folders are joined by copying them together`() async throws {
    let all = try TemporaryFolder()
    for index in 1...3 {
      let folder = try TemporaryFolder()
      _ = try await build("\(index)/3", in: folder)
      #expect(try Program.run("cp", ["-R", folder.path + "/.", all.path]).status == 0)
    }
    _ = try await BookAssembler(path: all.path).assemble()
    try await expectClean(all)
  }

  @Test func `a shard renders no chapter twice, and no chapter of another shard`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build("1/2", in: folder)
    let names = try FolderState.names(folder.path)
    let stamps = try names.map { try FolderState.stamp(folder.path(of: $0)) }
    let provider = ToneVoiceProvider()
    let again = try await build("1/2", in: folder, provider: provider)
    #expect(again.reused == names.count)
    #expect(provider.requests.isEmpty)
    _ = try await build("2/2", in: folder)
    #expect(try names.map { try FolderState.stamp(folder.path(of: $0)) } == stamps)
  }

  @Test func `a book that was built whole needs no shards`() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(Self.script).render(into: folder.path)
    let provider = ToneVoiceProvider()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder, provider: provider) }
    #expect(provider.requests.isEmpty)
    #expect(try await BookAssembler(path: folder.path).assemble().written == [])
    try await expectClean(folder)
  }

  @Test func `after assemble an edit costs only its chapter, in shards and as a whole`()
    async throws
  {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    _ = try await BookAssembler(path: folder.path).assemble()
    let edited = Self.script.replacing("Words of 4. Words", with: "Words of 4. Edited")
    let provider = ToneVoiceProvider()
    for index in 1...2 {
      _ = try await build("\(index)/2", in: folder, script: edited, provider: provider)
    }
    #expect(provider.requests.allSatisfy { !$0.text.contains("of 5") })
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder, script: edited)
    let whole = try await ToneBook(edited).render(into: folder.path)
    #expect(whole.reused == 9)
    #expect(
      try FolderState.all(folder.path + "/.guion2audio").sorted() == ["journal", "lock"]
        + (1...2).map { "lock-\($0)-of-2" })
  }

  @Test func `assemble removes the chapter of a deleted scene`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    _ = try await BookAssembler(path: folder.path).assemble()
    let shorter = Self.scenes.dropLast().joined()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder, script: shorter) }
    #expect(try FolderState.names(folder.path).contains { $0.hasPrefix("009") })
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder, script: shorter)
  }

  // MARK: Missing chapters

  @Test func `missing shards are listed`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build("1/3", in: folder)
    _ = try await build("3/3", in: folder)
    guard case .incomplete(let missing, let absent, _) = try await failure(folder) else {
      Issue.record("not incomplete")
      return
    }
    #expect(absent.map(\.description) == ["2/3"])
    #expect(Set(missing.map(\.shard.description)) == ["2/3"])
    #expect(!(try FolderState.names(folder.path)).contains("manifest.json"))
    _ = try await build("2/3", in: folder)
    #expect(try await BookAssembler(path: folder.path).assemble().chapters == 9)
  }

  @Test func `a chapter that failed, was damaged or removed is missing`() async throws {
    let folder = try TemporaryFolder()
    let failing = ToneVoiceProvider(failing: ["Words of one."])
    let outcome = try await build("1/2", in: folder, provider: failing) {
      $0.options.keepGoing = true
    }
    #expect(outcome.failures.map(\.chapter) == [1])
    _ = try await build("2/2", in: folder)
    let names = try FolderState.names(folder.path).filter { $0.hasSuffix(".wav") }
    try folder.write("damaged", as: names[2])
    try folder.remove(names[5])
    guard case .incomplete(let missing, let absent, _) = try await failure(folder) else {
      Issue.record("not incomplete")
      return
    }
    #expect(absent.isEmpty)
    #expect(missing.map(\.index) == [1, 4, 7])
    #expect(missing.map(\.title).allSatisfy { $0.hasPrefix("INT. ROOM") })
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder)
  }

  @Test func `shards of different scripts are not joined`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build("1/2", in: folder)
    _ = try await build("2/2", in: folder, script: Self.script + "More words.\n")
    guard case .different(let first, let others) = try await failure(folder) else {
      Issue.record("not different")
      return
    }
    #expect((first.description, others.map(\.description)) == ("1/2", ["2/2"]))
  }

  /// The user tried three shards first and then decided on two.
  @Test func `shards of another count are harmless`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build("2/3", in: folder)
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder)
  }

  // MARK: An earlier state of the book

  /// The earlier book is complete and all its files still exist.
  ///
  /// They must not be used.
  @Test func `shards of an earlier state are not joined, whatever their number`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    _ = try await BookAssembler(path: folder.path).assemble()
    let longer = Self.script + "INT. ATTIC - DAY\n\nANN\nWords of the attic.\n\n"
    for index in 1...3 { _ = try await build("\(index)/3", in: folder, script: longer) }
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder, script: longer)
  }

  /// The shard's earlier chapters do not replace the ones to be built now.
  @Test(arguments: ["2/2", "3/3"])
  func `a cancelled shard is missing`(shard: String) async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    let longer = Self.script + "INT. ATTIC - DAY\n\nANN\nWords of the attic.\n\n"
    let gate = ToneGate()
    let book = ToneBook(longer, provider: ToneVoiceProvider(gate: gate)) {
      $0.options.shard = Shard(shard)
    }
    let task = Task { try await book.render(into: folder.path) }
    await gate.waits(for: "Words of the attic.")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    _ = try await failure(folder)
    #expect(try FolderState.names(folder.path).contains { $0.hasPrefix("009") })
  }

  @Test func `a build of the whole book outdates shards even if it is incomplete`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    let longer = Self.script + "INT. ATTIC - DAY\n\nANN\nWords of the attic.\n\n"
    let only = ChapterSelection("10")
    try await ToneBook(longer) { $0.options.only = only }.render(into: folder.path)
    guard case .noShards = try await failure(folder) else {
      Issue.record("not noShards")
      return
    }
    #expect(try FolderState.names(folder.path).contains { $0.hasPrefix("010") })
  }

  /// Such folders are the result of copying the folders of several machines together.
  @Test func `two books in one folder are an error, not a guess`() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    let longer = Self.script + "INT. ATTIC - DAY\n\nANN\nWords of the attic.\n\n"
    for index in 1...3 { _ = try await build("\(index)/3", in: other, script: longer) }
    #expect(try Program.run("cp", ["-R", other.path + "/.", folder.path]).status == 0)
    guard case .different(let first, let others) = try await failure(folder) else {
      Issue.record("not different")
      return
    }
    #expect(first.description == "1/2")
    #expect(others.map(\.description) == ["1/3", "2/3", "3/3"])
    #expect(!(try FolderState.names(folder.path)).contains("manifest.json"))
  }

  // MARK: The folder

  @Test(arguments: ["playlist.m3u8", "manifest.json"])
  func `a foreign file is an error`(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: name)
    let early = try await #require(throws: RenderError.self) { try await build("1/2", in: folder) }
    guard case .foreignFiles(let files) = early else {
      Issue.record("\(early)")
      return
    }
    #expect(files == [folder.path(of: name)])
    for index in 1...2 {
      _ = try await build("\(index)/2", in: folder) { $0.options.overwrite = true }
    }
    let late = try await #require(throws: RenderError.self) {
      try await BookAssembler(path: folder.path).assemble()
    }
    guard case .foreignFiles = late else {
      Issue.record("\(late)")
      return
    }
    #expect(try folder.text(of: name) == "mine")
    _ = try await BookAssembler(path: folder.path, overwrites: true).assemble()
    try await expectClean(folder)
  }

  @Test func `a link to a folder works like the folder`() async throws {
    let folder = try TemporaryFolder()
    let link = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: link.path(of: "book"), withDestinationPath: folder.path)
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    #expect(try await BookAssembler(path: link.path(of: "book")).assemble().chapters == 9)
    try await expectClean(folder)
  }

  /// A folder that does not belong to a book stays empty.
  @Test func `assemble leaves an empty folder empty`() async throws {
    let folder = try TemporaryFolder()
    _ = try await failure(folder)
    #expect(try FolderState.all(folder.path).isEmpty)
  }

  /// The first shards are not finished yet.
  ///
  /// That is different from a folder without shards.
  @Test func `assemble waits for the first shares`() async throws {
    let folder = try TemporaryFolder()
    var held: OutputFolder? = try OutputFolder(path: folder.path, shard: Shard("1/1"))
    let own = "shard 1/1, process \(ProcessInfo.processInfo.processIdentifier)"
    #expect(try await holder { _ = try await BookAssembler(path: folder.path).assemble() } == own)
    let waiting = Door()
    let assembler = BookAssembler(path: folder.path, waits: true) { _ in
      Task { await waiting.open() }
    }
    let task = Task { try await assembler.assemble() }
    await waiting.pass()
    #expect(held != nil)
    held = nil
    // `assemble` looks for shards after it has locked the folder.
    let error = await #expect(throws: AssemblyError.self) { try await task.value }
    guard case .noShards = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `shards can have a selection of chapters`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 {
      _ = try await build("\(index)/2", in: folder) {
        $0.options.only = ChapterSelection("2-3,9")
      }
    }
    _ = try await BookAssembler(path: folder.path).assemble()
    #expect(try Manifest(in: folder.path).chapters.map(\.index) == [2, 3, 9])
  }

  @Test func `other folders have nothing to join`() async throws {
    let folder = try TemporaryFolder()
    guard case .noShards = try await failure(folder) else {
      Issue.record("not noShards")
      return
    }
    try await ToneBook(Self.script).render(into: folder.path)
    guard case .noShards = try await failure(folder) else {
      Issue.record("not noShards")
      return
    }
  }

  /// Anyone can have written a part, because `assemble` also reads lines without a check.
  @Test(arguments: [
    (#""sampleRate":8000"#, #""sampleRate":0"#), (#""shard":1"#, #""shard":7"#),
    (#""file":"00"#, #""file":"../00"#), (#""placements":["#, #""placements":[1,"#),
    (#""version":2"#, #""version":3"#),
  ])
  func `a manipulated part is a damaged shard`(from: String, to: String) async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    let text = try folder.text(of: ".guion2audio/part-1-of-2")
      .replacing(/,"check":"[0-9a-f]{16}"/, with: "")
    try #require(text.contains(from))
    try folder.write(text.replacing(from, with: to), as: ".guion2audio/part-1-of-2")
    try await expectDamaged("1/2", in: folder)
  }

  @Test(arguments: ["", "\n", "{}\n", "null", "not json\n{}", "\u{0}"])
  func `a meaningless part is a damaged shard`(text: String) async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    try folder.write(text, as: ".guion2audio/part-2-of-2")
    try await expectDamaged("2/2", in: folder)
  }

  @Test func `if every shard is damaged, each is named`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 {
      _ = try await build("\(index)/2", in: folder)
      try folder.write("", as: ".guion2audio/part-\(index)-of-2")
    }
    try await expectDamaged("1/2", "2/2", in: folder)
  }

  private func expectDamaged(_ shards: String..., in folder: TemporaryFolder) async throws {
    guard case .incomplete(_, let absent, let damaged) = try await failure(folder) else {
      Issue.record("not incomplete")
      return
    }
    #expect(absent.isEmpty)
    #expect(damaged.map(\.description) == shards)
  }

  // MARK: Locks

  private func holder(_ body: () async throws -> Void) async throws -> String? {
    let error = try await #require(throws: RenderError.self) { try await body() }
    return if case .inUse(_, let by) = error { by } else { nil }
  }

  @Test func `shards hold the folder together, and each its own lock`() async throws {
    let folder = try TemporaryFolder()
    let own = "process \(ProcessInfo.processInfo.processIdentifier)"
    let first = try OutputFolder(path: folder.path, shard: Shard("1/2"))
    let second = try OutputFolder(path: folder.path, shard: Shard("2/2"))
    let again = try await holder { _ = try await build("1/2", in: folder) }
    #expect(again == "shard 1/2, \(own)")
    let whole = try await holder { _ = try await ToneBook("Words.").render(into: folder.path) }
    #expect(whole == "shard 1/2, \(own); shard 2/2, \(own)")
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a build of the whole book locks out shards and assemble`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...2 { _ = try await build("\(index)/2", in: folder) }
    let whole = try OutputFolder(path: folder.path)
    let own = "process \(ProcessInfo.processInfo.processIdentifier)"
    #expect(try await holder { _ = try await build("1/2", in: folder) } == own)
    #expect(try await holder { _ = try await BookAssembler(path: folder.path).assemble() } == own)
    withExtendedLifetime(whole) {}
  }

  @Test func `a waiting build continues when the folder is free`() async throws {
    let folder = try TemporaryFolder()
    var held: OutputFolder? = try OutputFolder(path: folder.path)
    let waiting = Door()
    let path = folder.path
    let book = ToneBook(Self.script) { $0.options.waits = true }
    let task = Task {
      try await book.render(into: path) { event in
        if case .waiting = event { Task { await waiting.open() } }
      }
    }
    await waiting.pass()
    #expect(held != nil)
    held = nil
    #expect(try await task.value.completed == 9)
  }
}
