import Narration
import Testing

/// Tests of states, bills, airliners and years in the words of scripts.
@Suite struct ScriptWordsTests {
  @Test(arguments: [
    ("in Eugene, OR and", "in Eugene, Oregon and"),
    ("from Gary, IN.", "from Gary, Indiana."), ("GARY, IN", "Gary, Indiana"),
    ("in Boston, MA.", "in Boston, Massachusetts."), ("DETROIT, MI", "Detroit, Michigan"),
    ("MARY, IN TEARS", "Mary, in tears"), ("Yes sure, OK.", "Yes sure, OK."),
    ("either Anna, OR her", "either Anna, or her"),
    ("Get to Paris, OK?", "Get to Paris, OK?"),
    ("a pile of $100s and $20s", "a pile of hundreds and twenties"),
    ("from about 1935.", "from about nineteen thirty-five."),
    ("about 1935 people", "about one thousand nine hundred thirty-five people"),
    ("A 747 lands", "A seven forty-seven lands"),
    ("AIRPLANE 737", "Airplane seven thirty-seven"),
    ("a 737-800 lands", "a seven thirty-seven eight hundred lands"),
    ("the 757 votes", "the seven hundred fifty-seven votes"),
    ("WGA #1234567", "WGA number one two three four five six seven"),
    ("RE: our letter", "Regarding: our letter"),
    ("re Bob", "Regarding Bob"),
    ("Yes (re: it).", "Yes (regarding: it)."), ("Do re mi.", "Do re mi."),
    ("THEY RAM US!", "They ram us!"),
    ("MADE IN THE US!", "Made in the U.S!"),
  ])
  func statesAndNumbersOfScriptsAreRead(_ text: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: "en", markup: .none)
    #expect(cleaner.clean(text).text == spoken)
  }
}
