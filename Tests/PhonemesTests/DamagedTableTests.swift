import Foundation
import TestSupport
import Testing

@testable import Phonemes

@Suite("Damaged tables")
struct DamagedTableTests {
  private static let text =
    "The red apple read the world. Mr. Zebra can't say hello to St. Apple's A.B.C., etc. and Chapter IV!"

  private func fault(
    _ bytes: [UInt8], as name: String, in voice: SmallVoice
  ) throws -> PhonemeDataError.Fault? {
    let folder = try TemporaryFolder()
    for other in PhonemeData.fileNames(for: .american) {
      let data = try Data(contentsOf: URL(filePath: "\(voice.path)/\(other)"))
      try (other == name ? Data(bytes) : data).write(to: URL(filePath: folder.path(of: other)))
    }
    do throws(PhonemeDataError) {
      let data = try PhonemeData(folder: folder.path, dialect: .american)
      _ = try? EnglishReader(data: data).draft([.text(Self.text)])
      return nil
    } catch {
      #expect(error.path == folder.path(of: name))
      #expect(error.message.contains(folder.path(of: name)))
      return error.fault
    }
  }

  private func bytes(_ name: String, _ voice: SmallVoice) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(voice.path)/\(name)")))
  }

  @Test(arguments: PhonemeData.fileNames(for: .american))
  func shortAndForeignFilesAreRefused(name: String) throws {
    let voice = try SmallVoice()
    let whole = try bytes(name, voice)
    #expect(try fault(whole, as: name, in: voice) == nil)
    #expect(try fault([], as: name, in: voice) == .isWrongKind)
    #expect(try fault(Array("{\"a\": 1}".utf8), as: name, in: voice) == .isWrongKind)
    #expect(try fault(Array(whole.dropLast()), as: name, in: voice) == .isTruncated)
    #expect(try fault(Array(whole.prefix(17)), as: name, in: voice) == .isTruncated)
    #expect(try fault(whole + [0], as: name, in: voice) == .isTruncated)
    var version = whole
    version[4] += 1
    #expect(try fault(version, as: name, in: voice) == .isWrongKind)
    var offset = whole
    offset[19] = 0x7F
    #expect(try fault(offset, as: name, in: voice) == .isDamaged)
  }

  @Test func `a lexicon without its words is damaged`() throws {
    let voice = try SmallVoice()
    let name = "english-us.lexicon"
    var damaged = try bytes(name, voice)
    let place =
      TableFormat.headerSize
      + TableFormat.LexiconSection.entries.rawValue * TableFormat.sectionSize
    let start = Int(damaged[place]) | Int(damaged[place + 1]) << 8
    for index in start..<damaged.count { damaged[index] = 0 }
    #expect(try fault(damaged, as: name, in: voice) == .isDamaged)
  }

  @Test func missingFilesAndFoldersAreNamed() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: PhonemeDataError.self) {
      try PhonemeData(folder: folder.path, dialect: .british)
    }
    #expect(missing?.path == folder.path(of: "english-gb.lexicon"))
    guard case .unreadable? = missing?.fault else {
      Issue.record("a missing file is \(String(describing: missing))")
      return
    }
  }

  /// Whatever a table contains, reading ends and never reads outside of the file.
  @Test(arguments: PhonemeData.fileNames(for: .american), 0..<40)
  func noByteCausesACrash(name: String, seed: Int) throws {
    let voice = try SmallVoice()
    var random = SeededGenerator(seed: UInt64(seed))
    var damaged = try bytes(name, voice)
    let start = Bool.random(using: &random) ? 0 : 16
    for _ in 0..<(1 + seed) {
      let place = Int.random(in: start..<damaged.count, using: &random)
      damaged[place] = UInt8.random(in: 0...255, using: &random)
    }
    _ = try fault(damaged, as: name, in: voice)
  }
}
