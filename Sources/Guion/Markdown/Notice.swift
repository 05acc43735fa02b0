import Basics

/// The first line of a notice: Obsidian's callout and GitHub's alert `[!warning]- Title` in a quotation, and the
/// admonition `!!! note "Title"` of MkDocs.
struct Notice {
  /// The kind, in the language of the text, and the title.
  let words: String

  /// Reads the first line of a paragraph; nil if it is no notice.
  init?(_ text: [UInt8], isQuoted: Bool, _ language: String = "en") {
    guard let first = text.first, first.isOne(of: "[!?=") else { return nil }
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let found = line.hasPrefix("[!") ? isQuoted ? Self.callout(line) : nil : Self.admonition(line)
    guard let found else { return nil }
    // The rules of speech read GitHub's alerts, which have no title.
    let isAlert =
      line.hasPrefix("[!") && Self.alerts.contains(found.kind.lowercased())
      && !Self.languages.contains(language)
    if isAlert, found.layout.isEmpty, found.title.allSatisfy(\.isWhitespace) { return nil }
    self.init(found, language)
  }

  /// Reads the line that opens a fenced division: `:::tip Slugs`, `:::tip[Slugs]`, `::: {.callout-tip title="Slugs"}`.
  /// nil if the division has no title and is no notice.
  init?(fence line: String, _ language: String) {
    var name = line.drop { ": ".contains($0) }
    var title = ""[...]
    let (isBraced, isClass) = (name.hasPrefix("{"), name.hasPrefix("{."))
    if isBraced {
      let inner = name.dropFirst().prefix { $0 != "}" }
      title = name.dropFirst(inner.count + 2)
      if let quoted = inner.firstRange(of: "title=\"") {
        title = inner[quoted.upperBound...].prefix { $0 != "\"" }
      }
      name = inner.hasPrefix(".callout-") ? inner.drop { $0 != "-" }.dropFirst() : inner
    }
    let kind = name.prefix(while: Self.isName)
    if !isBraced {
      title = name.dropFirst(kind.count).prefix { $0 != "{" && $0 != "}" }
      if !title.contains(where: \.isLetter), let quoted = name.firstRange(of: "title=\"") {
        title = name[quoted.upperBound...].prefix { $0 != "\"" }
      }
    }
    let words = title.filter { $0 != "[" && $0 != "]" && $0 != ":" }
    let isCallout = line.contains("{.callout-")
    // These programs show the title instead of the kind.
    if words.contains(where: \.isLetter) {
      self.init(("details", words[...], ""), language)
    } else {
      guard Self.kinds.contains(kind.lowercased()), isCallout || !isClass else { return nil }
      self.init((kind, "", ""), language)
    }
  }

  /// Kinds of notices that are no languages of code.
  static let bare: Set<String> = [
    "note", "tip", "important", "caution", "warning", "danger", "attention",
  ]

  /// Whether a text has a fence with only such a kind: "```warning".
  static func hasBare(_ source: Bytes, from start: Int) -> Bool {
    var place = start
    while let fence = source.first(of: "```", in: place..<source.count) {
      let end = source.first(UInt8(ascii: "\n"), in: fence..<source.count) ?? source.count
      if bare.contains(source.string(fence + 3..<end).trimmed) { return true }
      place = end
    }
    return false
  }

  /// Reads the info string of a directive of MyST: `{warning}`, `{admonition} Title`; nil if it is no notice.
  init?(directive info: String) {
    guard info.hasPrefix("{"), let end = info.firstIndex(of: "}") else { return nil }
    let kind = info[..<end].dropFirst()
    guard Self.kinds.contains(kind.lowercased()) else { return nil }
    self.init((kind, info[info.index(after: end)...], ""), "en")
  }

  /// Reads the kind alone; nil if there is no such kind.
  fileprivate init?(kind: Substring, _ language: String) {
    guard Self.kinds.contains(kind.lowercased()) else { return nil }
    self.init((kind, "", ""), language)
  }

  private init?(_ found: Parts, _ language: String) {
    guard !found.kind.isEmpty, found.kind.allSatisfy(Self.isName) else { return nil }
    let kind = found.kind.map { $0 == "-" || $0 == "_" ? " " : String($0) }.joined()
    let name = found.kind.lowercased()
    let number = found.layout.dropFirst()
    let theorem = Self.theorem(name, language).map { word in
      number.wholeMatch(of: #/\d+(?:\.\d+)*/#) == nil ? word : "\(word) \(number)"
    }
    let word =
      theorem ?? Self.names[language]?[name] ?? Self.names["en"]?[name]
      ?? Self.words(ofCamel: found.kind)
      ?? kind.prefix(1).uppercased() + kind.dropFirst().lowercased()
    let title = found.title.split(separator: " ").joined(separator: " ")
    let isPlain = ["admonition", "dropdown", "details", "tab"].contains(found.kind)
    let isRepeated = title.lowercased() == word.lowercased()
    words =
      isPlain && !title.isEmpty ? title : title.isEmpty || isRepeated ? word : "\(word): \(title)"
  }

  /// The kinds of notices that need no mark of their own.
  private static let kinds: Set<String> = [
    "note", "tip", "important", "warning", "caution", "attention", "danger", "error", "hint",
    "info", "seealso", "admonition", "dropdown", "details", "question", "success", "example",
    "abstract", "todo", "sidebar", "topic", "margin",
  ]
  static let languages: Set<String> = ["fr", "de", "es", "it"]
  /// The names of kinds that are not the kind itself, by language.
  private static let names: [String: [String: String]] = [
    "en": ["seealso": "See also"],
    "fr": [
      "note": "Remarque", "tip": "Astuce", "warning": "Avertissement", "caution": "Mise en garde",
      "error": "Erreur", "hint": "Indice", "seealso": "Voir aussi", "success": "Succès",
      "example": "Exemple", "abstract": "Résumé", "summary": "Résumé", "todo": "À faire",
      "quote": "Citation",
    ],
    "it": [
      "note": "Nota", "tip": "Suggerimento", "important": "Importante", "warning": "Avvertenza",
      "caution": "Cautela", "attention": "Attenzione", "danger": "Pericolo", "error": "Errore",
      "hint": "Suggerimento", "info": "Informazione", "seealso": "Vedi anche",
      "question": "Domanda", "success": "Successo", "example": "Esempio", "abstract": "Sommario",
      "summary": "Sommario", "todo": "Da fare", "quote": "Citazione",
    ],
    "de": [
      "note": "Hinweis", "tip": "Tipp", "important": "Wichtig", "warning": "Warnung",
      "caution": "Vorsicht", "attention": "Achtung", "danger": "Gefahr", "error": "Fehler",
      "hint": "Hinweis", "seealso": "Siehe auch", "question": "Frage", "success": "Erfolg",
      "example": "Beispiel", "abstract": "Zusammenfassung", "summary": "Zusammenfassung",
      "todo": "Zu erledigen", "quote": "Zitat",
    ],
    "es": [
      "note": "Nota", "tip": "Consejo", "important": "Importante", "warning": "Advertencia",
      "caution": "Precaución", "attention": "Atención", "danger": "Peligro", "hint": "Pista",
      "info": "Información", "seealso": "Véase también", "question": "Pregunta",
      "success": "Éxito", "example": "Ejemplo", "abstract": "Resumen", "summary": "Resumen",
      "todo": "Por hacer", "quote": "Cita",
    ],
  ]
  /// Returns the word for a kind of theorem: "Lemma" for `lem`; nil for other kinds.
  static func theorem(_ kind: some StringProtocol, _ language: String) -> String? {
    theorems[String(kind)].map { $0[languageOfTheorems[language] ?? 0] }
  }

  private static let languageOfTheorems = ["en": 0, "fr": 1, "de": 2, "es": 3, "it": 4]
  private static let theorems: [String: [String]] = {
    let table = """
      theorem thm|Theorem|Théorème|Satz|Teorema|Teorema
      lemma lem|Lemma|Lemme|Lemma|Lema|Lemma
      proposition prop prp|Proposition|Proposition|Proposition|Proposición|Proposizione
      corollary cor|Corollary|Corollaire|Korollar|Corolario|Corollario
      definition def defn dfn|Definition|Définition|Definition|Definición|Definizione
      remark rmk rem|Remark|Remarque|Bemerkung|Observación|Osservazione
      example exm exa|Example|Exemple|Beispiel|Ejemplo|Esempio
      proof prf pf|Proof|Démonstration|Beweis|Demostración|Dimostrazione
      claim clm|Claim|Affirmation|Behauptung|Afirmación|Affermazione
      conjecture conj cnj|Conjecture|Conjecture|Vermutung|Conjetura|Congettura
      hypothesis hyp|Hypothesis|Hypothèse|Hypothese|Hipótesis|Ipotesi
      assumption asm ass|Assumption|Hypothèse|Annahme|Suposición|Assunzione
      axiom ax axm|Axiom|Axiome|Axiom|Axioma|Assioma
      exercise exr exc|Exercise|Exercice|Übung|Ejercicio|Esercizio
      problem prb|Problem|Problème|Problem|Problema|Problema
      solution sol|Solution|Solution|Lösung|Solución|Soluzione
      nte|Note|Remarque|Hinweis|Nota|Nota
      algorithm alg algo|Algorithm|Algorithme|Algorithmus|Algoritmo|Algoritmo
      """
    var words: [String: [String]] = [:]
    for row in table.split(separator: "\n") {
      let cells = row.split(separator: "|").map(String.init)
      for kind in cells[0].split(separator: " ") { words[String(kind)] = Array(cells[1...]) }
    }
    return words
  }()
  private static let alerts: Set<String> = ["note", "tip", "important", "warning", "caution"]

  private static func isName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "_"
  }

  private typealias Parts = (kind: Substring, title: Substring, layout: Substring)

  private static func callout(_ line: String) -> Parts? {
    guard let end = line.firstIndex(of: "]") else { return nil }
    let rest = line[line.index(after: end)...].drop { $0 == "-" || $0 == "+" }
    let name = line.dropFirst(2)[..<end]
    let kind = name.prefix { $0 != "|" }
    return (kind, rest, name.dropFirst(kind.count))
  }

  /// Returns the words of a kind that a site has made for itself: "Authoring Note" for `AuthoringNote`; nil for others.
  private static func words(ofCamel kind: Substring) -> String? {
    var words = ""
    for letter in kind {
      guard letter.isLetter, letter.isASCII else { return nil }
      if letter.isUppercase, words.last?.isUppercase == true { return nil }
      if letter.isUppercase, !words.isEmpty { words.append(" ") }
      words.append(letter)
    }
    return words.contains(" ") ? words : nil
  }

  /// The signs of MkDocs before a kind, or before the title of a tab, of which the text is indented.
  private static let indented = ["!!! ", "??? ", "???+ ", "=== \"", "===! \"", "===+ \""]

  /// Whether a line begins a block of MkDocs, of which the text is indented.
  static func isIndented(_ line: String) -> Bool { admonition(line) != nil }

  private static func admonition(_ line: String) -> Parts? {
    guard indented.contains(where: line.hasPrefix) else { return nil }
    let rest = line.drop { "!?+= ".contains($0) }
    let kind = rest.prefix { $0 != " " && $0 != "\"" }
    let words = rest.dropFirst(kind.count)
    // `!!! note inline end "Title"`: the words before the title are layout.
    let layout = words.prefix { $0 != "\"" && $0 != "“" }
    if layout.count == words.count, kinds.contains(String(kind)) {
      // Without quotation marks, the words are the title, except those of layout.
      return (kind, words.trimmingPrefix(#/(?: +(?:inline|end))*(?= |$)/#), "")
    }
    // `!!! Stop right there` is text, and `!!! AuthoringNote` a kind.
    guard
      kind.first?.isUppercase != true || kinds.contains(kind.lowercased())
        || Self.words(ofCamel: kind) != nil,
      layout.count < words.count || layout.allSatisfy(\.isWhitespace)
    else { return nil }
    let title = words.dropFirst(layout.count).filter { $0 != "\"" && $0 != "“" && $0 != "”" }
    return (kind.isEmpty ? "tab" : kind, title[...], layout)
  }
}

extension EditorMarks {
  /// Reads an environment of LaTeX that a vault writes as code: `\begin{proof}` is its word, and its end is silent.
  /// In a sentence, the code is about LaTeX.
  mutating func readEnvironment(_ code: Range<Int>) -> Bool {
    guard text[code].first == UInt8(ascii: "\\"), text[code].last.map("}]".utf8.contains) == true,
      let parts = text.string(code).wholeMatch(
        of: #/\\(begin|end)\{([a-z]+)\*?\}(?:\[([^\]]+)\])?/#),
      let word = Notice.theorem(parts.output.2, traits.language)
    else { return false }
    let line = text[..<code.lowerBound].reversed().prefix { $0 != 0x0A }
    let rest = text[code.upperBound...].prefix { $0 != 0x0A }.drop(while: isBlank)
    if parts.output.1 == "end" {
      guard rest.isEmpty else { return false }
      remove(code, .markup)
      return true
    }
    let isMeant = rest.first.map { !isLetter($0) || $0 & 0x20 == 0 } ?? true
    guard line.allSatisfy(isBlank), isMeant else { return false }
    released.insert(code.lowerBound)
    replace(to: code.upperBound, with: parts.output.3.map { "\(word): \($0)." } ?? word + ".")
    return true
  }
}

extension InlineText {
  /// Removes the bold word that some write at the start of a quotation in place of a kind, and returns the word for the
  /// kind: `> **Note** Keep it.`
  mutating func takeLabel(_ language: String) -> String? {
    guard let label = spans.first(where: { $0.kind == .strong })?.range, label.lowerBound == 0,
      label.count < 12, bytes.count > label.upperBound + 1
    else { return nil }
    // "**Note** that"
    let (blank, next) = (bytes[label.upperBound], bytes[label.upperBound + 1])
    let begins = blank == UInt8(ascii: " ") && next > 0x2F && !(0x61...0x7A).contains(next)
    let kind = String(decoding: bytes[label], as: UTF8.self)
    guard begins || blank == UInt8(ascii: "\n"), let notice = Notice(kind: kind[...], language)
    else { return nil }
    removeFirst(label.upperBound + 1)
    return notice.words
  }
}

extension CommonMarkParser {
  /// Whether the kinds of notices and the references have words in a language other than English.
  package static func hasWords(for language: String) -> Bool {
    Notice.languages.contains(String(language.prefix(2)).lowercased())
  }
}

extension Directives {
  /// Directives and chunks whose lines are text, with the words that a printer writes before their titles.
  static let texts: [String: String] = [
    "block": "", "block2": "", "asis": "", "tab-set": "", "tab-item": "", "grid": "",
    "grid-item": "", "grid-item-card": "", "card": "", "card-carousel": "", "list-table": "",
    "table": "", "glossary": "", "epigraph": "", "pull-quote": "", "highlights": "", "aside": "",
    "container": "", "div": "", "figure-md": "", "button-ref": "",
    "button-link": "", "hlist": "", "rubric": "", "centered": "",
    "versionadded": "New in version", "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version", "theorem": "Theorem", "lemma": "Lemma",
    "corollary": "Corollary", "proposition": "Proposition", "definition": "Definition",
    "example": "Example", "exercise": "Exercise", "solution": "Solution", "proof": "Proof",
    "remark": "Remark", "conjecture": "Conjecture", "hypothesis": "Hypothesis",
    "prf:theorem": "Theorem", "prf:lemma": "Lemma", "prf:definition": "Definition",
    "prf:proof": "Proof", "prf:example": "Example", "prf:algorithm": "Algorithm",
    "prf:remark": "Remark",
  ]
}
