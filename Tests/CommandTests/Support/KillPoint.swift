import Foundation
import Glibc
import TestSupport

/// What befalls a command at one of the calls by which it changes files (Tests/KillPoint/killpoint.c).
enum KillPoint: CustomStringConvertible {
  /// Nothing; the calls are only noted.
  case none
  /// It is killed before a call of a kind, from 1.
  ///
  /// What is done at once comes in one order or another, so that a place among all calls would be one of
  /// this kind at one time and of that at another.
  case kill(String, Int)
  /// It is killed in a write, of which half is done.
  case tear(Int)
  /// It is sent a signal before a call of a kind.
  case signal(Int32, String, Int)
  /// The disk is full from a call of a kind on; where that is a write, half of it still finds room.
  case full(String, Int)

  /// The kind and number of the call; nil where nothing happens.
  var call: (kind: String, number: Int)? {
    switch self {
    case .none: nil
    case .kill(let kind, let number), .signal(_, let kind, let number), .full(let kind, let number):
      (kind, number)
    case .tear(let number): ("write", number)
    }
  }

  /// The environment of a command that this is to happen to.
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

  /// The library to be preloaded, made once for each run of the tests, beside their programs.
  private static let library = Result {
    struct CannotCompile: Error { var messages: String }
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../KillPoint/killpoint.c").standardized.path
    let library = Program.built("killpoint.so")
    // Other runs of the tests may have it loaded at this moment.
    let new = "\(library).\(getpid())"
    let result = try Program.run(
      "cc", ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", new, source])
    guard result.status == 0, rename(new, library) == 0 else {
      throw CannotCompile(messages: result.errors)
    }
    return library
  }
}
