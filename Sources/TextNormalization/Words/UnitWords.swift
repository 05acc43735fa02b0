/// The units of measurement that follow digits, in one language.
struct UnitWords: Sendable {
  var nouns: [String: Noun]
  /// The words that turn a unit of length into a unit of area (`square`) or of volume (`cubic`).
  var square: Affix
  var cubic: Affix

  /// The word that turns a unit into one of area or volume.
  enum Affix: Sendable {
    /// The word comes before the unit: "square mile". German "Quadratmeter" has no space.
    case before(String)
    /// The word comes after the unit: "metro cuadrado", "metros cuadrados"; feminine "milla cuadrada".
    case after(one: String, many: String)
  }

  func powered(_ noun: Noun, _ power: Int) -> Noun {
    switch power == 2 ? square : cubic {
    case .before(let word):
      let isGlued = !word.hasSuffix(" ")
      return Noun(
        word + (isGlued ? noun.one.lowercased() : noun.one),
        word + (isGlued ? noun.many.lowercased() : noun.many), noun.gender)
    case .after(let one, let many):
      func agreeing(_ word: String) -> String {
        guard noun.gender == .feminine else { return word }
        return word.replacing("ado", with: "ada").replacing("bico", with: "bica")
          .replacing("rré", with: "rrée").replacing("be", with: "be")
      }
      return Noun(
        noun.one + " " + agreeing(one), noun.many + " " + agreeing(many), noun.gender)
    }
  }

  static func of(_ language: Language) -> UnitWords {
    switch language {
    case .english(let isBritish): isBritish ? british : english
    case .spanish: spanish
    case .french: french
    case .german: german
    case .other: UnitWords(nouns: [:], square: .before(""), cubic: .before(""))
    }
  }

  private static let english = UnitWords(
    nouns: WordTable.nouns(englishNouns), square: .before("square "), cubic: .before("cubic "))

  private static let british: UnitWords = {
    var words = english
    for (key, noun) in words.nouns {
      words.nouns[key] = Noun(
        metric(noun.one), metric(noun.many), noun.gender)
    }
    return words
  }()

  private static func metric(_ word: String) -> String {
    word.replacing("meter", with: "metre").replacing("liter", with: "litre")
      .replacing("barometre", with: "barometer")
  }

  private static let englishNouns = """
    km KM Km kms = kilometer kilometers
    m mtr = meter meters
    cm CM = centimeter centimeters
    mm MM = millimeter millimeters
    µm μm = micrometer micrometers
    nm = nanometer nanometers
    mi = mile miles
    yd yds = yard yards
    ft FT Ft = foot feet
    in ins = inch inches
    ha = hectare hectares
    kg KG Kg kgs = kilogram kilograms
    g gm gms = gram grams
    mg = milligram milligrams
    µg μg mcg = microgram micrograms
    lb lbs LB LBS Lbs = pound pounds
    oz OZ = ounce ounces
    l L = liter liters
    ml mL = milliliter milliliters
    cl = centiliter centiliters
    gal gals = gallon gallons
    qt qts = quart quarts
    pt pts = point points
    tbsp Tbsp = tablespoon tablespoons
    tsp = teaspoon teaspoons
    mph MPH Mph = mile_per_hour miles_per_hour
    kph KPH kmh = kilometer_per_hour kilometers_per_hour
    mpg MPG = mile_per_gallon miles_per_gallon
    fps FPS = frame_per_second frames_per_second
    rpm RPM = revolution_per_minute revolutions_per_minute
    bpm BPM = beat_per_minute beats_per_minute
    dpi DPI = dot_per_inch dots_per_inch
    psi PSI = pound_per_square_inch pounds_per_square_inch
    hp HP = horsepower horsepower
    px = pixel pixels
    h hr hrs Hrs HRS = hour hours
    min mins MIN MINS Min = minute minutes
    s sec secs SEC SECS Sec = second seconds
    ms msec = millisecond milliseconds
    µs μs = microsecond microseconds
    ns = nanosecond nanoseconds
    yr yrs = year years
    mo mos = month months
    wk wks = week weeks
    Hz = hertz hertz
    kHz KHz = kilohertz kilohertz
    MHz Mhz = megahertz megahertz
    GHz Ghz = gigahertz gigahertz
    B = byte bytes
    kB KB Kb kb = kilobyte kilobytes
    KiB = kibibyte kibibytes
    MB Mb = megabyte megabytes
    MiB = mebibyte mebibytes
    GB Gb gb = gigabyte gigabytes
    GiB = gibibyte gibibytes
    TB = terabyte terabytes
    TiB = tebibyte tebibytes
    PB = petabyte petabytes
    kbps Kbps kbit/s kb/s = kilobit_per_second kilobits_per_second
    Mbps Mbit/s Mb/s mbps = megabit_per_second megabits_per_second
    Gbps Gbit/s = gigabit_per_second gigabits_per_second
    W = watt watts
    kW KW = kilowatt kilowatts
    MW = megawatt megawatts
    GW = gigawatt gigawatts
    kWh = kilowatt_hour kilowatt_hours
    V = volt volts
    kV = kilovolt kilovolts
    mV = millivolt millivolts
    mA = milliamp milliamps
    mAh = milliamp_hour milliamp_hours
    Ω = ohm ohms
    dB = decibel decibels
    J = joule joules
    kJ = kilojoule kilojoules
    N = newton newtons
    kPa = kilopascal kilopascals
    hPa = hectopascal hectopascals
    cal = calorie calories
    kcal = kilocalorie kilocalories
    sq_ft sqft = square_foot square_feet
    sq_mi = square_mile square_miles
    sq_m sqm = square_meter square_meters
    sq_km = square_kilometer square_kilometers
    sq_in = square_inch square_inches
    sq_yd = square_yard square_yards
    cu_ft = cubic_foot cubic_feet
    cc = cc cc
    fl_oz = fluid_ounce fluid_ounces
    ct = carat carats
    Mpx MP = megapixel megapixels
    """

  private static let spanish = UnitWords(
    nouns: WordTable.nouns(
      """
      km Km KM = kilómetro kilómetros
      m mts = metro metros
      cm = centímetro centímetros
      mm = milímetro milímetros
      mi = f milla millas
      ha = f hectárea hectáreas
      kg Kg KG kgs = kilo kilos
      g gr grs = gramo gramos
      mg = miligramo miligramos
      t = f tonelada toneladas
      lb lbs = f libra libras
      oz = f onza onzas
      l L = litro litros
      ml mL = mililitro mililitros
      cl = centilitro centilitros
      h hs hrs = f hora horas
      min = minuto minutos
      s seg = segundo segundos
      ms = milisegundo milisegundos
      Hz = hercio hercios
      kHz = kilohercio kilohercios
      MHz = megahercio megahercios
      GHz = gigahercio gigahercios
      kB KB = kilobyte kilobytes
      MB = megabyte megabytes
      GB = gigabyte gigabytes
      TB = terabyte terabytes
      Mbps = megabit_por_segundo megabits_por_segundo
      mph = f milla_por_hora millas_por_hora
      rpm = f revolución_por_minuto revoluciones_por_minuto
      W = vatio vatios
      kW = kilovatio kilovatios
      MW = megavatio megavatios
      kWh = kilovatio_hora kilovatios_hora
      V = voltio voltios
      mA = miliamperio miliamperios
      dB = decibelio decibelios
      cal = f caloría calorías
      kcal = f kilocaloría kilocalorías
      cv CV = caballo caballos
      px = píxel píxeles
      """), square: .after(one: "cuadrado", many: "cuadrados"),
    cubic: .after(one: "cúbico", many: "cúbicos"))

  private static let french = UnitWords(
    nouns: WordTable.nouns(
      """
      km Km KM = kilomètre kilomètres
      m = mètre mètres
      cm = centimètre centimètres
      mm = millimètre millimètres
      mi = mile miles
      ha = hectare hectares
      kg Kg KG = kilo kilos
      g gr = gramme grammes
      mg = milligramme milligrammes
      t = f tonne tonnes
      lb lbs = f livre livres
      oz = f once onces
      l L = litre litres
      ml mL = millilitre millilitres
      cl = centilitre centilitres
      h hr hrs = f heure heures
      j = jour jours
      min mn = f minute minutes
      s sec = f seconde secondes
      ms = f milliseconde millisecondes
      Hz = hertz hertz
      kHz = kilohertz kilohertz
      MHz = mégahertz mégahertz
      GHz = gigahertz gigahertz
      ko Ko = kilooctet kilooctets
      Mo = mégaoctet mégaoctets
      Go = gigaoctet gigaoctets
      To = téraoctet téraoctets
      kB KB = kilobyte kilobytes
      MB = mégabyte mégabytes
      GB = gigabyte gigabytes
      TB = térabyte térabytes
      mph = mile_par_heure miles_par_heure
      W = watt watts
      kW = kilowatt kilowatts
      MW = mégawatt mégawatts
      kWh = kilowattheure kilowattheures
      V = volt volts
      mA = milliampère milliampères
      dB = décibel décibels
      cal = f calorie calories
      kcal = f kilocalorie kilocalories
      ch CV = cheval chevaux
      px = pixel pixels
      """), square: .after(one: "carré", many: "carrés"),
    cubic: .after(one: "cube", many: "cubes"))

  private static let german = UnitWords(
    nouns: WordTable.nouns(
      """
      km Km KM = Kilometer
      m = Meter
      cm = Zentimeter
      mm = Millimeter
      mi = f Meile Meilen
      ha = n Hektar
      kg Kg KG = n Kilogramm
      g gr = n Gramm
      mg = n Milligramm
      t = f Tonne Tonnen
      Ztr = Zentner
      Pfd = n Pfund
      l L = Liter
      ml mL = Milliliter
      cl = Zentiliter
      h Std = f Stunde Stunden
      min Min = f Minute Minuten
      s sek Sek sec = f Sekunde Sekunden
      ms = f Millisekunde Millisekunden
      Hz = n Hertz
      kHz = n Kilohertz
      MHz = n Megahertz
      GHz = n Gigahertz
      kB KB = n Kilobyte
      MB = n Megabyte
      GB = n Gigabyte
      TB = n Terabyte
      mph = f Meile_pro_Stunde Meilen_pro_Stunde
      Mbit/s = n Megabit_pro_Sekunde
      W = n Watt
      kW = n Kilowatt
      MW = n Megawatt
      kWh = f Kilowattstunde Kilowattstunden
      V = n Volt
      mA = n Milliampere
      dB = n Dezibel
      cal = f Kalorie Kalorien
      kcal = f Kilokalorie Kilokalorien
      PS = n PS
      px = n Pixel
      qm = Quadratmeter
      qkm = Quadratkilometer
      """), square: .before("Quadrat"), cubic: .before("Kubik"))
}

/// A unit after an amount.
struct WrittenUnit: Sendable {
  struct Per: Sendable {
    var noun: Noun
    var tokens: Range<Int>
  }

  var noun: Noun
  var tokens: Range<Int>
  /// The unit after a slash: "h" in "km/h".
  var per: Per?
  var isPercent = false
  /// Whether the unit is joined to the number's word, as in "hundertprozentig".
  var isEnding = false
  /// Whether there is no space before the unit.
  var isGlued = false
  // "5-km run"
  var isHyphened = false

  var end: Int { per?.tokens.upperBound ?? tokens.upperBound }
}
