@testable import Narration
import Testing

/// Tests of code within a sentence, as a person would read it aloud.
@Suite struct CodeWordsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var code: String
    var words: String
    var testDescription: String { code }

    init(_ code: String, _ words: String) { (self.code, self.words) = (code, words) }
  }

  static let names: [Row] = [
    Row("print", "print"), Row("a_b", "a_b"), Row("Array<Int>", "Array Int "),
    Row("std::vec", "std  vec"), Row("a::b::c", "a  b  c"), Row("note: this", "note: this"),
    Row("12:30", "12:30"), Row("x[0]", "x 0 "), Row("{ a | b }", "a pipe b  "),
    Row("C:\\dir", "C: dir"), Row("\\n", "n"), Row("a^b", "a b"), Row("f(x)", "f(x)"),
    Row("*p", "p"), Row("``x``", "x  "), Row("a/b.c", "a/b.c"), Row("x = 3", "x equals 3"),
    Row("naïve|é", "naïve é"), Row("李|雷", "李 雷"),
  ]

  @Test func `items of a menu have pauses`() {
    #expect(CodeWords.menu("File > Save As > [Name]") == "File, Save As, [Name]")
    #expect(CodeWords.menu("Value > Maximum") == nil)
    #expect(CodeWords.menu("a > b") == nil)
  }

  static let dashes: [Row] = [
    Row("--debug", "debug"), Row("-v", "v"), Row("dry-run", "dry-run"), Row("a--b", "a  b"),
    Row("x->y", "x  y"), Row("a -> b", "a    b"),
    Row("git log --oneline -5", "git log   oneline -5"),
    Row("-1", "-1"), Row("x = -0.5", "x equals -0.5"), Row("a > b", "a greater than b"),
    Row("a && b", "a ampersand ampersand b"), Row("rm -rf /", "rm  rf slash"),
    Row("cat x | sort", "cat x pipe sort"), Row("a => b", "a =  b"), Row("~/x", "/x"),
    Row("(-1)", "(-1)"), Row("2-1", "2-1"),
    Row("--5", "5"), Row("a-", "a-"), Row("a- b", "a  b"),
  ]

  static let signs: [Row] = [
    Row("*", "asterisk"), Row("!=", "exclamation mark equals"), Row("...", "dot dot dot"),
    Row("->", "dash greater than"), Row(" | ", "pipe"), Row("{ }", "open brace close brace"),
    Row("`", "backtick"), Row("\\", "backslash"), Row("/", "slash"),
    Row("\"\"", "double quote double quote"),
    Row("→", "→"), Row("🎉", "🎉"), Row("*→", "asterisk →"),
    // Four or more symbols are a picture. A picture without words stays unchanged.
    Row("****", "****"), Row("-----", "-----"), Row("| | | |", "| | | |"),
    Row("", ""), Row("   ", "   "),
  ]

  private let words = CodeWords(signs: LayoutWords.english.signNames)

  @Test(arguments: [
    ("fr", "pip install -r a", "pip install tiret r a"),
    ("es", "gpg --gen-key", "gpg guion guion gen-key"), ("de", "ls -la", "ls Minus la"),
    ("fr", "/code/:id", "barre oblique code barre oblique deux-points id"),
    ("de", ":flow", "Doppelpunkt flow"), ("de", ":smile:", "Doppelpunkt smile Doppelpunkt"),
    ("de", ":align: left", "align: left"), ("de", "Strg + V", "Strg + V"),
    ("de", "a + V", "a Plus V"), ("es", "Super + Shift + O", "Super + Shift + O"),
    ("fr", "f(x) = 3x + 2", "f(x) égal 3 x plus 2"), ("es", "3x", "3 x"),
    ("es", "npx 3x", "npx 3x"),
    ("fr", "base * base", "base × base"), ("es", "import * as a", "import asterisco as a"),
    ("fr", "3*(x+2)", "3 × (x+2)"), ("fr", "100*cos(x)", "100 × cos(x)"),
    ("fr", "std::vec", "std vec"), ("fr", "dry-run", "dry-run"),
    ("es", "x = -1", "x igual -1"), ("en", "gpg --gen-key", "gpg dash dash gen-key"),
    ("en", ":smile:", "colon smile colon"), ("en", "users.0.name", "users dot 0 dot name"),
    ("en", "**Topic:** a note", "Topic: a note"), ("en", "*word*", "word"),
    ("en", "**kwargs", "star star kwargs"), ("en", "ls *a*", "ls star a asterisk"),
    ("en", ".m", "dot m"), ("en", "<a b>.m", "a b dot m"),
  ])
  func signsBeforeNamesAreNamed(language: String, code: String, spoken: String) {
    let reader = InlineReader(settings: SpeechSettings(), words: LanguageWords.of(language).layout)
    #expect(reader.code.spoken(code).split(separator: " ") == spoken.split(separator: " "))
  }

  @Test(arguments: [
    Row("HEAD~2", "HEAD tilde 2"), Row("HEAD^^", "HEAD caret  caret "), Row("x^2", "x^2"),
    Row("HEAD^2", "HEAD caret 2"), Row("2^10", "2^10"),
    Row("~/x", "tilde slash x"), Row("~.Hub", ".Hub"),
  ])
  func revisionsKeepTheirSigns(_ row: Row) {
    let words = CodeWords(
      signs: LayoutWords.english.signNames, namesMore: true, maths: LayoutWords.english.formulas)
    #expect(words.spoken(row.code).split(separator: " ") == row.words.split(separator: " "))
  }

  @Test(arguments: [
    Row("a - b", "a − b"), Row("a * b", "a × b"), Row("30 3 * * 1", "30 3 star star 1"),
    Row("6 BU * TiB", "6 BU × TiB"), Row("2 U/coreh * a", "2 U/coreh × a"),
    Row("src/**", "src slash asterisk asterisk"),
    Row("9 a/b", "9 a slash b"), Row("count *  200", "count ×  200"),
    Row("import * as x", "import asterisk as x"), Row("reverse(s)", "reverse (s)"),
    Row("n % 2 == 0", "n modulo 2 equals 0"),
    Row("a / b", "a ÷ b"), Row("a != b && !c", "a ≠ b and not c"), Row("a || b", "a or b"),
    Row("x ** 2", "x to the power of 2"), Row("int -> str", "int to str"),
    Row("login[1-2]", "login 1-2"), Row("disk-a-0[1-4]", "disk-a-0 1-4"),
    Row("x[1-2]", "x sub 1-2"),
    Row("x[i]", "x sub i"), Row("a[0][1:n]", "a sub 0 sub 1:n"), Row("d[key]", "d key"),
    Row("list[int]", "list int"), Row("f(*args, **kwargs)", "f(star args, star star kwargs)"),
    Row("*p", "star p"), Row("1_000_000", "1000000"), Row("a_1_000", "a_1_000"),
    Row("https://a.org/b", "a.org slash b"), Row("https://", "https colon slash slash"),
    Row("~/.Name", "tilde slash dot Name"), Row("host53:0", "host53 colon 0"),
    Row("T10:30", "T10:30"), Row("s3://x", "s3 colon slash slash x"),
    Row("page?id=", "page question mark id="), Row("x?y==z", "x?y==z"),
    Row("&fields=*", "ampersand fields= star"), Row("f(&x)", "f(&x)"),
    Row("*@a.org", "star @a.org"), Row("@org.a.Name", "@org dot a dot Name"),
    Row("1011", "1 0 1 1"), Row("1000", "1000"),
    Row("101", "101"), Row("a/b?c=d", "a slash b question mark c=d"),
    Row("_id", " underscore id"), Row("APP_", "APP underscore"), Row("__init__", "__init__"),
    Row("a/_list.htm", "a slash  underscore list.htm"),
    Row("std::vec<int>", "std vec int"), Row("tar xf - file", "tar xf dash file"),
    Row("SELECT * FROM t", "SELECT asterisk FROM t"), Row("rm -rf / x", "rm R F slash x"),
    Row("!uv add", "exclamation mark uv add"), Row("[!info]", "exclamation mark info"),
    Row("!isReady", "not isReady"), Row("!x", "not x"), Row("git add .", "git add dot"),
    Row("::1", "colon colon 1"), Row("requirements.in", "requirements dot in"),
    Row("R (>= 4.0.0)", "R (>= 4.0.0)"), Row("(> 3)", "(> 3)"), Row("~61,000", "~61,000"),
    Row("1 - 100", "1 – 100"), Row("a<b> 3", "a b 3"), Row("~/x", "tilde slash x"),
    Row(":name:", "colon name colon"), Row(":align: left", "align: left"),
    Row("a:b: c:d:e", "a:b: c:d:e"),
    Row("x >= 3", "x ≥ 3"), Row("*.py", "asterisk .py"), Row("p->q", "p arrow q"),
    Row("i++", "i++"), Row("cd ..", "cd dot dot"), Row("rm -rf x", "rm R F x"),
    Row("find -name x", "find dash name x"), Row("[a-z0-9]+", "A–Z 0–9 +"), Row("[^A-Za-z]", "A–Z"),
    Row("[[:digit:]]", "digit"), Row("?help", "question mark help"),
    Row("i<=n", "i ≤ n"), Row("cmd >log 2>&1", "cmd greater than log 2 greater than &1"),
    Row("<(ls)", "less than (ls)"), Row("<a href=\"b\">x</a>", "a href=\"b\" x slash a"),
    Row("[x:<5]", "x: less than 5"), Row("Map<K, V>", "Map K, V"), Row("x => x", "x to x"),
    Row("x <- 5", "x equals 5"), Row("GET|PUT", "GET or PUT"), Row("a || b|c", "a or b or c"),
    Row("$ make all", "make all"), Row("$ ", "dollar"),
    Row("$1", "dollar 1"), Row("$100", "$100"), Row("$1.50", "$1.50"),
    Row("$(pwd)", "dollar (pwd)"),
    Row("1..10", "1 dot dot 10"), Row("a...b", "a...b"), Row("cd -", "cd dash"),
    Row("a -- b", "a dash dash b"), Row("fast-", "fast dash"), Row("*.{c,h}", "asterisk dot c,h"),
    Row("'*.py'", "' asterisk .py'"), Row("[[## h]]", "hash hash h"),
    Row("a@b.cd", "a@b.cd"), Row("os.path.join(a)", "os dot path dot join(a)"),
    Row("x[0].y", "x sub 0 dot y"),
    Row("main.go", "main.go"), Row("a.org", "a.org"),
    Row("values.yaml.tmpl", "values dot yaml dot tmpl"),
    Row("man f.5", "man f.5"), Row("netplan.5", "netplan dot 5"), Row("1.x", "1.x"),
    Row("1.5", "1.5"), Row("e.g.", "e.g."), Row(".env", ".env"),
    Row("** **", "asterisk asterisk, asterisk asterisk"),
    Row("=======", "equals"), Row("!@#$%", "exclamation mark, at, hash, dollar, percent"),
    Row("====-", "====-"), Row("x**2", "x to the power of 2"),
    Row("Cmd+]", "Cmd+close bracket"), Row("a+]", "a+"),
    Row("[a-zA-Z0-9]", "A–Z 0–9"),
  ]) func operatorsHaveTheirWords(_ row: Row) {
    let words = CodeWords(
      signs: LayoutWords.english.signNames, namesMore: true, maths: LayoutWords.english.formulas)
    #expect(words.spoken(row.code).split(separator: " ") == row.words.split(separator: " "))
  }

  @Test(arguments: ["a.", "<a ", "a>", "x.y ", "$1", "a|"]) func longCodeTakesLinearTime(
    _ piece: String
  ) {
    let words = CodeWords(
      signs: LayoutWords.english.signNames, namesMore: true, maths: LayoutWords.english.formulas)
    #expect(words.spoken(String(repeating: piece, count: 5_000) + " end").hasSuffix("end"))
  }

  @Test(arguments: names) func namesLoseTheSymbolsThatJoinThem(_ row: Row) {
    #expect(words.spoken(row.code) == row.words)
  }

  @Test(arguments: dashes) func dashesOfOptionsAndArrowsAreSilent(_ row: Row) {
    #expect(words.spoken(row.code) == row.words)
  }

  @Test(arguments: signs) func aSingleSymbolHasItsName(_ row: Row) {
    #expect(words.spoken(row.code) == row.words)
  }

  @Test(arguments: [
    Row("./a.json", " dot  slash a.json"), Row("../a", " dot  dot  slash a"),
    Row("lib*", "lib asterisk "), Row("DEB_*_X", "DEB_ asterisk _X"), Row("1~deb", "1 tilde deb"),
    Row("C:\\dir", "C: backslash dir"), Row("a.b", "a.b"), Row("*/x", " asterisk  slash x"),
  ]) func symbolsInPathsAreSpoken(_ row: Row) {
    let words = CodeWords(signs: LayoutWords.english.signNames, namesMore: true)
    #expect(words.spoken(row.code).trimmingPrefix(" ") == row.words.trimmingPrefix(" "))
  }

  @Test func theNamesAreThoseOfTheLanguage() {
    let spoken = [LayoutWords.spanish, .french, .german].map {
      CodeWords(signs: $0.signNames).spoken("{*}")
    }
    #expect(
      spoken == [
        "abre llave asterisco cierra llave", "accolade ouvrante astérisque accolade fermante",
        "geschweifte Klammer auf Stern geschweifte Klammer zu",
      ])
  }

  @Test(arguments: [
    Row("Open mail.err now", "Open mail dot err now"),
    Row("Open my.cnf and a.java", "Open my dot CNF and a dot java"),
    Row("Read slash etc slash hosts.deny now", "Read slash etc slash hosts dot deny now"),
    Row("It was all.in the end", "It was all.in the end"),
    Row("The 1st - 12th month", "The first to twelfth month"),
    Row("About 300 tokens / sec", "About three hundred tokens per second"),
    Row("So 2^8 - 2 is 6", "So two to the power of eight minus two is six"),
    Row("So (10 + 20) / 2 = 15", "So (ten plus twenty) divided by two equals fifteen"),
    Row("pages 10 - 20 (a)", "pages ten to twenty (A-)"),
    Row(
      "Mask 11000000.00000001.10101000",
      "Mask one one zero zero zero zero zero zero dot zero zero zero zero zero zero zero one dot "
        + "one zero one zero one zero zero zero"),
    Row("Press \"/\" now", "Press \"slash\" now"),
    Row(
      "From 3.9 to CPython 3.12, 3.13 and 3.14",
      "From three point nine to CPython three point twelve, three point thirteen and three point fourteen"
    ),
    Row("Added in 0.12.", "Added in zero point twelve."),
    Row("The price is 3.12 and 0.12", "The price is three point one two and zero point one two"),
    Row("Use 3.x or v2.x.", "Use three point X or version two point X."),
    Row("short: 5m and long: 1h", "short: five minutes and long: one hour"),
    Row("walk 5m now", "walk five meters now"),
    Row("over 1d or 2h", "over one day or two hours"),
    Row("10–100+ ms", "Ten to one hundred plus milliseconds"),
    Row("It is 5-10x faster", "It is five to ten times faster"),
    Row("a 3 × 4 matrix", "a three by four matrix"),
    Row("boards of 3 × 4 × 5 cm now", "boards of three by four by five centimeters now"),
    Row("pages of 6 × 9 in, bound", "pages of six by nine inches, bound"),
    Row("so 5 × 2 m = 10 m", "so five times two meters equals ten meters"),
    Row("the types v4l and v1beta1", "the types v four l and version one beta one"),
    Row("Set cv.box.v4l.width to 3", "Set cv dot box dot v four l dot width to three"),
    Row(
      "Call BoxFactory.makeBox and self.box", "Call BoxFactory dot makeBox and self dot box"),
    Row("Import os.path or np.x", "Import os dot path or np dot x"),
    Row("It ends.the rest", "It ends.the rest"),
    Row("run p 80:80 and p 80", "run p eighty to eighty and page eighty"),
    Row("A Sr. Consultant and Sr. Mary", "A Senior Consultant and Sister Mary"),
    Row("on devices, SD, TNFS", "on devices, SD, TNFS"),
    Row("in Pierre, SD, USA", "in Pierre, South Dakota, U.S.A"),
    Row("Byte: 8d.", "Byte: eight d."), Row("Price: 8d.", "Price: eightpence."),
    Row("to mailto:anna@example.com", "to anna at example dot com"),
    Row("https://a.org/the-team/join/, b", "a dot org slash the-team slash join, b"),
    Row("on https://a.org/b/c/d/e", "on a dot org"), Row("on https://a.org/x8f2", "on a dot org"),
    Row("on books.com/team/join. No", "on books dot com slash team slash join. No"),
    Row("the list [1,2] and [3, 4]", "the list one, two and three, four"),
    Row("two RGB LED eyes, LED strips", "two RGB L.E.D eyes, L.E.D strips"),
    Row("bits are XORed", "bits are XORed"), Row("the APCu cache", "the APCu cache"),
    Row("8a5fda0", "Eight A- five F, D A- zero"),
    Row("at 1920 × 1080 now", "at one thousand nine hundred twenty by one thousand eighty now"),
    Row("so 3 × 4 = 12", "so three times four equals twelve"),
    Row(
      "At 2001:db8:85a3::8a2e:370:7334 now",
      "At two zero zero one, D B eight, eight five A- three colon colon eight A- two E, three seven zero, seven three three four now"
    ),
    Row("Rename old -> new.", "Rename old to new."),
    Row("Open File -> Save as", "Open File, Save as"),
    Row("a <- b", "a, b"),
    Row("10:30 EST", "Ten thirty E.S.T"),
    Row("See .gitignore and .md files", "See dot gitignore and dot MD files"),
    Row("use .then() .and go", "use dot then() .and go"),
    Row("In .env.local and .eslintrc.json.", "In dot env dot local and dot eslintrc dot json."),
    Row("Use cv2.resize or pandas.DataFrame.", "Use cv two dot resize or pandas dot DataFrame."),
    Row(
      "Call torch.nn.functional and done.append().",
      "Call torch dot nn dot functional and done dot append()."),
    Row("Put it in secrets.env and init.nvim.", "Put it in secrets dot env and init dot nvim."),
    Row(
      "Call QueueFactory.FromTemplate, not ArrayList.Add. BitArray.Clear is slow.",
      "Call QueueFactory dot FromTemplate, not ArrayList dot Add. BitArray dot Clear is slow."),
    Row("The end.Then GitHub.See below", "The end.Then GitHub.See below"),
    Row("On YouTube.However, go", "On YouTube.However, go"),
    Row("Load libfoo.so.1 now", "Load libfoo dot so dot one now"),
    Row("We left.then he came.And", "We left.then he came.And"),
    Row("The op-eds. They sell", "The op-eds. They sell"),
    Row("The file(s) and class(es), f(s)", "The files and classes, f(s)"),
    Row("per used TiB, GiB of memory", "per used tebibyte, gibibytes of memory"),
    Row(
      "in km per day, in MB or in km/h",
      "in kilometers per day, in megabytes or in kilometers per hour"),
    Row(
      "2 EUR/kWh, 3 U/GiBh and 4 TiBh",
      "Two euros per kilowatt hour, three U per gibibyte hour and four tebibyte hours"),
    Row("On a100 and a300_1g.5gb", "On A-one hundred and A-three hundred one G dot five GB"),
    Row("It is in km", "It is in kilometers"),
    Row("The items.BC function, items.BC came", "The items dot BC function, items.BC came"),
    Row(
      "Slice b200_1g.5gb or 2g.10gb.", "Slice b two hundred one G dot five GB or two G dot ten GB."),
    Row("States, e.g. In Work, i.e. The one", "States, for example In Work, that is The one"),
    Row("WM(CMD 'insert')", "WM(CMD 'insert')"), Row("Press CMD+C", "Press command C"),
    Row("On .NET now", "On dot net now"), Row("It was .and then", "It was .and then"),
  ]) func filesAndSignsOfDocumentsAreRead(_ row: Row) {
    let cleaner = TextCleaner(languageCode: "en", markup: .none)
    #expect(cleaner.clean(row.code).text == row.words)
  }
}
