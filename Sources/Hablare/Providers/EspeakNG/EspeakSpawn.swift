import FoundationEssentials
import Glibc

/// Starts the worker with nothing of this process's but one end of a socket.
enum EspeakSpawn {
  /// The worker's process id and this side's end of the socket.
  static func start(
    path: String, slotCount: Int
  ) throws(VoiceProviderError) -> (pid: pid_t, socket: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .engineUnavailable("no socket: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    var pid = pid_t()
    let arguments = [path, String(EspeakProtocol.version), String(slotCount)]
    let error = spawn(arguments, handing: ends[1], pid: &pid)
    if error != 0 {
      close(ends[0])
      throw .engineUnavailable("\(path): \(String(cString: strerror(error)))")
    }
    return (pid, ends[0])
  }

  private static func spawn(
    _ arguments: [String], handing socket: Int32, pid: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The socket first: its number may be one of those that are opened anew.
    posix_spawn_file_actions_adddup2(&actions, socket, EspeakProtocol.controlDescriptor)
    // espeak writes about voices it cannot load; nobody wants that on the terminal.
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    configure(&attributes)
    return withStrings(arguments) { strings in
      withStrings(environment) { environment in
        posix_spawn(&pid, arguments[0], &actions, &attributes, strings, environment)
      }
    }
  }

  /// A process group of its own, so that a terminal's Ctrl-C reaches only the command, and
  /// signals as a new program expects them.
  private static func configure(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Nothing of the user's environment but espeak's own variable: a voice sounds the same for
  /// everyone, whatever is in their home.
  private static var environment: [String] {
    let data = ProcessInfo.processInfo.environment["ESPEAK_DATA_PATH"]
    return ["LC_ALL=C.UTF-8"] + (data.map { ["ESPEAK_DATA_PATH=\($0)"] } ?? [])
  }

  /// Calls `body` with the strings as C wants them, a null pointer at the end.
  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
