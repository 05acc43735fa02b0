import Synchronization

/// The names of the variables that hold keys, or name files with keys, as far as this process knows.
///
/// A `CredentialStore` and the providers of a configuration add theirs, and whatever starts a program
/// removes them: nobody has to remember it. This is why it is one set for the whole process.
enum SecretVariables {
  private static let known = Mutex<Set<String>>(
    forms(of: [CredentialVariables.elevenLabs, CredentialVariables.openAI]))

  /// Adds the variables of a configuration, for as long as the process runs.
  static func add(_ variables: CredentialVariables) {
    let names = forms(of: variables.names.values.joined())
    known.withLock { $0.formUnion(names) }
  }

  /// The names known so far.
  static var names: Set<String> { known.withLock { $0 } }

  private static func forms(of names: some Sequence<String>) -> Set<String> {
    Set(names.flatMap { [$0, $0 + KeyEnvironment.fileSuffix] })
  }
}
