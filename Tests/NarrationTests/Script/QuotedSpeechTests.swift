import Foundation
import Guion
import Testing

@testable import Narration

/// Tests of Documentation/speech.md, "Dialogue in prose": who speaks the quotations.
@Suite struct QuotedSpeechTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// A line for each turn: the most probable speaker and the first words.
    var speakers: String
    var language = "en"
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "tags and turns",
      text: """
        Tom Reed met Ann Lee at the gate. Tom smiled at Ann.

        "Are you ready?" asked Tom.

        "No," said Ann. "Not yet."

        "Why not?"

        "I have lost my hat."

        "Again!" cried Tom.
        """,
      speakers: "Tom Reed Are|Ann Lee No|Tom Reed Why|Ann Lee I|Tom Reed Again"),
    Row(
      name: "pronouns and addresses",
      text: """
        Mr. Hale opened the door, and Miss Grey came in. Mr. Hale was glad. Miss Grey was not.

        "Sit down," he said.

        "I would rather stand, Mr. Hale," she replied.

        "As you please, Miss Grey."
        """,
      speakers: "Mr. Hale Sit|Miss Grey I|Mr. Hale As"),
    Row(
      name: "two speakers in one paragraph",
      text: """
        "Come," said Tom, and Ann answered, "I am coming."

        "Soon?" said Tom. "Now!" said Ann.
        """, speakers: "Tom Come|Ann I|Tom Soon|Ann Now"),
    Row(
      name: "words that nobody says",
      text: """
        Tom said that the "japanning" of boots was an art, and Ann Lee called it "a bore".

        "It is," said Ann. "It is," said Tom.
        """, speakers: "nobody japanning|nobody a|Ann Lee It|Tom It"),
    Row(
      name: "letters in marks, from the greeting to the signature",
      text: """
        Tom Reed met Ann Lee. Tom smiled at Ann. Ann Lee gave Tom a letter. It was as follows:

        "My dear Tom,"

        "I am at the sea, and it rains. Everybody is well."

        "Your affectionate friend,"

        "Ruth Hale."

        "Dear Ruth!" said Tom.

        "My dear Tom," said Ann, "read it again."

        Ruth Hale had also written to Ann Lee:

        "Come, and bring a coat.
        Yours ever,
        Ruth Hale"

        "Shall you go?" said Tom.
        """,
      speakers: "nobody My|Tom Reed Dear|Ann My|nobody Come|Tom Reed Shall"),
    Row(
      name: "a story in a story has one speaker, whoever says I in it",
      text: """
        Tom Reed met Ann Lee. Tom smiled at Ann.

        “I once knew a sailor,” said Tom. “He had a boat, and I went with him.

        “‘Where is the land?’ said he. ‘There is none,’ said I. Ann Lee, he was pale.

        “He said ‘No,’ and so said I; we went down.

        “‘Row!’ cried he.”

        “And then?” said Ann.
        """, speakers: "Tom Reed I|Ann Lee And"),
    Row(
      name: "who says I in the narration, and thoughts in marks",
      text: """
        I came home late, and I was cold. Mary sat by the fire. I took off my hat, and I looked at Mary.

        “Good evening, John,” said Mary.

        “It is late,” I said. “I know it.”

        “You are wet, John,” said Mary.

        “I am,” said I.

        “He is not well,” thought Mary.

        “Sit down, John,” said Mary. “Here, John.”
        """,
      speakers: "Mary Good|John It|Mary You|John I|Mary He|Mary Sit"),
    Row(
      name: "paragraphs with marks of their own",
      text: """
        Tom Reed met Ann Lee. The boys' dog barked at Tom's cat, and Tom smiled at Ann Lee.

        “Rain again,” said Tom.

        “It's late,” said Ann.

        'It is not,' said Tom, 'it's early.'

        «Is it?» asked Ann.

        „It is,“ said Tom.

        ‘Tom's right,’ said Ann.

        »Come!« said Tom.

        "So be it," said Ann.
        """,
      speakers:
        "Tom Reed Rain|Ann It|Tom Reed It|Ann Is|Tom Reed It|Ann Tom|Tom Reed Come|Ann So"
    ),
    Row(
      name: "a mother and a daughter in one sentence are two people",
      text: """
        Rose Hart stood by the window. Mrs. Hart and Rose had quarrelled. Rose would not look at Mrs. Hart.

        "It rains," said Rose.

        "It always rains," said Mrs. Hart.
        """, speakers: "Rose Hart It|Mrs. Hart It"),
    Row(
      name: "two tags in a row name one person",
      text: """
        “Good morning,” said Ines.

        “Morning,” said Amery.

        “It's late,” said Tobias.

        “It is,” said Ines.

        “Tea?” said Amery.

        “Please,” said Tobias.

        “You think I've done something,” said Tobias. He looked at Ines.

        “I think you're wet and tired. Go and sleep.”

        “I brought it to you.”

        “I know you did.”

        She had no answer. Ines took up the pen.
        """,
      speakers: "Ines Good|Amery Morning|Tobias It|Ines It|Amery Tea|Tobias Please|Tobias You"
        + "|Ines I|Tobias I|Ines I"),
    Row(
      name: "German",
      text: """
        Herr Brandt öffnete die Tür. Frau Weber trat ein.

        »Guten Abend«, sagte Herr Brandt.

        »Guten Abend«, antwortete Frau Weber.

        »Setzen Sie sich«, sagte er.
        """,
      speakers: "Herr Brandt Guten|Frau Weber Guten|Herr Brandt Setzen", language: "de"),
    Row(
      name: "German answers in one paragraph",
      text: """
        Herr Brandt öffnete die Tür. Frau Weber trat ein.

        »Sind Sie fertig?« fragte Herr Brandt.

        »Nein«, versicherte Frau Weber. »Noch nicht.«

        »Und jetzt?« »Ja.«
        """,
      speakers:
        "Herr Brandt Sind|Frau Weber Nein|Herr Brandt Und|Frau Weber Ja", language: "de"),
    Row(
      name: "French verbs with their subjects",
      text: """
        Jean Morel entra. Marie Duval se leva.

        -- Bonjour! dit Jean.

        -- Enfin! s'écria-t-elle. Vous voilà!

        -- Asseyez-vous, fit Marie.

        -- Merci, pensa Jean.
        """,
      speakers: "Jean Morel Bonjour|Marie Duval Enfin|Marie Duval Asseyez|Jean Morel Merci",
      language: "fr"),
    Row(
      name: "French",
      text: """
        Jean Morel entra. Marie Duval se leva.

        — Bonjour, dit Jean.

        — Bonsoir, répondit Marie.

        — Vous sortez ? demanda-t-il.
        """,
      speakers: "Jean Morel Bonjour|Marie Duval Bonsoir|Jean Morel Vous", language: "fr"),
    Row(
      name: "Spanish",
      text: """
        Don Pedro abrió la puerta. Doña Clara entró.

        —Buenas tardes —dijo don Pedro.

        —Buenas —respondió doña Clara—. Llueve.
        """,
      speakers: "don Pedro Buenas|doña Clara Buenas", language: "es"),
    Row(
      name: "Spanish dashes without spaces, and él, which is no article",
      text: """
        Don Pedro abrió la puerta. Doña Clara miró a don Pedro. El día era hermoso.

        --Vamos--dijo doña Clara--, es tarde.

        --Espere--indicó él--. ¿Llueve?
        """,
      speakers: "doña Clara Vamos|don Pedro Espere", language: "es"),
    Row(
      name: "a boy who tells his name, and a captain, who is no boy",
      text: boy, speakers: "Toby Is|Anna It|Toby Toby|Captain Pike Mind|Anna Drink|Toby I"),
    Row(
      name: "the only old person",
      text: """
        Old Matthias sat by the stove. Captain Pike stood near Matthias. Captain Pike was wet.

        "Sit down," said the old man.

        "Thank you," said Captain Pike.

        "Eat," said Matthias.
        """,
      speakers: "Matthias Sit|Captain Pike Thank|Matthias Eat"),
  ]

  private static let boy = """
    A boy of eleven came off the boat. Captain Pike threw the rope, and Anna caught it.

    "Is this the place?" the boy said.

    "It is a place," said Anna. "What is your name?"

    "Toby. I have a letter."

    "Mind the step!" shouted Captain Pike. He took the bag from the boy.

    Toby went in. Anna shut the door. The boy was cold. Toby sat down by the stove.

    "Drink," said Anna.

    "I am cold," said Toby.
    """

  @Test(arguments: [
    ("", RoleAge.child), ("Another boy went by.", nil), ("The boy looked at Toby.", nil),
  ])
  func `a person is the boy of the book if nobody else can be`(more: String, age: RoleAge?) {
    let texts = (Self.boy + "\n\n" + more).split(separator: "\n\n").map(String.init)
    let people = Attribution(texts, language: "en").people
    #expect(people.first { $0.name == "Toby" }?.age == age)
    #expect(people.contains { $0.name == "Captain Pike" && $0.age == nil })
  }

  @Test(arguments: rows)
  func `the speakers of quotations are found`(row: Row) {
    let texts = row.text.split(separator: "\n\n").map(String.init)
    let found = Attribution(texts, breaks: [], language: row.language)
    let lines = found.turns.map { turn -> String in
      let name = turn.guesses.first?.person.map { found.people[$0].name } ?? "nobody"
      let piece = turn.pieces[0]
      let words = Array(texts[piece.paragraph].utf8)[piece.place.words]
      let first = String(decoding: words, as: UTF8.self).prefix { $0.isLetter }
      return "\(name) \(first)"
    }
    #expect(lines.joined(separator: "|").lowercased() == row.speakers.lowercased())
  }

  /// Three speakers, of whom only the gender of Tobias is known.
  private func last(_ paragraphs: String) throws -> (found: Attribution, turn: Attribution.Turn) {
    let texts = """
      “Good morning,” said Ines.

      “Morning,” said Amery.

      “It's late,” said Tobias.

      “It is,” said Ines.

      “Tea?” said Amery.

      “Please,” said Tobias.

      \(paragraphs)
      """
    let found = Attribution(texts.components(separatedBy: "\n\n"), language: "en")
    return (found, try #require(found.turns.last))
  }

  @Test(arguments: [
    "“You think it was me,” said Tobias. He looked at Ines. “Don't you?”",
    "“You think it was me,” Tobias said. He looked at Ines.",
    "“Ines did it,” said Tobias.",
  ])
  func `a tag with a name is nearly certain, also behind words of the same person`(
    paragraph: String
  ) throws {
    let (found, turn) = try last(paragraph)
    let guess = try #require(turn.guesses.first)
    #expect(guess.person.map { found.people[$0].name } == "Tobias")
    #expect(guess.probability >= 0.95)
  }

  @Test(arguments: [
    ("“No,” he said.\n\n“Why?”", "none"),
    ("“No.” He laughed and said:\n\n“Why?”", "pronoun-before"),
    ("Tobias turned, and he said:\n\n“Why?”", "pronoun-before"),
  ])
  func `a tag behind words is not one of the next paragraph`(
    paragraphs: String, kind: String
  ) throws {
    #expect(try last(paragraphs).turn.kind == kind)
  }

  @Test func `an action behind words tells against another gender`() throws {
    let talk = "“I know it,” said Amery.\n\n“I know that too.”"
    func chance(_ action: String) throws -> Double {
      let (found, turn) = try last("\(talk) \(action) pushed the letter across. “Read it.”")
      let tobias = found.people.firstIndex { $0.name == "Tobias" }
      return try #require(turn.guesses.first { $0.person == tobias }).probability
    }
    #expect(try chance("She") < 0.3)
    #expect(try chance("He") > 0.7)
  }

  private static let novel = """
    # One

    Tom Reed met Ann Lee. Tom smiled, and Ann *smiled* too.

    “Are you *ready*?” asked Tom. “It is late.”

    “No,” said Ann, “not yet.”

    Ann went.
    """

  private func outline(_ settings: String, _ text: String = novel) throws -> String {
    try LabelRow.labelled(text, cast: "{\"dialogue\": {\(settings)}}").outline
  }

  @Test func `the parts of a paragraph are the speeches of their speakers`() throws {
    let outline = try outline("\"voices\": true")
    #expect(outline.contains("cue Tom Reed"))
    #expect(outline.contains("says “Are you *ready*?”") || outline.contains("says “Are you"))
    #expect(outline.contains("prose asked Tom."))
    #expect(outline.contains("cue Ann Lee"))
    #expect(outline.contains("prose said Ann,"))
  }

  @Test(arguments: [
    ("whispered Tom", true), ("said Tom slowly", true), ("said Tom", false),
  ])
  func `a tag can say how the words are said`(tag: String, isManner: Bool) throws {
    let text = "Tom Reed met Ann Lee. Ann Lee knew Tom.\n\n“Come,” \(tag)."
    #expect(try outline("\"voices\": true", text).contains("cue Tom Reed (\(tag))") == isManner)
  }

  struct TagRow: Sendable, CustomTestStringConvertible {
    var paragraph: String
    /// The words of the tag that are not read; nil if all words are read.
    var skipped: String?
    /// What is heard of the paragraph instead; nil if that is only the words without the tag.
    var heard: String?
    var testDescription: String { paragraph }
  }

  static let tags: [TagRow] = [
    TagRow(paragraph: "“Come,” said Tom Reed.", skipped: "said Tom Reed.", heard: "Come."),
    TagRow(
      paragraph: "“Come,” said Tom, “or stay.”", skipped: "said Tom,", heard: "Come, or stay."),
    TagRow(
      paragraph: "“Come,” Tom said then. “Stay.”", skipped: "Tom said then.",
      heard: "Come. Stay."),
    TagRow(
      paragraph: "“Come!” Tom said. He went.", skipped: "Tom said.", heard: "Come! He went."),
    TagRow(paragraph: "“Come!” Tom said softly. He went.", skipped: nil),
    TagRow(paragraph: "“Come,” whispered Tom.", skipped: nil),
    TagRow(paragraph: "“Come!” cried Tom.", skipped: nil),
    TagRow(paragraph: "“Come,” said Tom, smiling.", skipped: nil),
    TagRow(paragraph: "“Come,” said Tom ironically.", skipped: nil),
    TagRow(paragraph: "“Come,” said poor Tom.", skipped: nil),
    TagRow(paragraph: "“Come,” said Tom to Ann.", skipped: nil),
    TagRow(paragraph: "“Come,” Tom broke in.", skipped: nil),
    TagRow(paragraph: "Tom said: “Come.”", skipped: nil),
    TagRow(paragraph: "“Come.” Tom smiled.", skipped: nil),
    TagRow(paragraph: "“Come,” said the old man.", skipped: nil),
  ]

  @Test(arguments: tags)
  func `a tag that only names the speaker can be left out`(row: TagRow) throws {
    let text = "Tom Reed met Ann Lee. Ann Lee knew Tom.\n\n" + row.paragraph
    for isSkipping in [true, false] {
      let cast = try LabelRow.cast(
        "{\"dialogue\": {\"voices\": true\(isSkipping ? ", \"tags\": \"skip\"" : "")}}")
      let manuscript = LabelRow.manuscript(text, .text)
      let labels = SpeakerLabels(cast: cast)
      let (elements, speech) = labels.read(manuscript)
      let names = CueNames(of: elements, cast: cast, language: "en-US")
      let casting = Casting(language: "en-US", names: names) { .undecided($0) }
      let read = TableReader(casting: casting, cast: cast, format: .text).read(elements[...])
      let said = read.passages.flatMap(\.items).map(\.text).joined(separator: " ")
      let skipped = isSkipping ? row.skipped : nil
      let all = skipped.map { text.replacing(" \($0)", with: "") } ?? text
      let words = said.split { !$0.isLetter }.joined(separator: " ")
      #expect(words == all.split { !$0.isLetter }.joined(separator: " "))
      let notes = (speech?.findings(cast) ?? []).filter { $0.code == "skipped-tag" }
      #expect(notes.map(\.message) == (skipped.map { ["\"\($0)\" is not read"] } ?? []))
      let column = skipped.flatMap { row.paragraph.firstRange(of: $0) }.map {
        row.paragraph.distance(from: row.paragraph.startIndex, to: $0.lowerBound) + 1
      }
      #expect(notes.allSatisfy { $0.position?.line == 3 && $0.position?.column == column })
      if skipped != nil, let heard = row.heard {
        #expect(said.filter { !"“”".contains($0) }.hasSuffix(". " + heard))
      }
      #expect(speech?.skippedTags == (skipped.map { [$0] } ?? []))
      // The page shows all words.
      let shown = elements.filter { $0.elementType != .character }.map(\.elementText)
      #expect(
        shown.joined(separator: " ").split(whereSeparator: \.isWhitespace)
          == text.split(whereSeparator: \.isWhitespace))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `lines with the same words are found in linear time, each once`() {
    let keys = [String](repeating: "no", count: 100_000)
    let rows = keys.map { _ in LineFinder.Row("No.", before: "No.") }
    let places = LineFinder.places(of: rows, in: keys)
    #expect(places.dropLast() == (1..<keys.count).map { .line($0) }[...])
    #expect(places.last == .taken)
  }

  @Test(arguments: ["\"voices\": false", "", "\"voices\": true, \"confidence\": 1"])
  func `without voices, or below the confidence, nothing changes`(settings: String) throws {
    #expect(try outline(settings) == (try LabelRow.labelled(Self.novel, cast: "{}").outline))
  }

  @Test func `older rule sets have no dialogue`() throws {
    let cast = "{\"rules\": \"1.1\", \"dialogue\": {\"voices\": true}}"
    #expect(
      try LabelRow.labelled(Self.novel, cast: cast).outline
        == (try LabelRow.labelled(Self.novel, cast: "{\"rules\": \"1.1\"}").outline))
  }

  @Test func `no word is changed, and a change of voice is a short pause`() throws {
    func read(_ json: String) throws -> TableRead {
      let cast = try LabelRow.cast(json)
      let manuscript = LabelRow.manuscript(Self.novel, .markdown)
      let elements = SpeakerLabels(cast: cast).apply(to: manuscript)
      let names = CueNames(of: elements, cast: cast, language: "en-US")
      let casting = Casting(language: "en-US", names: names) { .undecided($0) }
      return TableReader(casting: casting, cast: cast, format: .markdown).read(elements[...])
    }
    let plain = try read("{}").passages.flatMap(\.items).map(\.text).joined(separator: " ")
    let voiced = try read("{\"dialogue\": {\"voices\": true}}")
    let items = voiced.passages.flatMap(\.items)
    #expect(items.map(\.text).joined(separator: " ") == plain)
    #expect(items.compactMap(\.role?.name) == ["Tom Reed", "Tom Reed", "Ann Lee", "Ann Lee"])
    let pauses = voiced.passages.dropFirst(2).map(\.pauseBefore)
    #expect(Array(pauses) == [650, 120, 120, 500, 120, 120, 650])
  }

  /// Four turns without tags: only who begins is open.
  private static let bare = """
    "I am early," said Tom Reed to Ann Lee.

    "You are late," said Ann Lee to Tom Reed.

    Tom Reed met Ann Lee again at the gate.

    "Fine day."

    "It was."

    "Rain soon?"

    "It may."
    """

  struct AnswerRow: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var speakers: String
    /// The lines with a warning.
    var warnings: [Int] = []
    var testDescription: String { name }
  }

  static let answers: [AnswerRow] = [
    AnswerRow(
      name: "one answer decides its neighbours", file: "=  Ann Lee  ch 1 §2  Fine day.",
      speakers: "Ann Lee|Tom Reed|Ann Lee|Tom Reed"),
    AnswerRow(
      name: "the other answer", file: "# a comment\n=  Tom Reed | Ann Lee  48  ch 9 §9  rain SOON",
      speakers: "Tom Reed|Ann Lee|Tom Reed|Ann Lee"),
    AnswerRow(
      name: "the narrator, a name that nobody has, words that are gone, a second answer",
      file: """
        -  ch 1 §2  Fine day.
        =  T.*m  ch 1 §3  It was.
        =  Ann Lee  ch 1 §4  Snow soon?
        =  Ann Lee  ch 1 §2  Fine day.
        nonsense
        =  Ann Lee  ch 1 §4  Rain soon?
        """,
      speakers: "narrator|Tom Reed|Ann Lee|Tom Reed", warnings: [2, 3, 4, 5]),
  ]

  @Test(arguments: answers)
  func `answers are certain, and decide the turns near them`(row: AnswerRow) {
    let file = VoicesFile(Array(row.file.utf8), path: "n.voices")
    var cast = Cast()
    cast.answers = file
    cast.dialogue.voices = true
    let speech = QuotedSpeech(
      of: LabelRow.manuscript(Self.bare, .text), cast: cast, language: "en")
    let names = speech.attribution.turns.suffix(4).map { turn in
      turn.guesses.first?.person.map { speech.attribution.people[$0].name } ?? "narrator"
    }
    #expect(names.joined(separator: "|") == row.speakers)
    let lines = speech.findings(file).compactMap { $0.position?.line }
    #expect(lines.sorted() == row.warnings)
    // The answers stay when the file is written again.
    let again = VoicesFile(Array(speech.file().utf8), path: "n.voices")
    let kept = file.lines.filter { $0.sign != .open }.map(\.row.key)
    #expect(Set(kept).isSubset(of: again.lines.filter { $0.sign != .open }.map(\.row.key)))
    #expect(again.comments == file.comments && again.unread == file.unread)
    #expect(row.file.contains("nonsense") == !again.unread.isEmpty)
  }

  @Test func `an answer whose words are gone is left out after a new answer at its place`() {
    func written(_ answers: String) -> String {
      var cast = Cast()
      cast.dialogue.voices = true
      cast.answers = VoicesFile(Array(answers.utf8), path: "n.voices")
      return QuotedSpeech(
        of: LabelRow.manuscript(Self.bare, .text), cast: cast, language: "en"
      ).file()
    }
    let new = written("=  Ann Lee  ch 1 §1  Rain soon?\n")
    let old = new.replacing("Rain soon?", with: "Snow soon?")
    #expect(old != new && written(old).contains("Snow soon?"))
    let both = written(old + new)
    #expect(!both.contains("Snow soon?") && both.contains("Rain soon?"))
  }

  @Test func `with all turns in the file, a speaker who is sure can be corrected`() {
    let text = "Tom Reed met Ann Lee.\n\n\"Come,\" said Tom Reed.\n\n\"No,\" said Ann Lee.\n"
    func read(_ answers: String?) -> QuotedSpeech {
      var cast = Cast()
      cast.dialogue.voices = true
      cast.answers = answers.map { VoicesFile(Array($0.utf8), path: "n.voices") }
      return QuotedSpeech(of: LabelRow.manuscript(text, .text), cast: cast, language: "en")
    }
    func lines(_ file: String) -> [Substring] {
      file.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
    let speech = read(nil)
    #expect(lines(speech.file()).isEmpty)
    let all = speech.file(all: true)
    #expect(lines(all).map { $0.prefix(11) } == ["?  Tom Reed", "?  Ann Lee "])
    // Lines without an answer change nothing, and stay only if they are asked for again.
    let again = read(all)
    #expect(again.voices == speech.voices && again.file(all: true) == all)
    #expect(again.file() == speech.file())
    let answered = read(all.replacing("?  Tom Reed", with: "=  Ann Lee"))
    #expect(answered.voices.first == speech.voices.last)
  }

  @Test func `a letter has one line in the file of answers, and an answer gives it a voice`() throws
  {
    let text = Self.rows.first { $0.name.hasPrefix("letters") }?.text ?? ""
    func read(_ answers: String?) -> QuotedSpeech {
      var cast = Cast()
      cast.dialogue.voices = true
      cast.answers = answers.map { VoicesFile(Array($0.utf8), path: "n.voices") }
      return QuotedSpeech(of: LabelRow.manuscript(text, .text), cast: cast, language: "en")
    }
    let speech = read(nil)
    #expect(speech.attribution.turns.indices.filter { speech.isLetter($0) } == [0, 3])
    let lines = speech.file().split(separator: "\n").filter { $0.hasPrefix("?") }
    let letters = lines.filter { $0.contains("My dear Tom,") || $0.contains("Come, and") }
    #expect(letters.count == 2)
    let answered = read(speech.file().replacing("?  Ann", with: "=  Tom Reed"))
    let voices = [0, 3].map { answered.voices[$0].map { answered.attribution.people[$0].name } }
    #expect(voices == ["Tom Reed", "Tom Reed"])
  }

  @Test func `the answers that help most come first, and not twice for the same turns`() {
    // Two talks in which only the question who begins is open, and a turn that nothing follows.
    let talk = Self.bare.split(separator: "\n\n").map(String.init)
    let texts = talk + ["* * *", "Tom Reed met Ann Lee. \"Rain!\"", "* * *"] + talk
    let found = Attribution(texts, breaks: [talk.count, talk.count + 2], language: "en")
    let order = found.mostUseful(of: Array(found.turns.indices))
    #expect(Set(order) == Set(found.turns.indices) && order.count == found.turns.count)
    #expect(Set(order.prefix(2).map { found.turns[$0].scene }) == [0, 2])
    // Without a place in the comparison, a turn keeps its place.
    #expect(found.mostUseful(of: [6, 5, 4], comparing: 0) == [6, 5, 4])
  }

  @Test func `the full name of a daughter is not her mother's`() {
    let text = [
      "Mrs. Harrow had a daughter, Ruth Harrow.", "“Come,” said Ruth Harrow. Ruth smiled.",
      "“No,” said Mrs. Harrow.", "“Yes,” said Ruth Harrow.",
    ]
    let cast = ["Ruth", "Mrs. Harrow"].map { Attribution.Person(name: $0, gender: .female) }
    let found = Attribution(text, cast: cast, language: "en")
    #expect(
      found.turns.map { $0.guesses.first?.person.map { found.people[$0].name } }
        == ["Ruth", "Mrs. Harrow", "Ruth"])
  }

  @Test func `a person has the same name if a use of a name is left out`() {
    func names(_ text: [String]) -> [String] {
      Attribution(text, language: "en").people.filter { $0.quotations > 0 }.map(\.name).sorted()
    }
    let first = [
      "Mr. Huxter came in with Mr. Hall.", "“Come,” said Huxter.", "“No,” said Mr. Hall.",
    ]
    let text = (0..<5).flatMap { _ in first }
    let expected = ["Mr. Hall", "Mr. Huxter"]
    #expect(names(text) == expected)
    for index in text.indices where index % 3 != 2 {
      for name in ["Mr. Huxter", "Huxter"] {
        var edited = text
        edited[index] = edited[index].replacing(name, with: name == "Huxter" ? "he" : "Huxter")
        #expect(names(edited) == expected)
      }
    }
  }

  @Test func `a name of two people is reported`() throws {
    let text = """
      Anne Hale met Ruth Hale. Anne smiled. Ruth smiled.

      "Come in, Miss Hale," said Anne Hale.

      "After you, Miss Hale," said Ruth Hale.

      "Miss Hale is tired," said Anne.

      "So is Miss Hale," said Ruth.
      """
    var cast = Cast()
    cast.dialogue.voices = true
    let speech = QuotedSpeech(of: LabelRow.manuscript(text, .text), cast: cast, language: "en")
    let found = speech.findings(cast).filter { $0.code == "shared-name" }
    #expect(found.map(\.message) == ["\"Miss Hale\" is a name of Anne Hale and of Ruth Hale"])
  }

  /// A book in which a doctor and Mr. Lowe are near each other, in one sentence if they are `apart`.
  private static func physician(apart: Bool) -> [String] {
    let far = String(
      repeating: "The rain fell on the roofs, and the road was long and grey. ", count: 40)
    let scene = [
      "Mr. Lowe came up the hill. \(apart ? "The doctor and Mr. Lowe were tired." : "It was late.")",
      "\"It is cold,\" said the doctor.", "\"It is,\" said Ann Lee.",
      "\"Then rest,\" said the doctor. Mr. Lowe sat down.",
    ]
    let other = [
      "Mr. Reed wrote a letter. Mr. Reed sealed it.", "\"Done,\" said Mr. Reed.",
      "\"Good,\" said Ann Lee.",
    ]
    let part = [far, far, far, far] + scene + [far, far, far, far] + other
    return (0..<6).flatMap { _ in part }
  }

  @Test func `a role and a name are one person if the text never tells them apart`() {
    func people(apart: Bool) -> Set<String> {
      let found = Attribution(Self.physician(apart: apart), language: "en")
      return Set(
        found.people.filter { $0.quotations > 0 }.map {
          ([$0.name] + $0.aliases).joined(separator: " = ")
        })
    }
    // Ann Lee is as near, but she answers the doctor.
    #expect(people(apart: false) == ["Mr. Lowe = doctor", "Ann Lee", "Mr. Reed"])
    #expect(people(apart: true) == ["doctor", "Ann Lee", "Mr. Reed"])
  }

  @Test func `the evidence shows the words of the book`() throws {
    let texts = Self.rows[0].text.split(separator: "\n\n").map(String.init)
    let found = Attribution(texts, breaks: [], language: "en")
    let told = found.turns.map { turn in
      turn.evidence.compactMap { evidence -> String? in
        guard let words = evidence.words else { return nil }
        let text = Array(texts[words.paragraph].utf8)[words.range]
        return evidence.rule.reason(String(decoding: text, as: UTF8.self))
      }
    }
    #expect(told == [["“…,” asked Tom"], ["“…,” said Ann"], [], [], ["“…,” cried Tom"]])
  }

  @Test(arguments: [
    (4, "\"How odd, Ann!\""), (0, "Tom Reed met Ann Lee. Tom smiled at Ann. Ann laughed. Ann ran."),
  ])
  func `an edit in one scene changes no turn of another scene`(paragraph: Int, words: String) {
    let scene = Self.rows[0].text.split(separator: "\n\n").map(String.init)
    let texts = scene + ["* * *"] + scene
    var edited = texts
    edited[paragraph] = words
    let turns = [texts, edited].map { Attribution($0, breaks: [scene.count], language: "en").turns }
    #expect(turns[0].suffix(5).map(\.guesses) == turns[1].suffix(5).map(\.guesses))
  }
}
