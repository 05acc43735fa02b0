import Foundation
import TestSupport

@testable import Hablare

/// A folder of small programs that a test writes itself.
struct ScriptFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a program for the shell and gives its path.
  func shell(_ body: String, as name: String = "program") throws -> String {
    try program("#!/bin/sh\n\(body)\n", as: name)
  }

  /// Writes a program for Python and gives its path.
  func python(_ body: String, as name: String = "program") throws -> String {
    try program("#!/usr/bin/env python3\n\(body)\n", as: name)
  }

  /// What a file in the folder holds; nil if there is none.
  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: folder.path(of: name)))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func program(_ text: String, as name: String) throws -> String {
    let path = try folder.write(text, as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }
}

/// How a failure reads.
enum Failure {
  /// What an error says to people.
  static func message(_ error: (any Error)?) -> String {
    (error as? VoiceProviderError)?.description ?? String(describing: error)
  }
}
