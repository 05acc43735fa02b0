/// A library that is loaded when it is first needed, because most runs do not need it.
/// `@unchecked Sendable`: the table of functions does not change after loading.
struct LoadedLibrary<Functions>: @unchecked Sendable {
  private let functions: UnsafePointer<Functions>

  /// The functions by their C names.
  var call: Functions { functions.pointee }

  /// Wraps the table of functions that a loading function returned.
  /// If the table is nil, throws an error that names the library and its `purpose`.
  init(
    _ functions: UnsafePointer<Functions>?, name: String, for purpose: String
  ) throws(AudioError) {
    guard let functions else { throw .missingLibrary(name: name, purpose: purpose) }
    self.functions = functions
  }
}
