import Foundation
import Glibc
import TestSupport
import Testing

/// A disk in memory of any size, mounted on a folder until it is released.
final class SmallDisk {
  static let pageSize = 4096

  /// Whether a disk can be mounted.
  ///
  /// Mounting needs root, and containers often refuse it.
  static let canMount =
    (try? { _ = try SmallDisk(on: TemporaryFolder(), "disk", pages: 1) }()) != nil

  /// The reason for skipping tests that need a disk.
  static let refusal: Comment = "mounting a disk is refused here (it needs root)"

  private let folder: TemporaryFolder
  private let path: String

  /// Mounts a disk of this many pages on a subfolder, which is created if needed.
  init(on folder: TemporaryFolder, _ subfolder: String, pages: Int) throws {
    self.folder = folder
    path = folder.path(of: subfolder)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.mount(["-t", "tmpfs", "-o", "size=\(pages * Self.pageSize)", "none", path])
  }

  deinit { _ = try? Program.run("umount", ["-l", path]) }

  /// Resizes the disk to hold files of this many pages in total.
  func resize(pages: Int) throws {
    try Self.mount(["-o", "remount,size=\(pages * Self.pageSize)", path])
  }

  /// Resizes the disk to leave this many free pages.
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
