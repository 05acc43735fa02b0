import CCairo
import Glibc

/// The sole owner of a square that is drawn with Cairo.
final class CoverCanvas {
  let library: CairoLibrary
  /// The width and height in pixels.
  let side: Int
  private let surface: OpaquePointer
  let context: OpaquePointer

  init(side: Int) throws(AudioError) {
    library = try CairoLibrary(for: "drawing a cover")
    self.side = side
    let call = library.call
    // If memory is short, Cairo still returns both objects. Their status then reports the error.
    guard
      let surface = call.cairo_image_surface_create(
        Int32(G2A_CAIRO_FORMAT_RGB24), Int32(side), Int32(side)),
      let context = call.cairo_create(surface)
    else { throw Self.failure }
    (self.surface, self.context) = (surface, context)
  }

  deinit {
    library.call.cairo_destroy(context)
    library.call.cairo_surface_destroy(surface)
  }

  /// Sets the colour for the following drawing.
  func use(_ colour: CoverColour) {
    library.call.cairo_set_source_rgb(
      context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
  }

  /// Fills the whole square.
  func fill() { library.call.cairo_paint(context) }

  /// Fills a rectangle, given its upper left corner and size.
  func fill(x: Int, y: Int, width: Int, height: Int) {
    library.call.cairo_rectangle(context, Double(x), Double(y), Double(width), Double(height))
    library.call.cairo_fill(context)
  }

  /// Draws text with its upper edge at `y`, centred horizontally.
  func draw(_ text: CoverText, y: Int) {
    library.call.cairo_move_to(context, Double((side - text.width) / 2), Double(y))
    library.call.pango_cairo_show_layout(context, text.layout)
  }

  /// Passes the pixels to `body`, in Cairo's memory layout.
  func withPixels(_ body: (UnsafeRawBufferPointer) -> Void) {
    let call = library.call
    call.cairo_surface_flush(surface)
    let bytes = call.cairo_image_surface_get_data(surface)
    let count = Int(call.cairo_image_surface_get_stride(surface)) * side
    body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  func png() throws(AudioError) -> [UInt8] {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target in
      library.call.cairo_surface_write_to_png_stream(
        surface,
        { target, bytes, count in
          target?.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
          return 0
        }, target)
    }
    guard status == 0 else { throw Self.failure }
    return bytes
  }

  private static var failure: AudioError {
    .cannotWrite(path: "the cover", reason: "Cairo is out of memory")
  }
}

/// An sRGB colour with components from 0 to 255.
struct CoverColour: Equatable {
  var red: Int
  var green: Int
  var blue: Int

  /// The paper white of the text on a drawn cover.
  static let ink = CoverColour(red: 250, green: 247, blue: 240)

  /// The contrast that level AAA requires for small text (WCAG 2.1, 1.4.6).
  /// Level AA requires only 4.5 (1.4.3), but a cover is often displayed small.
  static let leastContrast = 7.0

  /// Returns the background colour of a title.
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
