import Synchronization

/// The names of the environment variables that contain keys or the paths of files with keys, as far
/// as this process knows them.
///
/// A `CredentialStore` and the providers of a configuration add their variables. `ChildSpawn` removes
/// all of them from the environment of each program, so there is one set for the whole process. It
/// also removes every variable whose name contains "KEY" (`ChildEnvironment`), which covers the usual
/// names before any store exists.
enum SecretVariables {
  private static let known = Mutex<Set<String>>([])

  /// Adds the variables of a configuration, for as long as the process runs.
  static func add(_ variables: CredentialVariables) {
    let names = forms(of: variables.names.values.joined())
    known.withLock { $0.formUnion(names) }
  }

  /// The variable names known so far.
  static var names: Set<String> { known.withLock { $0 } }

  private static func forms(of names: some Sequence<String>) -> Set<String> {
    Set(names.flatMap { [$0, $0 + KeyEnvironment.fileSuffix] })
  }
}
