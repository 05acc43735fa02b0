/// The abbreviations of a language.
///
/// A key has its full stops and no spaces. A key with a capital first letter is only met in that spelling; one
/// with a small first letter in both.
struct AbbreviationWords: Sendable {
  /// Where an abbreviation is opened.
  enum Place: Sendable {
    case anywhere
    /// Anywhere; it often ends a sentence, so that a full stop stays before a capital.
    case ending
    /// Before a name.
    case beforeName
    /// Before figures or a Roman number.
    case beforeNumber
    /// Behind a name; it often ends a sentence.
    case behindName
    /// Behind figures.
    case behindNumber
  }

  struct Entry: Sendable {
    var place: Place
    var words: String
    var needsCapital: Bool
  }

  /// The readings of each key in small letters, the more special first.
  private(set) var entries: [String: [Entry]] = [:]
  /// The beginnings of all keys, so that a search stops early.
  private(set) var beginnings: Set<String> = []

  private init(_ lists: [(place: Place, text: String)]) {
    for (place, text) in lists {
      for (keys, words) in WordTable.entries(text) {
        for key in keys {
          let isCapital = key.unicodeScalars.first?.isCapital == true
          add(key, Entry(place: place, words: String(words), needsCapital: isCapital))
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

  static func of(_ tongue: Tongue) -> AbbreviationWords {
    switch tongue {
    case .english: english
    case .spanish: spanish
    case .french: french
    case .german: german
    case .other: AbbreviationWords([])
    }
  }

  private static let english = AbbreviationWords([
    (
      .beforeNumber,
      """
      No. = number
      no. = number
      Nos. nos. = numbers
      Fig. fig. = figure
      Figs. figs. = figures
      Vol. vol. = volume
      Vols. vols. = volumes
      Ch. ch. = chapter
      Chap. chap. = chapter
      Chs. chs. = chapters
      p. pg. p = page
      pp. pgs. pp = pages
      pop. = population
      Sec. sec. = section
      Art. art. = article
      Eq. eq. = equation
      Ex. ex. = example
      Op. op. = opus
      Pt. pt. = part
      Ep. ep. = episode
      c. ca. = circa
      Apt. apt. = apartment
      Ste. = Suite
      Rm. rm. = room
      Bldg. = Building
      Fl. = Floor
      Hwy. = Highway
      Rte. Rt. = Route
      Ext. ext. = extension
      Sq. = square
      para. par. = paragraph
      lib. = book
      b. = born
      d. = died
      est. = established
      v. ver. = version
      Jan. = January
      Mar. = March
      Jun. = June
      Jul. = July
      tel. Tel. = telephone
      """
    ),
    (
      .behindName,
      """
      Jr. Jr = Junior
      Sr. Sr = Senior
      Esq. = Esquire
      Bros. = Brothers
      St. = Street
      Dr. = Drive
      Ave. Av. = Avenue
      Blvd. = Boulevard
      Rd. = Road
      Ln. = Lane
      Ct. = Court
      Pl. = Place
      Sq. = Square
      Ter. = Terrace
      Pkwy. = Parkway
      Hwy. = Highway
      Pk. = Park
      Mts. = Mountains
      Co. = Company
      Cos. = Companies
      """
    ),
    (
      .beforeName,
      """
      mr. Mr = Mister
      mrs. Mrs = Missus
      ms. = Ms
      dr. Dr = Doctor
      Drs. = Doctors
      prof. Prof = Professor
      Profs. = Professors
      St. St = Saint
      Sts. = Saints
      Ste. = Sainte
      Mt. = Mount
      Ft. = Fort
      Pt. = Point
      Sen. = Senator
      Sens. = Senators
      Gov. = Governor
      Rep. = Representative
      Reps. = Representatives
      Gen. = General
      Col. = Colonel
      Capt. Cpt. = Captain
      Cdr. Cmdr. = Commander
      Adm. = Admiral
      Maj. = Major
      Lt. = Lieutenant
      Sgt. = Sergeant
      Cpl. = Corporal
      Pvt. = Private
      Pfc. = Private First Class
      Rev. = Reverend
      Hon. = Honorable
      Fr. = Father
      Sr. = Sister
      Br. = Brother
      Det. = Detective
      Insp. = Inspector
      Supt. = Superintendent
      Pres. = President
      Sec. = Secretary
      Amb. = Ambassador
      Atty. = Attorney
      Asst. = Assistant
      Cong. = Congressman
      Messrs. = Messrs
      Mme. = Madame
      Mlle. = Mademoiselle
      Msgr. = Monsignor
      """
    ),
    (
      .behindNumber,
      """
      deg. = degrees
      doz. = dozen
      """
    ),
    (
      .ending,
      """
      etc. = et cetera
      inc. = Incorporated
      ltd. = Limited
      corp. = Corporation
      blvd. = Boulevard
      ave. = Avenue
      ph.d. = P H D
      et_al. = et al
      """
    ),
    (
      .anywhere,
      """
      e.g. eg. = for example
      i.e. ie. = that is
      cf. = compare
      eds. = editors
      viz. = namely
      vs. vs = versus
      approx. appr. = approximately
      Dept. dept. = department
      govt. = government
      univ. = university
      assn. = association
      natl. = national
      intl. = international
      misc. = miscellaneous
      incl. = including
      excl. = excluding
      appt. = appointment
      attn. = attention
      max. = maximum
      min. = minimum
      avg. = average
      temp. = temperature
      qty. = quantity
      orig. = originally
      resp. = respectively
      Feb. = February
      Apr. = April
      Aug. = August
      Sep. Sept. = September
      Oct. = October
      Nov. = November
      Dec. = December
      Mon. = Monday
      Tue. Tues. = Tuesday
      Wed. Weds. = Wednesday
      Thu. Thur. Thurs. = Thursday
      Fri. = Friday
      v.o. = voice over
      o.s. = off screen
      o.c. = off camera
      b.g. = background
      f.g. = foreground
      cont'd cont'd. contd. = continued
      cont. = continued
      int. = Interior
      ext. = Exterior
      int./ext. int/ext ext./int. ext/int I/E I/E. = Interior, exterior
      w/o = without
      c/o = care of
      n/a = not applicable
      b/c = because
      a.k.a. aka = also known as
      gov't = government
      dep't = department
      WWI = World War One
      WWII = World War Two
      """
    ),
  ])

  private static let spanish = AbbreviationWords([
    (
      .beforeNumber,
      """
      n.º n.° nº n° no. núm. num. nro. = número
      n.os núms. = números
      p. pág. pg. = página
      pp. págs. = páginas
      cap. = capítulo
      caps. = capítulos
      vol. = volumen
      art. = artículo
      arts. = artículos
      fig. = figura
      figs. = figuras
      tel. tfno. tlf. teléf. = teléfono
      aprox. = aproximadamente
      ap. apdo. = apartado
      km. = kilómetro
      ej. = ejemplo
      ca. = circa
      párr. = párrafo
      s. = siglo
      ss. = siglos
      """
    ),
    (
      .beforeName,
      """
      sr. = Señor
      sres. = Señores
      sra. = Señora
      sras. = Señoras
      srta. = Señorita
      dr. = Doctor
      dres. = Doctores
      dra. = Doctora
      D. = Don
      Dña. D.ª Dª = Doña
      prof. = Profesor
      profa. = Profesora
      Lic. = Licenciado
      Ing. = Ingeniero
      Arq. = Arquitecto
      Gral. = General
      Cap. = Capitán
      Cnel. = Coronel
      Tte. = Teniente
      Sgto. = Sargento
      Sto. = Santo
      Sta. = Santa
      S. = San
      Fr. = fray
      Excmo. = Excelentísimo
      Excma. = Excelentísima
      Ilmo. = Ilustrísimo
      Hno. = Hermano
      Hna. = Hermana
      Mons. = Monseñor
      C/ c/ = calle
      """
    ),
    (
      .behindNumber,
      """
      hab. = habitantes
      """
    ),
    (
      .ending,
      """
      etc. = etcétera
      ee.uu. eeuu = Estados Unidos
      a.c. a.de_c. = antes de Cristo
      d.c. d.de_c. = después de Cristo
      S.A. = sociedad anónima
      S.L. = sociedad limitada
      jr. = júnior
      cía. = compañía
      hnos. = hermanos
      """
    ),
    (
      .anywhere,
      """
      ud. vd. = usted
      uds. vds. = ustedes
      avda. av. avd. = avenida
      pza. plza. pl. = plaza
      ctra. = carretera
      p.ej. = por ejemplo
      aprox. = aproximadamente
      dpto. depto. = departamento
      admón. = administración
      gob. = gobierno
      máx. = máximo
      mín. = mínimo
      pza. = plaza
      izq. izda. = izquierda
      dcha. = derecha
      ej. = ejemplo
      v.o. = voz en off
      o.s. = fuera de campo
      cont. = continúa
      int. = Interior
      ext. = Exterior
      int./ext. int/ext ext./int. ext/int = Interior, exterior
      c/u = cada uno
      vs. vs = contra
      cf. cfr. = confróntese
      rr.hh. = recursos humanos
      ff.aa. = fuerzas armadas
      jj.oo. = Juegos Olímpicos
      p.d. = posdata
      ene. = enero
      feb. = febrero
      abr. = abril
      ago. = agosto
      sept. sep. = septiembre
      oct. = octubre
      nov. = noviembre
      dic. = diciembre
      """
    ),
  ])

  private static let french = AbbreviationWords([
    (
      .beforeNumber,
      """
      n° nº no. N° no = numéro
      nos. n°s nos = numéros
      p. = page
      pp. = pages
      chap. = chapitre
      vol. = volume
      art. = article
      fig. = figure
      t. = tome
      tél. = téléphone
      env. = environ
      v. = vers
      ca. = circa
      éd. = édition
      sept. = septembre
      """
    ),
    (
      .beforeName,
      """
      M. = Monsieur
      MM. = Messieurs
      Mme Mme. = Madame
      Mmes = Mesdames
      Mlle Mlle. = Mademoiselle
      Mlles = Mesdemoiselles
      Me = Maître
      Dr Dr. = Docteur
      Drs = Docteurs
      Pr Pr. Prof. = Professeur
      Mgr Mgr. = Monseigneur
      St St. = Saint
      Ste Ste. = Sainte
      Sts = Saints
      Cap. Cne = Capitaine
      Gal Gal. = Général
      Cdt Cdt. = Commandant
      Lt Lt. = Lieutenant
      Sgt Sgt. = Sergent
      """
    ),
    (
      .behindNumber,
      """
      hab. = habitants
      sept. = septembre
      """
    ),
    (
      .ending,
      """
      etc. = et cetera
      av.j.-c. = avant Jésus-Christ
      ap.j.-c. apr.j.-c. = après Jésus-Christ
      j.-c. = Jésus-Christ
      Cie Cie. = compagnie
      """
    ),
    (
      .anywhere,
      """
      p.ex. = par exemple
      c.-à-d. càd c-à-d = c'est-à-dire
      cf. = confer
      bd. bd boul. Bd = boulevard
      av. Av. = avenue
      pl. Pl. = place
      env. = environ
      adj. = adjoint
      dép. = département
      max. = maximum
      min. = minimum
      éd. = édition
      vs. vs = contre
      v.o. = voix off
      h.c. = hors champ
      o.s. = hors champ
      int. = Intérieur
      ext. = Extérieur
      int./ext. int/ext ext./int. ext/int = Intérieur, extérieur
      s.v.p. svp = s'il vous plaît
      janv. = janvier
      févr. fév. = février
      avr. = avril
      juil. = juillet
      oct. = octobre
      nov. = novembre
      déc. = décembre
      tél. = téléphone
      r.-v. = rendez-vous
      """
    ),
  ])

  private static let german = AbbreviationWords([
    (
      .beforeNumber,
      """
      Nr. nr. = Nummer
      Nrn. = Nummern
      Whg. = Wohnung
      S. = Seite
      Bd. = Band
      Bde. = Bände
      Abb. = Abbildung
      Kap. = Kapitel
      Abs. = Absatz
      Art. = Artikel
      Tab. = Tabelle
      Tel. tel. = Telefon
      ca. = circa
      geb. = geboren
      gest. = gestorben
      H. = Heft
      Jg. = Jahrgang
      Bl. = Blatt
      Anm. = Anmerkung
      Z. = Zeile
      Jan. = Januar
      Mär. = März
      max. = maximal
      min. = mindestens
      mind. = mindestens
      """
    ),
    (
      .beforeName,
      """
      Hr. = Herr
      Hrn. = Herrn
      Fr. = Frau
      Frl. = Fräulein
      Dr. = Doktor
      Dres. = Doktoren
      Prof. = Professor
      St. = Sankt
      Hl. hl. = heilige
      Gebr. = Gebrüder
      Fam. = Familie
      Ing. = Ingenieur
      Dipl.-Ing. = Diplom-Ingenieur
      Mag. = Magister
      Gen. = General
      Hptm. = Hauptmann
      Lt. = Leutnant
      Oblt. = Oberleutnant
      Kom. = Kommissar
      """
    ),
    (
      .behindNumber,
      """
      Std. = Stunden
      Std = Stunden
      Mio. = Millionen
      Mrd. = Milliarden
      Jh. = Jahrhundert
      Jhs. = Jahrhunderts
      Jhdt. = Jahrhundert
      Aufl. = Auflage
      Tsd. = tausend
      Stck. Stk. = Stück
      Min. = Minuten
      Sek. = Sekunden
      """
    ),
    (
      .ending,
      """
      usw. = und so weiter
      etc. = et cetera
      u.s.w. = und so weiter
      usf. = und so fort
      v.chr. v.c. = vor Christus
      n.chr. n.c. = nach Christus
      u.a. = unter anderem
      u.ä. = und Ähnliches
      u.v.m. = und vieles mehr
      u.v.a. = und viele andere
      a.d. = außer Dienst
      o.ä. = oder Ähnliches
      jun. jr. = junior
      sen. sr. = senior
      Str. = Straße
      Pl. = Platz
      Jh. = Jahrhundert
      Hbf. = Hauptbahnhof
      Co. = Compagnie
      """
    ),
    (
      .anywhere,
      """
      d.h. = das heißt
      z.b. = zum Beispiel
      z.t. = zum Teil
      z.zt. z.z. = zurzeit
      i.d.r. = in der Regel
      i.a. = im Allgemeinen
      m.e. = meines Erachtens
      o.g. = oben genannt
      s.o. = siehe oben
      s.u. = siehe unten
      u.u. = unter Umständen
      u.z. = und zwar
      bzw. = beziehungsweise
      Whg. = Wohnung
      ca. = circa
      ggf. = gegebenenfalls
      evtl. evt. = eventuell
      inkl. = inklusive
      exkl. = exklusive
      zzgl. = zuzüglich
      abzgl. = abzüglich
      vgl. = vergleiche
      lt. = laut
      bspw. = beispielsweise
      sog. = sogenannte
      allg. = allgemein
      insb. insbes. = insbesondere
      bes. = besonders
      geb. = geboren
      gest. = gestorben
      verh. = verheiratet
      verw. = verwitwet
      gem. = gemäß
      max. = maximal
      min. = minimal
      mind. = mindestens
      p.a. = pro Jahr
      a.m. = am Main
      St. = Stück
      Mwst. MwSt. = Mehrwertsteuer
      Abk. = Abkürzung
      Jan. = Januar
      Febr. Feb. = Februar
      Apr. = April
      Aug. = August
      Sept. Sep. = September
      Okt. = Oktober
      Nov. = November
      Dez. = Dezember
      v.o. = Off-Stimme
      o.s. = aus dem Off
      Stud. = Student
      Tel. = Telefon
      Int. = Innen
      Ext. = Außen
      int./ext. int/ext ext./int. ext/int = Innen, außen
      Dr._med. = Doktor med
      """
    ),
  ])
}
