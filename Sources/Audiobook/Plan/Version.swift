/// The program's version, defined only here.
package enum Version {
  /// The version number.
  package static let number = "0.1.0"
  /// The name and version number, as in manifests and fingerprints.
  package static let generator = "guion2audio \(number)"
}
