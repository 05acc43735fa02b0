import Narration
import Testing

/// Tests of what rule set 1.2 reads in German documents.
@Suite struct GermanReadingTests {
  typealias Row = (input: String, expected: String)

  static let references: [Row] = [
    (
      "§ 1 Ziel und § 1 Abs. 1 Satz 1", "Paragraf eins Ziel und Paragraf eins Absatz eins Satz eins"
    ),
    ("Das ist z.B mit Rad, d.h nie", "Das ist zum Beispiel mit Rad, das heißt nie"),
    ("Aufgabe 1 Lösung, 1 Lösung", "Aufgabe eins Lösung, eine Lösung"),
    ("TOP 1 Wahl", "Top eins Wahl"),
    ("Art. 6 lit. a i. V. m. § 2", "Artikel sechs Buchstabe a in Verbindung mit Paragraf zwei"),
    ("laut Urt. v. 12.03.2014", "laut Urteil vom zwölften März zweitausendvierzehn"),
    ("mit v. 2.0 und BT-Drs. 17/1", "mit v. Zwei Punkt null und BT-Drucksache siebzehn zu eins"),
    ("ggfs. mit den o. g. Regeln", "Gegebenenfalls mit den oben genannten Regeln"),
    ("in dem sog. Code, sog. Fälle", "in dem sogenannten Code, sogenannte Fälle"),
  ]

  static let dates: [Row] = [
    ("am 22./24. Juni", "am zweiundzwanzigsten, vierundzwanzigsten Juni"),
    ("vom 1.-3.5.2020", "vom ersten bis dritten Mai zweitausendzwanzig"),
    (
      "01.01.-31.12.2020", "Erster Januar bis einunddreißigster Dezember zweitausendzwanzig"
    ),
    ("Montag, 25.2.16", "Montag, fünfundzwanzigster Februar zweitausendsechzehn"),
    ("den 24.12.2020,", "den vierundzwanzigsten Dezember zweitausendzwanzig,"),
    ("von 20.30-22.00 Uhr", "von zwanzig Uhr dreißig bis zweiundzwanzig Uhr"),
    ("ab 1934 Zwangsarbeit", "ab neunzehnhundertvierunddreißig Zwangsarbeit"),
    ("mit 1934 Menschen", "mit eintausendneunhundertvierunddreißig Menschen"),
    ("im Krieg 1914/18", "im Krieg neunzehnhundertvierzehn achtzehn"),
    ("(1789/1923)", "(Siebzehnhundertneunundachtzig neunzehnhundertdreiundzwanzig)"),
    (
      "(1776–~1890)", "(Siebzehnhundertsechsundsiebzig bis etwa achtzehnhundertneunzig)"
    ),
    ("430–426 v. Chr. und", "Vierhundertdreißig bis vierhundertsechsundzwanzig vor Christus und"),
    ("eine Mischung von 1:10", "eine Mischung von eins zu zehn"),
    ("um 1:10 Uhr", "um ein Uhr zehn"),
  ]

  static let ordinals: [Row] = [
    ("die 1. und die 2. Sitzung", "die erste und die zweite Sitzung"),
    ("den 1. und 2. Preis", "den ersten und zweiten Preis"),
    ("mit der 1. Vorsitzenden", "mit der ersten Vorsitzenden"),
    ("Text der 3. Auflage", "Text der dritten Auflage"),
    ("eine 2. überarbeitete Fassung", "eine zweite überarbeitete Fassung"),
    (
      "Bräuche des 16., 17. und 18. Jahrhunderts",
      "Bräuche des sechzehnten, siebzehnten und achtzehnten Jahrhunderts"
    ),
    ("im 21.Jahrhundert", "im einundzwanzigsten Jahrhundert"),
    ("19. Jh.", "Neunzehntes Jahrhundert."),
    (
      "Klasse: 7. Stunde: 3. Jahr 2: 12. Kapitel: 4",
      "Klasse: sieben. Stunde: drei. Jahr zwei: zwölf. Kapitel: vier"
    ),
    ("Stand: 4. Stunde des Tages", "Stand: vierte Stunde des Tages"),
    ("der 2nd-Level-Support", "der Second-Level-Support"),
    ("Sultan Selim I. kam", "Sultan Selim der Erste kam"),
    ("mit Königin Beatrix II. und", "mit Königin Beatrix der Zweiten und"),
    ("Kamose II. zog", "Kamose der Zweite zog"),
    ("ein Apple II, das SGB II", "ein Apple zwei, das SGB zwei"),
    ("Stellung ‚0' wird, 1 Frame", "Stellung ‚null' wird, ein Frame"),
    ("Mo 03:30 Uhr, Mi 14.5. und", "Montag drei Uhr dreißig, Mittwoch vierzehnter Mai und"),
    ("die TIPPS unter a.de/wörter", "die tipps unter a Punkt D.E Schrägstrich wörter"),
    ("in docs/WOCHEN-PLAN.md", "in docs Schrägstrich wochen Bindestrich plan Punkt MD"),
    ("Stand: ~11:00, dann 1:00 nachts", "Stand: etwa elf Uhr, dann ein Uhr nachts"),
    (
      "der 2. WK, 1871→1919", "der zweite WK, achtzehnhunderteinundsiebzig, neunzehnhundertneunzehn"
    ),
    ("alt → neu, 1 → 2", "alt, neu, eins nach zwei"),
    ("(1991–heute) +/- 1 px", "(Neunzehnhunderteinundneunzig bis heute) plus minus ein Pixel"),
    ("ein 5-h-Fenster, x 1 Stern", "ein fünf Stunden-Fenster, x eins Stern"),
    ("08.2013: 90iger Jahre", "August zweitausenddreizehn: neunziger Jahre"),
    ("die 10.0.x.y", "die zehn Punkt null Punkt x Punkt y"),
    ("auf http://localhost:3000/da", "auf localhost, dreitausend Schrägstrich da"),
    ("im 'Live'-Modus", "im 'Live' Modus"),
    ("der Mark I, ein Ordner XX-name", "der Mark eins, ein Ordner XX-name"),
    ("Anfang des 19. Jh. kam", "Anfang des neunzehnten Jahrhunderts kam"),
    ("im 19. Jh. kam", "im neunzehnten Jahrhundert kam"),
    ("„das Jahr 0\" gab es", "„das Jahr null\" gab es"),
    ("1Bit und 1 Byte, Größe in kB", "Ein Bit und ein Byte, Größe in Kilobyte"),
    ("bei main.rs:12:30, a.ts:6:7", "bei main Punkt RS:zwölf, dreißig, a Punkt TS:sechs, sieben"),
  ]

  static let amounts: [Row] = [
    ("~367k Abschnitte, 4k", "Etwa dreihundertsiebenundsechzig tausend Abschnitte, vier k"),
    ("640kb bei 60fps", "Sechshundertvierzig Kilobyte bei sechzig Bilder pro Sekunde"),
    ("Nr.: 5, 2x² + 3", "Nummer: fünf, zwei x Quadrat plus drei"),
    ("das „Ende“.⁵ Worte⁴ und m²", "das „Ende“. Worte und Quadratmeter"),
    ("2 EL Öl, ½ TL Salz", "Zwei Esslöffel Öl, einen halben Teelöffel Salz"),
    ("2 gestr. TL", "Zwei gestrichene Teelöffel"),
    ("eine Form (15x25 cm)", "eine Form (fünfzehn mal fünfundzwanzig Zentimeter)"),
    ("jede:r und eine:n", "jede oder jeder und eine oder einen"),
    ("(Meta-)Daten, (Remote-) Zweige", "(Meta)Daten, (Remote) Zweige"),
    ("das \"Suchen\"-Fenster", "das \"Suchen\" Fenster"),
  ]

  static let capitals: [Row] = [
    ("der ÖGD und die SPÖ FÜR alle", "der Ö.G.D und die S.P.Ö für alle"),
    ("die TU Berlin mit IDMS und WLAN", "die T.U Berlin mit I.D.M.S und W-Lan"),
    ("WLANs und WLAN-Namen", "W-Lans und W-Lan-Namen"),
    ("die BITV und das IIIF, ein HUND", "die B.I.T.V und das I.I.I.F, ein hund"),
    ("USV, RAID, SAN", "U.S.V, raid, S.A.N"), ("RFID-HF und GIT", "R.F.I.D-HF und Git"),
    ("A AND B OR C", "A And B Or C"), ("die IPersonDao", "die IPersonDao"),
  ]

  static let computing: [Row] = [
    (
      "die Instanz GRUENE.SOCIAL und fediverse.party",
      "die Instanz gruene Punkt social und fediverse Punkt party"
    ),
    ("Er ging.Dann kam er.", "Er ging.Dann kam er."),
    ("die Taste Strg oder Cmd", "die Taste Steuerung oder Command"),
    ("in C# und D#", "in C sharp und D Kreuz"),
    ("bei 12 Pa und 3 Ah", "bei zwölf Pascal und drei Amperestunden"),
    ("mit 100 MBit/s", "mit einhundert Megabit pro Sekunde"),
    ("es dauert etwa 30m", "es dauert etwa dreißig Minuten"),
    ("es ist 30m hoch", "es ist dreißig Meter hoch"),
  ]

  static let paths: [Row] = [
    (
      "in /etc/hosts und /etc/",
      "in Schrägstrich etc Schrägstrich hosts und Schrägstrich etc Schrägstrich"
    ),
    ("/boot ist klein", "Schrägstrich boot ist klein"), ("/ich gehe", "ich gehe"),
    ("siehe books.com/hilfe", "siehe books Punkt com Schrägstrich hilfe"),
    ("die Liste [1,2] und [0,525]", "die Liste eins, zwei und null Komma fünf zwei fünf"),
    ("der Befehl /hilfe", "der Befehl Schrägstrich hilfe"),
    ("(siehe ~/.ssh/config)", "(siehe tilde Schrägstrich Punkt ssh Schrägstrich config)"),
    ("mit ./los.sh", "mit Punkt Schrägstrich los Punkt sh"),
    ("Ein-/Ausgabe, ein /oder aus", "Ein, Ausgabe, ein oder aus"),
    ("Schüler/ Lehrer, ja/nein, React/Vue.js", "Schüler Lehrer, ja, nein, React Vue Punkt JS"),
    ("A => B", "A daraus folgt B"), ("-B => -A", "Nicht B daraus folgt nicht A"),
    ("x = 1 <=> y = 2", "x gleich eins genau dann, wenn y gleich zwei"),
    ("Menü => Datei", "Menü, Datei"),
  ]

  @Test(
    arguments: [references, dates, ordinals, amounts, capitals, computing, paths].flatMap(\.self))
  func `a German document is read`(_ row: Row) {
    let cleaner = TextCleaner(languageCode: "de", markup: .none, rules: .v1_2)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  static let earlier: [Row] = [
    ("in /etc/hosts", "in etc hosts"), ("A => B", "A, B"),
    ("§ 1 Ziel", "Paragraf ein Ziel"), ("2 EL Öl", "Zwei E.L Öl"),
    ("(Meta-)Daten", "(Meta, )Daten"),
    ("die SPÖ und GIT", "die SPÖ und G.I.T"),
  ]

  @Test(arguments: earlier) func `rule set 1.1 reads as before`(_ row: Row) {
    let cleaner = TextCleaner(languageCode: "de", markup: .none, rules: .v1_1)
    #expect(cleaner.clean(row.input).text == row.expected)
  }
}
