/// A number for display, without trailing zeros.
package struct Rounded: CustomStringConvertible {
  package let description: String

  /// Rounds to a number of decimals.
  package init(_ value: Double, decimals: Int) {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    // Adding zero turns −0 into 0.
    let text = String(describing: (value * scale).rounded() / scale + 0)
    description = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
