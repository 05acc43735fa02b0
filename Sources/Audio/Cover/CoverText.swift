import CCairo

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
