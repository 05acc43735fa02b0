import Basics
import Foundation
import TestSupport
import Testing

/// Tests of archives that the program writes.
@Suite struct ZipWriterTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "a.zip")
  }

  @Test func `written entries are read back`() throws {
    let file = try folder.write("three", as: "3")
    let long = [UInt8](repeating: 0x61, count: 100_000)
    let archive = try ZipWriter(path: path)
    try archive.add("one", Array("1".utf8), isPacked: false)
    try archive.add("folder/two", long, isPacked: true)
    try archive.add("three", file: file, isPacked: true)
    try archive.add("empty", [], isPacked: false)
    #expect(try folder.names() == ["3"])
    try archive.finish()
    #expect(try folder.names() == ["3", "a.zip"])
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(bytes.count < 2000)
    let read = try ZipArchive(bytes)
    #expect(read.entries.map(\.name) == ["one", "folder/two", "three", "empty"])
    #expect(try read.bytes(of: "folder/two", limit: 100_000) == long)
    #expect(try read.bytes(of: "three", limit: 100) == Array("three".utf8))
    #expect(try read.bytes(of: "empty", limit: 0) == [])
  }

  @Test func `only regular files are read`() throws {
    let archive = try ZipWriter(path: path)
    let missing = folder.path(of: "missing")
    #expect(throws: ZipWriterError.unreadable(FileError(missing, .system(SystemError(ENOENT))))) {
      try archive.add("a", file: missing, isPacked: false)
    }
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    #expect(throws: ZipWriterError.unreadable(FileError(pipe, .notAFile(.pipe)))) {
      try archive.add("a", file: pipe, isPacked: false)
    }
  }

  @Test func `a file that is removed before the end is an error, and no archive is left`() throws {
    let file = try folder.write("three", as: "3")
    let archive = try ZipWriter(path: path)
    try archive.add("three", file: file, isPacked: true)
    unlink(file)
    #expect(throws: ZipWriterError.unreadable(FileError(path, .system(SystemError(ENOENT))))) {
      try archive.finish()
    }
    #expect(try folder.names().isEmpty)
  }

  /// The example of RFC 9562, appendix A.4.
  @Test func `a name has its UUID`() {
    let space = NameUUID(0x6ba7_b810_9dad_11d1, 0x80b4_00c0_4fd4_30c8)
    let uuid = NameUUID("www.example.com", in: space).description
    #expect(uuid == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }
}
