import Audio
import Audiobook
import Foundation
import Testing

/// Runs the program as a user does, with the real voice.
@Suite struct RenderBookTests {
  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "render-book-\(UUID().uuidString)")

  /// Runs the program beside the tests, and returns the lines that it prints.
  private func run(_ arguments: [String]) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "RenderBook")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GUION2AUDIO_CACHE": Self.folder.path + "/cache"]
    ) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  @Test func aScriptBecomesAFolderOfSound() throws {
    defer { try? FileManager.default.removeItem(at: Self.folder) }
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    let script = Self.folder.path + "/tea.fountain"
    try "INT. KITCHEN - DAY\n\nANN\nThe tea is ready.\n\nINT. GARDEN - DAY\n\nBEN\nAt last.\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    let out = Self.folder.path + "/out"
    let written = try run([script, out])
    let chapters = written.filter { $0.hasSuffix(".mp3") }
    #expect(chapters.count == 2)
    for chapter in chapters {
      let sound = try SoundFileReader(path: String(chapter)).readAll()
      // Five words take more than a second.
      #expect(Double(sound.samples.count) / Double(sound.sampleRate) > 1)
    }
    #expect(FileManager.default.fileExists(atPath: out + "/manifest.json"))
    #expect(try run([script, out]).filter { $0.hasSuffix(".mp3") } == [])
  }
}
