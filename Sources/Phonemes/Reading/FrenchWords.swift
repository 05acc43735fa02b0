/// French words and names in English texts, as English speakers say them.
enum FrenchWords {
  /// Sets the sound of "Jean" before a French name, as in "Jean-Louis", and of this name.
  static func settleNames(_ group: inout [SpokenPiece]) {
    guard group.count > 2, group[0].symbols.count == 4, group[1].symbols == ["-"],
      group[0].symbols.string.lowercased() == "jean",
      let name = behindJean[group[2].symbols.string.lowercased()]
    else { return }
    (group[0].phonemes, group[2].phonemes) = (Phones("ʒˌɑn"), Phones(name))
  }

  private static let behindJean = [
    "louis": "luˈi", "paul": "pˈɔl", "luc": "lˈuk", "pierre": "piˈɛɹ", "claude": "klˈOd",
    "jacques": "ʒˈɑk", "marie": "məɹˈi", "marc": "mˈɑɹk", "françois": "fɹɑnswˈɑ",
    "francois": "fɹɑnswˈɑ", "michel": "miʃˈɛl", "baptiste": "bætˈist", "philippe": "filˈip",
    "guy": "ɡˈi", "christophe": "kɹistˈɔf", "yves": "ˈiv", "rené": "ɹənˈA", "rene": "ɹənˈA",
    "henri": "ɑnɹˈi", "charles": "ʃˈɑɹl", "daniel": "dɑnjˈɛl", "noël": "nOˈɛl", "noel": "nOˈɛl",
    "robert": "ɹObˈɛɹ", "denis": "dənˈi", "victor": "viktˈɔɹ", "bernard": "bɛɹnˈɑɹ",
    "éric": "ɛɹˈik", "eric": "ɛɹˈik", "alain": "əlˈæn", "antoine": "ɑntwˈɑn", "loup": "lˈu",
    "max": "mˈæks", "hugues": "ˈuɡ", "sébastien": "sˌAbəstjˈæn", "sebastien": "sˌAbəstjˈæn",
  ]

  /// The lines are those of `HouseWords`.
  static let words = """
    maitre mˈAtɹə =
    chef-d'oeuvre ʃˌAdˈɜɹv ʃˌAdˈɜːv
    concierge kˌɑnsiˈɛɹʒ kˌɒnsiˈɛːʒ
    d'oeuvre dˈɜɹv dˈɜːv
    d'oeuvres dˈɜɹvz dˈɜːvz
    lait lˈA =
    Mirabeau mˈɪɹəbˌO mˈɪɹəbˌQ
    Cours kˈʊɹ kˈʊə
    Anglais ɑŋɡlˈA ɒŋɡlˈA
    excusez ɛkskjuzˈA ɛkskjuːzˈA
    bien bjˈɛn =
    bonsoir bɔnswˈɑɹ bɒnswˈɑː
    nuit nwˈi nwˈiː
    mesdames mAdˈɑm mAdˈɑːm
    s'il sˈil sˈiːl
    vous vˈu vˈuː
    je ʒə =
    allez ɑlˈA alˈA
    allons ɑlˈɔn alˈɒn
    venez vənˈA =
    viens vjˈæn vjˈan
    entrez ˈɑntɹA ˈɒntɹA
    commencez kˌɑmɑnsˈA kˌɒmɒnsˈA
    vite vˈit vˈiːt
    voici vwɑsˈi vwɑːsˈiː
    zut zˈut zˈuːt
    alors əlˈɔɹ əlˈɔː
    bien bjˈæn bjˈan
    rien ɹjˈæn ɹjˈan
    toujours tuʒˈʊɹ tuːʒˈʊə
    jamais ʒɑmˈA ʒamˈA
    jeune ʒˈɜn ʒˈɜːn
    homme ˈʌm ˈɒm
    jouer ʒuˈA ʒuːˈA
    suivre swˈivɹə swˈiːvɹə
    effets ɛfˈA =
    jardin ʒɑɹdˈæn ʒɑːdˈan
    quai kˈA kˈA
    chateau ʃætˈO ʃatˈQ
    chateaux ʃætˈOz ʃatˈQz
    mouche mˈuʃ mˈuːʃ
    garnie ɡɑɹnˈi ɡɑːnˈiː
    vanille vənˈi vənˈiː
    boulangerie bulˈɑnʒəɹi buːlˈɒnʒəɹi
    minuterie mˌinutəɹˈi mˌiːnuːtəɹˈiː
    jeton ʒətˈɔn ʒətˈɒn
    judiciaire ʒudˌisjˈɛɹ ʒuːdˌiːsjˈɛː
    halles ˈɑl ˈal
    n'importe næmpˈɔɹt nampˈɔːt
    d'italie dˌitəlˈi dˌiːtəlˈiː
    Italie ˌitəlˈi ˌiːtəlˈiː
    Foch fˈɔʃ fˈɒʃ
    Rothschild ɹˈɔθsʧˌIld ɹˈɒθsʧˌIld
    Rothschilds ɹˈɔθsʧˌIldz ɹˈɒθsʧˌIldz
    Balzac bˈælzæk bˈalzak
    Givenchy ʒˌivɑnʃˈi ʒˌiːvɒnʃˈiː
    Megeve məʒˈɛv =
    Arles ˈɑɹl ˈɑːl
    Aix ˈɛks =
    Chamonix ʃˈæməni ʃˈamɒni
    Clignancourt klˌinjɑnkˈʊɹ klˌiːnjɒnkˈʊə
    Ponthieu pɔntjˈɜ pɒntjˈɜː
    Gaudet ɡOdˈA ɡQdˈA
    Valjean vælʒˈɑn valʒˈɒn
    Cocteau kɑktˈO kɒktˈQ
    Edouard ˌAdwˈɑɹ ˌAdwˈɑː
    Didier didjˈA =
    Olivier əlˈɪviˌA əlˈɪvɪA
    Thierry tjɛɹˈi =
    Guillaume ɡijˈOm ɡiːjˈQm
    """

  /// Words with letters that no lexicon has, in small letters, for both dialects.
  static let accented = [
    "champs-elysées": "ʃˌɑnzˌAlizˈA", "elysées": "ˌAlizˈA", "château": "ʃætˈO",
    "châteaux": "ʃætˈOz", "théâtre": "tAˈɑtɹə", "crêpe": "kɹˈAp", "crêpes": "kɹˈAps",
    "croûton": "kɹˈutˌɑn", "croûtons": "kɹˈutˌɑnz", "mêlée": "mˈAlˌA", "très": "tɹˈA",
    "règles": "ɹˈɛɡlə", "chérie": "ʃɛɹˈi", "chéri": "ʃɛɹˈi", "enchanté": "ˌɑnʃɑntˈA",
    "enchantée": "ˌɑnʃɑntˈA", "garçon": "ɡɑɹsˈɔn", "fête": "fˈɛt", "fêtes": "fˈɛts",
    "fiancé": "fˌiɑnsˈA", "fiancée": "fˌiɑnsˈA", "pâtisserie": "pətˈisəɹi", "fraîche": "fɹˈɛʃ",
    "là": "lˈɑ", "bête": "bˈɛt", "être": "ˈɛtɹə", "même": "mˈɛm", "mère": "mˈɛɹ",
    "père": "pˈɛɹ", "frère": "fɹˈɛɹ", "plaît": "plˈA", "sûr": "sˈuɹ", "écoutez": "ˌAkutˈA",
    "désirez": "dˌAziɹˈA", "bâteau": "bætˈO", "équipes": "Akˈip", "orléans": "ˌɔɹlAˈɑn",
    "d'orléans": "dˌɔɹlAˈɑn", "megève": "məʒˈɛv", "nîmes": "nˈim", "hermès": "ɛɹmˈɛz",
    "agnès": "ɑnjˈɛs", "thérèse": "təɹˈɛz", "édouard": "ˌAdwˈɑɹ", "étienne": "Atjˈɛn",
    "benoît": "bənwˈɑ", "hélène": "Alˈɛn", "chloé": "klˈOi", "zoé": "zˈOi", "zoë": "zˈOi",
    "chloë": "klˈOi", "joséphine": "ʒˌOzəfˈin", "céline": "səlˈin", "cécile": "səsˈil",
    "théophile": "tˌAOfˈil", "théo": "tˈAO", "sébastien": "sˌAbəstjˈæn", "fräulein": "fɹˈYlIn",
    "frédéric": "fɹˌAdəɹˈik", "françois": "fɹɑnswˈɑ", "français": "fɹɑnsˈA",
    "française": "fɹɑnsˈɛz", "maître": "mˈAtɹə", "gérard": "ʒəɹˈɑɹd", "solène": "sOlˈɛn",
  ]
}
