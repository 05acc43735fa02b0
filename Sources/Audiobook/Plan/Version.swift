/// The program's version, in the one place that has it.
package enum Version {
  /// The number alone.
  package static let number = "0.1.0"
  /// The name and the number, as manifests and fingerprints carry them.
  package static let generator = "guion2audio \(number)"
}
