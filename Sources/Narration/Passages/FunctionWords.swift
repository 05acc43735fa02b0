/// Frequent words of languages: the evidence for the language of a sentence.
/// Only English, German, French, Spanish and Italian are recognized. The other languages are rivals: a sentence with many of
/// their words is not taken for one of the five.
struct FunctionWords: Sendable {
  /// The languages. The first five can be recognized.
  static let languages = ["en", "de", "fr", "es", "it", "pt", "nl", "la"]
  static let recognized = 0..<5

  /// The languages in which a word is frequent, as bits.
  struct Marks {
    /// The languages in which it is a pronoun, a verb, a negation or a conjunction, which names do not have.
    var strong: UInt8 = 0
    /// The languages in which it is an article, a preposition or "and".
    var weak: UInt8 = 0
  }

  /// The marks of words, by their bytes as a number (`key`).
  static let table: [UInt64: Marks] = {
    var table: [UInt64: Marks] = [:]
    for (language, words) in lists.enumerated() {
      let bit = UInt8(1) << language
      for word in words.strong.split(separator: " ") {
        table[key(word), default: .init()].strong |= bit
      }
      for word in words.weak.split(separator: " ") {
        table[key(word), default: .init()].weak |= bit
      }
    }
    return table
  }()

  /// The forms of polite address in German, which begin with a capital.
  static let polite: Set<UInt64> = Set(["sie", "ihnen", "ihr", "ihre"].map { key(Substring($0)) })

  /// The most bytes of a word in the table.
  static let longest = 8

  /// Returns the language in which alone a word in lower case is frequent; nil if there is none.
  static func onlyLanguage(of word: Substring) -> String? {
    word.utf8.count <= longest ? onlyLanguage(ofKey: key(word)).map { languages[$0] } : nil
  }

  /// Returns the index of the language in which alone a word with this key is frequent; nil if there is none.
  static func onlyLanguage(ofKey key: UInt64) -> Int? {
    guard let marks = table[key] else { return nil }
    let all = marks.strong | marks.weak
    return all.nonzeroBitCount == 1 ? all.trailingZeroBitCount : nil
  }

  private static func key(_ word: Substring) -> UInt64 {
    word.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static let lists: [(strong: String, weak: String)] = [
    (
      """
      i you he she it we they is are was were be been have has had do does did will would could \
      should can not this that what who how when where why there my your his her our their me him \
      them us if because don didn isn doesn won couldn wouldn never just about very then than \
      which these those am i'm let know think yes
      """, "a an the of to in on at by for with from and or but as so no all into out up s t d"
    ),
    (
      """
      ich du er sie es wir ihr ist sind war waren bin bist sein habe hat hast haben hatte hatten \
      wird werden wurde würde kann können muss müssen soll sollte will nicht kein keine was wer wie \
      wo wann warum wenn dass weil aber auch noch nur schon sehr mir mich dir dich ihm ihn uns euch \
      mein meine dein deine seine ihre hier dann denn doch nichts immer wieder jetzt gibt weiß \
      dieser diese dieses damit ja nein danke
      """,
      """
      der die das den dem des ein eine einen einem einer und oder mit von zu im in am an auf aus bei \
      nach vor für über um durch ohne zur zum vom als so
      """
    ),
    (
      """
      je tu il elle nous vous ils elles on est sont était étaient suis êtes avons avez ai ont avait \
      avaient sera serait peut peux fait ne pas rien jamais que qui quoi où quand comment pourquoi \
      ce cette ces mais mon ma mes ton tes son sa ses notre votre leur leurs moi toi lui très bien \
      ça cela tout faut être avoir veux sais vais fut cet j qu donc oui non merci
      """,
      "le la les un une des du de c d l n m s t au aux et ou dans pour par sur avec sans à en chez sous"
    ),
    (
      """
      yo tú él ella nosotros usted ustedes ellos es son era eran soy eres somos está están estoy \
      estaba fue ser estar hay ha han tiene tengo quiero quiere puede puedo sabe no nunca nada que \
      qué quién cómo cuándo dónde porque pero si sí mi mis tu tus su sus nuestro me te se lo le les \
      muy más también aquí ahora esto esta este eso todo cuando como había gracias
      """, "el la los las un una unos del de al y o e en por para con sin sobre a"
    ),
    (
      """
      è sono che non io lui lei noi sei ho hai ha hanno perché anche questo questa cosa più mio mia \
      suo sua mi ti si ci vi ma se come quando era tu sono siamo siete hanno voi dove niente molto \
      tutto loro suoi sue nostro vostra vostro so sa vuoi vuole
      """,
      """
      il lo la gli i le un una di del dello della dei degli delle al allo alla ai alle da dal dalla dalle nel nella \
      con per e o su in l
      """
    ),
    (
      """
      não são é você eu ele ela nós eles está estão foi ser ter tem tenho que quem onde quando como \
      porque mas também muito mais isso isto meu minha seu sua me te se tu
      """, "o a os as um uma de do da dos das em no na nos nas por para com e ou ao à"
    ),
    (
      """
      ik jij je hij zij wij is niet geen wat wie hoe waar als maar ook nog heb hebt heeft was waren \
      ben bent zijn kan wil moet mijn jouw haar ons hier daar dan dat dit deze
      """, "de het een van in op te aan voor met en of om bij uit naar"
    ),
    (
      """
      est sum sunt non quod qui quae quid cum sed si ergo ego tu nos vos hoc esse erat
      """, "et in ad ex de ab per pro"
    ),
  ]
}
