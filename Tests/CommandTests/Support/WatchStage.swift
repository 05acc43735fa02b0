import Foundation
import Glibc
import TestSupport
import Testing

/// A folder with a watched script, and the messages of the command.
///
/// The tests do not depend on the speed of the machine: they wait for the message of a build.
final class WatchStage {
  let folder: TemporaryFolder
  let command: RunningCommand
  private let terminal: PseudoTerminal?
  private var shown = ""
  private var read = 0

  /// Watches files in a folder.
  ///
  /// Names are relative to the folder.
  init(
    _ words: String..., in folder: TemporaryFolder, environment: [String: String] = [:],
    terminal: PseudoTerminal? = nil
  ) throws {
    (self.folder, self.terminal) = (folder, terminal)
    command = try RunningCommand(
      ["watch"] + words, in: folder, environment: environment, terminal: terminal?.path)
  }

  /// Watches a script with voices that speak fast.
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
    // An incomplete line does not count yet.
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast().map(
      String.init)
  }

  /// Waits for the next line that fulfils a condition, and returns it with the new lines before it.
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

  /// The line after the first builds.
  static let rest = "Waiting for changes. Ctrl-C ends the watch."

  /// Waits for the next build.
  ///
  /// Returns the lines before its message except `rest`, and the message without times.
  func build() throws -> [String] {
    var found = try lines { $0.contains(" -> ") }
    found.removeAll { $0 == Self.rest }
    found.append(Self.timeless(found.removeLast()))
    return found
  }

  /// Returns the message of a build without the time of day and the seconds.
  static func timeless(_ line: String) -> String {
    line.replacing(#/^[0-9:]{8} /#, with: "").replacing(#/, [0-9.]+ s -> /#, with: " -> ")
  }

  /// Ends the command by a signal and returns its exit code.
  func end(by signal: Int32 = SIGTERM) -> Int32? {
    command.send(signal)
    return command.waitForEnd()
  }

  // MARK: Changes by editors

  /// Overwrites a file in place.
  func write(_ text: String, over name: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: folder.path(of: name)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Changes a file as editors do: a new file is renamed to its name.
  func replace(_ name: String, with text: String) throws {
    try folder.write(text, as: name + ".new~")
    try #require(rename(folder.path(of: name + ".new~"), folder.path(of: name)) == 0)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.path(of: name))
  }

  /// Waits long enough to see an unwanted build.
  func wait() { usleep(1_000_000) }
}
