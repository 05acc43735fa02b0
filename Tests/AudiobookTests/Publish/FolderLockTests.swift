import Foundation
import TestSupport
import Testing

@testable import Audiobook

@Suite struct FolderLockTests {
  private func holder(_ error: RenderError) -> String? {
    if case .held(_, let by) = error { by } else { nil }
  }

  @Test func aFolderIsHeldByOneBuildAtATime() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let first = try OutputFolder(path: path)
    let error = try await ToneBook("Words.").failure(into: path)
    #expect(holder(error) == "process \(ProcessInfo.processInfo.processIdentifier)")
    #expect(
      error.description == "\(path) is held by process \(ProcessInfo.processInfo.processIdentifier)"
    )
    #expect(try FolderState.names(path) == [])
    withExtendedLifetime(first) {}
  }

  @Test func itIsFreeAfterwards() async throws {
    let folder = try TemporaryFolder()
    do { _ = try OutputFolder(path: folder.path) }
    try await ToneBook("Words.").render(into: folder.path)
    try await ToneBook("Words.").render(into: folder.path)
    #expect(try FolderState.names(folder.path).count == 3)
  }

  @Test func itIsFreeAfterAFailureToo() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: "001 script.wav")
    _ = try await ToneBook("Words.").failure(into: folder.path)
    try await ToneBook("Words.") { $0.options.overwrite = true }.render(into: folder.path)
    #expect(try FolderState.names(folder.path).count == 3)
  }

  /// Another program's hold is honoured, and what it works on is left alone.
  @Test func anotherProcessHoldsIt() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: ".guion2audio"), withIntermediateDirectories: false)
    try folder.write("half", as: ".guion2audio-001 Busy.wav")
    let other = Process()
    other.executableURL = URL(filePath: "/usr/bin/flock")
    other.arguments = [folder.path(of: ".guion2audio/lock"), "sh", "-c", "echo held; cat"]
    let (input, output) = (Pipe(), Pipe())
    (other.standardInput, other.standardOutput) = (input, output)
    try other.run()
    #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
    try Data("\(other.processIdentifier)\n".utf8).write(
      to: URL(filePath: folder.path(of: ".guion2audio/lock")), options: [])
    let error = try await ToneBook("Words.").failure(into: folder.path)
    #expect(holder(error) == "process \(other.processIdentifier)")
    #expect(try FolderState.names(folder.path) == [".guion2audio-001 Busy.wav"])
    try input.fileHandleForWriting.close()
    other.waitUntilExit()
    try await ToneBook("Words.").render(into: folder.path)
    #expect(try FolderState.names(folder.path).count == 3)
  }

  @Test func anUnreadablePidIsAnotherBuild() async throws {
    let folder = try TemporaryFolder()
    let first = try OutputFolder(path: folder.path)
    try Data("\n".utf8).write(to: URL(filePath: folder.path(of: ".guion2audio/lock")), options: [])
    let error = try await ToneBook("Words.").failure(into: folder.path)
    #expect(holder(error) == "another build")
    withExtendedLifetime(first) {}
  }
}
