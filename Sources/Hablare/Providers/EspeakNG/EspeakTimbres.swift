/// The timbres of espeak's variants.
///
/// The timbres were measured with the voice en-us of espeak-ng 1.51, on the passage that measures the
/// level of voices. They are used for all languages, because the variant decides the timbre.
enum EspeakTimbres {
  /// Returns the timbre of a voice id; nil for whispers and for variants that were not measured.
  static func timbre(of voiceId: String) -> VoiceTimbre? {
    let parts = voiceId.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    return known[parts.count > 1 ? String(parts[1]) : plain]
  }

  /// The name in the table for a voice without a variant.
  private static let plain = "-"

  private static let known: [String: VoiceTimbre] = table.split(separator: ",").reduce(into: [:]) {
    known, entry in
    let fields = entry.split { $0.isWhitespace }
    guard fields.count == 3, let fundamental = Double(fields[1]), let centre = Double(fields[2])
    else { return }
    known[String(fields[0])] = VoiceTimbre(fundamental: fundamental, centre: centre)
  }

  /// For each variant, the median of the fundamental frequency and the centre of the power, in hertz.
  private static let table = """
    - 100 1179, adam 100 1109, Alex 104 1213, Alicia 248 1889, Andrea 242 1312, Andy 94 1021,
    anika 269 419, anikaRobot 272 394, Annie 240 1527, announcer 75 675, antonio 111 654,
    AnxiousAndy 103 1063, aunty 176 1250, belinda 225 1056, benjamin 100 1013, boris 100 1303,
    caleb 100 1086, croak 104 1271, david 73 1232, Demonic 111 2779, Denis 98 1075,
    Diogo 103 764, ed 122 1037, edward 98 688, edward2 100 1132, f1 178 1264, f2 190 1302,
    f3 206 1357, f4 175 1241, f5 200 1663, fast 100 1179, Gene 93 914, Gene2 113 932,
    grandma 197 1167, grandpa 107 1234, gustave 105 573, Henrique 106 686, Hugo 108 1000,
    iven 98 571, iven2 98 604, iven3 98 712, iven4 98 684, Jacky 110 500, john 103 1457,
    kaukovalta 99 1102, klatt 100 1086, klatt2 100 904, klatt3 99 994, klatt4 99 826,
    klatt5 98 722, klatt6 100 1086, Lee 94 954, linda 225 1502, m1 91 1117, m2 99 1386,
    m3 104 1349, m4 91 1317, m5 102 1239, m6 99 1108, m7 104 847, m8 84 932, marcelo 95 709,
    Marco 131 526, Mario 108 1001, max 100 1145, Michael 104 889, michel 103 647,
    miguel 108 557, Mike 88 1388, Nguyen 148 843, norbert 102 1139, pablo 114 1597,
    paul 84 759, pedro 103 1274, quincy 84 734, RicishayMax 101 1134, RicishayMax2 102 1002,
    RicishayMax3 103 1004, rob 108 1187, robert 97 1050, robosoft 73 848, robosoft2 107 1264,
    robosoft3 99 921, robosoft4 99 940, robosoft5 99 508, robosoft6 141 828, robosoft7 100 588,
    robosoft8 141 1063, sandro 97 1263, shelby 176 1888, steph 182 462, steph2 182 387,
    steph3 182 385, Storm 85 1537, travis 99 927, Tweaky 103 1339, UniRobot 134 984,
    victor 93 1298, zac 334 1635
    """
}
