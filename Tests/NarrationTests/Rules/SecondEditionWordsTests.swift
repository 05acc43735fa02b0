import Narration
import Testing

/// Tests of the words for numbers, symbols and abbreviations in rule set 1.2.
@Suite("Words of rule set 1.2") struct SecondEditionWordsTests {
  typealias Row = (language: String, text: String, spoken: String)

  private func said(_ text: String, _ language: String, _ rules: RuleSet = .v1_2) -> String {
    TextCleaner(languageCode: language, markup: .none, rules: rules).clean(text).text
  }

  private func check(_ rows: [Row]) {
    for row in rows {
      let words = said(row.text, row.language)
      #expect(words == row.spoken, "\(row.language): \(row.text)")
      #expect(said(words, row.language) == words, "\(row.language): \(row.text)")
    }
  }

  @Test func oldMoneyIsMoney() { check(Self.oldMoney) }
  @Test func durationsAreNoLengths() { check(Self.durations) }
  @Test func lettersForLargeNumbersAreRead() { check(Self.magnitudes) }
  @Test func measuresFitTheirNouns() { check(Self.rates) }
  @Test func numbersOfHousesRoadsAndWeaponsAreRead() { check(Self.houses) }
  @Test func namesOfFilesAndSharesAreRead() { check(Self.files) }
  @Test func sectionsAreNoDates() { check(Self.dates) }
  @Test func binaryNumbersAreDigits() { check(Self.binaries) }
  @Test func namesOfMachinesAreSpelled() { check(Self.identifiers) }
  @Test func masksAndPromptsAreNotRead() { check(Self.masks) }
  @Test func abbreviationsNeedTheirPlace() { check(Self.abbreviations) }
  @Test func proseIsLeftAlone() { check(Self.prose) }
  @Test func referencesAreRead() { check(Self.references) }
  @Test func lawsAndSignsAreRead() { check(Self.laws) }
  @Test func namesAreNoShortForms() { check(Self.names) }
  @Test func bitsAndSizesAreRead() { check(Self.computing) }

  /// The hyphen keeps A a letter for the engine, so these words are not read a second time as they are.
  @Test(arguments: [
    ("where A+I=1 holds", "where A- plus I equals one holds"),
    ("D = A+I-1", "D equals A- plus I minus one"), ("figure 3a is", "figure three A- is"),
    ("server 22a", "server twenty-two A-"), ("letters a-z", "letters A-to Z"),
    ("a 3 a day", "a three a day"), ("x ∈ A ∪ B", "x in A- union B"),
  ])
  func lettersInSumsAreLetters(_ text: String, _ spoken: String) {
    #expect(said(text, "en") == spoken)
  }

  /// What a mask hides must be a known word, so no other word is lost.
  @Test(arguments: ["a**b**c", "n*log n", "foo*bar*", "he—it", "B--but", "blood--in", "و**تم"])
  func onlyKnownWordsAreMasks(_ text: String) {
    let letters = text.filter(\.isLetter)
    #expect(said(text, "en").lowercased().filter(\.isLetter) == letters.lowercased())
  }

  @Test(arguments: [
    ("He paid 7s. 6d. for it.", "He paid sevens. Six d. for it."),
    ("1m 26.4s", "One meter twenty-six point four seconds"),
    ("150M active users", "One fifty M active users"), ("1000:1", "One thousand:one"),
    ("in m²", "in m squared"), ("221b Baker Street", "Two hundred twenty-one b Baker Street"),
    ("a .44 Magnum", "a point four four Magnum"), ("the 22nd inst.", "the twenty-second inst."),
    ("a 512B block", "a five twelve B block"), ("flags 0b101", "flags zero b one oh one"),
    ("λ and 23/8", "λ and twenty-three eighths"),
    ("Ctrl+C", "Ctrl plus C"), ("$ make", "Dollars make"), ("#l", "Hashtag l"),
  ])
  func ruleSet1_1KeepsItsWords(_ text: String, _ spoken: String) {
    #expect(said(text, "en-US", .v1_1) == spoken)
  }

  @Test func rowsOfPronounsInRuleSet1_1() {
    #expect(said("wenn er/sie/es geht", "de", .v1_1) == "wenn er oder sie, es geht")
  }
}

extension SecondEditionWordsTests {
  static let oldMoney: [Row] = [
    ("en", "He paid 7s. 6d. for it.", "He paid seven shillings and sixpence for it."),
    ("en", "It was £2 10s. in all.", "It was two pounds ten shillings in all."),
    ("en", "£2 10s. 6d. a week", "Two pounds ten shillings and sixpence a week"),
    ("en", "£4 12s. 9½d.", "Four pounds twelve shillings and ninepence halfpenny."),
    ("en", "£88 10s., he said", "Eighty-eight pounds ten shillings, he said"),
    (
      "en", "Rooms 8s., lunch 2s. 6d., glass of sherry, 8d.",
      "Rooms eight shillings, lunch two shillings and sixpence, glass of sherry, eightpence."
    ),
    ("en", "It cost 12s.", "It cost twelve shillings."),
    ("en", "a 6d. novel", "a sixpenny novel"),
    ("en", "a loan of £5 5s.", "a loan of five pounds five shillings."),
    ("en", "£ s. d.", "Pounds, shillings, pence."),
    ("en", "the 20s. He", "the twenties. He"),
    ("en", "two 5s.", "two fives."),
    ("en", "September 2d, 1864", "September second, eighteen sixty-four"),
    ("en", "She is in her 40s.", "She is in her forties."),
  ]

  static let durations: [Row] = [
    ("en", "1m 26.4s", "One minute twenty-six point four seconds"),
    ("en", "43m 49.7s", "Forty-three minutes forty-nine point seven seconds"),
    ("en", "8h 45min 57s", "Eight hours forty-five minutes fifty-seven seconds"),
    ("en", "1h30m", "One hour thirty minutes"),
    ("en", "2h 5m", "Two hours five minutes"),
    ("en", "4m 23s", "Four minutes twenty-three seconds"),
    ("en", "It took 5s.", "It took five seconds."),
    ("en", "a 5s delay", "a five second delay"),
    ("en", "1m 80cm", "One meter eighty centimeters"),
    ("en", "100 m in 10 s", "One hundred meters in ten seconds"),
    ("en", "5m wide", "Five meters wide"),
    ("de", "1h 30min", "Eine Stunde dreißig Minuten"),
    ("de", "8 Std. 45 Min.", "Acht Stunden fünfundvierzig Minuten."),
    ("fr", "1m 26,4s", "Une minute vingt-six virgule quatre secondes"),
    ("fr", "21h00. Cannes", "Vingt et une heures. Cannes"),
    ("es", "1m 26,4s", "Un minuto veintiséis coma cuatro segundos"),
  ]

  static let magnitudes: [Row] = [
    ("en", "150M active users", "One hundred fifty million active users"),
    ("en", "40M visitors", "Forty million visitors"),
    ("en", "1.5B people", "One point five billion people"),
    ("en", "10K followers", "Ten thousand followers"),
    ("en", "a 10K run", "a ten K run"),
    ("en", "5M+ users", "Five million plus users"),
    ("en", "1.2m people", "One point two million people"),
    ("en", "2m ropes", "Two meter ropes"),
    ("en", "a 60s song and a 60s timeout", "a sixties song and a sixty second timeout"),
    ("en", "1d 2h", "One day two hours"),
    ("en", "$5--$10", "Five to ten dollars"),
    ("en", "the 100M sprint", "the one hundred M sprint"),
    ("en", "room 40M", "room forty M"),
    ("en", "1000:1", "One thousand to one"),
    ("en", "ISO 9001:2015", "I.S.O nine thousand one:twenty fifteen"),
    ("fr", "150 M d'utilisateurs", "Cent cinquante millions d'utilisateurs"),
    ("es", "150 M de usuarios", "Ciento cincuenta millones de usuarios"),
  ]

  static let rates: [Row] = [
    ("en", "22 MB/S", "Twenty-two megabytes per second"),
    ("en", "100 req/s", "One hundred req per second"),
    ("en", "9.8 m/s²", "Nine point eight meters per second squared"),
    ("en", "in m²", "in square meters"),
    ("en", "price per m²", "price per square meter"),
    ("en", "m² of carpet", "Square meters of carpet"),
    ("en", "E = m² + 3", "E equals m squared plus three"),
    ("en", "a narrow 10 m passage", "a narrow ten meter passage"),
    ("en", "two 5 kg bags", "two five kilogram bags"),
    ("en", "A 9mm.", "A nine millimeter."),
    ("en", "draws a 9mm from", "draws a nine millimeter from"),
    ("en", "the 9mm at Ann", "the nine millimeter at Ann"),
    ("en", "the 9mm of rain", "the nine millimeters of rain"),
    ("en", "30TB data", "Thirty terabytes data"),
    ("en", "34 V. The Denunciation", "Thirty-four V. The Denunciation"),
    ("en", "It needs 12 V. The battery is dead.", "It needs twelve volts. The battery is dead."),
    ("en", "¾ cup sugar", "Three quarters of a cup sugar"),
    ("fr", "prix au m²", "prix au mètre carré"),
    ("fr", "¾ tasse", "Trois quarts de tasse"),
    ("es", "por m²", "por metro cuadrado"),
    ("es", "1 ½ tazas", "Una taza y media"),
  ]

  static let houses: [Row] = [
    ("en", "221b Baker Street", "Two twenty-one B Baker Street"),
    ("en", "at 341 Abrams Street", "at three forty-one Abrams Street"),
    ("en", "350 W 5th St.", "Three fifty West fifth Street."),
    ("en", "5 Downing Street", "Five Downing Street"),
    ("en", "Apt. 3-B", "Apartment three-B"),
    ("en", "341 ABRAMS", "Three forty-one abrams"),
    ("en", "300 SPARTANS", "Three hundred spartans"),
    ("en", "take the 405", "take the four oh five"),
    ("en", "They live up 341 Abrams.", "They live up three forty-one Abrams."),
    ("en", "at 2407 Washington", "at twenty-four oh seven Washington"),
    ("en", "AT 341 DEGREES", "At three hundred forty-one degrees"),
    ("en", "I'll take 105 east and up La Brea.", "I'll take one oh five east and up La Brea."),
    ("en", "the 105 west", "the one oh five west"),
    ("en", "southbound 110", "southbound one ten"),
    ("en", "the 405 freeway", "the four oh five freeway"),
    ("en", "He saw 105 east of here.", "He saw one hundred five east of here."),
    ("en", "He did a 180.", "He did a one eighty."),
    ("en", "The 212 were killed.", "The two hundred twelve were killed."),
    ("en", "a 1979 Trans-Am", "a nineteen seventy-nine Trans-Am"),
    ("en", "a 150 or so", "a one hundred fifty or so"),
    ("en", "HTTP 503", "HTTP five oh three"),
    ("en", "rooms 101-105", "rooms one oh one to one oh five"),
    ("en", "401(k)", "Four oh one K"),
    ("en", "a .44 Magnum", "a forty-four Magnum"),
    ("en", "a .59 caliber ball", "a fifty-nine caliber ball"),
    ("en", "I owe $5 dollars.", "I owe five dollars."),
    ("en", "a .38", "a thirty-eight"),
    ("en", "a big .45 out there", "a big forty-five out there"),
    ("en", "takes Ann's .357 and runs", "takes Ann's three fifty-seven and runs"),
    ("en", "the Wall St. Journal", "the Wall Street Journal"),
    ("en", "That's the Colt .25, sir", "That's the Colt twenty-five, sir"),
    ("en", "Get the nickel-plated .38", "Get the nickel-plated thirty-eight"),
    ("en", "He draws a snub-nosed .38 from it.", "He draws a snub-nosed thirty-eight from it."),
    ("en", "She raises her pearl-handled .45.", "She raises her pearl-handled forty-five."),
    ("en", "I live at Park Ave after all", "I live at Park Avenue after all"),
    ("en", "a big .45 increase", "a big point four five increase"),
    ("en", "a small .25 of it", "a small point two five of it"),
    ("en", "a .50 cal.", "a fifty caliber."),
    ("en", "two .45s", "two forty-fives"),
    ("en", "batting .300", "batting point three zero zero"),
    ("en", "a .5 chance", "a point five chance"),
    (
      "en", "1609 hours through 2400 hours",
      "Sixteen oh nine hours through twenty-four hundred hours"
    ),
    ("en", "1430 hours.", "Fourteen thirty hours."),
    ("en", "It took 1200 hours to build.", "It took one thousand two hundred hours to build."),
  ]

  static let files: [Row] = [
    ("en", "Name it 123456.wav.", "Name it one two three four five six dot wav."),
    (
      "en", "01.mp3, 21.md, 2024.csv",
      "Oh one dot MP three, twenty-one dot MD, two oh two four dot CSV"
    ),
    ("de", "die Datei 100.rss", "die Datei eins null null Punkt RSS"),
    ("en", "It was 5.Then", "It was five.Then"),
    ("en", "press [PAGE>] or [<PAGE]", "press page or page"),
    ("en", "16 Khz, 8Khz and 5 mhz", "Sixteen kilohertz, eight kilohertz and five megahertz"),
    ("en", "Bits / Sample: 16, bytes/frame", "Bits per Sample: sixteen, bytes per frame"),
    ("en", "bits / bytes", "bits, bytes"),
    ("es", "p = 1 - (x-min)/(max-min)", "p igual a uno menos (x menos min), sobre(max menos min)"),
    ("en", "the (pre-war)/(post-war) years", "the (pre-war),(post-war) years"),
    ("en", "the CxP matrix, DxO and XxY", "the C by P matrix, DxO and XxY"),
    ("en", "avg_cost, quickly (adv), AVG", "Average cost, quickly (adverb), Avg"),
    ("en", "subject -> verb -> object", "subject, verb, object"),
    ("en", "Perception ++2, Stealth ++5", "Perception plus two, Stealth plus five"),
    ("en", "2 - 2.5 hours, 5.5 - 2", "Two to two point five hours, five point five, two"),
    ("de", "2 - 2,5 Stunden", "Zwei bis zwei Komma fünf Stunden"),
    ("de", "der/die eine, der/die/das", "der oder die eine, der, die, das"),
    ("de", "Karten etc. Jede Seite", "Karten et cetera. Jede Seite"),
    ("de", "Karten etc. Berlins Seite", "Karten et cetera Berlins Seite"),
  ]

  static let dates: [Row] = [
    ("en", "file 20261127", "file November twenty-seventh, twenty twenty-six"),
    ("en", "20261345", "Twenty million two hundred sixty-one thousand three hundred forty-five"),
    ("en", "The Battle of Hastings, 1066.", "The Battle of Hastings, ten sixty-six."),
    ("en", "About 1869 or 1870", "About eighteen sixty-nine or eighteen seventy"),
    ("en", "About 1869 people came.", "About one thousand eight hundred sixty-nine people came."),
    ("en", "pages 05-09", "pages oh five to oh nine"),
    ("en", "see Figure 1-2 and Table 4-10", "see Figure one dash two and Table four dash ten"),
    ("en", "Figures 1-2", "Figures one to two"),
    ("de", "siehe Abbildung 1-2", "siehe Abbildung eins zwei"),
    ("en", "2010--2014, pages 5--7", "Twenty ten to twenty fourteen, pages five to seven"),
    ("en", "Wait--5--no", "Wait, five, no"),
    ("en", "paragraph 1.F.3, this", "paragraph one F three, this"),
    ("en", "It took 2:41:07.5.", "It took two forty-one oh seven point five."),
    ("en", "CA 90210-1234", "C.A nine oh two one oh, one two three four"),
    ("en", "64-6221541", "Six four, six two two one five four one"),
    ("en", "2026-11-27T10:30:00", "November twenty-seventh, twenty twenty-six ten thirty oh oh"),
    ("de", "4.2.0.", "Vier Punkt zwei Punkt null."),
    ("de", "4.2.0.1", "Vier Punkt zwei Punkt null Punkt eins"),
    ("de", "siehe 3.1.10.", "siehe drei Punkt eins Punkt zehn."),
    ("de", "am 3.1.10", "am dritten Januar zweitausendzehn"),
    ("de", "03.01.10", "Dritter Januar zweitausendzehn"),
    ("de", "Am 4.2. kam er.", "Am vierten Februar kam er."),
    ("de", "3. Einen Fehler melden", "Drei. Einen Fehler melden"),
    ("de", "1. Einführung", "Eins. Einführung"),
    ("de", "3. Kapitel", "Drittes Kapitel"),
    ("de", "Im 3. Stock", "Im dritten Stock"),
    ("de", "die 1.-Mai-Feier", "die Erster-Mai-Feier"),
    ("de", "PLZ 10115 Berlin", "PLZ eins null eins eins fünf Berlin"),
    ("fr", "voir 3.1.10.", "voir trois point un point dix."),
    ("fr", "le 3.1.10", "le trois janvier deux mille dix"),
    ("es", "3.1.13.", "Tres punto uno punto trece."),
    ("es", "el 3.1.10", "el tres de enero de dos mil diez"),
    ("es", "5,000 personas", "Cinco mil personas"),
    ("es", "Kilos: 5,250", "Kilos: cinco coma doscientos cincuenta"),
  ]

  static let binaries: [Row] = [
    ("en", "the value 1001 0010 is", "the value one oh oh one oh oh one oh is"),
    ("en", "so 1011101 is", "so one oh one one one oh one is"),
    ("en", "1000 people", "One thousand people"), ("en", "10000000 men", "Ten million men"),
    ("de", "der Wert 1001 0010", "der Wert eins null null eins null null eins null"),
    ("en", "an A+ in math", "an A-plus in math"),
    ("en", "Using a filter (*)", "Using a filter"),
  ]

  static let identifiers: [Row] = [
    ("en", "00:1A:2B:3C:4D:5E", "Zero zero, one A, two B, three C, four D, five E"),
    (
      "en", "202611271530 and 20261127T153045Z",
      "November twenty-seventh, twenty twenty-six, fifteen thirty and November twenty-seventh, "
        + "twenty twenty-six, fifteen thirty forty-five Z"
    ),
    ("en", "K_b → 4, (→ 2), see → 3", "K b to four, (to two), see, three"),
    ("en", "1/c_max and f_b/f_d", "One over c max and f b over f d"),
    ("en", "√(x)", "The square root of(x)"),
    (
      "en", "cdf(19) - cdf(9), 1 - f(2), Step 1 - f(2)",
      "cdf(nineteen) minus cdf(nine), one minus f(two), Step one, f(two)"
    ),
    ("en", "(1-u)^2, (1-a)", "(One minus u) squared, (one-a)"), ("en", "O(n*m)", "O(n times m)"),
    ("en", "Tags: # And", "Tags: And"),
    ("en", "Ctrl+- and Ctrl+/", "Control minus and control slash"),
    ("en", "R3.2 A key is", "R three point two A key is"), ("en", "II. Errors", "Two. Errors"),
    ("en", "an EM wave, a DOE", "an E.M wave, a D.O.E"),
    ("en", "the AD GUI of it", "the A.D GUI of it"), ("en", "an ISC-B", "an I.S.C-B"),
    ("en", "an MR image", "an MR image"), ("en", "an AIAA", "an A.I.A.A"),
    ("en", "a 30d default, 3d", "a thirty day default, three d"),
    ("en", "30d, 6d", "Thirty days, six d"),
    ("en", "commit 8f3e2d1", "commit eight F three E, two D one"),
    ("en", "the 1980s facade", "the nineteen eighties facade"),
    ("en", "10.0.0.1:8080", "One zero dot zero dot zero dot one port eighty eighty"),
    ("en", "192.0.2.0/24", "One nine two dot zero dot two dot zero slash twenty-four"),
    (
      "es", "192.168.0.0 - 192.168.255.255",
      "Ciento noventa y dos punto ciento sesenta y ocho punto cero punto cero a ciento noventa y dos punto ciento sesenta y ocho punto doscientos cincuenta y cinco punto doscientos cincuenta y cinco"
    ),
    (
      "es", "la red .64/26 o /24",
      "la red punto sesenta y cuatro barra veintiséis o barra veinticuatro"
    ),
    ("en", "so 8.8.8.8 is", "so eight dot eight dot eight dot eight is"),
    ("en", "2001:db8::/32", "Two zero zero one, D B eight slash thirty-two"),
    (
      "en", "ISBN 978-3-16-148410-0.",
      "I.S.B.N nine seven eight, three, one six, one four eight four one zero, zero."
    ),
    ("en", "ISBN: 0 19 853453 X", "I.S.B.N: zero, one nine, eight five three four five three, X"),
    ("en", "ISBN 12 books", "I.S.B.N twelve books"),
    ("en", "the maker 00:1A:2B", "the maker zero zero, one A, two B"),
    ("en", "at 10:30:15", "at ten thirty fifteen"),
    ("en", "value 0x1F", "value zero X one F"),
    ("en", "802.11ac", "Eight oh two dot eleven A C"),
    ("en", "CO₂-neutral", "C.O two-neutral"),
    ("de", "CO₂-Daten", "C.O zwei-Daten"),
    ("en", "ISO 8601", "I.S.O eighty-six oh one"),
    ("de", "ISO 28560-1", "I.S.O achtundzwanzigtausendfünfhundertsechzig eins"),
    ("de", "der Wert (1/0)", "der Wert (eins oder null)"),
    ("de", "ein*e Autor*in", "ein oder eine Autor in"),
    (
      "es", "16,777,216 direcciones",
      "Dieciséis millones setecientas setenta y siete mil doscientas dieciséis direcciones"
    ),
    ("es", "un CD. Con esa", "un CD. Con esa"),
    ("es", "un hilo (ej: el cable)", "un hilo (ejemplo: el cable)"),
    ("en", "in ~/notes", "in tilde slash notes"),
    ("en", "1.2.3-beta.4", "One point two point three beta four"),
    ("en", "Press Ctrl+C", "Press control C"),
    ("en", "Press Ctrl + C", "Press control C"),
    ("en", "Ctrl-Alt-Del", "Control alt delete"),
    ("en", "Cmd+Shift+4", "Command shift four"),
    ("en", "the alt-right", "the alt-right"),
    ("en", "H2SO4", "H two S O four"), ("en", "MgSO4", "M.G.S.O four"),
    ("en", "C6H12O6", "C six H twelve O six"),
    ("en", "R2-D2", "R two-D two"),
    ("en", "Nf3 Nc6", "Knight F three knight C six"),
    ("en", "Qxd5+", "Queen takes D five check"),
    ("en", "Room B5", "Room B five"),
    ("en", "X.509", "X five oh nine"),
    ("de", "Strg+C", "Steuerung C"),
    ("fr", "Ctrl+Maj+T", "Contrôle majuscule T"),
  ]

  /// Sentences of prose that signs and abbreviations of documents must leave alone.
  static let prose: [Row] = [
    ("en", "In chapter iii begins", "In chapter three begins"),
    ("en", "pp. xii and xiii", "Pages twelve and thirteen"),
    ("es", "todxs los amigxs", "Todos y todas los amigos y amigas"),
    ("fr", "le tome viii contient", "le tome huit contient"),
    ("de", "So 3:2 endete das Spiel", "So drei zu zwei endete das Spiel"),
    ("es", "MI PLAN ES IRME", "Mi plan es irme"),
    ("en", "exercise 20-30 minutes a day", "exercise twenty to thirty minutes a day"),
    ("en", "500 - 2000 dollars", "Five hundred to two thousand dollars"),
    ("en", "Quality > quantity.", "Quality greater than quantity."),
    ("en", "3 × 3 equals nine", "Three times three equals nine"),
    ("en", "a 3/8 bit", "a three eighths bit"),
    ("fr", "son nouvel ex. Il était", "son nouvel ex. Il était"),
    ("fr", "1 société", "Une société"), ("es", "D. Evaristo se levantó", "Don Evaristo se levantó"),
  ]

  static let masks: [Row] = [
    ("en", "A RESTful service", "A Restful service"),
    ("en", "1.2.Results", "One point two. Results"),
    ("es", "1.Definición de restricciones", "Uno. Definición de restricciones"),
    (
      "en", "It is (re-)opened with \"-s\" or “--all”. \"-- and so",
      "It is (re)opened with \"dash s\" or “all”. \", and so"
    ),
    ("en", "What the f**k", "What the F"),
    ("en", "f*** off", "F off"),
    ("en", "Sh*t happens", "S happens"),
    ("en", "a b---h", "a B"),
    ("en", "D—n it", "D it"),
    ("en", "G-d knows", "G-d knows"),
    ("en", "I—it was", "I, it was"),
    ("en", "foo**bar baz", "foobar baz"),
    ("en", "x**2", "xtwo"),
    ("en", "$ apt-get update", "apt-get update"),
    ("en", "in $ or €", "in dollars or euros"),
    ("en", "the $ sign", "the dollar sign"),
    ("en", "BLACK DUDE #l", "Black dude number one"),
    ("en", "#MeToo", "Hashtag Me Too"),
    ("en", "B/c I said so", "Because I said so"),
    ("en", "W/e dude", "Whatever dude"),
    ("es", "$ apt-get update", "apt-get update"),
    ("de", "Use tabs. → besser so", "Use tabs. besser so"),
    ("de", "die MS Word Datei", "die MS Word Datei"), ("en", "MS Office opens", "MS Office opens"),
    ("en", "MS Jones opens", "Ms Jones opens"),
    ("en", "an MP4 1080p file", "an MP four, ten eighty p file"),
    ("en", "an MP4 of 2 MB", "an MP four of two megabytes"),
    ("es", "una pantalla 1x.", "una pantalla uno x."),
    ("es", "Va 2x más rápido", "Va dos veces más rápido"),
    ("en", "a 2x display", "a two x display"),
    ("es", "Super + Shift + O", "Súper mayúsculas O"), ("fr", "Super+Space", "Super espace"),
    ("es", "Shift + barra", "Mayúsculas barra"), ("fr", "Ver de terre", "Ver de terre"),
    ("de", "3. Generation: Röhren", "Dritte Generation: Röhren"),
    ("de", "die Datei id_rsa.pub", "die Datei id Unterstrich rsa Punkt pub"),
    ("de", "Mentor/innen", "Mentor innen"),
    ("de", "Mentor*innen", "Mentor innen"),
    ("de", "Teilnehmer:innen", "Teilnehmer innen"),
    ("de", "jede/r", "jede oder jeder"),
    ("de", "und/oder", "und oder"),
  ]

  static let abbreviations: [Row] = [
    ("en", "Melan Dr. S.", "Melan Drive S."),
    ("en", "E.g: this", "For example: this"), ("en", "oak (lit. hard)", "oak (literally hard)"),
    ("en", "even iff odd, y s.t. z", "even if and only if odd, y such that z"),
    ("en", "S.T. Cole", "S.T. Cole"),
    ("en", "Mr. Neville St.—Oh, come", "Mister Neville Saint, Oh, come"),
    ("en", "Main St.—he left", "Main Street, he left"),
    ("en", "Now for the ‘Eg.’", "Now for the ‘Eg.’"),
    ("en", "Say ‘i.e.’", "Say ‘i.e.’"), ("en", "E.g. is short for", "E.g. is short for"),
    ("en", "here e.g. means “for”", "here e.g. means “for”"),
    ("en", "e.g. means of transport", "For example means of transport"),
    ("en", "E.g., i.e., no.", "E.g., i.e., no."),
    ("en", "He?/Me.", "He? Me."), ("en", "Ann!/Oh no.", "Ann! Oh no."),
    ("en", "the 22nd inst.", "the twenty-second instant."),
    ("en", "inst. is a word", "inst. is a word"),
    ("en", "Fed. R. Civ. P. 12", "Fed. R. Civ. P. Twelve"),
    ("en", "Henry V. Poor", "Henry V. Poor"),
    ("en", "Henry V. Then he left.", "Henry the fifth. Then he left."),
    ("en", "Sec. B", "Sec. B"), ("en", "in $100 bills", "in one hundred dollar bills"),
    ("en", "Gen. G. Bell", "General G. Bell"),
    ("en", "Wait a sec. I know him.", "Wait a sec. I know him."),
    ("en", "one more rep. He fell.", "one more rep. He fell."),
    ("en", "The dog sat. Then it ran.", "The dog sat. Then it ran."),
    ("en", "on Mar. 5", "on March fifth"), ("en", "at 4.00 a.m.", "at four A.M."),
    ("en", "Why eg: a request, ie from things", "Why for example: a request, that is from things"),
    ("en", "the EG team, IE 6", "the E.G team, I.E six"),
    ("en", "No Sgt, you should", "No Sergeant, you should"),
    ("en", "MIAMI, FL", "Miami, Florida"), ("en", "Salem, VA", "Salem, Virginia"),
    ("en", "in Austin, TX 78701", "in Austin, Texas seven eight seven oh one"),
    ("en", "Ocean Ave, South Beach", "Ocean Avenue, South Beach"),
    ("en", "Hail Ave Maria", "Hail Ave Maria"), ("en", "Utah 84101", "Utah eight four one oh one"),
    ("en", "Uncle Arthur I, uh, wait", "Uncle Arthur I, uh, wait"),
    ("en", "INT. KITCHEN", "Interior Kitchen"),
    ("en", "INT. Value: 12", "Int. Value: twelve"),
    ("fr", "seul·e et amené⋅e⋅s", "Seule et amenées"),
    ("fr", "article L. 311-5", "article L trois cent onze tiret cinq"),
    ("fr", "l'art. 5, al. 2", "L'article cinq, alinéa deux"),
    ("fr", "Chap. IV", "Chapitre quatre"),
    ("fr", "Il a pris le vol. 3 personnes restent.", "Il a pris le vol. Trois personnes restent."),
    ("es", "núm. 3 y pág. 4", "Número tres y página cuatro"),
    ("es", "I+D. No tiene", "I más D. No tiene"),
    ("es", "siglo VII a.de C.", "siglo siete antes de Cristo."),
    ("es", "sec. 4.2", "Sección cuatro punto dos"),
    ("de", "Nr. IV", "Nummer vier"),
    ("de", "Abschn. 4.2", "Abschnitt vier Punkt zwei"),
    ("de", "§ 5 Abs. 2 S. 1", "Paragraf fünf Absatz zwei Satz eins"),
    ("de", "S. 12 ff.", "Seite zwölf folgende."),
  ]

  static let references: [Row] = [
    ("en", "1 Cor. 13:4-8", "First Corinthians thirteen four to eight"),
    ("en", "Gen. 1:1", "Genesis one one"),
    ("en", "Gen. Lee", "General Lee"),
    ("en", "2 Samuel 7:12", "Second Samuel seven twelve"),
    ("en", "Ps. 23", "Psalm twenty-three"),
    ("en", "Dan 7:30 pm", "Dan seven thirty PM"),
    ("en", "Rameses II", "Rameses the second"),
    ("de", "Joh 3,16", "Johannes drei sechzehn"),
    ("de", "1. Korinther 13,4", "Erster Korinther dreizehn vier"),
    ("fr", "Jn 3,16", "Jean trois seize"),
    ("fr", "1 Co 13,4", "Première Corinthiens treize quatre"),
    ("es", "1 Cor 13,4-8", "Primera Corintios trece cuatro a ocho"),
    ("es", "Sal 2,5", "Sal dos coma cinco"),
  ]
}

extension SecondEditionWordsTests {
  static let names: [Row] = [
    ("en", "Use [VS Code] now.", "Use V.S Code now."),
    ("fr", "dans VS Code ici", "dans V.S Code ici"),
    ("en", "RED VS BLUE", "Red versus blue"), ("en", "cats vs. Dogs", "cats versus Dogs"),
    ("en", "ANNIE: Max...?", "Annie: Max?"), ("en", "Max. 5 people", "Maximum five people"),
    ("en", "at max. speed", "at maximum speed"),
    ("en", "82J  MAX", "Eighty-two J Max"), ("en", "82J of heat", "Eighty-two joules of heat"),
    ("en", "Mr. .45 here", "Mister Forty-five here"),
    ("en", "The .45 slips", "The forty-five slips"),
    ("en", "the .45 percent", "the point four five percent"),
    ("en", "a .22 average", "a point two two average"),
    ("de", "vom 08.01. – 31.12.", "vom achten Januar bis einunddreißigsten Dezember."),
    ("de", "SPARQL 1.1. Query", "Sparql eins Punkt eins. Query"),
    ("de", "am 1.1. beginnt", "am ersten Januar beginnt"),
    ("fr", "à 14 h CET", "à quatorze heures C.E.T"), ("fr", "CET homme", "Cet homme"),
    ("de", "die IETF hat", "die I.E.T.F hat"), ("en", "the KMA office", "the K.M.A office"),
    ("en", "INT. LAX - DAY", "Interior L.A.X, day"), ("en", "KUNG FU", "Kung fu"),
    ("en", "grab the AX", "grab the Ax"),
  ]

  static let computing: [Row] = [
    ("en", "a block of 512B here", "a block of five hundred twelve bytes here"),
    ("en", "221B Baker Street", "Two twenty-one B Baker Street"),
    ("en", "the 32B model", "the thirty-two B model"),
    ("en", "16 MiB at 10 Mbit/s", "Sixteen mebibytes at ten megabits per second"),
    ("de", "4KiB, 512B", "Vier Kibibyte, fünfhundertzwölf Byte"),
    ("fr", "4 KiB, 16 Mio", "Quatre kibioctets, seize mébioctets"),
    ("es", "4KiB, 512B", "Cuatro kibibytes, quinientos doce bytes"),
    ("en", "flags 0b101 and 0o17", "flags zero B one zero one and zero O one seven"),
    ("en", "the bits 1011 and 0110", "the bits one oh one one and oh one one oh"),
    ("de", "die Maske 1011", "die Maske eins null eins eins"),
    ("en", "in 1011 he died", "in ten eleven he died"),
    ("en", "it had 23/8 here", "it had twenty-three over eight here"),
    ("en", "7/8 of them", "Seven eighths of them"), ("en", "7/2 inches", "Seven halves inches"),
    ("en", "at 12:99:99", "at twelve, ninety-nine, ninety-nine"),
    ("en", "mix 1:2:3", "mix one to two to three"),
    ("en", "at 12:59:59", "at twelve fifty-nine fifty-nine"),
    ("en", "10 kΩ and 4.7 µF", "Ten kiloohms and four point seven microfarads"),
    ("de", "5 µs, 10 kΩ", "Fünf Mikrosekunden, zehn Kiloohm"), ("fr", "5 µs", "Cinq microsecondes"),
    ("es", "5 µm", "Cinco micrómetros"), ("en", "at UTC-5", "at U.T.C minus five"),
    ("en", "the n-1 items, I-95", "the n minus one items, I-ninety-five"),
    ("en", "takes 2n-1 or 2n - 1 jumps", "takes two n minus one or two n minus one jumps"),
    ("en", "2k - 3, 5k-10 races, 2A-1", "Two k minus three, five k-ten races, two A-one"),
    ("en", "use YOLOv8, ResNetv2, IPv4, Nov2", "use YOLO v eight, ResNet v two, IPv four, Nov two"),
    ("es", "antes de ES6, UN24", "antes de E.S seis, U.N veinticuatro"),
    ("de", "das IM2 im DES3", "das I.M zwei im D.E.S drei"), ("fr", "l'ES6", "l'E.S six"),
    ("en", "NO2, IT3, IN1, CAT6", "N.O two, I.T three, in one, cat six"),
    ("de", "CC BY-SA, CC-BY-Lizenz", "CC B.Y-S.A, CC-B.Y-Lizenz"),
    ("es", "bajo CC BY", "bajo CC B.Y"),
    ("fr", "CC BY-NC 4.0", "CC B.Y-NC quatre point zéro"), ("en", "CC BY-SA", "CC by-S.A"),
    ("fr", "au XIXe s. et après", "au dix-neuvième siècle et après"),
    ("de", "neue Aufl. 2010", "neue Auflage zweitausendzehn"),
    ("en", "all ACKs here", "all Acks here"), ("en", "f(x) − g", "f(x) minus g"),
    ("en", "RN, RU, RD here", "RN, R.U, RD here"),
    ("en", "the /33 network", "the slash thirty-three network"),
    (
      "en", "1e-9 or 2.5e3",
      "One times ten to the power of minus nine or two point five times ten to the power of three"
    ),
    ("fr", "1e-9, 2e fois", "Un fois dix puissance moins neuf, deuxième fois"),
    ("en", "6.02×10^23", "Six point zero two times ten to the power of twenty-three"),
    ("en", "from X → Y", "from X to Y"), ("en", "London → Paris", "London, Paris"),
    ("en", "x ← y", "x, y"), ("en", "see →", "see"), ("de", "von 5 → 6", "von fünf nach sechs"),
    ("en", "λ and Δx, σ²", "Lambda and Delta x, sigma squared"), ("de", "über μ", "über my"),
    ("es", "con α", "con alfa"), ("en", "λόγος η λόγος", "λόγος η λόγος"),
    ("en", "returns an int. Then", "returns an int. Then"),
    ("en", "see eq. (4)", "see equation (four)"),
    ("en", "an AS sends the NAK", "an A.S sends the Nak"), ("en", "DO AS I SAY", "Do as I say"),
    ("en", "a mask of +200 hp", "a mask of plus two hundred hp"),
    ("en", "it heals 50 HP a turn", "it heals fifty HP a turn"),
    ("en", "an engine of 200 hp", "an engine of two hundred horsepower"),
    ("en", "the name red-k2p", "the name red-k two p"), ("en", "it costs 2p", "it costs two pence"),
    ("en", "6/7 tests pass", "Six out of seven tests pass"),
    ("en", "Scenarios: 8/10 minimum listed", "Scenarios: eight out of ten minimum listed"),
    ("en", "Questions: 0/0", "Questions: zero out of zero"),
    ("en", "Manual # CONNECT", "Manual connect"), ("en", "Press # TO quit", "Press pound to quit"),
    ("en", "Milk: 8/9", "Milk: eight ninths"),
    ("en", "my 2022 photos", "my twenty twenty-two photos"),
    ("en", "my 2022 dollars", "my two thousand twenty-two dollars"),
    ("en", "my 2,022 photos", "my two thousand twenty-two photos"),
    ("en", "the 2019 wildfires", "the twenty nineteen wildfires"),
    ("en", "3/4 cups", "Three quarters cups"),
    ("en", "the 2×2 mass matrix", "the two by two mass matrix"),
    ("en", "2 × 2 is four", "Two times two is four"),
    ("en", "in main.go:54:6", "in main dot go:fifty-four, six"),
    ("en", "Sum: 2*width", "Sum: two times width"),
    ("en", "a tile of 18×20mm", "a tile of eighteen by twenty millimeters"),
    ("en", "at 100 m resolution", "at one hundred meter resolution"),
    ("en", "Sprint: 2s (60s cooldown)", "Sprint: two seconds (sixty second cooldown)"),
    ("en", "O(n^(d+1))", "O(n to the power of(d plus one))"),
    ("en", "k = 1 - the first step", "k equals one, the first step"),
    ("en", "k = b - 1", "k equals b minus one"),
    ("en", "the form.tsx file", "the form dot TSX file"),
    ("en", "the groups SU(2) and SO(n)", "the groups S.U(two) and S.O(n)"),
    ("de", "das SYN und das ACK", "das Syn und das Ack"), ("en", "the SYN-ACK", "the syn-ack"),
  ]

  static let laws: [Row] = [
    ("fr", "article L.311-5 du code", "article L trois cent onze tiret cinq du code"),
    ("fr", "décret n°2018-12", "décret numéro deux mille dix-huit tiret douze"),
    ("fr", "N° RNA", "Numéro R.N.A"), ("fr", "le 2° de l'article", "le deuxièmement de l'article"),
    ("fr", "le 2° alinéa", "le deuxième alinéa"),
    ("fr", "Il fait 2° dehors.", "Il fait deux degrés dehors."),
    ("fr", "à 20° du sol", "à vingt degrés du sol"),
    ("es", "Decreto 117/2016", "Decreto ciento diecisiete de dos mil dieciséis"),
    ("es", "un (1) mes y/u otro", "un mes y u otro"),
    ("en", "three (3) days", "three days"), ("en", "twenty-five (25) men", "twenty-five men"),
    ("en", "three (4) days", "three (four) days"), ("en", "see (3) here", "see (three) here"),
    ("en", "the clock says 0:00", "the clock says zero"),
    ("en", "the O.C.A.S. men", "the O.C.A.S. men"),
    ("en", "the compo\u{2010} nents fail", "the components fail"),
    ("de", "A ∩ B", "A geschnitten mit B"),
  ]
}
