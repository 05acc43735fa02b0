/// The spoken names of symbols, in one language.
struct SymbolWords: Sendable {
  var minus: String
  var plus: String
  var equals: String
  var less: String
  var greater: String
  var lessOrEqual: String
  var greaterOrEqual: String
  var notEqual: String
  var about: String
  var plusMinus: String
  /// The word between the factors of a product (`times`), and the word between the lengths of two sides
  /// (`by`).
  var times: String
  var by: String
  var divided: String
  /// The word between the ends of a range (`to`), and the word between the points of two teams
  /// (`scoreTo`).
  var to: String
  var scoreTo: String
  var and: String
  var or: String
  /// The name of "@".
  var at: String
  var number: String
  var numbers: String
  var hashtag: String
  /// The names of the language's decimal separator (`decimal`) and of the other separator (`otherDecimal`).
  var decimal: String
  var otherDecimal: String
  /// The word between the parts of an address (`dot`), and the word between the parts of a version
  /// (`point`).
  var dot: String
  var point: String
  var percent: String
  var perMille: String
  var per: String
  var copyright: String
  var section: Noun
  var paragraph: String
  var infinity: String
  var degree: Noun
  var squared: String
  var cubed: String
  var power: String
  var version: String
  var extensionNumber: String
  var port: String
  var page: Noun
  var foot: Noun
  var inch: Noun
  /// The word between the upper and the lower value of "120/80".
  var over: String
  /// The word between the points scored and the maximum: "8/10".
  var outOf: String
  /// The word between a part and the whole, as in "9/10 of".
  var ofWord: String
  // "3x faster"
  var fold: Noun
  var root: String
  var hyphen: String
  var underscore: String
  var colon: String
  /// The keys "*" (`star`) and "#" (`pound`) of a telephone, and "#" after the letter of a musical note (`sharp`).
  var star: String
  var pound: String
  var sharp: String
  var diameter: String
  /// The plus of "3+ steps", which English says as "plus".
  var orMore: String?

  static func of(_ language: Language) -> SymbolWords {
    switch language {
    case .english(let isBritish): isBritish ? british : english
    case .spanish(let isAmerican): isAmerican ? american : spanish
    case .french: french
    case .german: german
    case .other: english
    }
  }

  private static let english = SymbolWords(
    minus: "minus", plus: "plus", equals: "equals", less: "less than", greater: "greater than",
    lessOrEqual: "less than or equal to", greaterOrEqual: "greater than or equal to",
    notEqual: "is not equal to", about: "about", plusMinus: "plus or minus", times: "times",
    by: "by", divided: "divided by", to: "to", scoreTo: "to", and: "and", or: "or", at: "at",
    number: "number", numbers: "numbers", hashtag: "hashtag", decimal: "point",
    otherDecimal: "comma", dot: "dot", point: "point", percent: "percent", perMille: "per mille",
    per: "per", copyright: "copyright", section: Noun("section", "sections"),
    paragraph: "paragraph", infinity: "infinity", degree: Noun("degree", "degrees"),
    squared: "squared", cubed: "cubed", power: "to the power of", version: "version",
    extensionNumber: "extension", port: "port", page: Noun("page", "pages"),
    foot: Noun("foot", "feet"), inch: Noun("inch", "inches"), over: "over", outOf: "out of",
    ofWord: "of", fold: Noun("time", "times"), root: "the square root of", hyphen: "hyphen",
    underscore: "underscore", colon: "colon", star: "star", pound: "pound", sharp: "sharp",
    diameter: "diameter")

  private static let british: SymbolWords = {
    var words = english
    words.percent = "per cent"
    return words
  }()

  private static let spanish = SymbolWords(
    minus: "menos", plus: "más", equals: "igual a", less: "menor que", greater: "mayor que",
    lessOrEqual: "menor o igual que", greaterOrEqual: "mayor o igual que",
    notEqual: "distinto de", about: "aproximadamente", plusMinus: "más menos", times: "por",
    by: "por", divided: "entre", to: "a", scoreTo: "a", and: "y", or: "o", at: "arroba",
    number: "número", numbers: "números", hashtag: "hashtag", decimal: "coma",
    otherDecimal: "punto", dot: "punto", point: "punto", percent: "por ciento",
    perMille: "por mil", per: "por", copyright: "copyright",
    section: Noun("apartado", "apartados"), paragraph: "párrafo", infinity: "infinito",
    degree: Noun("grado", "grados"), squared: "al cuadrado", cubed: "al cubo",
    power: "elevado a", version: "versión", extensionNumber: "extensión", port: "puerto",
    page: Noun("página", "páginas", .feminine), foot: Noun("pie", "pies"),
    inch: Noun("pulgada", "pulgadas", .feminine), over: "sobre", outOf: "sobre",
    ofWord: "de", fold: Noun("vez", "veces", .feminine), root: "raíz cuadrada de", hyphen: "guion",
    underscore: "guion bajo", colon: "dos puntos", star: "asterisco", pound: "almohadilla",
    sharp: "sostenido",
    diameter: "diámetro", orMore: "o más")

  /// Latin American Spanish, in which a point precedes decimals.
  private static let american: SymbolWords = {
    var words = spanish
    (words.decimal, words.otherDecimal) = ("punto", "coma")
    return words
  }()

  private static let french = SymbolWords(
    minus: "moins", plus: "plus", equals: "égale", less: "inférieur à", greater: "supérieur à",
    lessOrEqual: "inférieur ou égal à", greaterOrEqual: "supérieur ou égal à",
    notEqual: "différent de", about: "environ", plusMinus: "plus ou moins", times: "fois",
    by: "sur", divided: "divisé par", to: "à", scoreTo: "à", and: "et", or: "ou",
    at: "arobase", number: "numéro", numbers: "numéros", hashtag: "hashtag",
    decimal: "virgule", otherDecimal: "point", dot: "point", point: "point",
    percent: "pour cent", perMille: "pour mille", per: "par", copyright: "copyright",
    section: Noun("paragraphe", "paragraphes"), paragraph: "paragraphe", infinity: "infini",
    degree: Noun("degré", "degrés"), squared: "au carré", cubed: "au cube",
    power: "puissance", version: "version", extensionNumber: "poste", port: "port",
    page: Noun("page", "pages", .feminine), foot: Noun("pied", "pieds"),
    inch: Noun("pouce", "pouces"), over: "sur", outOf: "sur",
    ofWord: "de", fold: Noun("fois", "fois", .feminine), root: "racine carrée de", hyphen: "tiret",
    underscore: "tiret bas", colon: "deux-points", star: "étoile", pound: "dièse", sharp: "dièse",
    diameter: "diamètre", orMore: "ou plus")

  private static let german = SymbolWords(
    minus: "minus", plus: "plus", equals: "gleich", less: "kleiner als", greater: "größer als",
    lessOrEqual: "kleiner oder gleich", greaterOrEqual: "größer oder gleich",
    notEqual: "ungleich", about: "etwa", plusMinus: "plus minus", times: "mal", by: "mal",
    divided: "geteilt durch", to: "bis", scoreTo: "zu", and: "und", or: "oder", at: "at",
    number: "Nummer", numbers: "Nummern", hashtag: "Hashtag", decimal: "Komma",
    otherDecimal: "Punkt", dot: "Punkt", point: "Punkt", percent: "Prozent",
    perMille: "Promille", per: "pro", copyright: "Copyright",
    section: Noun("Paragraf", "Paragrafen"), paragraph: "Absatz", infinity: "unendlich",
    degree: Noun("Grad", "Grad"), squared: "Quadrat", cubed: "hoch drei", power: "hoch",
    version: "Version", extensionNumber: "Durchwahl", port: "Port",
    page: Noun("Seite", "Seiten", .feminine), foot: Noun("Fuß", "Fuß"),
    inch: Noun("Zoll", "Zoll"), over: "zu", outOf: "von",
    ofWord: "von", fold: Noun("mal", "mal"), root: "Wurzel aus", hyphen: "Bindestrich",
    underscore: "Unterstrich", colon: "Doppelpunkt", star: "Stern", pound: "Raute", sharp: "Kreuz",
    diameter: "Durchmesser", orMore: "oder mehr")
}

/// The endings of addresses and file names.
package enum AddressWords {
  /// The folders at the top of a Unix system that are no words of German, French and Spanish.
  static let folders = WordTable.words(
    "boot dev etc home lib mnt opt proc root sbin srv sys tmp usr var")

  /// Returns the parts of a short path of words: "/basecamp/omarchy"; none for a longer or cryptic path.
  package static func path(_ path: String) -> [Substring] {
    guard path.hasPrefix("/"), path.utf8.count < 64 else { return [] }
    let parts = path.split(separator: "/")
    return parts.count < 4 && parts.allSatisfy(isPlain) ? parts : []
  }

  /// Whether a part of a path is words: "getting-started".
  private static func isPlain(_ part: Substring) -> Bool {
    let words = part.split(separator: "-", omittingEmptySubsequences: false)
    return words.count < 4
      && words.allSatisfy { word in
        1...16 ~= word.utf8.count
          && word.allSatisfy { $0.isASCII ? $0.isLetter : "äöüßÄÖÜ".contains($0) }
          && (word.utf8.count < 4 || word.lowercased().contains { "aeiouyäöü".contains($0) })
          && word.dropFirst().count(where: \.isUppercase) < 3
      }
  }

  /// Top-level domains that are words.
  static let said = WordTable.words("com org net info gov mil biz dev app blog online shop")
  /// Top-level domains that the second edition adds.
  static let moreSaid = WordTable.words(
    "social party new cloud wiki site world digital tech chat zone studio software tools")
  /// Top-level domains that are words of English or names of places. German, French and Spanish prose has them in no
  /// other place.
  static let saidAbroad = WordTable.words(
    """
    academy bayern berlin bzh chat cloud community eus hamburg koeln link live network new news page paris party quebec \
    site social software space studio swiss systems team tech tools website wien wiki world zone
    """)
  /// Top-level domains that are spelled.
  /// Domains that are also words, such as "it" and "me", are left out.
  static let spelled = WordTable.words(
    "edu uk de fr es io tv ai eu ca au nz jp br mx ar cl ch nl se dk fi pl ru cn")
  private static let saidFiles = WordTable.words(
    "doc docx zip tar exe gif wav jpeg json yaml swift java fountain text log bin lock toml deb")
  static let spelledFiles = WordTable.words(
    """
    pdf txt md html htm css js ts py rb go rs cpp hpp xml csv tsv png jpg svg mp mov avi mkv ogg flac xls xlsx \
    ppt pptx odt mp3 mp4 m4a m4b 7z sh yml ini cfg gz bz rtf fdx epub mobi iso dll so rpm sql php
    """)
  static let files = saidFiles.union(spelledFiles)
  /// The endings that the second edition adds.
  /// Endings that are also words, such as "in" and "key", are left out.
  static let moreSpelled = WordTable.words(
    """
    aac avif bmp bz2 cc cer cfm cjs cls cmd cnf cpl crt csr css cxx db dtd dvi eml eps exs fs g4 gpg gpx hcl hs ics ico jks \
    jl jsx kml kmz kt kts lhs m4v mjs mk msc msi nix obj otf p12 pbm pcap php5 ppm ps1 psd pyc pyi pyx qmd rda \
    rdb rdf rds rss rst sbt scm scss sln srt stl tf tfvars tgz tsx mdx mts cts ttf vb vbs vtt wma wmv woff woff2 xsd xslt xsl xz zst
    """)
  static let moreFiles = moreSpelled.union(
    WordTable.words(
      """
      admx asm asc avro awk bak bash bat bib ckpt cmake conf dat diff err erl geojson gradle graphql gvy ipynb \
      jsonl lua ndjson nib ott orig orc parquet pem plist proto pub rar reg sass scala sqlite sty svelte sys \
      tex thrift tiff tmp vim vue webm webp whl xib yaml zsh service
      """))
  /// Endings of settings and projects that are read in prose only. In code, each full stop is read anyway.
  static let proseFiles = WordTable.words(
    """
    csproj editorconfig ejs env eslintrc fsproj gemspec gql hbs hjson jsonnet kdl njk nuspec nvim ovpn pbxproj \
    prettierrc qcow2 rasi resx sqlite3 tfstate tmpl tpl vbproj vcxproj vimrc vmdk wasm webmanifest xaml \
    xcconfig xcodeproj xliff xlf zshrc bashrc cshtml
    """)

  /// Whether the full stop before an ending is read: in "main.go" and "a.org", but not in "A.java", which may begin with
  /// an initial.
  package static func isRead(_ ending: String, behind name: String) -> Bool {
    let isInitial = name.utf8.count == 1 && name.uppercased() == name
    if ["R", "Rmd", "RData", "RDS", "Rproj"].contains(ending) { return !isInitial }
    guard ending == ending.lowercased() || name == name.uppercased() else { return false }
    return !isInitial
      && (files.contains(ending.lowercased()) || moreFiles.contains(ending.lowercased()))
      || said.contains(ending) || spelled.contains(ending) || moreSaid.contains(ending)
  }

  /// Whether an ending in small letters is that of a file, also in prose.
  static func isFile(_ ending: String) -> Bool {
    files.contains(ending) || moreFiles.contains(ending) || proseFiles.contains(ending)
  }

  /// Returns the words of an ending without a name, as in "a .md file".
  package static func spoken(_ ending: String) -> String {
    spelledFiles.contains(ending) || moreSpelled.contains(ending) ? ending.uppercased() : ending
  }
}

extension MathWords {
  /// The raised signs.
  package static let exponents: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹", "-": "⁻",
  ]

  /// The signs of fractions.
  package static let fractions: [String: String] = [
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "1/6": "⅙", "1/8": "⅛",
    "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
  ]

  /// The names of the Greek letters in TeX.
  package static let letters: [Character: String] = {
    let names = """
      alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi \
      chi psi omega
      """
    return Dictionary(
      uniqueKeysWithValues: zip(
        "αβγδεζηθικλμνξοπρστυφχψω", names.split(separator: " ").map(String.init)))
  }()

  /// The sign or the key of each command of TeX that is one word: "∈" for `\in`.
  package static let signs: [String: String] = {
    let lists = """
      × times cdot bigtimes otimes ast|arrow rightarrow to longrightarrow hookrightarrow rightharpoonup|mapsto mapsto
      ⇒ Rightarrow implies Longrightarrow|⇔ leftrightarrow longleftrightarrow Leftrightarrow Longleftrightarrow iff|gets leftarrow gets
      , Leftarrow longleftarrow Longleftarrow|… ldots dots cdots dotsc dotsb vdots ddots|≤ leq le leqslant
      ≥ geq ge geqslant|≠ neq ne|= eq equal equals|≈ approx|± pm|∞ infty|÷ div|∈ in|∉ notin|⊂ subset subsetneq|⊆ subseteq
      ⊃ supset|⊇ supseteq|∪ cup sqcup|∩ cap|∖ setminus backslash|∀ forall|∃ exists|∄ nexists|∅ emptyset varnothing
      ∧ land wedge|∨ lor vee|¬ neg lnot|∂ partial|∇ nabla|sim sim|⋈ bowtie Join|≡ equiv|> gt|< lt|+ oplus
      ] rbrack|[ lbrack|∝ propto|∘ circ|top top|' prime|⋆ star|° degree|define coloneqq triangleq|mod bmod mod
      ≫ gg|≪ ll|⊥ perp bot|∥ parallel|≅ cong|∠ angle|△ triangle|⊢ vdash|⊨ models vDash|∴ therefore
      l ell|h hbar|: colon|− ominus|square square Box Square blacksquare|diamond diamond Diamond lozenge|⊩ Vdash|⊮ nVdash
      ⊭ nvDash nvdash|≻ succ succeq succcurlyeq|≺ prec preceq preccurlyeq|⊈ nsubseteq|∓ mp|log lg|× bullet|≃ simeq|impliedby impliedby
      """
    var signs: [String: String] = [:]
    for list in lists.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
      let names = list.split(separator: " ").map(String.init)
      for name in names.dropFirst() { signs[name] = names[0] }
    }
    return signs
  }()
}
