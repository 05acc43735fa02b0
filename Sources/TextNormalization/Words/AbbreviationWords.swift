import Basics

/// The abbreviations of a language.
/// A key contains full stops, but no spaces. A key that begins with a capital matches only abbreviations that begin
/// with a capital. A key that begins with a lower-case letter matches both spellings.
struct AbbreviationWords: Sendable {
  /// Where an abbreviation is expanded.
  enum Place: Sendable {
    case anywhere
    /// Anywhere. Such an abbreviation often ends a sentence, so its full stop stays before a capital.
    case ending
    case beforeName
    /// Before digits or a Roman numeral.
    case beforeNumber
    /// After a name. Such an abbreviation often ends a sentence.
    case behindName
    /// After digits.
    case behindNumber
    /// After the name of a town and a comma: "Miami, FL".
    case behindTown
  }

  typealias Lists = [(place: Place, text: String)]

  struct Entry: Sendable {
    var place: Place
    var words: String
    var needsCapital: Bool
  }

  /// The entries by key, in lower case and without spaces.
  /// More specific entries come first.
  private(set) var entries: [String: [Entry]] = [:]
  /// The prefixes of all keys, so that a search stops early.
  private(set) var beginnings: Set<String> = []

  private init(_ lists: Lists) {
    for (place, text) in lists {
      for (keys, words) in WordTable.entries(text) {
        for key in keys {
          let isUpper = key.unicodeScalars.first?.isUpper == true
          add(key, Entry(place: place, words: String(words), needsCapital: isUpper))
        }
      }
    }
  }

  private mutating func add(_ key: String, _ entry: Entry) {
    let small = key.replacing(" ", with: "").lowercased()
    entries[small, default: []].append(entry)
    var beginning = ""
    for scalar in small.unicodeScalars {
      beginning.unicodeScalars.append(scalar)
      beginnings.insert(beginning)
    }
  }

  /// Returns the table of a language.
  /// The entries that the second edition adds come first, so they replace those of the first edition.
  static func of(_ language: Language, _ edition: ReadingEdition) -> AbbreviationWords {
    let (first, second): (Lists, Lists) =
      switch language {
      case .english: (english, newEnglish)
      case .spanish: (spanish, newSpanish)
      case .french: (french, newFrench)
      case .german: (german, newGerman)
      case .other: ([], [])
      }
    return AbbreviationWords(edition == .first ? first : second + first)
  }
}

/// The entries that the second edition adds to the tables of the first.
extension AbbreviationWords {
  static let newEnglish: Lists = [
    (
      .beforeNumber,
      """
      Ps. = Psalm
      Hwy = Highway
      rm = room
      Rev. = revision
      Tab. Tbl. = table
      cl. = clause
      """
    ),
    (.beforeName, "Ofc. = Officer\nAgt. = Agent"),
    (
      .anywhere,
      "e.g = for example\ni.e = that is\niff = if and only if\ns.t. = such that\nlit. = literally"
    ),
    (.behindName, "Ave = Avenue\nBlvd = Boulevard\nPkwy = Parkway"),
    (
      .behindTown,
      """
      AK = Alaska
      AL = Alabama
      AR = Arkansas
      AZ = Arizona
      CA = California
      CO = Colorado
      CT = Connecticut
      DE = Delaware
      FL = Florida
      GA = Georgia
      HI = Hawaii
      IA = Iowa
      ID = Idaho
      IL = Illinois
      IN = Indiana
      KS = Kansas
      KY = Kentucky
      LA = Louisiana
      MA = Massachusetts
      MD = Maryland
      ME = Maine
      MI = Michigan
      MN = Minnesota
      MO = Missouri
      MS = Mississippi
      MT = Montana
      NC = North Carolina
      ND = North Dakota
      NE = Nebraska
      NH = New Hampshire
      NJ = New Jersey
      NM = New Mexico
      NV = Nevada
      NY = New York
      OH = Ohio
      OK = Oklahoma
      OR = Oregon
      PA = Pennsylvania
      RI = Rhode Island
      SC = South Carolina
      SD = South Dakota
      TN = Tennessee
      TX = Texas
      UT = Utah
      VA = Virginia
      VT = Vermont
      WA = Washington
      WI = Wisconsin
      WV = West Virginia
      WY = Wyoming
      """
    ),
    (
      .behindNumber,
      """
      inst. = instant
      ult. = ultimo
      prox. = proximo
      ff. = and following
      hrs. = hours
      """
    ),
    (
      .anywhere,
      """
      re = regarding
      eg = for example
      ex = example
      ie = that is
      Sgt = Sergeant
      Lt = Lieutenant
      Cpl = Corporal
      w/e = whatever
      w/in = within
      qty qnty qnty. = quantity
      descr. = description
      dia. = diameter
      Ctrl = Control
      Cmd = Command
      ext./int. ext/int = Exterior, interior
      no._of = number of
      ed._by = edited by
      trans._by = translated by
      sq._ft. = square foot
      std._dev. std._dev std_dev. std_dev = standard deviation
      std. = standard
      misc = miscellaneous
      """
    ),
  ]

  static let newFrench: Lists = [
    (
      .beforeNumber,
      """
      ch. = chapitre
      sect. = section
      al. = alinéa
      par. = paragraphe
      tab. = tableau
      éq. = équation
      ill. = illustration
      pl. = planche
      n°. = numéro
      th. = thermostat
      """
    ),
    (
      .behindNumber,
      """
      hab./km² hab/km² = habitants par kilomètre carré
      pers. = personnes
      r° = recto
      v° = verso
      """
    ),
    (
      .anywhere,
      """
      M./Mme M/Mme Mr/Mme = Monsieur ou Madame
      Mme/M. Mme/M = Madame ou Monsieur
      Mr Mr. = Monsieur
      Mme = Madame
      Mmes = Mesdames
      Mlle = Mademoiselle
      Mlles = Mesdemoiselles
      rdv = rendez-vous
      Ctrl = contrôle
      Cmd = commande
      Suppr = supprimer
      qqn = quelqu'un
      qqch = quelque chose
      tjs = toujours
      resp. = respectivement
      approx. = approximativement
      i.e. = c'est-à-dire
      e.g. = par exemple
      ext./int. ext/int = Extérieur, intérieur
      ex. = exemple
      ex = exemple
      c.civ. = code civil
      c.pén. = code pénal
      c.com. = code de commerce
      c.trav. = code du travail
      n.b. = nota bene
      """
    ),
  ]

  static let newGerman: Lists = [
    (
      .beforeNumber,
      """
      Abschn. = Abschnitt
      Anh. = Anhang
      Ausg. = Ausgabe
      Bsp. = Beispiel
      Fn. = Fußnote
      Gl. = Gleichung
      Hs. = Halbsatz
      Rn. Rz. = Randnummer
      Sp. = Spalte
      Ziff. = Ziffer
      Tel.-Nr. = Telefonnummer
      Alt. = Alternative
      Drs. = Drucksache
      Halbs. = Halbsatz
      Rdn. Rdnr. = Randnummer
      UAbs. = Unterabsatz
      Var. = Variante
      v. = vom
      """
    ),
    (.beforeName, "Fa. = Firma"),
    (
      .behindNumber,
      """
      f. ff. = folgende
      Bd. = Bund
      Enth. = Enthaltungen
      Jhd. Jhdt. = Jahrhundert
      Msp. = Messerspitze
      Pck. Pkg. = Päckchen
      S. = Seiten
      geh. = gehäufte
      geh.EL = gehäufte Esslöffel
      geh.TL = gehäufte Teelöffel
      gestr. = gestrichene
      gestr.EL = gestrichene Esslöffel
      gestr.TL = gestrichene Teelöffel
      """
    ),
    (.ending, "u.a.m. = und anderes mehr\ndgl. = dergleichen"),
    (
      .anywhere,
      """
      z.b = zum Beispiel
      d.h = das heißt
      ext./int. ext/int = Außen, innen
      Bsp Bsp. = Beispiel
      Strg Ctrl = Steuerung
      Cmd = Command
      Entf = Entfernen
      Einfg = Einfügen
      Aufl. = Auflage
      vs. = versus
      Az. = Aktenzeichen
      Bek. = Bekanntmachung
      BGBl BGBl. = Bundesgesetzblatt
      Buchst. = Buchstabe
      Def. = Definition
      Urt. = Urteil
      a.a.o. = am angegebenen Ort
      ausschl. = ausschließlich
      bzgl. = bezüglich
      d.i. = das ist
      ebd. = ebenda
      ehem. = ehemals
      einschl. = einschließlich
      engl. = englisch
      entspr. = entsprechend
      ggfs. ggfls. = gegebenenfalls
      griech. = griechisch
      i.e.s. = im engeren Sinne
      i.h.v. = in Höhe von
      i.s.d. = im Sinne des
      i.s.v. = im Sinne von
      i.v.m. = in Verbindung mit
      i.w.s. = im weiteren Sinne
      lat. = lateinisch
      lit. = Buchstabe
      m.a.w. = mit anderen Worten
      m.w. = meines Wissens
      s.a. = siehe auch
      stellv. = stellvertretende
      teilw. tlw. = teilweise
      o.g. = oben genannte
      u.g. = unten genannte
      u.ö. = und öfter
      urspr. = ursprünglich
      v.a. = vor allem
      vmtl. = vermutlich
      wg. = wegen
      """
    ),
  ]

  static let newSpanish: Lists = [
    (
      .beforeNumber,
      """
      sec. secc. = sección
      ec. = ecuación
      ed. = edición
      núms. nros. = números
      tab. = tabla
      vols. = volúmenes
      t. = tomo
      """
    ),
    (
      .behindNumber,
      """
      hab./km² hab/km² = habitantes por kilómetro cuadrado
      ctvs. = centavos
      hs. = horas
      mill. = millones
      pers. = personas
      ud. = unidad
      uds. = unidades
      """
    ),
    (.beforeName, "Mtro. = Maestro\nMtra. = Maestra\nLcdo. = Licenciado\nLcda. = Licenciada"),
    (
      .anywhere,
      """
      Sr./Sra. Sr/Sra Sr./a Sr./a. = Señor o Señora
      Sres./Sras. = Señores y Señoras
      Dr./Dra. = Doctor o Doctora
      D./D.ª D./Dña. = Don o Doña
      Sr. = Señor
      Sra. = Señora
      Sres. = Señores
      Sras. = Señoras
      Srta. = Señorita
      cc.aa. = comunidades autónomas
      aa.vv. vv.aa. = varios autores
      q.e.p.d. = que en paz descanse
      d.e.p. = descanse en paz
      tb. = también
      vid. = véase
      v.gr. = verbigracia
      i.e. = es decir
      e.g. p/ej. = por ejemplo
      Fdo. = firmado
      Fco. = Francisco
      Mª = María
      ext./int. ext/int = Exterior, interior
      ej = ejemplo
      Ctrl = control
      Cmd = comando
      Supr = suprimir
      s/n = sin número
      e/s = entrada y salida
      """
    ),
  ]
}
