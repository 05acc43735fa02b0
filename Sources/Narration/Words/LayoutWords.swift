import Basics
import TextNormalization

/// The narrator's words about the layout of a document, in one language.
struct LayoutWords: Sendable {
  /// The word for a counted thing, in singular and plural.
  struct Counted: Sendable {
    var one: String
    var many: String

    func count(_ number: Int) -> String { "\(number) \(number == 1 ? one : many)" }
  }

  /// The words before and after a quotation.
  var quote: String
  var endOfQuote: String
  /// The words before the first item of a nested list, and before the next item of the outer list.
  var sublist: String
  var endOfSublist: String
  /// The words before a task that is done, and before a task that is still to do.
  var done: String
  var toDo: String
  /// The words for a tick, a cross and a warning sign in a cell of a table.
  var yes: String
  var no: String
  var warning: String
  /// The words in place of a block of code.
  /// The language and the number of lines follow.
  var code: String
  /// The words in place of each further block of code in a chapter.
  var briefCode: String
  var lines: Counted
  /// The word in place of a table.
  /// The numbers of columns and rows follow.
  var table: String
  var columns: Counted
  var rows: Counted
  var formula: String
  /// The words within a formula.
  var formulas: MathWords
  /// The word before the alternative text of an image.
  var image: String
  /// The word before the number of a footnote.
  var footnote: String
  /// The names of languages of code that are English words, by their English names.
  var codeNames: [String: String] = [:]
  /// Whether letters of formulas need marks, because "a" and "p 1" have other meanings.
  var marksLetters = false
  /// The names of the symbols in `signs`, in the same order, separated by slashes.
  private var names: String

  var signNames: [Unicode.Scalar: String] {
    let names = names.split(separator: "/").map(String.init)
    return Dictionary(uniqueKeysWithValues: zip(Self.signs.unicodeScalars, names))
  }

  private static let signs = "*!?.,:;#$%&@+-_=/\\|~^<>()[]{}\"'`"

  static let english = LayoutWords(
    quote: "Quote", endOfQuote: "End quote", sublist: "Sub-list", endOfSublist: "End of sub-list",
    done: "done", toDo: "to do", yes: "yes", no: "no", warning: "warning", code: "Code example",
    briefCode: "Code", lines: Counted(one: "line", many: "lines"),
    table: "Table", columns: Counted(one: "column", many: "columns"),
    rows: Counted(one: "row", many: "rows"), formula: "formula", formulas: .of("en"),
    image: "Image",
    footnote: "Footnote",
    marksLetters: true,
    names:
      "asterisk/exclamation mark/question mark/dot/comma/colon/semicolon/hash/dollar/percent/ampersand/"
      + "at/plus/dash/underscore/equals/slash/backslash/pipe/tilde/caret/less than/greater than/"
      + "open parenthesis/close parenthesis/open bracket/close bracket/open brace/close brace/"
      + "double quote/single quote/backtick")

  static let spanish = LayoutWords(
    quote: "Cita", endOfQuote: "Fin de la cita", sublist: "Sublista",
    endOfSublist: "Fin de la sublista", done: "hecho", toDo: "por hacer", yes: "sí", no: "no",
    warning: "advertencia", code: "Ejemplo de código", briefCode: "Código",
    lines: Counted(one: "línea", many: "líneas"),
    table: "Tabla",
    columns: Counted(one: "columna", many: "columnas"),
    rows: Counted(one: "fila", many: "filas"), formula: "fórmula", formulas: .of("es"),
    image: "Imagen",
    footnote: "Nota al pie",
    codeNames: [
      "plain text": "texto plano", "Mermaid diagram": "diagrama Mermaid", "assembly": "ensamblador",
    ],
    names:
      "asterisco/signo de exclamación/signo de interrogación/punto/coma/dos puntos/punto y coma/"
      + "almohadilla/dólar/por ciento/y comercial/arroba/más/guion/guion bajo/igual/barra/"
      + "barra invertida/barra vertical/tilde/acento circunflejo/menor que/mayor que/"
      + "abre paréntesis/cierra paréntesis/abre corchete/cierra corchete/abre llave/cierra llave/"
      + "comillas/comilla simple/acento grave")

  static let french = LayoutWords(
    quote: "Citation", endOfQuote: "Fin de citation", sublist: "Sous-liste",
    endOfSublist: "Fin de la sous-liste", done: "fait", toDo: "à faire", yes: "oui", no: "non",
    warning: "avertissement", code: "Exemple de code",
    briefCode: "Code",
    lines: Counted(one: "ligne", many: "lignes"), table: "Tableau",
    columns: Counted(one: "colonne", many: "colonnes"),
    rows: Counted(one: "ligne", many: "lignes"), formula: "formule", formulas: .of("fr"),
    image: "Image",
    footnote: "Note de bas de page",
    codeNames: [
      "plain text": "texte brut", "Mermaid diagram": "diagramme Mermaid", "assembly": "assembleur",
    ],
    names:
      "astérisque/point d'exclamation/point d'interrogation/point/virgule/deux-points/point-virgule/"
      + "dièse/dollar/pour cent/esperluette/arobase/plus/tiret/tiret bas/égal/barre oblique/"
      + "barre oblique inverse/barre verticale/tilde/accent circonflexe/inférieur à/supérieur à/"
      + "parenthèse ouvrante/parenthèse fermante/crochet ouvrant/crochet fermant/accolade ouvrante/"
      + "accolade fermante/guillemets/apostrophe/accent grave")

  static let german = LayoutWords(
    quote: "Zitat", endOfQuote: "Ende des Zitats", sublist: "Unterliste",
    endOfSublist: "Ende der Unterliste", done: "erledigt", toDo: "zu erledigen", yes: "ja",
    no: "nein", warning: "Warnung",
    code: "Codebeispiel", briefCode: "Code", lines: Counted(one: "Zeile", many: "Zeilen"),
    table: "Tabelle",
    columns: Counted(one: "Spalte", many: "Spalten"),
    rows: Counted(one: "Zeile", many: "Zeilen"), formula: "Formel", formulas: .of("de"),
    image: "Bild",
    footnote: "Fußnote",
    codeNames: [
      "plain text": "reiner Text", "Mermaid diagram": "Mermaid-Diagramm", "assembly": "Assembler",
    ],
    names:
      "Stern/Ausrufezeichen/Fragezeichen/Punkt/Komma/Doppelpunkt/Semikolon/Raute/Dollar/Prozent/"
      + "Et-Zeichen/At-Zeichen/Plus/Minus/Unterstrich/Gleichheitszeichen/Schrägstrich/"
      + "umgekehrter Schrägstrich/senkrechter Strich/Tilde/Zirkumflex/kleiner als/größer als/"
      + "Klammer auf/Klammer zu/eckige Klammer auf/eckige Klammer zu/geschweifte Klammer auf/"
      + "geschweifte Klammer zu/Anführungszeichen/Apostroph/Gravis")
}

/// Signs before names in code.
extension CodeWords {
  /// Whether a dash or a colon opens the name of an option or a value, or closes a shortcode: `-r`, `--all`, `/:id`.
  func opensName(_ index: Int, _ all: Scalars) -> Bool {
    guard maths != nil, all[index] == "-" || all[index] == ":" else { return false }
    if all[index] == ":", all.count < 60, isShortcode(all.text) { return true }
    let isSecond = all[index] == "-" && index > 0 && all[index - 1] == "-"
    let start = isSecond ? index - 1 : index
    let isPair = all[start] == "-" && start + 1 < all.count && all[start + 1] == "-"
    let name = isPair ? start + 2 : start + 1
    guard name < all.count, all[name].isLetter else { return false }
    guard start > 0 else { return true }
    return all[start - 1].isSpace || "[(".unicodeScalars.contains(all[start - 1])
      || all[start] == ":" && all[start - 1] == "/"
  }

  /// Returns code without the first colon of a field such as `:align: left`, which elsewhere is an emoji.
  func withoutFieldMarks(_ code: String) -> String {
    guard code.utf8.count(where: { $0 == 0x3A }) > 1 else { return code }
    return code.replacing(#/(^|\s):([a-z][a-z0-9_+-]*):(?=\s|$)/#) { field in
      let isLast = code[field.range.upperBound...].allSatisfy(\.isWhitespace)
      return "\(field.output.1)\(field.output.2)\(isLast ? "" : ":")"
    }
  }

  /// Returns code with the names of its underscores if the text beside it is about them: "an underscore, as in `a_b`".
  func namingUnderscores(_ code: String, at range: Range<Int>, in bytes: [UInt8]) -> String {
    guard maths != nil, let name = signs["_"], code.hasByte(0x5F), code.utf8.count < 60,
      code.contains(where: \.isLetter)
    else { return code }
    let before = bytes[max(0, range.lowerBound - 60)..<range.lowerBound]
    let after = bytes[range.upperBound..<min(bytes.count, range.upperBound + 60)]
    let beside = String(decoding: before + [0x20] + after, as: UTF8.self).lowercased()
    guard Self.underscores.contains(where: { beside.contains($0) }) else { return code }
    return code.replacing("_", with: " \(name) ")
  }

  private static let underscores = [
    "underscore", "unterstrich", "guion bajo", "guión bajo", "guiones bajos", "tiret bas",
    "tirets bas",
  ]

  /// Whether the whole code is a shortcode: `:smile:`.
  func isShortcode(_ code: String) -> Bool {
    maths != nil && code.utf8.count < 60 && code.wholeMatch(of: #/:[a-z][a-z0-9_+-]*:/#) != nil
  }

  /// Whether a plus joins keys: `Strg + V`.
  func joinsKeys(_ index: Int, _ all: Scalars) -> Bool {
    guard maths != nil, all[index] == "+", index > 1, index + 1 < all.count, all[index + 1].isSpace
    else { return false }
    let key = all[..<(index - 1)].suffix(10).split(separator: " ").last.map { Array($0).text }
    return key.map { Self.keys.contains($0.lowercased()) } == true
  }

  /// Returns code with the name of a key that is a sign: `Ctrl+-`, `Cmd+]`.
  func namingKey(_ code: String) -> String {
    guard maths != nil, code.hasByte(0x2B), let last = code.unicodeScalars.last,
      let name = signs[last], last != "/",
      let held = code.prefixMatch(of: #/(\p{L}{2,8}) ?\+ ?(?:\p{L}+ ?\+ ?)*/#),
      held.range.upperBound == code.index(before: code.endIndex),
      Self.keys.contains(held.output.1.lowercased())
    else { return code }
    return code.dropLast() + name
  }

  private static let keys: Set<String> = [
    "alt", "cmd", "ctrl", "fn", "maj", "mayús", "meta", "shift", "strg", "super", "umschalt", "win",
  ]
}

/// The spoken names of languages in code blocks.
enum SpokenCodeLanguage {
  /// Returns the spoken name of a language, or the word itself if the language is unknown.
  /// `word` is the word after a code fence.
  static func name(of word: String) -> String {
    names[word.lowercased()] ?? word
  }

  /// The spoken names, by the word after a code fence in lower case.
  private static let names: [String: String] = [
    "asm": "assembly", "bash": "shell", "bat": "batch", "c": "C", "c++": "C plus plus",
    "clj": "Clojure", "cmake": "CMake", "console": "console", "cpp": "C plus plus", "cs": "C sharp",
    "csharp": "C sharp", "css": "CSS", "csv": "CSV", "diff": "diff", "dockerfile": "Dockerfile",
    "ex": "Elixir", "exs": "Elixir", "fs": "F sharp", "go": "Go", "golang": "Go",
    "graphql": "GraphQL", "hs": "Haskell", "html": "HTML", "ini": "INI", "java": "Java",
    "javascript": "JavaScript", "js": "JavaScript", "json": "JSON", "jsonc": "JSON",
    "jsx": "JSX", "kotlin": "Kotlin", "kt": "Kotlin", "latex": "LaTeX", "lua": "Lua",
    "make": "make", "makefile": "make", "markdown": "Markdown", "md": "Markdown",
    "mermaid": "Mermaid diagram", "objc": "Objective-C", "objective-c": "Objective-C",
    "perl": "Perl", "php": "PHP", "pl": "Perl", "plaintext": "plain text",
    "powershell": "PowerShell", "ps1": "PowerShell", "py": "Python", "python": "Python",
    "python3": "Python", "r": "R", "rb": "Ruby", "rs": "Rust", "ruby": "Ruby", "rust": "Rust",
    "scala": "Scala", "scss": "SCSS", "sh": "shell", "shell": "shell", "sql": "SQL",
    "svg": "SVG", "swift": "Swift", "tex": "TeX", "text": "plain text", "toml": "TOML",
    "ts": "TypeScript", "tsx": "TSX", "txt": "plain text", "typescript": "TypeScript",
    "vim": "Vim", "wasm": "WebAssembly", "xml": "XML", "yaml": "YAML", "yml": "YAML",
    "zig": "Zig", "zsh": "shell",
  ]
}
