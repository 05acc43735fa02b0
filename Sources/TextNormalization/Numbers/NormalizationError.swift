/// What text cannot be normalized without.
package enum NormalizationError: Error, Equatable, CustomStringConvertible {
  /// A library that is loaded when the first number is spelled.
  case missingLibrary(file: String, package: String)

  package var description: String {
    switch self {
    case .missingLibrary(let file, let package):
      "\(file) is not installed; install the package \(package)"
    }
  }
}
