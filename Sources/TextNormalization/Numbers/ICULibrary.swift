import CICU

/// libicu, which is loaded when the first number is spelled.
///
/// `@unchecked Sendable`: a table of functions that nothing changes once the library is loaded.
struct ICULibrary: @unchecked Sendable {
  private let functions: UnsafePointer<g2a_icu>

  /// The library, or nil if it is not installed.
  static let shared: ICULibrary? = g2a_icu_load().map { ICULibrary(functions: $0) }

  static var missing: NormalizationError {
    .missingLibrary(
      file: String(cString: g2a_icu_file()), package: String(cString: g2a_icu_package()))
  }

  /// The functions by their names in the shim.
  var call: g2a_icu { functions.pointee }

  /// A text that a function of ICU writes; nil if the function fails.
  ///
  /// `write` gets a buffer, its size in code units and the status, and returns the length of the text.
  static func text(
    _ write: (UnsafeMutablePointer<UInt16>?, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
  ) -> String? {
    var size: Int32 = 256
    for _ in 0..<2 {
      var status = U_ZERO_ERROR
      var needed: Int32 = 0
      let units = [UInt16](unsafeUninitializedCapacity: Int(size)) { buffer, count in
        needed = write(buffer.baseAddress, size, &status)
        count = Int(max(0, min(needed, size)))
      }
      if status == U_BUFFER_OVERFLOW_ERROR {
        size = needed + 1
        continue
      }
      // Warnings are below zero.
      return status.rawValue <= U_ZERO_ERROR.rawValue
        ? String(decoding: units, as: UTF16.self) : nil
    }
    return nil
  }
}
