// The command's side of EspeakWorker/protocol.h: the same numbers and the same layouts.

/// Numbers that both sides of the worker's socket know.
enum EspeakProtocol {
  static let version: UInt32 = 3
  /// The worker's end of the socket.
  static let controlDescriptor: Int32 = 3
  static let maximumSlots = 128
  /// What the worker says first, in three 32-bit integers; the third is the number of slots.
  static let helloMagic: UInt32 = 0x6132_6770
  static let helloSize = 12
  static let wordSize = 12
  /// The exit status of a worker that the system refused something: this and the error number.
  static let refusedStatus = 100

  /// Where the words begin in the slot of a text of so many bytes.
  static func wordsOffset(textBytes: Int) -> Int { (textBytes + 7) & ~7 }

  /// Where the samples begin in the slot of a text of so many bytes.
  static func samplesOffset(textBytes: Int) -> Int {
    wordsOffset(textBytes: textBytes) + (2 * textBytes + 16) * wordSize
  }

  /// The voice field holds one zero byte at least.
  static let maximumVoiceBytes = 83
}

/// One request to the worker; its text is in the slot.
struct EspeakRequest {
  enum Operation: UInt32 {
    case speak = 1
    case list = 2
    case cancel = 3
  }

  var operation: Operation
  var slot: Int
  var sequence: UInt64
  var settings = EspeakSettings()
  var isPhonemes = false
  var textBytes = 0
  var limitSeconds = 60
  var voice = ""

  /// The 128 bytes of `struct request`.
  var packet: [UInt8] {
    var bytes = [UInt8]()
    bytes.reserveCapacity(128)
    bytes.append(little: operation.rawValue)
    bytes.append(little: UInt32(slot))
    bytes.append(little: sequence)
    bytes.append(little: Int32(settings.wordsPerMinute))
    bytes.append(little: Int32(settings.pitch))
    bytes.append(little: Int32(settings.range))
    bytes.append(little: Int32(settings.gain))
    bytes.append(little: UInt32(isPhonemes ? 1 : 0))
    bytes.append(little: UInt32(textBytes))
    bytes.append(little: UInt32(limitSeconds))
    bytes.append(contentsOf: voice.utf8.prefix(EspeakProtocol.maximumVoiceBytes))
    bytes.append(contentsOf: repeatElement(0, count: 128 - bytes.count))
    return bytes
  }
}

/// What the worker answers; sound and words are in the slot.
struct EspeakReply {
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
  }

  var sequence: UInt64
  var status: Status
  var detail: Int
  var sampleRate: Int
  var samples: Int
  var words: Int
  var bytes: Int

  /// Reads the bytes of `struct reply`; nil if they are none.
  init?(packet: Span<UInt8>) {
    guard packet.count == Self.size else { return nil }
    guard let status = Status(rawValue: packet.little32(at: 12)) else { return nil }
    sequence = UInt64(packet.little32(at: 0)) | UInt64(packet.little32(at: 4)) << 32
    self.status = status
    detail = Int(Int32(bitPattern: packet.little32(at: 16)))
    sampleRate = Int(packet.little32(at: 20))
    samples = Int(packet.little32(at: 24))
    words = Int(packet.little32(at: 28))
    bytes = Int(packet.little32(at: 32))
  }
}

extension Span<UInt8> {
  /// The 32-bit integer at a place, lowest byte first.
  func little32(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
  }
}
