extension DialogueWords {
  static let german = DialogueWords(
    [
      (
        .strong,
        """
        sagte rief fragte antwortete erwiderte flüsterte murmelte schrie meinte versetzte entgegnete sprach begann \
        wiederholte bemerkte erklärte fügte fuhr setzte unterbrach brummte seufzte hauchte stammelte stotterte \
        ergänzte gestand sagt ruft fragt antwortet erwidert flüstert meint spricht lachte zischte stöhnte befahl \
        bat gab warf knurrte brüllte jammerte versicherte erkundigte meldete bestätigte verkündete betonte äußerte \
        beteuerte verlangte forderte wandte fiel schluchzte wimmerte raunte wisperte kreischte spottete höhnte scherzte \
        widersprach tröstete beruhigte begrüßte bekräftigte fauchte keuchte kicherte flehte
        """
      ),
      (
        .weak,
        """
        lächelte nickte dachte ging sah blickte schüttelte stand kam wandte drehte hob legte nahm zuckte hielt \
        trat klagte drohte mahnte warnte schloß schloss berichtete erzählte grüßte beharrte gab
        """
      ),
      (.he, "er"), (.she, "sie"), (.his, "sein seine seinen seiner seinem ihm ihn"),
      (.they, "wir alle beide"), (.me, "ich"), (.it, "es"),
      (
        .determiner,
        """
        der die das den dem ein eine einer einen mein meine dein deine sein seine ihr ihre unser unsere dieser diese \
        jener jene
        """
      ),
      (.definite, "der die das den dem"),
      (.owner, "mein meine dein deine sein seine ihr ihre unser unsere"),
      (
        .title,
        """
        herr frau fräulein doktor professor graf gräfin baron baronin tante onkel vetter prinz prinzessin könig \
        königin hauptmann major oberst leutnant pastor schwester bruder vater mutter fürst fürstin herrn madame \
        geheimrat geheimrätin pfarrer assessor rittmeister freiherr freifrau
        """
      ),
      (
        .man,
        """
        herr graf baron onkel vetter prinz könig hauptmann major oberst leutnant pastor bruder vater fürst herrn \
        mann sohn junge knabe gatte großvater diener alter
        """
      ),
      (
        .woman,
        """
        frau fräulein gräfin baronin tante prinzessin königin schwester mutter fürstin madame mädchen tochter gattin \
        großmutter dame alte
        """
      ),
      (
        .kin,
        """
        mutter vater bruder schwester mann frau sohn tochter onkel tante vetter neffe nichte freund freundin gatte \
        gattin schwiegermutter schwiegervater begleiter nachbar gast wirt
        """
      ),
      (
        .anybody,
        "mann frau herr dame mädchen junge andere anderer fremde fremder stimme kind alte alter erste"
      ),
      (
        .preposition,
        """
        zu mit an auf in von bei nach für über unter aus vor durch um gegen hinter neben zwischen als wenn daß dass \
        der die das den dem weil indem während wie
        """
      ),
      (.place, "in nach aus"), (.to, "zu"),
      (
        .filler,
        "da nun dann endlich wieder leise laut hatte war auch noch nur schnell langsam ruhig lächelnd jetzt"
      ),
      (
        .plain,
        """
        sagte fragte antwortete erwiderte entgegnete bemerkte sagt fragt antwortet erwidert da nun dann wieder auch noch
        """
      ),
      (.greeting, "lieber liebe liebster liebste geehrter geehrte verehrter verehrte"),
      (
        .closing,
        "dein deine ihr ihre herzlichst herzlich hochachtungsvoll ergebenst ergebener treuer treue alter alte"
      ),
      (.joint, "und aber oder doch da denn"),
      (
        .noName,
        """
        ich du er sie es wir ihr der die das ein eine und aber oder ja nein ach oh nun was wer wie wo wann warum \
        gott herrgott montag dienstag mittwoch donnerstag freitag samstag sonntag nicht so da doch denn wenn als \
        kapitel buch teil ihnen ihn ihm mir mich dir dich uns euch sie's alles nichts
        """
      ),
      (.address, "herr frau fräulein mama papa mutter vater gnädige herren"),
      (
        .beforeName,
        "lieber liebe mein meine ach o oh ja nein guter gute gnädige gnädiger gnädigste gnädigster gnäd'ge gnäd'ger nun"
      ),
      (.group, "alle beide leute stimmen"), (.thought, "dachte"), (.particle, "von zu van de"),
      (.heard, "hörte"),
    ],
    adverbs: "end", people: .of("de"))

  static let french = DialogueWords(
    [
      (
        .strong,
        """
        dit répondit demanda fit s'écria cria murmura reprit ajouta répliqua continua s'exclama interrompit observa \
        balbutia soupira répéta déclara insista objecta grommela hurla chuchota conclut poursuivit commença \
        interrogea riposta dis répondis demandai disait disais expliqua avoua supplia ordonna écria écriait \
        exclama exclamait exclamaient répondait demandait reprenait répliquait criait murmurait ajoutait continuait \
        répétait interrompait balbutiait soupirait objectait observait
        """
      ),
      (
        .weak,
        """
        pensa songea sourit rit haussa regarda hocha se lui me s'est leva tourna approcha entra gémit sanglota \
        protesta affirma assura remarqua prononça proposa lança jeta dirent
        """
      ),
      (.he, "il"), (.she, "elle"), (.his, "lui-même"), (.her, "elle-même"),
      (.they, "ils elles nous on tous"), (.me, "je j"), (.it, "cela"),
      (
        .determiner,
        "le la les l un une mon ma mes ton ta son sa ses notre votre leur ce cet cette"
      ),
      (.definite, "le la les l"),
      (.owner, "mon ma mes ton ta son sa ses notre votre leur"),
      (
        .title,
        """
        m mme mlle monsieur madame mademoiselle docteur capitaine colonel comte comtesse baron baronne duc duchesse \
        marquis marquise prince princesse roi reine abbé père mère sœur frère oncle tante maître lord lady sir dr me
        """
      ),
      (
        .man,
        """
        m monsieur capitaine colonel comte baron duc marquis prince roi abbé père frère oncle maître lord sir homme \
        vieillard garçon fils mari docteur
        """
      ),
      (
        .woman,
        """
        mme mlle madame mademoiselle comtesse baronne duchesse marquise princesse reine mère sœur tante lady femme \
        fille dame vieille
        """
      ),
      (
        .kin,
        """
        mère père frère sœur mari femme fils fille oncle tante cousin cousine ami amie compagnon maître maîtresse \
        hôte voisin voisine grand-mère grand-père
        """
      ),
      (
        .anybody,
        "homme femme monsieur dame fille garçon autre inconnu voix vieillard enfant vieux vieille"
      ),
      (
        .preposition,
        "à avec de du des dans en par pour sur sous vers chez sans entre contre après avant que qui quand comme si où au"
      ),
      (.place, "dans en vers"), (.to, "à"),
      (
        .filler,
        "alors donc enfin aussi encore puis lui me leur se avait était en y nous tout bien doucement"
      ),
      (
        .plain,
        "dit répondit demanda reprit ajouta continua fit disait répondait demandait dis demandai alors donc encore puis"
      ),
      (.greeting, "cher chère chers monsieur madame mademoiselle"),
      (.closing, "votre ton ta affectueusement respectueusement dévoué dévouée"),
      (.joint, "et mais ou car puis"),
      (
        .noName,
        """
        je tu il elle nous vous ils elles on le la les un une et mais ou oui non ah oh eh bien quoi qui que comment \
        pourquoi quand où dieu lundi mardi mercredi jeudi vendredi samedi dimanche ce cette cela c'est mon ma mes \
        chapitre monsieur madame allons tiens voilà est si en à de dans par pour sur l d qu
        """
      ),
      (.address, "monsieur madame mademoiselle maman papa messieurs mesdames"),
      (.beforeName, "cher chère mon ma ô oh ah ma pauvre mes"),
      (.group, "tous toutes ils elles"), (.thought, "pensa pensait songea songeait"),
      (.particle, "de du d la le des"), (.heard, "entendit"),
    ],
    adverbs: "ment", usesDashes: true, inverted: "il elle je ils elles on", people: .of("fr"))

  static let spanish = DialogueWords(
    [
      (
        .strong,
        """
        dijo respondió preguntó exclamó contestó replicó repuso añadió gritó murmuró susurró continuó prosiguió \
        insistió interrumpió repitió observó declaró dije pregunté respondí contesté balbuceó suspiró ordenó \
        decía comentó explicó agregó dice pregunta responde contesta grita indicó afirmó manifestó balbució vociferó \
        objetó interpuso aseguró confesó sollozó aventuró
        """
      ),
      (
        .weak,
        "pensó sonrió rió miró asintió encogió volvió se le me levantó entró gruñó rogó suplicó advirtió"
      ),
      (.she, "ella"), (.her, "misma"), (.his, "mismo"), (.they, "ellos ellas todos"),
      (.me, "yo"), (.it, "ello"),
      (
        .determiner,
        "el la los las un una mi tu su mis sus nuestro nuestra este esta aquel aquella"
      ),
      (.definite, "el la los las"),
      (.owner, "mi tu su mis sus nuestro nuestra"),
      (
        .title,
        """
        don doña señor señora señorita sr sra srta doctor doctora capitán coronel conde condesa duque duquesa \
        marqués marquesa fray sor tío tía padre madre rey reina príncipe princesa hermano hermana
        """
      ),
      (
        .man,
        """
        don señor sr doctor capitán coronel conde duque marqués fray tío padre rey príncipe hermano hombre viejo \
        muchacho niño hijo marido cura barbero ventero bachiller caballero
        """
      ),
      (
        .woman,
        """
        doña señora señorita sra srta doctora condesa duquesa marquesa sor tía madre reina princesa hermana mujer \
        vieja muchacha niña hija esposa ama sobrina
        """
      ),
      (
        .kin,
        """
        madre padre hermano hermana marido mujer esposa hijo hija tío tía primo prima amigo amiga compañero amo \
        señor abuela abuelo sobrino sobrina
        """
      ),
      (
        .anybody,
        "hombre mujer señor señora muchacho muchacha niño niña otro otra voz viejo vieja desconocido"
      ),
      (
        .preposition,
        "a al con de del en por para sobre hacia sin entre contra desde que quien cuando como si donde"
      ),
      (.place, "en desde hacia"), (.to, "a"),
      (.filler, "entonces luego también aún ya al fin le se me había era nos les así"),
      (
        .plain,
        """
        dijo respondió preguntó contestó repuso añadió continuó decía agregó dice pregunta responde contesta dije \
        pregunté respondí contesté entonces luego también aún
        """
      ),
      (.greeting, "querido querida estimado estimada"),
      (.closing, "tuyo tuya suyo suya tu su atentamente afectuosamente"),
      (.joint, "y pero o pues"),
      (
        .noName,
        """
        yo ella nosotros usted ustedes vuestra el la los las un una y pero o sí no ah oh qué quién cómo \
        cuándo dónde por dios lunes martes miércoles jueves viernes sábado domingo capítulo señor señora pues \
        que si en a de eso esto es
        """
      ),
      (.address, "señor señora señorita mamá papá señores"),
      (.beforeName, "querido querida mi oh ay pobre amigo hermano"),
      (.group, "todos todas ellos ellas"), (.thought, "pensó"), (.particle, "de del la las"),
      (.heard, "oyó"),
    ],
    adverbs: "mente", usesDashes: true,
    accented: [(.he, "él"), (.noName, "él"), (.noName, "tú"), (.noName, "sí")],
    verbEndings: "ó ose ole oles", people: .of("es"))
}
