import CAV

/// libavformat, libavcodec and libavutil, which are loaded when they are first asked for.
struct AVLibrary: @unchecked Sendable {
  // `@unchecked Sendable`: a table of functions that nothing changes once it is there.
  private let functions: UnsafePointer<g2a_av>

  /// The functions by their C names.
  var call: g2a_av { functions.pointee }

  /// Loads the libraries; `purpose` says in the error what they are missed for.
  init(for purpose: String) throws(AudioError) {
    guard let functions = g2a_av_load() else {
      throw .missingLibrary(name: "libavformat", purpose: purpose)
    }
    self.functions = functions
  }

  /// What a result below zero means.
  func reason(_ status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      text.initialize(repeating: 0)
      _ = functions.pointee.av_strerror(status, text.baseAddress, text.count)
      return text.baseAddress.map { String(cString: $0) } ?? "error \(status)"
    }
  }
}
