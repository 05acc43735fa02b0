import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// Tests of voice paces that builds learn.
@Suite struct PaceStoreTests {
  @Test(
    arguments: [
      (100, 5, true), (100, 100, true), (100, 0.01, true), (0, 1, false), (-1, 1, false),
      (100, 0.009, false), (100, 101, false), (.nan, 1, false), (1, .infinity, false),
    ] as [(Double, Double, Bool)])
  func `only plausible speech is a pace`(_ units: Double, _ seconds: Double, _ isPace: Bool) {
    #expect((VoicePace(units: units, seconds: seconds) != nil) == isPace)
  }

  @Test func `small samples count little, and old ones are forgotten`() throws {
    var pace = try #require(VoicePace(units: 150, seconds: 15))
    #expect(abs(pace.secondsPerUnit(before: 0.05) - 0.075) < 1e-12)
    #expect(abs(VoicePace().secondsPerUnit(before: 0.05) - 0.05) < 1e-12)
    pace = try #require(
      VoicePace(units: VoicePace.maximumUnits, seconds: VoicePace.maximumUnits / 10))
    pace.add(
      try #require(VoicePace(units: VoicePace.maximumUnits, seconds: VoicePace.maximumUnits / 20)))
    #expect(pace.units == VoicePace.maximumUnits)
    #expect(abs(pace.seconds - 7_500) < 1e-6)
  }

  /// Builds a book of tones with an unusual pace.
  ///
  /// Returns its plan and the learned paces.
  private func learned(_ script: String = ToneBook.threeScenes) async throws -> (
    plan: BookPlan, lesson: PaceLesson
  ) {
    let folder = try TemporaryFolder()
    let book = ToneBook(script, provider: PacedVoiceProvider())
    let outcome = try await book.render(into: folder.path)
    return (try await book.plan(), outcome.lesson)
  }

  @Test func `the next build knows the learned paces`() async throws {
    let folder = try TemporaryFolder()
    let store = PaceStore(folder: folder.path(of: "cache/paces"))
    let (plan, lesson) = try await learned()
    #expect(store.paces(for: plan).isEmpty)
    store.learn(lesson)
    let known = store.paces(for: plan)
    #expect(known == lesson.paces)
    #expect(lesson.chapters.keys.sorted() == [1, 2, 3])
    store.learn(lesson)
    let twice = store.paces(for: plan)
    #expect(twice.keys == known.keys)
    for (key, pace) in twice { #expect(pace.units == 2 * (known[key]?.units ?? 0)) }
    let bytes = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(of: "cache/paces")
    ).map { try Data(contentsOf: URL(filePath: folder.path(of: "cache/paces/\($0)"))).count }
    #expect(bytes.count == known.count)
    #expect(bytes.allSatisfy { $0 < 70 })
  }

  @Test(arguments: [
    "", "12", "1 2", "x y\n", "1 2 3\n", "-1 -1\n", "nan nan\n", "1e300 1\n", "10 1e9\n", "\u{0}\n",
    "200000 10000\n", "100.0 10.0\n", "100.0 10.0 0123456789abcdef\n",
  ])
  func `a damaged file is ignored`(_ text: String) async throws {
    let folder = try TemporaryFolder()
    let store = PaceStore(folder: folder.path)
    let (plan, lesson) = try await learned()
    for key in plan.paceKeys { try folder.write(text, as: key.fileName) }
    #expect(store.paces(for: plan).isEmpty)
    store.learn(lesson)
    #expect(store.paces(for: plan) == lesson.paces)
  }

  @Test func `an unwritable folder changes nothing`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a file", as: "paces")
    let (plan, lesson) = try await learned()
    let store = PaceStore(folder: folder.path(of: "paces"))
    store.learn(lesson)
    #expect(store.paces(for: plan).isEmpty)
    #expect(try folder.names() == ["paces"])
  }

  @Test func `there are never more files than the limit`() async throws {
    let folder = try TemporaryFolder()
    let (plan, lesson) = try await learned()
    for number in 0..<PaceStore.limit {
      let hex = String(number, radix: 16)
      let path = try folder.write(
        "1 1\n", as: String(repeating: "0", count: 32 - hex.count) + hex)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path)
    }
    try folder.write("mine", as: "notes.txt")
    let store = PaceStore(folder: folder.path)
    store.learn(lesson)
    let names = try folder.names()
    #expect(names.count == PaceStore.limit + 1)
    #expect(names.contains("notes.txt"))
    #expect(!names.contains(String(repeating: "0", count: 32)))
    #expect(store.paces(for: plan) == lesson.paces)
  }

  @Test func `builds that end at the same time leave complete files`() async throws {
    let folder = try TemporaryFolder()
    let store = PaceStore(folder: folder.path)
    let (plan, lesson) = try await learned()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { store.learn(lesson) } }
    }
    let known = store.paces(for: plan)
    #expect(known.keys == lesson.paces.keys)
    for (key, pace) in known {
      let once = try #require(lesson.paces[key])
      let times = pace.units / once.units
      #expect(times >= 1 && times <= 20.001)
      #expect(abs(pace.seconds / pace.units - once.seconds / once.units) < 1e-9)
    }
    #expect(try folder.names().allSatisfy(PaceKey.isFileName))
  }
}
