/// The files of the page.
///
/// They are embedded in the program.
enum StudioPage {
  /// Returns the file at a path, or nil if there is no such file.
  static func answer(to path: String) -> WebAnswer? {
    let name =
      path == "/" ? "index.html" : path == "/settings" ? "settings.html" : String(path.dropFirst())
    guard let bytes = files[name] else { return nil }
    return WebAnswer(type: type(of: name), .bytes(bytes))
  }

  private static func type(of name: String) -> String {
    let ending = name.split(separator: ".").last ?? ""
    return switch ending {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "text/javascript; charset=utf-8"
    }
  }

  /// The contents of the files, by name.
  private static let files: [String: [UInt8]] = [
    "api.js": PackageResources.api_js,
    "book.js": PackageResources.book_js,
    "candidates.js": PackageResources.candidates_js,
    "catalogue.js": PackageResources.catalogue_js,
    "compare.js": PackageResources.compare_js,
    "dialog.js": PackageResources.dialog_js,
    "dom.js": PackageResources.dom_js,
    "findings.js": PackageResources.findings_js,
    "gain.js": PackageResources.gain_js,
    "index.html": PackageResources.index_html,
    "layout.js": PackageResources.layout_js,
    "main.js": PackageResources.main_js,
    "player.js": PackageResources.player_js,
    "pronunciations.js": PackageResources.pronunciations_js,
    "render.js": PackageResources.render_js,
    "roles.js": PackageResources.roles_js,
    "say.js": PackageResources.say_js,
    "script.js": PackageResources.script_js,
    "search.js": PackageResources.search_js,
    "settings.html": PackageResources.settings_html,
    "settings.js": PackageResources.settings_js,
    "style.css": PackageResources.style_css,
    "text.js": PackageResources.text_js,
    "theme.js": PackageResources.theme_js,
    "trying.js": PackageResources.trying_js,
    "tune.js": PackageResources.tune_js,
    "voices.js": PackageResources.voices_js,
  ]
}
