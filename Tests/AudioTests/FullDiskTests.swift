import Audio
import Foundation
import Glibc
import Testing

/// A full disk must be an error in every format.
///
/// libsndfile alone reports a full disk only for some formats, and not always.
@Suite("Full disks", .serialized)
struct FullDiskTests {
  /// A device on which every write fails because there is no space.
  @Test(arguments: SoundFormat.allCases + [.aac])
  func aFullDeviceIsNoSpace(format: SoundFormat) throws {
    let error = #expect(throws: AudioError.self) {
      try format.write(Signal.babble(count: 200_000), to: "/dev/full")
    }
    #expect(error == .noSpace(path: "/dev/full", reason: "No space left on device"))
  }

  @Test(arguments: SoundFormat.allCases)
  func aFullDeviceIsNoSpaceForTags(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    try format.write(Signal.babble(count: 20_000), to: folder.path("a"))
    let error = #expect(throws: AudioError.self) {
      try TagPass.write(Tags(), from: folder.path("a"), to: "/dev/full", format: format) { _ in }
    }
    #expect(error == .noSpace(path: "/dev/full", reason: "No space left on device"))
  }

  /// Disks that fill up at every stage: at the header, in the middle, at the last block, and when an encoder
  /// goes back to complete its header.
  ///
  /// Needs the right to mount a disk.
  @Test(.enabled(if: Disk.canMount, "mounting needs root"), arguments: SoundFormat.allCases)
  func aDiskThatFillsUpIsNoSpace(format: SoundFormat) throws {
    let clip = Signal.babble(count: 30_000)
    let folder = try TemporaryFolder()
    try format.write(clip, to: folder.path("whole"))
    let length = try folder.bytes("whole").count
    let disk = try Disk()
    for pages in 1...(length / Disk.pageSize + 3) {
      try disk.resize(pages: pages)
      let path = disk.folder.path("a")
      do {
        try format.write(clip, to: path)
        #expect(try SoundFileReader(path: path).readAll().samples.count >= 30_000)
        #expect(try disk.folder.bytes("a").count == length)
        #expect(pages * Disk.pageSize >= length)
      } catch let error as AudioError {
        #expect(error == .noSpace(path: path, reason: "No space left on device"))
        #expect((pages - 2) * Disk.pageSize < length, "\(pages) pages for \(length) bytes")
      }
      // For an instant, programs that other tests start inherit the open file and keep its space in use. So
      // the file is truncated first.
      truncate(path, 0)
      try FileManager.default.removeItem(atPath: path)
    }
  }
}

/// A small disk in memory.
final class Disk {
  static let pageSize = 4096

  static let canMount = (try? Disk()) != nil

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Self.mount(["-t", "tmpfs", "-o", "size=1m", "none", folder.path])
  }

  deinit { _ = try? Tool.run("umount", [folder.path]) }

  /// Resizes the disk to hold files of this many pages in total.
  func resize(pages: Int) throws {
    try Self.mount(["-o", "remount,size=\(pages * Self.pageSize)", folder.path])
  }

  private static func mount(_ arguments: [String]) throws {
    struct NotPermitted: Error {}
    guard try Tool.run("mount", arguments).status == 0 else { throw NotPermitted() }
  }
}
