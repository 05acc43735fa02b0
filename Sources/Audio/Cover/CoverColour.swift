import Glibc

/// An sRGB colour with components from 0 to 255.
struct CoverColour: Equatable {
  var red: Int
  var green: Int
  var blue: Int

  /// The paper white of the text on a drawn cover.
  static let ink = CoverColour(red: 250, green: 247, blue: 240)

  /// The contrast that level AAA requires for small text (WCAG 2.1, 1.4.6).
  ///
  /// Level AA requires only 4.5 (1.4.3), but a cover is often displayed small.
  static let leastContrast = 7.0

  /// Returns the background colour of a title.
  ///
  /// The hue depends on the title. The colour is dark enough for the contrast that the text needs.
  static func background(of title: String) -> CoverColour {
    let hash = Array(title.utf8).withUnsafeBufferPointer(Checksum.chunk)
    let hue = Double(hash % 360)
    var lightness = 0.38
    while true {
      let colour = CoverColour(hue: hue, saturation: 0.45, lightness: lightness)
      if colour.contrast(to: ink) >= leastContrast || lightness <= 0 { return colour }
      lightness -= 0.01
    }
  }

  /// Returns the contrast between two colours, from 1 to 21 (WCAG 2.1, "contrast ratio").
  func contrast(to other: CoverColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}

extension CoverColour {
  /// Creates a colour from a hue in degrees, and saturation and lightness from 0 to 1 (CSS Color 4, section 7.1).
  init(hue: Double, saturation: Double, lightness: Double) {
    func part(_ offset: Double) -> Int {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let reach = saturation * min(lightness, 1 - lightness)
      return Int(((lightness - reach * max(-1, min(place - 3, 9 - place, 1))) * 255).rounded())
    }
    self.init(red: part(0), green: part(8), blue: part(4))
  }

  /// The luminance, from 0 for black to 1 for white (WCAG 2.1, "relative luminance").
  private var luminance: Double {
    func linear(_ part: Int) -> Double {
      let value = Double(part) / 255
      guard value > 0.04045 else { return value / 12.92 }
      return pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
