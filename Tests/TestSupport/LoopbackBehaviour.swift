/// How a loopback server delivers an answer, or fails to.
///
/// Nothing here waits for a time: what is held back is held until the client closes the connection
/// or the server is stopped.
package enum LoopbackBehaviour: Sendable, Equatable {
  /// With its length, and the connection kept.
  case whole
  /// In chunks of so many bytes, complete.
  case chunked(Int)
  /// With its length, then only so many bytes, then an orderly close.
  case truncated(after: Int)
  /// One chunk with all of it, then an orderly close without the last chunk.
  case chunkedWithoutEnd
  /// With its length, then only so many bytes, then a reset.
  case reset(after: Int)
  /// With its length, then only so many bytes, then nothing more.
  case stalled(after: Int)
  /// With its length, one byte each 20 ms; a body of any length never ends before the client goes.
  case drip
  /// With its length, so many bytes each 20 ms, complete.
  case slow(Int)
  /// Without a length, the body over and over again.
  case endless
  /// Headers without an end.
  case endlessHeaders
  /// Nothing at all.
  case silent
  /// An orderly close without a byte.
  case close
  /// A reset without a byte.
  case resetAtOnce
  /// The body alone, no head: what an old or a different kind of server sends.
  case raw
}
