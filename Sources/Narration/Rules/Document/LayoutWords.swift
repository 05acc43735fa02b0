/// What the narrator says of a document's layout, in one language.
struct LayoutWords: Sendable {
  /// A thing that is counted: one, and more than one.
  struct Counted: Sendable {
    var one: String
    var many: String

    func count(_ number: Int) -> String { "\(number) \(number == 1 ? one : many)" }
  }

  /// Before and behind a quotation.
  var quote: String
  var endOfQuote: String
  /// Before the first item of a list within a list, and before the item of the outer list behind it.
  var sublist: String
  var endOfSublist: String
  /// Before a task.
  var done: String
  var toDo: String
  /// In place of a block of code, with its language and its lines.
  var code: String
  var lines: Counted
  /// In place of a table, with its columns and rows.
  var table: String
  var columns: Counted
  var rows: Counted
  /// In place of a formula.
  var formula: String
  /// Before a footnote.
  var footnote: String

  static let english = LayoutWords(
    quote: "Quote", endOfQuote: "End quote", sublist: "Sub-list", endOfSublist: "End of sub-list",
    done: "done", toDo: "to do", code: "Code example", lines: Counted(one: "line", many: "lines"),
    table: "Table", columns: Counted(one: "column", many: "columns"),
    rows: Counted(one: "row", many: "rows"), formula: "formula", footnote: "Footnote")

  static let spanish = LayoutWords(
    quote: "Cita", endOfQuote: "Fin de la cita", sublist: "Sublista",
    endOfSublist: "Fin de la sublista", done: "hecho", toDo: "por hacer",
    code: "Ejemplo de código", lines: Counted(one: "línea", many: "líneas"), table: "Tabla",
    columns: Counted(one: "columna", many: "columnas"),
    rows: Counted(one: "fila", many: "filas"), formula: "fórmula", footnote: "Nota al pie")

  static let french = LayoutWords(
    quote: "Citation", endOfQuote: "Fin de citation", sublist: "Sous-liste",
    endOfSublist: "Fin de la sous-liste", done: "fait", toDo: "à faire", code: "Exemple de code",
    lines: Counted(one: "ligne", many: "lignes"), table: "Tableau",
    columns: Counted(one: "colonne", many: "colonnes"),
    rows: Counted(one: "ligne", many: "lignes"), formula: "formule", footnote: "Note de bas de page")

  static let german = LayoutWords(
    quote: "Zitat", endOfQuote: "Ende des Zitats", sublist: "Unterliste",
    endOfSublist: "Ende der Unterliste", done: "erledigt", toDo: "zu erledigen",
    code: "Codebeispiel", lines: Counted(one: "Zeile", many: "Zeilen"), table: "Tabelle",
    columns: Counted(one: "Spalte", many: "Spalten"),
    rows: Counted(one: "Zeile", many: "Zeilen"), formula: "Formel", footnote: "Fußnote")
}
