import Guion
import Narration
import Testing

/// Tests of the language of a text that nobody names.
@Suite struct OtherLanguageTests {
  private static let german =
    "Der Mann ist nicht in dem Haus, und die Frau hat ihn auch nicht im Garten gesehen. Sie weiß, dass er immer "
    + "wieder zu ihr kommt, aber heute war es schon sehr spät, und sie konnte nichts mehr hören."
  private static let english =
    "The man is not in the house, and the woman has not seen him in the garden. She knows that he will come back "
    + "to her, but it was very late, and there was nothing that she could hear."

  /// Texts about technology have few words that only their language has.
  private static let french =
    "Le format des dates dans le fichier de sortie dépend de la version de la bibliothèque. La fonction lit les "
    + "lignes de la table et les colonnes de type texte. Pour la conversion des nombres, le paquet a une option de "
    + "la documentation officielle avec un exemple. Les vecteurs sont de longueur fixe."
  private static let spanish =
    "El formato de las fechas en el archivo de salida depende de la versión de la biblioteca. La función lee las "
    + "filas de la tabla y las columnas de tipo texto. Para la conversión de los números, el paquete tiene una opción "
    + "de la documentación oficial con un ejemplo. Los vectores son de longitud fija."
  private static let italian =
    "Il protocollo è descritto nella norma, e non bisogna dimenticare che i dati sono inviati a pacchetti. Quando il "
    + "cliente non riceve niente, invia la richiesta ancora una volta. È più lento, ma questo non è un problema."
  private static let portuguese =
    "O protocolo é descrito na norma, e não se deve esquecer que os dados são enviados em pacotes. Quando o cliente "
    + "não recebe nada, envia o pedido mais uma vez. É também mais lento, mas isso não é um problema."

  /// Texts, the language in which they are read, and the language that they are plainly in.
  @Test(arguments: [
    (german, "en-US", "de"), (german, "de-AT", nil), (english, "de", "en"), (english, "en-GB", nil),
    (french, "en-US", "fr"), (spanish, "en-US", "es"), (italian, "en-US", "it"),
    (portuguese, "en-US", "pt"), (french, "fr-CA", nil), (spanish, "pt", "es"),
    ("The Tower of the de la Cruz family in La Paz, by El Greco, " + english, "en-US", nil),
    // A few words, names and languages without a list decide nothing.
    ("Der Mann ist nicht in dem Haus.", "en-US", nil), (german, "sv", nil),
    (String(repeating: "Anna Berger, Peter Winter, Maria Klein. ", count: 9), "en-US", nil),
    (german + " " + english, "en-US", nil),
  ])
  func `a text is plainly in another language`(
    _ text: String, _ language: String, _ expected: String?
  ) {
    let elements = [GuionElement(elementType: .action, elementText: text)]
    #expect(OtherLanguage(of: elements, than: language)?.code == expected)
  }

  @Test func `code is no text`() {
    let element = GuionElement(
      elementType: .action, elementText: Self.german, mark: .code(language: nil))
    #expect(OtherLanguage(of: [element], than: "en-US") == nil)
  }
}
