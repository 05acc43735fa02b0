/// The text that measures the level of a voice: about 15 seconds, with every kind of sound.
/// Changing a passage changes the level of every voice in that language, and so every book.
enum MeasuringPassage {
  /// Returns the passage in a language.
  /// For a language without a passage, returns numbers, which every voice speaks in its own language.
  static func text(languageCode: String) -> String {
    let language = languageCode.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return passages[language] ?? numbers
  }

  /// Returns the first sentence of the passage: about three seconds, enough to measure the pitch and
  /// brightness of a voice.
  static func phrase(languageCode: String) -> String {
    let text = text(languageCode: languageCode)
    return text.firstIndex(of: ".").map { String(text[...$0]) } ?? text
  }

  private static let passages = [
    "en": """
    The boat left the harbour before sunrise, and nobody on the quay waved. By noon the wind had turned; \
    they shared bread, cheese and cold tea. Would the old engine hold? She thought so. Just then a \
    fourth ship showed up behind the island, moving much faster than the others.
    """,
    "es": """
    El barco salió del puerto antes del amanecer y nadie saludó desde el muelle. A mediodía el viento \
    había cambiado; compartieron pan, queso y té frío. ¿Aguantaría el viejo motor? Ella creía que sí. \
    Entonces apareció otro barco detrás de la isla, mucho más rápido que los demás.
    """,
    "fr": """
    Le bateau quitta le port avant le lever du soleil et personne ne salua depuis le quai. À midi, le \
    vent avait tourné ; ils partagèrent du pain, du fromage et du thé froid. Le vieux moteur tiendrait-il ? \
    Elle le pensait. Un autre navire surgit alors derrière l'île, bien plus rapide que les premiers.
    """,
    "de": """
    Das Schiff verließ den Hafen vor Sonnenaufgang, und niemand winkte vom Kai. Gegen Mittag hatte der Wind \
    gedreht; sie teilten Brot, Käse und kalten Tee. Würde die alte Maschine durchhalten? Sie glaubte es. Da \
    tauchte hinter der Insel ein viertes Schiff auf, viel schneller als die anderen.
    """,
    "it": """
    La barca lasciò il porto prima dell'alba e nessuno salutò dal molo. A mezzogiorno il vento era girato; \
    divisero pane, formaggio e tè freddo. Il vecchio motore avrebbe retto? Lei pensava di sì. Allora un'altra \
    nave spuntò dietro l'isola, molto più veloce delle prime.
    """,
    "pt": """
    O barco deixou o porto antes do nascer do sol e ninguém acenou do cais. Ao meio-dia o vento tinha mudado; \
    dividiram pão, queijo e chá frio. O velho motor aguentaria? Ela achava que sim. Então outro navio surgiu \
    atrás da ilha, muito mais rápido do que os outros.
    """,
  ]

  private static let numbers = """
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12. 13, 14, 15, 16, 17, 18, 19, 20. 21, 34, 47, 58, 69, 72, 83, 95, 100.
    """
}
