import Hablare

/// The manners of rule set 1.2: what directions in four languages change (Documentation/speech.md, "Delivery").
///
/// The words of a language are separated by commas. A phrase with `=` must be the whole direction.
enum Manner {
  /// How lyrics are spoken: slower, with a wider melody.
  static let sung = Delivery(rate: 0.86, pitch: 1, colour: VoiceColour(range: 1.2))

  /// Returns the table of a language.
  static func rows(_ language: String) -> DeliveryTable.Table {
    let known = ["en", "de", "fr", "es"].contains(language) ? language : "en"
    return (loud + quiet + moods + states + places).map { delivery, words in
      // Bytes are parted in a fraction of the time that characters need.
      let phrases = (words[known] ?? "").utf8.split(separator: UInt8(ascii: ","))
      return (phrases.map { String(Substring($0.drop { $0 == 0x20 })) }, delivery)
    }
  }

  typealias Rows = [(Delivery, [String: String])]

  static func manner(
    _ gain: Double = 0, rate: Double = 1, pitch: Double = 0, range: Double = 1,
    breath: Double = 0, rough: Double = 0, tremor: Double = 0, tilt: Double = 0, gasps: Bool? = nil
  ) -> Delivery {
    let colour = VoiceColour(
      range: range, breath: breath, roughness: rough, tremor: tremor, tilt: tilt, gasps: gasps)
    return Delivery(
      gain: gain, rate: rate, pitch: pitch, colour: colour == VoiceColour() ? nil : colour)
  }

  // MARK: Loud

  private static let loud: Rows = [
    (
      manner(3, rate: 1.05, pitch: 2.5, range: 1.35, tilt: 2.5),
      [
        "en": """
        shouting, shouts, shout, shouted, yelling, yells, yell, yelled, screaming, screams, scream, screamed, \
        bellowing, bellows, roaring, roars, hollering, hollers, at the top of his lungs, at the top of her lungs, \
        at the top of their lungs, booming, explodes, exploding, shrieking, shrieks, belting, bursts out
        """,
        "de": """
        schreiend, schreit, brüllend, brüllt, kreischend, kreischt, aus vollem hals, grölend, platzt heraus
        """,
        "fr": """
        criant, crie, en criant, hurlant, hurle, en hurlant, rugissant, rugit, à tue-tête, beuglant, explose
        """,
        "es": """
        gritando, grita, a gritos, chillando, chilla, vociferando, vocifera, rugiendo, a voz en grito, bramando, estalla
        """,
      ]
    ),
    (
      manner(2, rate: 1.02, pitch: 1.5, range: 1.2, tilt: 1.5),
      [
        "en": """
        calling, calls, calls out, calling out, calling over, calls after, calling after, loudly, louder, loud, \
        raising his voice, raising her voice, raises his voice, raises her voice, announcing, announces, hailing, \
        over the noise, above the noise, over the music, cheering, proclaiming, to the crowd, to everyone, \
        to the room, commanding, barking, barks
        """,
        "de": """
        rufend, ruft, laut, lauter, lautstark, ankündigend, verkündet, über den lärm, mit erhobener stimme, \
        befehlend, jubelnd, in die runde, in die menge
        """,
        "fr": """
        appelant, appelle, en appelant, fort, plus fort, à voix haute, annonçant, annonce, élevant la voix, \
        par-dessus le bruit, ordonnant, acclamant, à la cantonade, à la foule
        """,
        "es": """
        llamando, llama, en voz alta, más alto, fuerte, más fuerte, anunciando, anuncia, alzando la voz, \
        sobre el ruido, ordenando, vitoreando, a todos, a la multitud
        """,
      ]
    ),
    (
      manner(2.5, rate: 1.1, pitch: 1.2, range: 1.4, rough: 0.006, tilt: 2.5),
      [
        "en":
          "furious, furiously, enraged, raging, livid, seething, outraged, in a rage, ranting, fuming, blustering",
        "de": "wütend, zornig, rasend, außer sich, tobend, wutentbrannt, vor wut",
        "fr":
          "furieux, furieuse, furieusement, enragé, enragée, hors de lui, hors d'elle, rageant, fou de rage",
        "es":
          "furioso, furiosa, furiosamente, enfurecido, enfurecida, rabioso, rabiosa, fuera de sí, colérico",
      ]
    ),
    (
      manner(1.5, rate: 1.06, pitch: 0.6, range: 1.25, tilt: 1.5),
      [
        "en": """
        angry, angrily, annoyed, irritated, irritably, snapping, snaps, mad, testy, testily, exasperated, =cross, \
        frustrated, indignant, indignantly, insulted, hotly, harshly, sharply, fiercely, defiant, defiantly, scolding, \
        offended, affronted, accusing, accusingly, heated
        """,
        "de": """
        verärgert, ärgerlich, böse, gereizt, genervt, entrüstet, empört, scharf, barsch, trotzig, schimpfend, \
        beleidigt, vorwurfsvoll, aufgebracht, frustriert
        """,
        "fr": """
        en colère, fâché, fâchée, irrité, irritée, agacé, agacée, énervé, énervée, indigné, indignée, sèchement, \
        brusquement, vexé, vexée, exaspéré, exaspérée, d'un ton sec, accusateur
        """,
        "es": """
        enfadado, enfadada, enojado, enojada, molesto, molesta, irritado, irritada, indignado, indignada, \
        bruscamente, airado, airada, ofendido, ofendida, exasperado, exasperada, desafiante, cortante
        """,
      ]
    ),
    (
      manner(2, rate: 1.12, pitch: 2.5, range: 1.5, tremor: 0.008, tilt: 1.5),
      [
        "en":
          "hysterical, hysterically, panicked, panicking, in a panic, in panic, freaked out, shrill, wailing, wails",
        "de": "hysterisch, panisch, in panik, schrill, heulend, jammernd",
        "fr": "hystérique, paniqué, paniquée, en panique, affolé, affolée, strident, gémissant",
        "es":
          "histérico, histérica, en pánico, presa del pánico, aterrorizado, aterrorizada, estridente",
      ]
    ),
    (
      manner(1, rate: 1.12, pitch: 1.3, range: 1.35, tilt: 0.8),
      [
        "en": """
        excited, excitedly, thrilled, ecstatic, ecstatically, enthusiastic, enthusiastically, elated, eager, eagerly, \
        exuberant, exuberantly, overjoyed, delighted, triumphant, triumphantly, rejuvenated, giddy
        """,
        "de":
          "aufgeregt, begeistert, erregt, enthusiastisch, eifrig, überglücklich, triumphierend, entzückt",
        "fr":
          "excité, excitée, enthousiaste, ravi, ravie, exalté, exaltée, triomphant, triomphante, enjoué, enjouée",
        "es": """
        emocionado, emocionada, entusiasmado, entusiasmada, con entusiasmo, eufórico, eufórica, triunfante, encantado, \
        encantada
        """,
      ]
    ),
    (
      manner(0.5, rate: 1.18, pitch: 0.7, range: 1.15, tilt: 0.5),
      [
        "en": """
        urgent, urgently, impatient, impatiently, frantic, frantically, hurried, hurriedly, in a hurry, rushed, rushing, \
        desperate, desperately, insistent, insistently, breezy, interrupting, interrupts, cutting in, cuts in, \
        cutting him off, cutting her off, rambling, blurts, blurting, brisk, briskly, quick, fast, hastily
        """,
        "de": """
        dringend, drängend, ungeduldig, eilig, gehetzt, verzweifelt, hektisch, unterbricht, unterbrechend, \
        fällt ihm ins wort, fällt ihr ins wort, eindringlich, aufgelöst
        """,
        "fr": """
        pressant, pressante, urgent, impatient, impatiente, pressé, pressée, désespéré, désespérée, frénétique, \
        interrompant, coupant, le coupant, la coupant, précipitamment
        """,
        "es": """
        urgente, impaciente, apresurado, apresurada, con prisa, desesperado, desesperada, frenético, frenética, \
        interrumpiendo, interrumpe, atropelladamente, insistente
        """,
      ]
    ),
  ]

  // MARK: Quiet

  private static let quiet: Rows = [
    (
      Delivery(gain: Delivery.whisperGain, whispers: true),
      [
        "en": "whispering, whispers, whisper, whispered, in a whisper, a whisper",
        "de": "flüsternd, flüstert, flüstern, im flüsterton",
        "fr": "chuchotant, chuchote, en chuchotant, dans un murmure",
        "es": "susurrando, susurra, susurros, en susurros, en un susurro",
      ]
    ),
    (
      manner(-4, rate: 0.97, range: 0.8, breath: 0.3, tilt: -1.8),
      [
        "en": """
        quietly, quiet, softly, soft, hushed, sotto, sotto voce, under his breath, under her breath, \
        under their breath, under my breath, in a low voice, low voice, lowering his voice, lowering her voice, \
        lowers his voice, lowers her voice, confidentially, conspiratorially, conspiratorial, in his ear, in her ear, =low
        """,
        "de": """
        leise, leiser, gedämpft, sanft, mit leiser stimme, halblaut, mit gedämpfter stimme, sotto voce, vertraulich
        """,
        "fr": """
        doucement, à voix basse, tout bas, à mi-voix, en sourdine, plus bas, sotto voce, discrètement, =bas
        """,
        "es": """
        en voz baja, bajito, quedo, suavemente, por lo bajo, a media voz, sotto voce, bajando la voz, quedamente
        """,
      ]
    ),
    (
      manner(-4, rate: 0.95, pitch: -0.5, range: 0.65, breath: 0.12, tilt: -2.5),
      [
        "en": """
        mumbling, mumbles, mumbled, muttering, mutters, muttered, murmuring, murmurs, murmured, grumbling, grumbles, \
        slurring, indistinct, barely audible
        """,
        "de": "murmelnd, murmelt, nuschelnd, nuschelt, brummelnd, brummelt, grummelnd, kaum hörbar",
        "fr":
          "murmurant, murmure, marmonnant, marmonne, en marmonnant, bougonnant, bougonne, à peine audible",
        "es":
          "murmurando, murmura, mascullando, masculla, farfullando, refunfuñando, apenas audible, entre dientes",
      ]
    ),
    (
      manner(-3, rate: 0.95, range: 0.8, breath: 0.15, tilt: -1),
      [
        "en": """
        to himself, to herself, to themselves, to myself, to itself, aside, as an aside, musing, thinking, thinks aloud, \
        thinking aloud
        """,
        "de": "zu sich, zu sich selbst, für sich, beiseite, vor sich hin, laut denkend",
        "fr":
          "pour lui-même, pour elle-même, à lui-même, à elle-même, à part, en aparté, pour soi, pensant tout haut",
        "es": "para sí, para sí mismo, para sí misma, aparte, en un aparte, pensando en voz alta",
      ]
    ),
    (
      manner(-2, rate: 0.94, range: 0.9, breath: 0.12, tilt: -0.8),
      [
        "en": """
        gently, gentle, tender, tenderly, soothing, soothingly, comforting, kindly, lovingly, affectionately, warmly, \
        warm, sympathetic, sympathetically, sincere, sincerely, reassuring, reassuringly, consoling, caring, fondly
        """,
        "de": """
        zärtlich, liebevoll, beruhigend, tröstend, mitfühlend, warm, herzlich, gütig, freundlich, aufrichtig
        """,
        "fr":
          "tendrement, tendre, gentiment, rassurant, rassurante, affectueusement, consolant, avec douceur, sincère",
        "es":
          "con ternura, tierno, tierna, tiernamente, con cariño, cariñosamente, amablemente, con dulzura, sincero",
      ]
    ),
    (
      manner(-2.5, rate: 0.95, range: 0.75, breath: 0.12, tilt: -0.8),
      [
        "en":
          "shy, shyly, embarrassed, sheepish, sheepishly, bashful, timid, timidly, meek, meekly, ashamed, awkward, awkwardly",
        "de": "schüchtern, verlegen, beschämt, kleinlaut, zaghaft, peinlich berührt",
        "fr":
          "timide, timidement, gêné, gênée, embarrassé, embarrassée, honteux, honteuse, penaud, penaude",
        "es":
          "tímido, tímida, tímidamente, avergonzado, avergonzada, cohibido, cohibida, incómodo, incómoda",
      ]
    ),
  ]
}
