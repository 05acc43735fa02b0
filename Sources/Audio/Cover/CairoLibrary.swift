import CCairo

/// Cairo and Pango, which are loaded when they are first asked for.
struct CairoLibrary: @unchecked Sendable {
  // `@unchecked Sendable`: a table of functions that nothing changes once it is there.
  private let functions: UnsafePointer<g2a_cairo>

  /// The functions by their C names.
  var call: g2a_cairo { functions.pointee }

  /// Loads the libraries; `purpose` says in the error what they are missed for.
  init(for purpose: String) throws(AudioError) {
    guard let functions = g2a_cairo_load() else {
      throw .missingLibrary(
        name: "Cairo and Pango (Debian: libcairo2 and libpangocairo-1.0-0)", purpose: purpose)
    }
    self.functions = functions
  }
}
