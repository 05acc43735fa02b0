import Basics

/// Reads the names of keys: "Ctrl+C" is "control C", "Strg+Alt+Entf" is "Steuerung Alt Entfernen".
struct Keys: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let key = line.key(start), let names = Self.names(speech.language),
      Self.holders.contains(key), line.isOpen(before: start), let first = names[key]
    else { return nil }
    var words = SpokenWords(first, from: line.range(start))
    var end = start + 1
    while end - start < 16 {
      // "Ctrl + C"
      let isSpaced = line.isSpace(end) && line.symbol(end + 1) == "+" && line.isSpace(end + 2)
      let joint = isSpaced ? end + 1 : end
      let next = isSpaced ? end + 3 : end + 1
      guard let symbol = line.symbol(joint), isJoint(symbol, key),
        let name = name(next, names, in: line)
      else { break }
      words.add(name, from: line.range(next))
      end = next + 1
      // "F4"
      if line.length(next) == 1, line.kind(end) == .digits, line.length(end) < 3 {
        words.add(speech.speller.cardinal(line.digits(end) ?? ""), from: line.range(end))
        end += 1
      }
    }
    return end > start + 1 && line.isClosed(end) ? Reading(end: end, words: words) : nil
  }

  /// A hyphen joins keys only after a word that is no other word: "Ctrl-C", but not "alt-right".
  private func isJoint(_ symbol: Unicode.Scalar, _ key: String) -> Bool {
    symbol == "+" || symbol == "-" && ["ctrl", "strg", "cmd"].contains(key)
  }

  private func name(_ index: Int, _ names: [String: String], in line: Line) -> String? {
    if let digits = line.digits(index), digits.utf8.count < 3 {
      return speech.speller.cardinal(digits)
    }
    // "Ctrl+/"
    if let symbol = line.symbol(index), line.isClosed(index + 1), !line.isSpace(index - 1) {
      return symbol == "-" ? speech.symbols.minus : QuotedSigns.name(symbol, speech.language)
    }
    guard let word = line.word(index), let key = line.key(index) else { return nil }
    if let name = names[key] { return name }
    if Self.signs.contains(key) { return word }
    return word.utf8.count == 1 ? word.uppercased() : line.isUpper(index) ? word : nil
  }

  /// The first words of the names of signs, which code has instead of the signs: "Shift + slash".
  private static let signs = WordTable.words(
    """
    slash backslash comma dot semicolon question barra coma punto signo barre virgule point schrägstrich \
    komma punkt semikolon fragezeichen dash underscore equals plus open close backtick tilde single double colon guion \
    igual más tiret égal crochet parenthèse minus unterstrich gleichheitszeichen eckige klammer
    """)

  /// The keys that are held while another key is pressed.
  private static let holders: Set<String> = [
    "ctrl", "cmd", "alt", "shift", "opt", "option", "meta", "super", "win", "fn", "command",
    "control", "strg", "umschalt", "maj", "mayús",
  ]

  private static func names(_ language: Language) -> [String: String]? {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .other: nil
    }
  }

  private static let english = WordTable.dictionary(
    """
    ctrl control = control
    cmd command = command
    opt option = option
    alt = alt
    shift = shift
    meta = meta
    super = super
    win = Windows
    fn = function
    del = delete
    esc = escape
    ins = insert
    ret = return
    pgup = page up
    pgdn pgdown = page down
    """)
  private static let german = WordTable.dictionary(
    """
    strg ctrl = Steuerung
    alt = Alt
    umschalt shift = Umschalt
    cmd = Command
    win = Windows
    super = Super
    meta = Meta
    space = Leertaste
    entf del = Entfernen
    einfg = Einfügen
    esc = Escape
    """)
  private static let french = WordTable.dictionary(
    """
    ctrl = contrôle
    alt = alt
    maj shift = majuscule
    cmd = commande
    win = Windows
    super = super
    meta = méta
    space = espace
    suppr = supprimer
    échap esc = échap
    """)
  private static let spanish = WordTable.dictionary(
    """
    ctrl = control
    alt = alt
    mayús shift = mayúsculas
    cmd = comando
    win = Windows
    super = súper
    meta = meta
    space = espacio
    escape = escape
    supr = suprimir
    esc = escape
    """)
}
