import FoundationEssentials
import Glibc

/// Starts a worker that inherits only one end of a socket.
enum WorkerSpawn {
  /// Starts a worker.
  ///
  /// Returns the worker's process id and this process's end of the socket.
  ///
  /// The worker is killed when the calling thread ends.
  static func start(
    _ program: WorkerProgram, path: String, slotCount: Int
  ) throws(VoiceProviderError) -> (pid: pid_t, socket: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .engineUnavailable("cannot create a socket: \(SystemError.last.reason)")
    }
    defer { close(ends[1]) }
    let command = ChildCommand(
      path: path,
      arguments: [String(WorkerProtocol.version), String(slotCount)] + program.arguments,
      environment: environment(program))
    // Engines print messages about voices that they cannot load. The messages must not appear on
    // the terminal.
    var descriptors = [Int32?](repeating: nil, count: Int(WorkerProtocol.controlDescriptor))
    descriptors.append(ends[1])
    do {
      let pid = try ChildSpawn.start(command, descriptors: descriptors)
      return (pid, ends[0])
    } catch {
      close(ends[0])
      throw .engineUnavailable("\(path): \(error.startReason)")
    }
  }

  /// Returns the worker's environment.
  ///
  /// From the user's environment, it contains only the variables that the engine needs. Therefore a
  /// voice sounds the same for every user.
  private static func environment(_ program: WorkerProgram) -> [String] {
    let own = ProcessInfo.processInfo.environment
    return ["LC_ALL=C.UTF-8"]
      + program.variables.compactMap { name in own[name].map { "\(name)=\($0)" } }
  }
}
