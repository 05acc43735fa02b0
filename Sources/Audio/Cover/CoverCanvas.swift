import CCairo

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

  /// Returns the picture as a PNG.
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
