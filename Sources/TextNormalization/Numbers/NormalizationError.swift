/// The reason why text cannot be normalized.
package enum NormalizationError: Error, Equatable, CustomStringConvertible {
  /// A required library is missing. Libraries are loaded when the first number is spelled.
  case missingLibrary(file: String, package: String)

  package var description: String {
    switch self {
    case .missingLibrary(let file, let package):
      "\(file) is not installed; install the package \(package)"
    }
  }
}
