import FoundationEssentials
import Glibc

// This program's side of the protocol in WorkerKit/include/worker_protocol.h. Numbers and layouts
// must be equal.

/// Constants of the worker protocol.
enum WorkerProtocol {
  static let version: UInt32 = 4
  /// The descriptor number of the worker's end of the socket.
  static let controlDescriptor: Int32 = 3
  static let maximumSlots = 128
  /// The first of the three 32-bit integers in the worker's first packet.
  /// The second integer is the version of the protocol, and the third is the number of slots.
  static let helloMagic: UInt32 = 0x6132_6770
  static let helloSize = 12
  /// The base of the exit statuses that report a system error.
  /// A worker that got a system error exits with this number plus the error number.
  static let refusedStatus = 100

  /// Returns the offset of the engine's records in the slot, for a payload of this length in bytes.
  static func recordsOffset(payloadBytes: Int) -> Int { (payloadBytes + 7) & ~7 }

  /// The maximum length of a voice's name, in bytes.
  /// The field of the packet has one byte more, because at least one zero byte must end the name.
  static let maximumVoiceBytes = 83
}

/// A request to a worker.
/// Its payload is in the slot.
struct WorkerRequest {
  enum Operation: UInt32 {
    case speak = 1
    case list = 2
    case cancel = 3
    case pronounce = 4
  }

  var operation: Operation
  /// The slot's number.
  /// `WorkerSlot.perform` sets this number, `payloadBytes` and `limitSeconds`.
  var slot = 0
  var sequence: UInt64 = 0
  /// Four settings, defined by the engine.
  var settings: [Int32] = [0, 0, 0, 0]
  /// Flags, defined by the engine.
  var flags: UInt32 = 0
  var payloadBytes = 0
  var limitSeconds = 60
  /// The voice's name, in at most 83 bytes.
  /// Requests with the same voice share a process of the worker.
  var voice = ""

  /// The 128 bytes of `struct request`.
  var packet: [UInt8] {
    var bytes = [UInt8]()
    bytes.reserveCapacity(128)
    bytes.append(little: operation.rawValue)
    bytes.append(little: UInt32(slot))
    bytes.append(little: sequence)
    for setting in settings.prefix(4) { bytes.append(little: setting) }
    bytes.append(little: flags)
    bytes.append(little: UInt32(payloadBytes))
    bytes.append(little: UInt32(limitSeconds))
    bytes.append(contentsOf: voice.utf8.prefix(WorkerProtocol.maximumVoiceBytes))
    bytes.append(contentsOf: repeatElement(0, count: 128 - bytes.count))
    return bytes
  }
}

/// A worker's reply.
/// Audio, records and texts are in the slot.
struct WorkerReply {
  static let size = 40

  enum Status: UInt32 {
    case done = 0
    case crashed = 1
    case timedOut = 2
    case cancelled = 3
    case voiceUnknown = 4
    case engineFailed = 5
    case tooLong = 6
    case notBegun = 7
    case systemFailed = 8
    case libraryUnusable = 9
    case modelUnreadable = 10
    case modelChanged = 11
    case modelDamaged = 12
    case modelForeign = 13
    case lineRefused = 14
    case soundWrong = 15
  }

  var sequence: UInt64
  var status: Status
  var detail: Int
  var sampleRate: Int
  var samples: Int
  /// The number of the engine's records, such as word timings.
  var records: Int
  /// The length of the text at the slot's start, in bytes.
  /// The text is a result or an error.
  var bytes: Int

  /// Parses the bytes of `struct reply`.
  /// Nil if the bytes are invalid.
  init?(packet: Span<UInt8>) {
    guard packet.count == Self.size else { return nil }
    guard let status = Status(rawValue: packet.little32(at: 12)) else { return nil }
    sequence = UInt64(packet.little32(at: 0)) | UInt64(packet.little32(at: 4)) << 32
    self.status = status
    detail = Int(Int32(bitPattern: packet.little32(at: 16)))
    sampleRate = Int(packet.little32(at: 20))
    samples = Int(packet.little32(at: 24))
    records = Int(packet.little32(at: 28))
    bytes = Int(packet.little32(at: 32))
  }
}

extension Span<UInt8> {
  /// Returns the 32-bit integer at an offset, lowest byte first.
  func little32(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
  }
}

/// The unanswered requests to a worker, with their deadlines.
struct WorkerWaitingList {
  typealias Continuation = CheckedContinuation<WorkerAnswer, Never>

  private struct Request {
    var continuation: Continuation
    var deadline: Milliseconds
    var seconds: Int
  }

  private var requests: [UInt64: Request] = [:]

  /// Adds a request with a time limit in seconds from now.
  mutating func add(_ continuation: Continuation, sequence: UInt64, seconds: Int) {
    requests[sequence] = Request(
      continuation: continuation, deadline: Self.deadline(in: seconds), seconds: seconds)
  }

  /// Shortens the deadline of a request, if the request is still waiting.
  mutating func hurry(_ sequence: UInt64, seconds: Int) {
    let deadline = Self.deadline(in: seconds)
    guard var request = requests[sequence], request.deadline > deadline else { return }
    (request.deadline, request.seconds) = (deadline, seconds)
    requests[sequence] = request
  }

  /// Extends the deadlines of all requests by a number of milliseconds.
  mutating func postpone(by time: Milliseconds) {
    for sequence in requests.keys { requests[sequence]?.deadline += time }
  }

  /// The earliest deadline, or the maximum value if there are no requests.
  var nextDeadline: Milliseconds { requests.values.map(\.deadline).min() ?? .max }

  /// The time limit of an overdue request, in seconds; nil if no request is overdue.
  var overdue: Int? {
    let now = Milliseconds.now
    return requests.values.first { $0.deadline <= now }?.seconds
  }

  /// Removes a request and returns its waiter, or nil if the request is not waiting.
  mutating func remove(_ sequence: UInt64) -> Continuation? {
    requests.removeValue(forKey: sequence)?.continuation
  }

  /// Removes all requests and returns their waiters.
  mutating func removeAll() -> [Continuation] {
    defer { requests = [:] }
    return requests.values.map(\.continuation)
  }

  private static func deadline(in seconds: Int) -> Milliseconds {
    Milliseconds.now + Milliseconds(seconds) * 1000
  }
}

/// A worker's first packet.
/// The packet contains the descriptors of the slots (unix(7), `SCM_RIGHTS`).
enum WorkerHello {
  /// Why a started program is not the worker.
  enum Failure: Error {
    /// The program sent nothing in time.
    case silent
    /// The program sent something else, or has ended.
    case notWorker(String)
  }

  /// The size of a control message's header, `CMSG_LEN(0)` on 64-bit Linux: 8 bytes for the length,
  /// 4 for the level and 4 for the type.
  private static let headerSize = 16

  /// Waits for the packet, with a time limit in seconds, and returns the slots.
  /// `needs` names a dependency. If the worker ends at once, this dependency may be missing.
  static func receive(
    from socket: Int32, slotCount: Int, seconds: Int, needs: String
  ) throws(Failure) -> WorkerSlots {
    setTimeout(of: socket, seconds: seconds)
    defer { setTimeout(of: socket, seconds: 0) }
    var hello = [UInt8](repeating: 0, count: WorkerProtocol.helloSize)
    var control = [UInt64](repeating: 0, count: (headerSize + 4 * slotCount + 7) / 8)
    let got = receive(from: socket, into: &hello, control: &control)
    if got == 0 { throw .notWorker("ended at once; is \(needs) installed?") }
    if got < 0, errno == EAGAIN { throw .silent }
    if got < 0 { throw .notWorker("does not answer: \(SystemError.last.reason)") }
    let slots = WorkerSlots(descriptors: descriptors(in: control))
    let span = hello.span
    guard got == hello.count, span.little32(at: 0) == WorkerProtocol.helloMagic,
      span.little32(at: 4) == WorkerProtocol.version, slots.descriptors.count == slotCount
    else { throw .notWorker("is not the worker for this version of the program") }
    return slots
  }

  private static func receive(
    from socket: Int32, into hello: inout [UInt8], control: inout [UInt64]
  ) -> Int {
    hello.withUnsafeMutableBytes { hello in
      control.withUnsafeMutableBytes { control in
        var data = iovec(iov_base: hello.baseAddress, iov_len: hello.count)
        return withUnsafeMutablePointer(to: &data) { data in
          var message = msghdr()
          message.msg_iov = data
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          var got: Int
          repeat {
            got = recvmsg(socket, &message, Int32(MSG_CMSG_CLOEXEC))
          } while got < 0 && errno == EINTR
          return got
        }
      }
    }
  }

  private static func descriptors(in control: [UInt64]) -> [Int32] {
    control.withUnsafeBytes { bytes in
      let length = bytes.loadUnaligned(as: Int.self)
      let level = bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self)
      let kind = bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)
      guard level == SOL_SOCKET, kind == Int32(SCM_RIGHTS), length <= bytes.count,
        length >= headerSize
      else { return [] }
      return stride(from: headerSize, to: length, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
  }

  private static func setTimeout(of socket: Int32, seconds: Int) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }
}

/// A worker's program: its name, its arguments and its possible locations.
struct WorkerProgram: Sendable {
  /// The name of the program's file.
  var name: String
  /// The environment variable that can contain the path of the program's file.
  var pathVariable: String
  /// The arguments after the protocol version and the number of slots.
  var arguments: [String] = []
  /// The user's environment variables that the program gets.
  var variables: [String] = []
  /// The dependency that may be missing if the program ends at once.
  var needs: String

  /// Returns the first executable file in `candidates`; throws `engineUnavailable` if no candidate
  /// is executable.
  func find(candidates: [String]? = nil) throws(VoiceProviderError) -> String {
    let candidates = candidates ?? self.candidates()
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(name) is not beside the program (tried "
          + candidates.joined(separator: ", ") + "); set \(pathVariable) to its path")
    }
    return path
  }

  /// Returns the possible paths of the program.
  /// The paths are in this order: in the folder of the running program; in its libexec folder; in
  /// the folder that the command line names (under a test runner, the folder of the products); the
  /// path in the environment variable.
  func candidates(
    executable: String? = ProgramFolder.realpath(of: "/proc/self/exe"),
    argument: String? = CommandLine.arguments.first,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    var paths = [String]()
    if let folder = executable.map(ProgramFolder.folder(of:)) {
      paths = ["\(folder)/\(name)", "\(folder)/../libexec/guion2audio/\(name)"]
    }
    // If the first argument has no slash, the running program was found through PATH. The folder of
    // the running program is already the first candidate.
    if let argument, argument.contains("/") {
      paths.append("\(ProgramFolder.folder(of: argument))/\(name)")
    }
    if let named = environment[pathVariable], !named.isEmpty { paths.append(named) }
    return paths
  }
}

/// Functions for the paths of program files.
enum ProgramFolder {
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Returns a path without links, or nil if the path does not exist.
  static func realpath(of path: String) -> String? {
    guard let resolved = Glibc.realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The time limits of an engine and its worker, in seconds.
/// An engine or worker that exceeds its limit is assumed to hang.
struct WorkerTimeLimit: Sendable {
  /// The limit for a line of any length.
  /// The worker ends a line that takes longer.
  var base = 20
  /// The additional time for every hundred characters or phonemes.
  /// For a hundred characters, espeak needs 4 ms and a neural voice needs 40 ms.
  var perHundred = 1
  /// The additional time for the worker's reply after the worker has ended a line because of a time
  /// limit or a cancellation.
  /// The worker replies within milliseconds, or later if the machine is overloaded.
  var margin = 20
  /// The additional time that a line may wait in the worker if lines of several models share the
  /// worker's memory.
  /// Other lines can overtake the line for 20 seconds. After that, the line waits for running lines
  /// to end.
  var sharing = 120
  /// The limit for listing the voices, which takes 0.1 s.
  var listing = 60
  /// The limit for the worker's start.
  /// Loading the worker's data takes 2 ms.
  var start = 20

  /// Returns the limit for a line with this number of characters or phonemes.
  func seconds(for length: Int) -> Int { base + perHundred * length / 100 }
}

/// The loss of a worker that had a request.
/// The request may be sent to another worker.
enum WorkerLoss: Error {
  /// The worker did not answer within this number of seconds, and has been killed.
  case silent(seconds: Int)
  /// The worker's process ended.
  /// A line cannot end the worker, because the worker's children speak the lines.
  case ended

  /// The error to throw if a second worker is lost, too.
  var error: VoiceProviderError {
    switch self {
    case .silent(let seconds): .timedOut(seconds: seconds)
    case .ended: .engineCrashed(reason: "the worker process ended")
    }
  }
}
