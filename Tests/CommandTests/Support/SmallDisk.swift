import Foundation
import Glibc
import TestSupport
import Testing

/// A disk in memory, mounted on a folder for as long as it lives, that can be given any room.
final class SmallDisk {
  static let pageSize = 4096

  /// Whether one can be mounted: it needs root, and containers often refuse it.
  static let canMount =
    (try? { _ = try SmallDisk(on: TemporaryFolder(), "disk", pages: 1) }()) != nil

  /// Why a test that needs one is left out.
  static let refusal: Comment = "mounting a disk is refused here (it needs root)"

  private let folder: TemporaryFolder
  private let path: String

  /// Mounts a disk with room for so many pages on a subfolder, which is made if need be.
  init(on folder: TemporaryFolder, _ subfolder: String, pages: Int) throws {
    self.folder = folder
    path = folder.path(of: subfolder)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.mount(["-t", "tmpfs", "-o", "size=\(pages * Self.pageSize)", "none", path])
  }

  deinit { _ = try? Program.run("umount", ["-l", path]) }

  /// Gives the disk room for files of that many pages in all.
  func resize(pages: Int) throws {
    try Self.mount(["-o", "remount,size=\(pages * Self.pageSize)", path])
  }

  /// Leaves room for so many pages beside what is there.
  func leave(free pages: Int) throws {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw CannotMount(errors: "statvfs \(errno)") }
    try resize(pages: Int(status.f_blocks - status.f_bfree) + pages)
  }

  private struct CannotMount: Error { var errors: String }

  private static func mount(_ arguments: [String]) throws {
    let result = try Program.run("mount", arguments)
    guard result.status == 0 else { throw CannotMount(errors: result.errors) }
  }
}
