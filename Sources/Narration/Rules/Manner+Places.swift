import Hablare

extension Manner {
  // MARK: States of the body

  static let states: Rows = [
    (
      manner(-4, rate: 0.85, pitch: -0.5, range: 0.6, breath: 0.35, rough: 0.006, tilt: -2),
      [
        "en": """
        weak, weakly, weaker, feeble, feebly, faint, faintly, dying, fading, frail, ill, sick, nauseous, in pain, \
        agony, painfully, wincing, groaning, moaning, delirious
        """,
        "de":
          "schwach, sterbend, kraftlos, matt, krank, vor schmerz, unter schmerzen, stöhnend, ächzend, benommen",
        "fr":
          "faible, faiblement, mourant, mourante, agonisant, malade, affaibli, de douleur, gémissante, geignant",
        "es":
          "débil, débilmente, moribundo, moribunda, agonizante, enfermo, enferma, con dolor, gimiendo, desfallecido",
      ]
    ),
    (
      manner(-2, rate: 0.84, pitch: -1, range: 0.6, breath: 0.18, tilt: -1.5),
      [
        "en": """
        tired, tiredly, exhausted, weary, wearily, sleepy, sleepily, yawning, groggy, drowsy, half asleep, worn out, waking
        """,
        "de": "müde, erschöpft, schläfrig, verschlafen, gähnend, matt seufzend, im halbschlaf",
        "fr":
          "fatigué, fatiguée, épuisé, épuisée, las, lasse, endormi, endormie, somnolent, bâillant",
        "es":
          "cansado, cansada, agotado, agotada, somnoliento, somnolienta, adormilado, adormilada, bostezando",
      ]
    ),
    (
      manner(-1, rate: 1.14, pitch: 0.5, range: 1.05, breath: 0.25, gasps: true),
      [
        "en": """
        out of breath, breathless, breathlessly, panting, =pants, gasping, gasp, gasps, winded, puffing, wheezing, wheezes, \
        breathing hard, breathing heavily, breathy, short of breath, deep breath
        """,
        "de":
          "außer atem, atemlos, keuchend, keucht, japsend, schnaufend, hechelnd, nach luft ringend",
        "fr":
          "essoufflé, essoufflée, hors d'haleine, haletant, haletante, à bout de souffle, soufflant",
        "es":
          "sin aliento, jadeando, jadeante, jadea, resollando, sofocado, sofocada, entrecortado",
      ]
    ),
    (
      manner(-0.5, rate: 0.8, pitch: -0.5, range: 1.3, tremor: 0.012, tilt: -1.5),
      [
        "en":
          "drunk, drunkenly, tipsy, slurred, slurring his words, slurring her words, stoned, =high, woozy, boozy",
        "de": "betrunken, lallend, lallt, angetrunken, beschwipst, bekifft",
        "fr": "ivre, saoul, soûl, saoule, éméché, éméchée, pompette, bredouillant",
        "es": "borracho, borracha, ebrio, ebria, achispado, achispada, arrastrando las palabras",
      ]
    ),
    (
      manner(-1, rate: 0.87, range: 0.9, breath: 0.14, rough: 0.014, tremor: 0.022, tilt: -0.8),
      [
        "en":
          "old voice, in an old voice, elderly, croaky, croaking, croaks, quavery, creaky, =old",
        "de": "mit alter stimme, greisenhaft, altersschwach, krächzend, krächzt, brüchig",
        "fr": "d'une voix de vieillard, vieille voix, chevrotant, chevrotante, croassant",
        "es": "con voz de anciano, con voz de viejo, con voz de vieja, cascado, cascada",
      ]
    ),
    (
      manner(-1, rate: 0.95, pitch: -0.8, range: 0.9, breath: 0.15, rough: 0.02),
      [
        "en": "hoarse, hoarsely, raspy, rasping, husky, huskily, gravelly, throaty, gruff, gruffly",
        "de": "heiser, rau, rauh, mit rauer stimme, kratzig",
        "fr": "rauque, d'une voix rauque, enroué, enrouée, éraillé",
        "es": "ronco, ronca, con voz ronca, áspero, rasposo, con voz grave",
      ]
    ),
    (
      manner(1, rate: 0.93, pitch: -2, range: 0.75, rough: 0.02, tilt: 1),
      [
        "en": """
        growling, growls, snarling, snarls, through gritted teeth, through grit teeth, gritted teeth, \
        through clenched teeth, through his teeth, hissing, hisses, grunting, grunts, spitting, straining
        """,
        "de":
          "knurrend, knurrt, fauchend, faucht, zischend, zischt, mit zusammengebissenen zähnen, grunzend, zähneknirschend",
        "fr":
          "grognant, grogne, grondant, gronde, entre ses dents, les dents serrées, sifflant, crachant",
        "es": "gruñendo, gruñe, con los dientes apretados, bufando, siseando, rugiendo bajo",
      ]
    ),
    (
      manner(rate: 1.05, pitch: 3, range: 1.25, tilt: 1),
      [
        "en": """
        high-pitched, in a high voice, in a falsetto, falsetto, squeaky, squeaking, squeals, squealing, baby talk, \
        in a childish voice, as if to a child, childlike, in a girlish voice
        """,
        "de": "mit hoher stimme, piepsig, quietschend, kindlich, mit kinderstimme, im falsett",
        "fr":
          "d'une voix aiguë, voix aiguë, en fausset, couinant, d'une voix enfantine, comme à un enfant",
        "es":
          "con voz aguda, en falsete, chillón, chillona, con voz de niño, con voz infantil, como a un niño",
      ]
    ),
    (
      manner(pitch: -3, range: 0.9),
      [
        "en":
          "deep voice, in a deep voice, in a low growl, baritone, in a manly voice, booming bass",
        "de": "mit tiefer stimme, tiefe stimme, mit bassstimme",
        "fr": "d'une voix grave, voix grave, d'une voix profonde",
        "es": "con voz profunda, voz profunda, con voz de bajo",
      ]
    ),
    (
      sung,
      [
        "en":
          "singing, sings, sung, chanting, chants, humming, crooning, serenading, starts singing",
        "de": "singend, singt, summend, trällernd",
        "fr": "chantant, chante, en chantant, fredonnant, scandant",
        "es": "cantando, canta, tarareando, canturreando",
      ]
    ),
    (
      manner(rate: 1.2),
      [
        "en": "quickly, rapidly, rapid fire, rapid-fire, very fast", "de": "schnell, hastig, rasch",
        "fr": "rapidement, vite, très vite", "es": "rápidamente, rápido, deprisa, de prisa",
      ]
    ),
    (
      manner(rate: 0.84),
      [
        "en": "slowly, deliberately, slow, very slowly", "de": "langsam, bedächtig, gedehnt",
        "fr": "lentement, posément, très lentement",
        "es": "lentamente, despacio, lento, pausadamente",
      ]
    ),
    (
      Delivery(pause: 400),
      [
        "en": "then, finally, =re, after a moment", "de": "dann, schließlich",
        "fr": "puis, enfin", "es": "luego, entonces, al fin",
      ]
    ),
    (
      Delivery(pause: 700),
      [
        "en": "beat, pause, pauses, pausing, after a beat, a moment, slight pause, slightest beat",
        "de": "pause, =moment, nach einem moment, kurze pause",
        "fr": "un temps, =temps, pause, après un temps",
        "es": "pausa, =tiempo, un tiempo, tras una pausa",
      ]
    ),
  ]

  // MARK: Places and machines

  static let places: Rows = [
    // The later rows have precedence: "(V.O., filtered)" is filtered.
    (
      Delivery(effect: .close),
      [
        "en": "v o, vo, voice over, voiceover, voice-over, narration",
        "de": "v o, vo, voice over, stimme aus dem off, erzähler",
        "fr": "v o, vo, voix off, voix-off", "es": "v o, vo, voz en off, narración",
      ]
    ),
    (
      Delivery(gain: -4, effect: .offScreen),
      [
        "en": "o s, o c, os, oc, off screen, off camera, offscreen, from off, off stage, offstage",
        "de": "aus dem off, o s, o c, os, oc, =off",
        "fr": "hors champ, hors-champ, h c, o s, o c, os, oc, en coulisse",
        "es": "fuera de campo, fuera de cámara, o s, o c, os, oc",
      ]
    ),
    (
      Delivery(effect: .telephone),
      [
        "en": """
        into phone, on phone, into the phone, on the phone, over phone, over the phone, filtered, through phone, \
        into device, into the device, on device, through device, \
        phone at his ear, phone at her ear, into receiver, into cell, into cell phone, on speaker, voicemail, \
        on voicemail, into headset, into earpiece, over intercom, into intercom, on intercom, =phone, =telephone, \
        on his phone, on her phone, on their phone, into his phone, into her phone, on telephone, on the telephone, \
        into telephone, into the telephone, over the telephone, by phone, via phone, on mobile, on the mobile, \
        on his mobile, on her mobile, into mobile, into his mobile, into her mobile, on cell, on cell phone, \
        on his cell, on her cell, into his cell, into her cell, into the cell, on the line, on speakerphone
        """,
        "de":
          "am telefon, ins telefon, gefiltert, am handy, ins handy, am apparat, über die sprechanlage, =telefon, =handy",
        "fr": """
        au téléphone, =téléphone, au portable, filtré, filtrée, au bout du fil, à l'interphone, dans le combiné
        """,
        "es":
          "al teléfono, por teléfono, =teléfono, =móvil, por el móvil, filtrado, filtrada, al móvil, por el interfono, al auricular",
      ]
    ),
    (
      Delivery(effect: .radio),
      [
        "en": """
        over radio, over the radio, into radio, into the radio, into his radio, into her radio, on radio, on the radio, \
        =radio, into walkie, into walkie talkie, into walkie-talkie, over walkie, over comms, into comms, on comms, \
        via radio, through radio, cb, under gas mask, into cb
        """,
        "de": "über funk, im radio, aus dem radio, ins funkgerät, durchs funkgerät, per funk",
        "fr": "à la radio, par radio, dans la radio, au talkie-walkie, dans le talkie",
        "es": "por radio, por la radio, en la radio, a la radio, por el walkie",
      ]
    ),
    (
      Delivery(effect: .television),
      [
        "en":
          "on tv, on the tv, from tv, from the tv, on television, on screen, on video, on monitor, on the screen, =tv",
        "de": "im fernsehen, aus dem fernseher, im fernseher, auf dem bildschirm, im video",
        "fr": "à la télé, à la télévision, de la télé, à l'écran, en vidéo",
        "es": "en la tele, en televisión, en tv, por televisión, en la pantalla, en vídeo",
      ]
    ),
    (
      Delivery(effect: .microphone),
      [
        "en": """
        into microphone, into the microphone, into mike, into the mike, into mic, into the mic, on mic, on mike, \
        into a microphone, at the microphone, at the podium
        """,
        "de": "ins mikrofon, ins mikro, am mikrofon, am rednerpult",
        "fr": "au micro, dans le micro, au microphone",
        "es": "al micrófono, por el micrófono, en el micrófono",
      ]
    ),
    (
      Delivery(effect: .loudspeaker),
      [
        "en": """
        over p a, over the p a, over pa, over the pa, on p a, into p a, into the p a, into pa, into the pa, on the pa, =p a, =pa, over loudspeaker, \
        over the loudspeaker, over speaker, over speakers, over the speakers, loudspeaker, over the tannoy, \
        public address
        """,
        "de":
          "über lautsprecher, aus dem lautsprecher, lautsprecher, durchsage, über den lautsprecher",
        "fr": "au haut-parleur, haut-parleur, par haut-parleur, dans les haut-parleurs",
        "es": "por megafonía, por altavoz, por el altavoz, por los altavoces, altavoz",
      ]
    ),
    (
      Delivery(gain: 1, effect: .megaphone),
      [
        "en":
          "megaphone, through megaphone, over megaphone, into megaphone, through a megaphone, bullhorn, through bullhorn, into bullhorn",
        "de": "megafon, megaphon, durchs megafon, durch ein megafon, durchs megaphon",
        "fr": "mégaphone, au mégaphone, dans un mégaphone, dans le mégaphone",
        "es": "megáfono, con megáfono, por el megáfono, por megáfono",
      ]
    ),
    (
      Delivery(gain: -4, effect: .nextRoom),
      [
        "en": """
        from next room, from the next room, from other room, from the other room, from another room, through door, \
        through the door, behind door, behind the door, through the wall, from inside, from the kitchen, \
        from the bathroom, from upstairs, from downstairs, muffled, from outside
        """,
        "de":
          "aus dem nebenzimmer, durch die tür, hinter der tür, nebenan, durch die wand, gedämpft aus, von draußen",
        "fr":
          "de la pièce voisine, derrière la porte, à travers la porte, étouffé, étouffée, d'à côté, du couloir",
        "es":
          "desde la otra habitación, tras la puerta, detrás de la puerta, a través de la puerta, amortiguado",
      ]
    ),
    (
      Delivery(gain: -6, effect: .distant),
      [
        "en": """
        in the distance, from a distance, at a distance, distant, far away, from far away, from afar, far off voice, \
        from across the room, from across the street, moving away, as she moves away, as he moves away, walking away
        """,
        "de": "aus der ferne, in der ferne, von weitem, weit weg, von weit her, entfernt",
        "fr": "au loin, de loin, dans le lointain, lointain, lointaine, à distance, s'éloignant",
        "es": "a lo lejos, desde lejos, en la distancia, lejano, lejana, alejándose",
      ]
    ),
    (
      Delivery(gain: -3, effect: .underwater),
      [
        "en": "underwater, under water, under the water, submerged, gurgling",
        "de": "unter wasser, blubbernd, gurgelnd",
        "fr": "sous l'eau, sous leau, gargouillant",
        "es": "bajo el agua, debajo del agua, gorgoteando",
      ]
    ),
    (
      Delivery(effect: .echo),
      [
        "en": "echo, echoing, echoes, echoed, with an echo, reverberating, in a cave",
        "de": "echo, hallend, mit echo, hallt, mit hall",
        "fr": "écho, en écho, résonnant, avec écho, résonne",
        "es": "eco, con eco, resonando, retumbando",
      ]
    ),
  ]
}
