import CCairo

typealias CairoLibrary = LoadedLibrary<g2a_cairo>

extension CairoLibrary {
  /// Loads the libraries.
  /// If the libraries are missing, the error names `purpose`: the task that needs them.
  init(for purpose: String) throws(AudioError) {
    try self.init(
      g2a_cairo_load(), name: "Cairo and Pango (Debian: libcairo2 and libpangocairo-1.0-0)",
      for: purpose)
  }
}
