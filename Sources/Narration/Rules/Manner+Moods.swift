import Hablare

extension Manner {
  // MARK: Moods

  static let moods: Rows = [
    (
      manner(-1, rate: 0.88, pitch: -1, range: 0.65, breath: 0.1, tilt: -1),
      [
        "en": """
        sad, sadly, mournful, mournfully, sorrowful, sorrowfully, melancholy, gloomy, glumly, dejected, deflated, \
        heartbroken, crestfallen, regretful, regretfully, disappointed, resigned, somber, depressed, hurt, dismayed, \
        despairing, despondent, defeated, bitterly, bitter
        """,
        "de": """
        traurig, betrübt, niedergeschlagen, wehmütig, enttäuscht, bedrückt, resigniert, bekümmert, geknickt, verbittert, \
        gekränkt
        """,
        "fr": """
        triste, tristement, abattu, abattue, déçu, déçue, mélancolique, résigné, résignée, accablé, accablée, peiné, \
        amer, amère
        """,
        "es": """
        triste, tristemente, apenado, apenada, abatido, abatida, decepcionado, decepcionada, melancólico, resignado, \
        resignada, desanimado, dolido, dolida
        """,
      ]
    ),
    (
      manner(-0.5, rate: 0.92, pitch: 0.8, range: 1.15, breath: 0.2, tremor: 0.025, tilt: -0.5),
      [
        "en": """
        crying, cries, sobbing, sobs, weeping, weeps, tearful, tearfully, through tears, in tears, tearing up, choked up, \
        breaking down, voice breaking, voice cracking, voice breaks, voice cracks, sniffling, whimpering, trembling, \
        =shaking, shakily, quavering
        """,
        "de": """
        weinend, weint, schluchzend, schluchzt, unter tränen, mit tränen, mit brechender stimme, wimmernd, zitternd, \
        bebend
        """,
        "fr": """
        en pleurs, pleurant, pleure, sanglotant, sanglote, en larmes, la voix brisée, en sanglots, tremblant, tremblante
        """,
        "es": """
        llorando, llora, sollozando, solloza, entre lágrimas, con lágrimas, con la voz quebrada, entre sollozos, \
        tembloroso, temblorosa
        """,
      ]
    ),
    (
      manner(0.5, rate: 1.05, pitch: 1, range: 1.2, tilt: 0.4),
      [
        "en": """
        happy, happily, cheerful, cheerfully, cheery, bright, brightly, brightening, brightens, chipper, joyful, joyfully, \
        merrily, gleeful, gleefully, smiling, smiles, smile, a smile, with a smile, grinning, grins, grin, beaming, beams, upbeat, \
        perky, good-natured, pleased, friendly, jovial, playful, playfully, charming, hopeful, hopefully, relieved, \
        impressed, glad, satisfied, proudly, sing song
        """,
        "de": """
        fröhlich, heiter, glücklich, lächelnd, lächelt, grinsend, grinst, strahlend, strahlt, gut gelaunt, vergnügt, \
        erfreut, hoffnungsvoll, erleichtert, verspielt, stolz, zufrieden, beeindruckt
        """,
        "fr": """
        joyeux, joyeuse, joyeusement, gai, gaie, gaiement, heureux, heureuse, souriant, souriante, sourit, \
        avec un sourire, rayonnant, content, contente, soulagé, soulagée, plein d'espoir, fier, fière, impressionné
        """,
        "es": """
        alegre, alegremente, contento, contenta, feliz, sonriendo, sonríe, con una sonrisa, sonriente, radiante, \
        aliviado, aliviada, esperanzado, juguetón, orgulloso, orgullosa, satisfecho, impresionado
        """,
      ]
    ),
    (
      manner(0.5, rate: 1.05, pitch: 1, range: 1.25, breath: 0.08),
      [
        "en": """
        laughing, chuckling, giggling, amused, joking, jokingly, teasing, teasingly, snickering, snorting, humorous, \
        through laughter, wry, wryly, smirking, smirk, smirks
        """,
        "de":
          "lachend, kichernd, amüsiert, scherzend, scherzhaft, neckend, belustigt, schmunzelnd, im spaß",
        "fr":
          "en riant, riant, amusé, amusée, gloussant, plaisantant, en plaisantant, taquin, taquine, moqueur",
        "es":
          "riendo, riéndose, entre risas, divertido, divertida, bromeando, en broma, burlón, burlona",
      ]
    ),
    (
      manner(rate: 0.92, pitch: -0.5, range: 1.3, tilt: 0.3),
      [
        "en": """
        sarcastic, sarcastically, ironic, ironically, mocking, mockingly, snarky, snidely, sneering, scoffing, \
        condescending, patronizing, patronizingly, haughty, smug, smugly, superior, air of superiority, derisive, \
        facetious, mock, dubious, dubiously, skeptical, skeptically, disbelieving, incredulous, incredulously, duh, \
        contemptuous, disdainful
        """,
        "de": """
        sarkastisch, ironisch, spöttisch, höhnisch, herablassend, hämisch, überheblich, skeptisch, ungläubig, \
        verächtlich, zynisch
        """,
        "fr": """
        sarcastique, ironique, ironiquement, moqueuse, narquois, narquoise, condescendant, méprisant, sceptique, \
        incrédule, cynique
        """,
        "es": """
        sarcástico, sarcástica, irónico, irónica, con sarcasmo, con ironía, con sorna, condescendiente, despectivo, \
        escéptico, escéptica, incrédulo, incrédula
        """,
      ]
    ),
    (
      manner(rate: 0.96, pitch: -0.7, range: 0.35),
      [
        "en": """
        deadpan, flat, flatly, monotone, expressionless, blank, blankly, matter of fact, matter-of-fact, matter of factly, \
        matter-of-factly, impassive, impassively, dry, dryly, drily, robotic, mechanically, stoic, non-committal, \
        noncommittal, a simple fact, simply, neutral, down-to-business, businesslike
        """,
        "de": """
        trocken, ausdruckslos, tonlos, monoton, sachlich, nüchtern, emotionslos, mechanisch, unbeteiligt, roboterhaft
        """,
        "fr": """
        pince-sans-rire, monotone, sans expression, impassible, neutre, sèche, machinalement, d'un ton neutre, froidement \
        neutre
        """,
        "es": """
        inexpresivo, inexpresiva, monótono, monótona, seco, secamente, impasible, neutro, mecánicamente, sin emoción
        """,
      ]
    ),
    (
      manner(0.5, rate: 0.93, pitch: -1, range: 0.8, tilt: 0.5),
      [
        "en": """
        firm, firmly, serious, seriously, dead serious, stern, sternly, grave, gravely, solemn, solemnly, resolute, \
        determined, decidedly, decisive, with conviction, with absolute conviction, authoritative, confident, \
        confidently, assured, formal, formally, emphatic, emphatically, earnest, earnestly, undeterred, steady, =hard
        """,
        "de": """
        bestimmt, ernst, streng, =fest, feierlich, entschlossen, nachdrücklich, todernst, förmlich, überzeugt, \
        selbstbewusst
        """,
        "fr": """
        ferme, fermement, sérieux, sérieuse, sérieusement, sévère, sévèrement, grave, gravement, solennel, solennelle, \
        déterminé, déterminée, résolu, avec assurance
        """,
        "es": """
        firme, con firmeza, serio, seria, severo, severa, grave, solemne, decidido, decidida, resuelto, con convicción, \
        tajante, seguro
        """,
      ]
    ),
    (
      manner(-0.5, rate: 0.88, pitch: -1.5, range: 0.55, breath: 0.05),
      [
        "en": """
        cold, coldly, icy, icily, cool, coolly, steely, ominous, ominously, menacing, menacingly, threatening, sinister, \
        darkly, =dark, chilling, evil, deadly, warning, a warning, distant voice
        """,
        "de": "kalt, kühl, eisig, drohend, bedrohlich, finster, düster, unheilvoll, warnend",
        "fr": "froid, froide, froidement, glacial, glaciale, menaçant, menaçante, sinistre, sombre",
        "es":
          "frío, fría, fríamente, gélido, gélida, amenazante, amenazador, siniestro, siniestra, sombrío",
      ]
    ),
    (
      manner(rate: 1.08, pitch: 0.8, range: 1.1, breath: 0.06, tremor: 0.015),
      [
        "en": """
        nervous, nervously, anxious, anxiously, worried, worriedly, tense, uneasy, uneasily, concerned, flustered, \
        agitated, jittery, stammering, stuttering, wary, guilty, guiltily, defensive, defensively, rattled, uncomfortable
        """,
        "de":
          "nervös, ängstlich, besorgt, beunruhigt, unruhig, angespannt, stotternd, stammelnd, schuldbewusst",
        "fr": """
        nerveux, nerveuse, nerveusement, inquiet, inquiète, anxieux, anxieuse, tendu, tendue, bafouillant, bégayant, \
        agité, mal à l'aise
        """,
        "es":
          "nervioso, nerviosa, ansioso, ansiosa, preocupado, preocupada, inquieto, inquieta, tenso, balbuceando",
      ]
    ),
    (
      manner(-0.5, rate: 1.06, pitch: 1.5, range: 1.2, breath: 0.12, tremor: 0.025),
      [
        "en": """
        afraid, scared, frightened, terrified, fearful, fearfully, horrified, alarmed, startled, spooked, petrified, \
        appalled, aghast, cowering
        """,
        "de":
          "verängstigt, erschrocken, entsetzt, voller angst, furchtsam, erschreckt, angsterfüllt, schockiert",
        "fr":
          "effrayé, effrayée, terrifié, terrifiée, apeuré, apeurée, horrifié, horrifiée, épouvanté, alarmé",
        "es":
          "asustado, asustada, aterrado, aterrada, con miedo, horrorizado, horrorizada, alarmado, espantado",
      ]
    ),
    (
      manner(0.5, rate: 1.02, pitch: 1.5, range: 1.4),
      [
        "en": """
        surprised, shocked, stunned, astonished, amazed, taken aback, in awe, awed, bewildered, startling, wide-eyed, \
        flabbergasted, dumbfounded, speechless, suddenly, intrigued, interested, curious, curiously, noticing, reacting
        """,
        "de":
          "überrascht, erstaunt, verblüfft, fassungslos, verwundert, ehrfürchtig, neugierig, interessiert, plötzlich",
        "fr":
          "surpris, surprise, étonné, étonnée, stupéfait, stupéfaite, abasourdi, ébahi, curieux, curieuse, soudain",
        "es":
          "sorprendido, sorprendida, asombrado, asombrada, atónito, atónita, pasmado, curioso, curiosa, de repente",
      ]
    ),
    (
      manner(rate: 0.92, pitch: 0.7, range: 1.2),
      [
        "en": """
        confused, puzzled, perplexed, baffled, =lost, questioning, unsure, uncertain, uncertainly, no idea, not hearing, \
        not understanding, quizzical, quizzically, realizing, realizes, remembering, distracted
        """,
        "de":
          "verwirrt, verdutzt, ratlos, fragend, unsicher, irritiert blickend, begreifend, begreift, abgelenkt",
        "fr":
          "confus, confuse, perplexe, dérouté, interrogateur, perdu, perdue, réalisant, réalise, comprenant, distrait",
        "es":
          "confundido, confundida, perplejo, perpleja, desconcertado, desconcertada, dándose cuenta, distraído",
      ]
    ),
    (
      manner(-1, rate: 0.86, range: 0.8, breath: 0.06),
      [
        "en": """
        thoughtful, thoughtfully, pensive, pensively, pondering, considering, =thinks, =thinking, considers, contemplative, reflective, hesitant, \
        hesitantly, hesitates, hesitating, faltering, reluctant, reluctantly, grudging, grudgingly, carefully, \
        measured, calculating, cautious, cautiously, gathering, putting it together, conflicted, piecing it together
        """,
        "de":
          "nachdenklich, zögernd, zögerlich, zögert, widerwillig, überlegend, vorsichtig, stockend, bedacht, sinnierend",
        "fr":
          "pensif, pensive, songeur, songeuse, hésitant, hésitante, hésite, à contrecœur, réfléchissant, prudemment",
        "es": """
        pensativo, pensativa, dudando, duda, vacilante, titubeando, a regañadientes, reflexivo, con cautela, meditando
        """,
      ]
    ),
    (
      manner(-1, rate: 0.86, pitch: 0.5, range: 0.85, breath: 0.18),
      [
        "en": """
        wistful, wistfully, dreamy, dreamily, nostalgic, nostalgically, reverent, reverently, remembers, reminiscing, \
        awestruck, far off, faraway, hypnotized, in a trance, mystically, longingly
        """,
        "de":
          "verträumt, träumerisch, sehnsüchtig, nostalgisch, andächtig, wie in trance, schwärmerisch",
        "fr":
          "rêveur, rêveuse, rêveusement, nostalgique, émerveillé, émerveillée, comme en transe, avec nostalgie",
        "es":
          "soñador, soñadora, nostálgico, nostálgica, con nostalgia, ensimismado, como en trance, con añoranza",
      ]
    ),
    (
      manner(0.5, rate: 0.95, pitch: 0.9, range: 1.3, breath: 0.08),
      [
        "en": """
        pleading, pleadingly, begging, begs, imploring, cajoling, coaxing, entreating, whining, whiny, pouting, praying, \
        apologetic, apologetically
        """,
        "de":
          "flehend, bittend, bettelnd, inständig, beschwörend, entschuldigend, betend, quengelnd",
        "fr": "suppliant, suppliante, implorant, priant, en suppliant, s'excusant, geignard",
        "es":
          "suplicando, suplica, suplicante, rogando, implorando, rezando, disculpándose, lloriqueando",
      ]
    ),
    (
      manner(-1, rate: 0.92, pitch: -0.3, range: 1.2, breath: 0.15),
      [
        "en": """
        sly, slyly, seductive, seductively, flirting, flirtatious, flirtatiously, sultry, coy, coyly, suggestive, \
        suggestively, lecherous, mischievous, mischievously, knowingly, knowing, sexy, purring, =covering, winking
        """,
        "de":
          "verführerisch, flirtend, kokett, schelmisch, verschmitzt, verschwörerisch, lüstern, anzüglich",
        "fr":
          "séducteur, séductrice, aguicheur, coquin, coquine, malicieux, malicieuse, espiègle, langoureusement",
        "es":
          "seductor, seductora, coqueto, coqueta, pícaro, pícara, insinuante, travieso, con picardía",
      ]
    ),
    (
      manner(0.5, rate: 0.9, pitch: 0.3, range: 1.4, tilt: 0.5),
      [
        "en": """
        dramatically, dramatic, theatrical, theatrically, pompous, pompously, grandly, grandiose, reciting, recites, \
        quoting, orating, preaching, passionate, passionately, with emphasis, stressing, introducing, exaggerated
        """,
        "de":
          "dramatisch, theatralisch, pathetisch, deklamierend, zitierend, feurig, leidenschaftlich, pompös",
        "fr":
          "théâtral, théâtralement, dramatique, dramatiquement, pompeux, récitant, déclamant, passionné, solennellement",
        "es":
          "dramático, dramáticamente, teatral, teatralmente, pomposo, recitando, declamando, apasionado, con énfasis",
      ]
    ),
    (
      manner(-0.5, rate: 0.92, pitch: -0.6, range: 0.6),
      [
        "en": """
        bored, indifferent, indifferently, nonchalant, nonchalantly, casual, casually, unimpressed, uninterested, aloof, \
        dismissive, dismissively, disgusted, over it, ignoring, apathetic, calm, calmly, calming, evenly, composed, \
        patient, patiently, straightforward, accepting, reading, reads, repeating, rote, =normal, back to normal
        """,
        "de": """
        gelangweilt, gleichgültig, beiläufig, lässig, abweisend, angewidert, ruhig, gelassen, geduldig, vorlesend, liest, \
        gefasst
        """,
        "fr": """
        ennuyé, ennuyée, indifférent, indifférente, nonchalant, désinvolte, dégoûté, dégoûtée, calme, calmement, \
        posé, patiemment, lisant, =lit, en lisant
        """,
        "es": """
        aburrido, aburrida, indiferente, con indiferencia, asqueado, asqueada, tranquilo, tranquila, con calma, \
        sereno, serena, paciente, leyendo, lee
        """,
      ]
    ),
  ]
}
