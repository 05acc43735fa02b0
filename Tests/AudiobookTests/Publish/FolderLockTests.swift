import Foundation
import TestSupport
import Testing

@testable import Audiobook

@Suite struct FolderLockTests {
  private func holder(_ error: RenderError) -> String? {
    if case .inUse(_, let by) = error { by } else { nil }
  }

  @Test func onlyOneBuildHoldsAFolder() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let first = try OutputFolder(path: path)
    let error = try await ToneBook("Words.").failure(into: path)
    #expect(holder(error) == "process \(ProcessInfo.processInfo.processIdentifier)")
    #expect(
      error.description.hasPrefix(
        "\(path) is in use by process \(ProcessInfo.processInfo.processIdentifier); wait"))
    #expect(try FolderState.names(path) == [])
    withExtendedLifetime(first) {}
  }

  @Test func theFolderIsFreeAfterABuild() async throws {
    let folder = try TemporaryFolder()
    do { _ = try OutputFolder(path: folder.path) }
    try await ToneBook("Words.").render(into: folder.path)
    try await ToneBook("Words.").render(into: folder.path)
    #expect(try FolderState.names(folder.path).count == 3)
  }

  @Test func theFolderIsFreeAfterAFailureToo() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: "001 script.wav")
    _ = try await ToneBook("Words.").failure(into: folder.path)
    try await ToneBook("Words.") { $0.options.overwrite = true }.render(into: folder.path)
    #expect(try FolderState.names(folder.path).count == 3)
  }

  /// Another program's lock is respected, and its temporary files are left alone.
  @Test func anotherProcessHoldsTheFolder() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: ".guion2audio"), withIntermediateDirectories: false)
    try folder.write("half", as: ".guion2audio-001 Busy.wav")
    let (input, output) = (try TestPipe(), try TestPipe())
    let other = try ChildProcess(
      "flock", [folder.path(of: ".guion2audio/lock"), "sh", "-c", "echo held; cat"],
      input: .descriptor(input.reading.fileDescriptor),
      output: .descriptor(output.writing.fileDescriptor))
    #expect(output.reading.availableData == Data("held\n".utf8))
    try Data("\(other.id)\n".utf8).write(
      to: URL(filePath: folder.path(of: ".guion2audio/lock")), options: [])
    let error = try await ToneBook("Words.").failure(into: folder.path)
    #expect(holder(error) == "process \(other.id)")
    #expect(try FolderState.names(folder.path) == [".guion2audio-001 Busy.wav"])
    try input.writing.close()
    #expect(other.wait() == 0)
    try await ToneBook("Words.").render(into: folder.path)
    #expect(try FolderState.names(folder.path).count == 3)
  }

  @Test func anUnreadablePidMeansAnotherBuild() async throws {
    let folder = try TemporaryFolder()
    let first = try OutputFolder(path: folder.path)
    try Data("\n".utf8).write(to: URL(filePath: folder.path(of: ".guion2audio/lock")), options: [])
    let error = try await ToneBook("Words.").failure(into: folder.path)
    #expect(holder(error) == "another build")
    withExtendedLifetime(first) {}
  }
}
