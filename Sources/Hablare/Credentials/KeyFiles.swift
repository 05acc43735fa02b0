import Basics
import Glibc
import Synchronization

/// Keys in files, one key per file, in a folder that only the user can enter.
struct KeyFiles: Sendable {
  /// The name of the folder inside the user's configuration folder.
  static let name = "credentials"

  let folder: String

  func path(of key: String) -> String { "\(folder)/\(key)" }

  /// Returns the key from its file; nil if the file does not exist.
  func read(_ key: String) throws(CredentialError) -> SecureString? {
    let path = path(of: key)
    guard let secret = try SecretFile.read(private: path) else { return nil }
    return try KeyForm.checked(secret, from: .file(path: path))
  }

  /// Writes the key to its file, replacing an earlier key.
  func write(_ value: SecureString, _ key: String) throws(CredentialError) {
    do throws(FileError) {
      try value.withBytes { bytes throws(FileError) in
        try Files<FileError>.write([bytes], to: path(of: key))
      }
    } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }

  /// Removes the file; returns false if it did not exist.
  func remove(_ key: String) throws(CredentialError) -> Bool {
    do throws(FileError) {
      guard try Files<FileError>.removed(path(of: key)) else { return false }
      try? Files<FileError>.flush(folder: folder)
      return true
    } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }
}

/// Reads files that hold one secret, into memory that is wiped.
private enum SecretFile {
  /// The largest file that is read, in bytes.
  static let largest = InputLimit.keyFile.maximum

  /// Returns the contents of a user's file that only the user can read; nil if it does not exist.
  static func read(private path: String) throws(CredentialError) -> SecureString? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(regular: path)
    } catch {
      if case .notAFile = error.cause { throw .notAFile(path: path) }
      if error.code == ENOENT { return nil }
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let status = try? file.status() else {
      throw .unreadable(path: path, reason: SystemError.last.reason)
    }
    guard status.owner == geteuid() else { throw .foreign(path: path, owner: status.owner) }
    guard status.permissions & 0o077 == 0 else {
      throw .exposed(path: path, mode: status.permissions)
    }
    return try contents(of: file, path: path)
  }

  /// Returns the contents of a file that the user has named, whoever owns it.
  /// Secrets that are mounted in containers are often links to files that the system owns.
  static func read(named path: String) throws(CredentialError) -> SecureString {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(regular: path, followingLinks: true)
    } catch {
      if case .notAFile(let kind) = error.cause {
        throw .unreadable(path: path, reason: "it is not a file but \(kind.rawValue)")
      }
      throw .unreadable(path: path, reason: error.reason)
    }
    return try contents(of: file, path: path)
  }

  private static func contents(
    of file: borrowing FileDescriptor, path: String
  ) throws(CredentialError) -> SecureString {
    // The buffer has one byte more than the limit, to detect a file that is too long.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: largest + 1, alignment: 1)
    defer {
      buffer.wipe()
      buffer.deallocate()
    }
    let count: Int
    do {
      count = try file.read(into: buffer, at: 0)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard count <= largest else {
      throw .unreadable(path: path, reason: InputLimit.keyFile.message)
    }
    return SecureString(bytes: buffer[..<count])
  }
}

/// Keys in environment variables, and in files named by variables that end in `_FILE`.
struct KeyEnvironment: Sendable {
  let values: [String: String]
  let variables: CredentialVariables

  /// Returns the variable that supplies a key, and whether its value is a file name.
  /// An empty variable is ignored. A variable with the key overrides a variable with the name of a key file.
  func variable(for key: String) -> (name: String, isPath: Bool)? {
    guard let provider = KeyName.provider(of: key) else { return nil }
    for name in variables.names[provider] ?? [] {
      if isSet(name) { return (name, false) }
      if isSet(name + Self.fileSuffix) { return (name + Self.fileSuffix, true) }
    }
    return nil
  }

  /// Returns the key and its source; nil if no variable is set.
  func read(_ key: String) throws(CredentialError) -> (SecureString, CredentialSource)? {
    guard let (name, isPath) = variable(for: key), let value = values[name] else { return nil }
    let source = CredentialSource.environment(variable: name)
    let secret = isPath ? try SecretFile.read(named: value) : SecureString(value)
    return (try KeyForm.checked(secret, from: source), source)
  }

  /// The suffix of a variable that names a file with the key, as is usual for container images.
  static let fileSuffix = "_FILE"

  private func isSet(_ name: String) -> Bool {
    values[name]?.contains { !$0.isWhitespace } == true
  }
}

/// The names of the environment variables that contain keys or the paths of files with keys, as far
/// as this process knows them.
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
