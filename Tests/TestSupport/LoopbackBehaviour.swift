/// How a loopback server delivers an answer, or fails to.
///
/// No behaviour waits for a fixed time. A held-back answer waits until the client closes the connection or
/// the server is stopped.
package enum LoopbackBehaviour: Sendable, Equatable {
  /// With a length; the connection stays open.
  case whole
  /// In chunks of this many bytes, complete.
  case chunked(Int)
  /// With the full length, but only this many bytes, then an orderly close.
  case truncated(after: Int)
  /// One chunk with the whole body, then an orderly close without the last chunk.
  case chunkedWithoutEnd
  /// With the full length, but only this many bytes, then a reset.
  case reset(after: Int)
  /// With the full length, but only this many bytes; the connection stays open.
  case stalled(after: Int)
  /// With a length, and one byte each 20 ms.
  ///
  /// Whatever the length of the body, it never ends before the client closes the connection.
  case drip
  /// With a length, and this many bytes each 20 ms, complete.
  case slow(Int)
  /// Without a length; the body is repeated endlessly.
  case endless
  /// Headers that never end.
  case endlessHeaders
  /// No bytes at all.
  case silent
  /// An orderly close without a byte.
  case close
  /// A reset without a byte.
  case resetAtOnce
  /// Only the body, without a header block, as from a very old or different kind of server.
  case raw
}
