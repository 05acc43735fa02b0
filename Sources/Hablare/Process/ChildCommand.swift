/// A program ready to be started: no shell, no search, nothing left to replace.
struct ChildCommand: Sendable {
  /// The program's file, an absolute path.
  var path: String
  /// Its arguments, without its own name.
  var arguments: [String]
  /// The variables it gets, as `NAME=value`.
  var environment: [String] = ChildEnvironment.inherited
  /// The folder it runs in; nil for this process's.
  var folder: String?
  /// The largest file it may write, in bytes; nil for no limit.
  var fileSizeLimit: Int?

  /// The program's name as people know it, for messages.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
