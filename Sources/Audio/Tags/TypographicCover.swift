import CCairo
import Glibc

/// A plain cover: title and authors on a background of one colour.
package struct TypographicCover: Sendable, Equatable {
  package var title: String
  /// The authors, in order.
  package var authors: [String]
  /// The language of the title and the authors, as a BCP 47 tag.
  /// The language selects between variants of letters.
  package var language: String

  /// The width and height in pixels.
  /// Shops recommend 2,400 to 3,000 (Google Play Books).
  package static let side = 2400
  /// The length at which texts are cut, in characters: far more than can be read on a picture.
  private static let longest = 600
  /// The margin on each side in pixels.
  private static let margin = 240

  package init(title: String, authors: [String], language: String) {
    (self.title, self.authors, self.language) = (title, authors, language)
  }

  /// Draws the cover as a PNG.
  /// With the same fonts and libraries, the bytes are always the same.
  /// Encoding takes ten times as long as drawing (250 ms and 25 ms, measured, cairo 1.16).
  package func drawn() throws(AudioError) -> Cover {
    guard let cover = Cover(try canvas().canvas.png()) else {
      throw .malformed(path: "the drawn cover", reason: "Cairo did not write it as PNG")
    }
    return cover
  }

  /// Draws the cover and passes its pixels to `body`.
  /// Covers with the same pixels have the same PNG, so a caller can compare covers without the slow encoding.
  /// - Returns: The number of letters that no installed font has. These letters are drawn as boxes.
  package func withPixels(_ body: (UnsafeRawBufferPointer) -> Void) throws(AudioError) -> Int {
    let (canvas, missingLetters) = try canvas()
    canvas.withPixels(body)
    return missingLetters
  }

  private func canvas() throws(AudioError) -> (canvas: CoverCanvas, missingLetters: Int) {
    let canvas = try CoverCanvas(side: Self.side)
    canvas.use(.background(of: title))
    canvas.fill()
    canvas.use(.ink)
    let width = Self.side - 2 * Self.margin
    let names = Self.shown(authors.joined(separator: ", "))
    let titleRoom = names.isEmpty ? width : 1340
    let title = try CoverText(Self.shown(title), language: language, on: canvas)
    title.fit(
      font: "DejaVu Serif,serif,Bold",
      sizes: [280, 250, 225, 200, 180, 160, 144, 128, 114, 100, 90], width: width,
      height: titleRoom)
    canvas.draw(title, y: Self.margin + (titleRoom - title.height) / 2)
    guard !names.isEmpty else { return (canvas, title.missingLetters) }
    canvas.fill(x: Self.side / 2 - 160, y: 1740, width: 320, height: 8)
    let line = try CoverText(names, language: language, on: canvas)
    line.fit(
      font: "DejaVu Sans,sans-serif,", sizes: [110, 100, 90, 80, 70, 62], width: width, height: 320)
    canvas.draw(line, y: 1840 + (320 - line.height) / 2)
    return (canvas, title.missingLetters + line.missingLetters)
  }

  /// Returns text on one line, without control characters.
  /// The end of a very long text is cut.
  private static func shown(_ text: String) -> String {
    let line = text.onOneLine.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > longest ? line.prefix(longest) + "…" : line
  }
}

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

/// The sole owner of a text that Pango lays out: in lines of similar length, as large as a box allows.
final class CoverText {
  private let library: CairoLibrary
  let layout: OpaquePointer
  /// The maximum width of the lines in pixels.
  private(set) var width = 0
  /// The height in pixels, from the upper edge of the first line to the lower edge of the last.
  var height: Int { size.height }
  /// The number of letters that no installed font has.
  /// These letters are drawn as boxes.
  var missingLetters: Int { Int(library.call.pango_layout_get_unknown_glyphs_count(layout)) }

  init(_ text: String, language: String, on canvas: CoverCanvas) throws(AudioError) {
    library = canvas.library
    let call = library.call
    guard let layout = call.pango_cairo_create_layout(canvas.context) else {
      throw .cannotWrite(path: "the cover", reason: "Pango is out of memory")
    }
    self.layout = layout
    let context = call.pango_layout_get_context(layout)
    // With these options, the letters do not depend on the user's settings for screen and language.
    let options = call.cairo_font_options_create()
    call.cairo_font_options_set_antialias(options, Int32(G2A_CAIRO_ANTIALIAS_GRAY))
    call.cairo_font_options_set_hint_style(options, Int32(G2A_CAIRO_HINT_STYLE_NONE))
    call.cairo_font_options_set_hint_metrics(options, Int32(G2A_CAIRO_HINT_METRICS_OFF))
    call.pango_cairo_context_set_font_options(context, options)
    call.cairo_font_options_destroy(options)
    call.pango_context_set_language(context, call.pango_language_from_string(language))
    call.pango_layout_context_changed(layout)
    call.pango_layout_set_alignment(layout, Int32(G2A_PANGO_ALIGN_CENTER))
    call.pango_layout_set_text(layout, text, Int32(text.utf8.count))
  }

  deinit { library.call.g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Sets the text in the largest size that fits into a box.
  /// If even the smallest size does not fit, the end of the text is left out. `font` is a list of families and a style.
  /// `sizes` are font sizes in pixels, the largest first.
  func fit(font: String, sizes: [Int], width: Int, height: Int) {
    for size in sizes {
      set(font, size)
      wrap(Int32(G2A_PANGO_WRAP_WORD), width: 1)
      let longestWord = self.size.width
      guard longestWord <= width else { continue }
      wrap(Int32(G2A_PANGO_WRAP_WORD), width: width)
      if self.size.height <= height { return balance(from: longestWord, to: width) }
    }
    wrap(Int32(G2A_PANGO_WRAP_WORD_CHAR), width: width)
    let call = library.call
    call.pango_layout_set_ellipsize(layout, Int32(G2A_PANGO_ELLIPSIZE_END))
    call.pango_layout_set_height(layout, Int32(height * G2A_PANGO_SCALE))
  }

  /// Narrows the lines as far as possible without adding a line.
  private func balance(from narrowest: Int, to widest: Int) {
    let lines = library.call.pango_layout_get_line_count(layout)
    var (low, high) = (narrowest, widest)
    while low < high {
      let middle = (low + high) / 2
      wrap(Int32(G2A_PANGO_WRAP_WORD), width: middle)
      if library.call.pango_layout_get_line_count(layout) > lines {
        low = middle + 1
      } else {
        high = middle
      }
    }
    wrap(Int32(G2A_PANGO_WRAP_WORD), width: high)
  }

  private func set(_ font: String, _ size: Int) {
    let call = library.call
    let description = call.pango_font_description_from_string(font)
    call.pango_font_description_set_absolute_size(
      description, Double(size * G2A_PANGO_SCALE))
    call.pango_layout_set_font_description(layout, description)
    call.pango_font_description_free(description)
  }

  private func wrap(_ mode: Int32, width: Int) {
    self.width = width
    library.call.pango_layout_set_wrap(layout, mode)
    library.call.pango_layout_set_width(layout, Int32(width * G2A_PANGO_SCALE))
  }

  private var size: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    library.call.pango_layout_get_pixel_size(layout, &width, &height)
    return (Int(width), Int(height))
  }
}

typealias CairoLibrary = LoadedLibrary<g2a_cairo>

extension CairoLibrary {
  /// Loads the libraries.
  /// If the libraries are missing, the error names `purpose`: the task that needs them.
  init(for purpose: String) throws(AudioError) {
    try self.init(
      g2a_cairo_load(), name: "Cairo and Pango (Debian: libcairo2 and libpangocairo-1.0-0)",
      for: purpose)
  }
}
