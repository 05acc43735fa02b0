import CAV

/// libavformat, libavcodec and libavutil.
typealias AVLibrary = LoadedLibrary<g2a_av>

extension AVLibrary {
  /// Loads the libraries.
  /// If the libraries are missing, the error names `purpose`: the task that needs them.
  init(for purpose: String) throws(AudioError) {
    try self.init(g2a_av_load(), name: "libavformat (Debian: libavformat59)", for: purpose)
  }

  /// Returns the error text for a negative status.
  func reason(_ status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      text.initialize(repeating: 0)
      _ = call.av_strerror(status, text.baseAddress, text.count)
      return text.baseAddress.map { String(cString: $0) } ?? "error \(status)"
    }
  }
}
