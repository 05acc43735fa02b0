import Basics
import Foundation
import Glibc
import Testing

@testable import Audio

@Suite("Spill files", .serialized)
struct SpillFileTests {
  static func contents(_ spill: borrowing SpillFile) throws -> [Int16] {
    var samples: [Int16] = []
    try spill.forEachBlock { samples.append(contentsOf: $0) }
    return samples
  }

  @Test(arguments: [0, 1, 32_767, 32_768, 32_769, 70_000], [999, 32_768, 70_000])
  func samplesAreReadBackUnchanged(count: Int, blockSamples: Int) throws {
    let folder = try TemporaryFolder()
    let samples = Signal.noise(count: count, peak: 32_767)
    var spill = try SpillFile(in: folder.path)
    for start in stride(from: 0, to: count, by: blockSamples) {
      try spill.write(Array(samples[start..<min(count, start + blockSamples)]))
    }
    #expect(spill.count == count)
    #expect(try Self.contents(spill) == samples)
    #expect(try Self.contents(spill) == samples)
    try spill.write([1, 2, 3])
    #expect(try Self.contents(spill) == samples + [1, 2, 3])
  }

  @Test func aSpillFileHasNoName() throws {
    let folder = try TemporaryFolder()
    var spill = try SpillFile(in: folder.path)
    try spill.write(Signal.noise(count: 100_000, peak: 100))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(spill.count == 100_000)
  }

  /// On file systems without unnamed files, the file has a name for a moment.
  @Test func aFileCanBeNamedBriefly() throws {
    let folder = try TemporaryFolder()
    let samples = Signal.noise(count: 100_000, peak: 32_767)
    var spill = SpillFile(try FileDescriptor(brieflyNamedIn: folder.path), in: folder.path)
    try spill.write(samples)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(try Self.contents(spill) == samples)
  }

  @Test func aMissingFolderIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("gone")
    #expect(throws: AudioError.cannotOpen(path: path, reason: "No such file or directory")) {
      _ = try SpillFile(in: path)
    }
  }

  @Test func aFullDeviceIsNoSpace() throws {
    let full = try FileDescriptor(changing: "/dev/full")
    var spill = SpillFile(full, in: "/dev/full")
    let error = AudioError.noSpace(path: "/dev/full", reason: "No space left on device")
    let samples = Signal.silence(40_000)
    do {
      try spill.write(samples)
      Issue.record("a full device accepted the samples")
    } catch let found {
      #expect(found == error)
    }
  }

  @Test(.enabled(if: Disk.canMount, "mounting needs root"))
  func aDiskThatFillsUpIsNoSpace() throws {
    let disk = try Disk()
    try disk.resize(pages: 40)
    var spill = try SpillFile(in: disk.folder.path)
    // Each write takes 32 pages: the first one fits on the disk, the second one does not.
    try spill.write(Signal.silence(65_536))
    do {
      try spill.write(Signal.silence(65_536))
      Issue.record("a full disk accepted the samples")
    } catch let found {
      #expect(found == .noSpace(path: disk.folder.path, reason: "No space left on device"))
    }
  }
}
