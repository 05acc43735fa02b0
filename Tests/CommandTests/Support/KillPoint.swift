import Foundation
import Glibc
import TestSupport

/// The fault that a command meets at one of its calls that change files (Tests/KillPoint/killpoint.c).
enum KillPoint: CustomStringConvertible {
  /// No fault: the calls are only logged.
  case none
  /// The command is killed before a call of a kind, counted from 1.
  ///
  /// Simultaneous calls happen in varying order. A number among all calls could mean different calls in
  /// different runs.
  case kill(String, Int)
  /// The command is killed in the middle of a write.
  case tear(Int)
  /// The command gets a signal before a call of a kind.
  case signal(Int32, String, Int)
  /// The disk is full from a call of a kind on.
  ///
  /// If the call is a write, half of its bytes are still written.
  case full(String, Int)

  /// The kind and number of the call, or nil if there is no fault.
  var call: (kind: String, number: Int)? {
    switch self {
    case .none: nil
    case .kill(let kind, let number), .signal(_, let kind, let number), .full(let kind, let number):
      (kind, number)
    case .tear(let number): ("write", number)
    }
  }

  /// Returns the environment for a command with this fault.
  func environment(root: String, log: String) throws -> [String: String] {
    var environment = [
      "LD_PRELOAD": try Self.library.get(), "KILLPOINT_ROOT": root, "KILLPOINT_LOG": log,
    ]
    if let call { environment["KILLPOINT_AT"] = "\(call.kind):\(call.number)" }
    switch self {
    case .none, .kill: break
    case .tear: environment["KILLPOINT_TORN"] = "1"
    case .signal(let number, _, _): environment["KILLPOINT_SIGNAL"] = "\(number)"
    case .full:
      environment["KILLPOINT_TORN"] = "1"
      environment["KILLPOINT_FULL"] = "1"
    }
    return environment
  }

  var description: String {
    let place = call.map { "\($0.kind) \($0.number)" } ?? ""
    return switch self {
    case .none: "undisturbed"
    case .kill: "killed before \(place)"
    case .tear: "killed in \(place)"
    case .signal(let number, _, _): "signal \(number) before \(place)"
    case .full: "disk full from \(place)"
    }
  }

  /// The library to preload, compiled once for each run of the tests, next to their programs.
  private static let library = Result {
    struct CannotCompile: Error { var messages: String }
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../KillPoint/killpoint.c").standardized.path
    let library = Program.built("killpoint.so")
    // Another run of the tests may have the library loaded at this moment.
    let new = "\(library).\(getpid())"
    let result = try Program.run(
      "cc", ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", new, source])
    guard result.status == 0, rename(new, library) == 0 else {
      throw CannotCompile(messages: result.errors)
    }
    return library
  }
}
