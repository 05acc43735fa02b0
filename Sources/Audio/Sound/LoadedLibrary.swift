/// A library that is loaded when it is first asked for, because most runs do without it.
///
/// `@unchecked Sendable`: a table of functions that nothing changes once it is there.
struct LoadedLibrary<Functions>: @unchecked Sendable {
  private let functions: UnsafePointer<Functions>

  /// The functions by their C names.
  var call: Functions { functions.pointee }

  /// Takes what loading gave; where that is nothing, `name` is missed for a `purpose`.
  init(
    _ functions: UnsafePointer<Functions>?, name: String, for purpose: String
  ) throws(AudioError) {
    guard let functions else { throw .missingLibrary(name: name, purpose: purpose) }
    self.functions = functions
  }
}
