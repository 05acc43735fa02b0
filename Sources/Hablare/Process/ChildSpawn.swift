import CChild
import Glibc
import Basics

/// Starts programs that inherit only the given descriptors and variables.
///
/// No child gets a variable that holds a secret, even if the command's environment contains such a
/// variable. Each child has its own process group. Therefore a terminal's Ctrl-C reaches only this
/// program, and everything that the child starts can be ended at once. The child's signal handling
/// is reset to the defaults, and the child writes no core file.
enum ChildSpawn {
  /// Starts a program and returns its process id.
  ///
  /// The child's descriptors 0, 1, 2, … are `descriptors` (nil means `/dev/null`). The child
  /// inherits no other descriptors. The child is killed when the calling thread ends, which
  /// includes the end of this process (prctl(2), `PR_SET_PDEATHSIG`). Programs that the child has
  /// started are not killed, but the other ends of their pipes are closed.
  static func start(
    _ command: ChildCommand, descriptors: [Int32?]
  ) throws(SystemError) -> pid_t {
    var pid = pid_t()
    let variables = ChildEnvironment.withoutSecrets(command.environment)
    let error = withStrings([command.path] + command.arguments) { arguments in
      withStrings(variables) { environment in
        withStrings([command.path] + (command.folder.map { [$0] } ?? [])) { paths in
          descriptors.map { $0 ?? -1 }.withUnsafeBufferPointer { descriptors in
            var child = g2a_child()
            child.path = UnsafePointer(paths[0])
            child.arguments = arguments.baseAddress
            child.environment = environment.baseAddress
            // If the command has no folder, the second entry of `paths` is the null pointer at its
            // end.
            child.directory = UnsafePointer(paths[1])
            child.descriptors = descriptors.baseAddress
            child.descriptor_count = Int32(descriptors.count)
            child.file_size_limit = UInt64(command.fileSizeLimit ?? 0)
            child.open_files = OwnLimits.openFilesOfPrograms
            return g2a_child_start(&child, &pid)
          }
        }
      }
    }
    if error != 0 { throw SystemError(error) }
    return pid
  }

  /// Calls `body` with the strings as an array of C strings that ends with a null pointer.
  private static func withStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies + [nil]).withUnsafeBufferPointer(body)
  }
}
