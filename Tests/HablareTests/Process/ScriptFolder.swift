import Foundation
import TestSupport

@testable import Hablare

/// A folder of small programs that a test writes.
struct ScriptFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a shell script and returns its path.
  func shell(_ body: String, as name: String = "program") throws -> String {
    try program("#!/bin/sh\n\(body)\n", as: name)
  }

  /// Writes a Python program and returns its path.
  func python(_ body: String, as name: String = "program") throws -> String {
    try program("#!/usr/bin/env python3\n\(body)\n", as: name)
  }

  /// Returns the text of a file in the folder, or nil if the file is missing.
  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: folder.path(of: name)))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Writes a program with `install`.
  ///
  /// If this process wrote the program itself, a child that another test starts at this moment could still
  /// have the file open for writing. The system does not start a program that is open for writing.
  private func program(_ text: String, as name: String) throws -> String {
    let draft = try folder.write(text, as: name + ".draft")
    let path = folder.path(of: name)
    let result = try Program.run("install", ["-m", "755", draft, path], in: folder.path)
    guard result.status == 0 else { throw ScriptError(message: result.errors) }
    try FileManager.default.removeItem(atPath: draft)
    return path
  }

  private struct ScriptError: Error { var message: String }
}

/// The text of failures.
enum Failure {
  /// Returns the message of an error for people.
  static func message(_ error: (any Error)?) -> String {
    (error as? VoiceProviderError)?.description ?? String(describing: error)
  }
}
