import CAV

/// libavformat, libavcodec and libavutil.
typealias AVLibrary = LoadedLibrary<g2a_av>

extension AVLibrary {
  /// Loads the libraries; `purpose` says in the error what they are missed for.
  init(for purpose: String) throws(AudioError) {
    try self.init(g2a_av_load(), name: "libavformat", for: purpose)
  }

  /// What a result below zero means.
  func reason(_ status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      text.initialize(repeating: 0)
      _ = call.av_strerror(status, text.baseAddress, text.count)
      return text.baseAddress.map { String(cString: $0) } ?? "error \(status)"
    }
  }
}
