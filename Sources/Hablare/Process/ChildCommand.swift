/// A program with everything that is needed to start it, without a shell and without a search on
/// the PATH.
struct ChildCommand: Sendable {
  /// The absolute path of the program's file.
  var path: String
  /// The arguments, without the program's own name.
  var arguments: [String]
  /// The program's environment variables, as `NAME=value`.
  var environment: [String] = ChildEnvironment.inherited
  /// The program's working folder, or nil for the working folder of this process.
  var folder: String?
  /// The maximum size of a file that the program may write, in bytes.
  ///
  /// Nil means no limit.
  var fileSizeLimit: Int?

  /// The program's name for messages.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
