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
