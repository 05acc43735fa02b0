import Foundation
import Glibc
import TestSupport
import Testing

/// A folder with a script that is watched, and what the command says of it.
///
/// Nothing depends on how fast the machine is: a test waits for the line of a build.
final class WatchStage {
  let folder: TemporaryFolder
  let command: RunningCommand
  private let terminal: PseudoTerminal?
  private var shown = ""
  private var read = 0

  /// Watches the files of a folder that names relative to it stand for.
  init(
    _ words: String..., in folder: TemporaryFolder, environment: [String: String] = [:],
    terminal: PseudoTerminal? = nil
  ) throws {
    (self.folder, self.terminal) = (folder, terminal)
    command = try RunningCommand(
      ["watch"] + words, in: folder, environment: environment, terminal: terminal?.path)
  }

  /// A script watched with voices that speak fast.
  convenience init(script: String = Script.twoScenes, _ words: String...) throws {
    let folder = try TemporaryFolder("s.fountain", script)
    try self.init(["s.fountain", "--voice", "espeak://en-us", "-o", "out"] + words, in: folder)
  }

  init(_ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:]) throws {
    (self.folder, terminal) = (folder, nil)
    command = try RunningCommand(["watch"] + words, in: folder, environment: environment)
  }

  deinit { command.send(SIGKILL) }

  /// All lines so far.
  var lines: [String] {
    if let terminal { shown += terminal.read() }
    let text = terminal == nil ? command.errors : shown
    // A line that is not complete is not there yet.
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast().map(
      String.init)
  }

  /// Waits for the next line that one is looked for in, and gives it with those before it that are new.
  func lines(until isLast: (String) -> Bool) throws -> [String] {
    var end: Int?
    RunningCommand.eventually {
      end = lines.dropFirst(read).firstIndex(where: isLast)
      return end != nil || command.hasEnded
    }
    let last = try #require(end, "\(lines.dropFirst(read))")
    defer { read = last + 1 }
    return Array(lines[read...last])
  }

  /// What follows the first builds.
  static let rest = "Waiting for changes. Ctrl-C ends the watch."

  /// Waits for the next build: the lines before it but `rest`, and last what it says without its times.
  func build() throws -> [String] {
    var found = try lines { $0.contains(" -> ") }
    found.removeAll { $0 == Self.rest }
    found.append(Self.timeless(found.removeLast()))
    return found
  }

  /// The line of a build without the time of day and the seconds.
  static func timeless(_ line: String) -> String {
    line.replacing(#/^[0-9:]{8} /#, with: "").replacing(#/, [0-9.]+ s -> /#, with: " -> ")
  }

  /// Ends the command by a signal, and gives its exit code.
  func end(by signal: Int32 = SIGTERM) -> Int32? {
    command.send(signal)
    return command.waitForEnd()
  }

  // MARK: What writers do

  /// Writes over a file in place.
  func write(_ text: String, over name: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: folder.path(of: name)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Gives a file other contents as editors do: a new file gets its name.
  func replace(_ name: String, with text: String) throws {
    try folder.write(text, as: name + ".new~")
    try #require(rename(folder.path(of: name + ".new~"), folder.path(of: name)) == 0)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.path(of: name))
  }

  /// Waits for so long that a build which nobody asked for would be seen.
  func wait() { usleep(1_000_000) }
}
