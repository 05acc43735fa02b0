import Narration
import Testing

/// Tests of sizes, bearings, fractions and lists of numerals in rule set 1.2.
@Suite("Sizes of rule set 1.2") struct SecondEditionSizesTests {
  @Test(arguments: [
    ("en", "a 3/4-inch pipe", "a three quarter-inch pipe"),
    ("en", "a 1/2-hour show", "a half-hour show"),
    ("en", "a 2 1/2-inch gap", "a two and a half-inch gap"),
    ("en", "a 5/8\" bolt", "a five eighths inch bolt"),
    ("en", "a 4' x 8' sheet", "a four foot by eight foot sheet"),
    ("en", "a 5'x7' rug", "a five foot by seven foot rug"),
    ("en", "It is 12 ft x 10 ft.", "It is twelve feet by ten feet."),
    ("en", "an 8×10 photo", "an eight by ten photo"),
    ("en", "45° N, 93° W", "Forty-five degrees north, ninety-three degrees west"),
    ("en", "We took I-80 W to Reno.", "We took I-eighty west to Reno."),
    ("en", "a 60 W bulb", "a sixty watt bulb"),
    ("en", "It expires 06/2025.", "It expires June twenty twenty-five."),
    ("en", "Enter PIN 4821.", "Enter Pin four eight two one."),
    ("en", "parts I, II, and III", "parts one, two, and three"),
    ("en", "He drives a Model X.", "He drives a Model X."),
    ("en", "Charles I was beheaded.", "Charles the first was beheaded."),
    ("en", "He got an A-.", "He got an A-minus."),
    ("en", "in B♭ major", "in B flat major"),
    ("en", "twice or 3x/day", "twice or three times a day"),
    ("en", "He ran it in 2:05.3.", "He ran it in two minutes five point three seconds."),
    ("en", "Max. load: 5 kg", "Maximum load: five kilograms"),
    ("de", "nur ¾ Tasse Milch", "nur drei Viertel Tasse Milch"),
    ("de", "am 20. und 21. Juli", "am zwanzigsten und einundzwanzigsten Juli"),
    ("de", "mit 15 Min. Verspätung", "mit fünfzehn Minuten Verspätung"),
    ("de", "nach 15 Min. Das war gut.", "nach fünfzehn Minuten. Das war gut."),
    ("de", "6,5 l/100 km", "Sechs Komma fünf Liter auf einhundert Kilometer"),
    ("de", "Er hat 320 S. gelesen.", "Er hat dreihundertzwanzig Seiten gelesen."),
    ("fr", "6,5 l/100 km", "Six virgule cinq litres aux cent kilomètres"),
    ("es", "por 20 ctvs. más", "por veinte centavos más"),
  ])
  func sizesAreRead(_ language: String, _ text: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: language, markup: .none, rules: .v1_2)
    #expect(cleaner.clean(text).text == spoken, "\(language): \(text)")
  }
}
