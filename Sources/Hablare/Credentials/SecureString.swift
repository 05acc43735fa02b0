import Glibc

/// A secret in memory of its own, wiped when the last reference goes.
///
/// It prints as dots, so that it cannot slip into a log by interpolation.
public final class SecureString: Sendable {
  // The bytes never change after init, and deinit runs when nobody else can see them.
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  /// Keeps a copy of bytes; the caller's own are the caller's to wipe.
  public init(bytes source: some Collection<UInt8>) {
    bytes = .allocate(byteCount: source.count, alignment: 1)
    bytes.copyBytes(from: source)
  }

  /// Keeps a copy of a text's UTF-8.
  ///
  /// The text itself stays wherever Swift has put it.
  public convenience init(_ text: String) { self.init(bytes: text.utf8) }

  deinit {
    bytes.wipe()
    bytes.deallocate()
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Lends the bytes, which must not be kept.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(bytes))
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes zeros over all bytes, which the compiler cannot leave out.
  func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}

extension SecureString {
  /// Keeps a copy of a C string.
  convenience init(cString: UnsafePointer<CChar>) {
    self.init(bytes: UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// Lends the bytes with a zero behind them, in memory that is wiped afterwards.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
    defer {
      explicit_bzero(copy, count + 1)
      copy.deallocate()
    }
    copy.initialize(repeating: 0, count: count + 1)
    withBytes { bytes in
      UnsafeMutableRawBufferPointer(start: copy, count: count).copyMemory(from: bytes)
    }
    return body(copy)
  }
}

extension SecureString: CustomStringConvertible, CustomReflectable {
  /// Dots, whatever it holds.
  public var description: String { "••••" }

  /// Nothing to see for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
