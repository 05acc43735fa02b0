import Audio
import Foundation
import Glibc
import Testing

/// A disk that is full must be an error in every format; libsndfile alone reports it for some, at
/// some times.
@Suite("Full disks", .serialized)
struct FullDiskTests {
  /// A device on which every write fails for want of space.
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

  /// Disks that fill up at every stage: at the header, in the middle, with the last block, and when
  /// an encoder goes back to complete its header.
  ///
  /// Needs the right to mount one.
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
      // Programs that other tests start have it open for an instant, and would keep its room.
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

  /// Gives the disk room for files of that many pages in all.
  func resize(pages: Int) throws {
    try Self.mount(["-o", "remount,size=\(pages * Self.pageSize)", folder.path])
  }

  private static func mount(_ arguments: [String]) throws {
    struct NotPermitted: Error {}
    guard try Tool.run("mount", arguments).status == 0 else { throw NotPermitted() }
  }
}
