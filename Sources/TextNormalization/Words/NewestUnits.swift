extension UnitWords {
  /// Units whose letters are nothing else behind "in".
  static let bare: Set<String> = [
    "km", "cm", "mm", "nm", "kg", "mg", "ml", "mL", "ms", "ns", "Hz", "kHz", "MHz", "GHz", "kW",
    "MW",
    "kWh", "mV", "kV", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB",
  ]

  /// The units of computers and of electricity that the second edition adds.
  static func newest(_ language: Language) -> [String: Noun] {
    switch language {
    case .english: newEnglish
    case .german: newGerman
    case .french: newFrench
    case .spanish: newSpanish
    case .other: [:]
    }
  }

  /// The turns of a motor, which only "/min" and "/s" make sure: "1450 tr/min".
  static func turns(_ language: Language) -> [String: Noun] {
    let (words, noun): ([String], Noun) =
      switch language {
      case .english: (["r", "rev", "revs"], Noun("revolution", "revolutions"))
      case .german: (["U", "Umdr", "r"], Noun("Umdrehung", "Umdrehungen", .feminine))
      case .french: (["tr", "trs", "r", "rev"], Noun("tour", "tours"))
      case .spanish: (["r", "rev", "vueltas"], Noun("revolución", "revoluciones", .feminine))
      case .other: ([], Noun("", ""))
      }
    return Dictionary(uniqueKeysWithValues: words.map { ($0, noun) })
  }

  private static let newEnglish = WordTable.nouns(
    """
    kbit Kbit = kilobit kilobits
    Khz khz = kilohertz kilohertz
    mhz = megahertz megahertz
    ghz = gigahertz gigahertz
    Mbit = megabit megabits
    Gbit = gigabit gigabits
    Kibit = kibibit kibibits
    Mibit = mebibit mebibits
    kΩ = kiloohm kiloohms
    MΩ = megaohm megaohms
    µF μF = microfarad microfarads
    nF = nanofarad nanofarads
    pF = picofarad picofarads
    mH = millihenry millihenries
    mAh = milliamp_hour milliamp_hours
    hPa = hectopascal hectopascals
    PiB = pebibyte pebibytes
    MiBh = mebibyte_hour mebibyte_hours
    GiBh = gibibyte_hour gibibyte_hours
    TiBh = tebibyte_hour tebibyte_hours
    MBh = megabyte_hour megabyte_hours
    GBh = gigabyte_hour gigabyte_hours
    TBh = terabyte_hour terabyte_hours
    Nm = newton_meter newton_meters
    mmHg = millimeter_of_mercury millimeters_of_mercury
    coreh = core_hour core_hours
    nodeh = node_hour node_hours
    GPUh = GPU_hour GPU_hours
    CPUh = CPU_hour CPU_hours
    Nm = newton_meter newton_meters
    pcs = piece pieces
    ea = each each
    """)
  private static let newGerman = WordTable.nouns(
    """
    B Byte = n Byte
    Bit = n Bit
    kb Kb KByte kByte = n Kilobyte
    Mb MByte = n Megabyte
    Gb GByte = n Gigabyte
    fps FPS = n Bild_pro_Sekunde Bilder_pro_Sekunde
    rpm = f Umdrehung_pro_Minute Umdrehungen_pro_Minute
    Nm = Newtonmeter
    EL = Esslöffel
    TL = Teelöffel
    ct Ct = Cent
    kbit Kbit = n Kilobit
    Mbit = n Megabit
    Gbit = n Gigabit
    KiB = n Kibibyte
    MiB = n Mebibyte
    GiB = n Gibibyte
    TiB = n Tebibyte
    PiB = n Pebibyte
    µm μm = Mikrometer
    nm = Nanometer
    µs μs = f Mikrosekunde Mikrosekunden
    ns = f Nanosekunde Nanosekunden
    µg μg = n Mikrogramm
    mV = n Millivolt
    kV = n Kilovolt
    Ω = n Ohm
    kΩ = n Kiloohm
    MΩ = n Megaohm
    µF μF = n Mikrofarad
    nF = n Nanofarad
    mAh = f Milliamperestunde Milliamperestunden
    Ah = f Amperestunde Amperestunden
    Pa = n Pascal
    MBit = n Megabit
    GBit = n Gigabit
    hPa = n Hektopascal
    """)
  private static let newFrench = WordTable.nouns(
    """
    kbit Kbit = kilobit kilobits
    Mbit = mégabit mégabits
    Gbit = gigabit gigabits
    KiB Kio = kibioctet kibioctets
    MiB Mio = mébioctet mébioctets
    GiB Gio = gibioctet gibioctets
    TiB Tio = tébioctet tébioctets
    PiB Pio = pébioctet pébioctets
    µm μm = micromètre micromètres
    nm = nanomètre nanomètres
    µs μs = f microseconde microsecondes
    ns = f nanoseconde nanosecondes
    µg μg = microgramme microgrammes
    mV = millivolt millivolts
    kV = kilovolt kilovolts
    Ω = ohm ohms
    kΩ = kiloohm kiloohms
    MΩ = mégohm mégohms
    µF μF = microfarad microfarads
    nF = nanofarad nanofarads
    mAh = milliampère-heure milliampères-heures
    Ah = ampère-heure ampères-heures
    Pa = pascal pascals
    hPa = hectopascal hectopascals
    kbps Kbps = kilobit_par_seconde kilobits_par_seconde
    Mbps = mégabit_par_seconde mégabits_par_seconde
    Gbps = gigabit_par_seconde gigabits_par_seconde
    kb Kb = kilobyte kilobytes
    Mb = mégabyte mégabytes
    Gb = gigabyte gigabytes
    fps FPS = f image_par_seconde images_par_seconde
    rpm = tour_par_minute tours_par_minute
    Nm = newton_mètre newtons_mètres
    pt pts = point points
    dl = décilitre décilitres
    hl = hectolitre hectolitres
    càs CàS cs CS = f cuillère_à_soupe cuillères_à_soupe
    càc CàC = f cuillère_à_café cuillères_à_café
    """)
  private static let newSpanish = WordTable.nouns(
    """
    B = byte bytes
    kbit Kbit = kilobit kilobits
    Mbit = megabit megabits
    Gbit = gigabit gigabits
    KiB = kibibyte kibibytes
    MiB = mebibyte mebibytes
    GiB = gibibyte gibibytes
    TiB = tebibyte tebibytes
    PiB = pebibyte pebibytes
    µm μm = micrómetro micrómetros
    nm = nanómetro nanómetros
    µs μs = microsegundo microsegundos
    ns = nanosegundo nanosegundos
    µg μg = microgramo microgramos
    mV = milivoltio milivoltios
    kV = kilovoltio kilovoltios
    Ω = ohmio ohmios
    kΩ = kiloohmio kiloohmios
    MΩ = megaohmio megaohmios
    µF μF = microfaradio microfaradios
    nF = nanofaradio nanofaradios
    mAh = miliamperio_hora miliamperios_hora
    Ah = amperio_hora amperios_hora
    Pa = pascal pascales
    hPa = hectopascal hectopascales
    kbps Kbps = kilobit_por_segundo kilobits_por_segundo
    Gbps = gigabit_por_segundo gigabits_por_segundo
    kb Kb = kilobyte kilobytes
    Mb = megabyte megabytes
    Gb = gigabyte gigabytes
    fps FPS = fotograma_por_segundo fotogramas_por_segundo
    Nm = newton_metro newtons_metro
    dl = decilitro decilitros
    cc = centímetro_cúbico centímetros_cúbicos
    cda cdas = f cucharada cucharadas
    cdta cdtas cdita cditas = f cucharadita cucharaditas
    pt pts Pts pto ptos = punto puntos
    """)
}
