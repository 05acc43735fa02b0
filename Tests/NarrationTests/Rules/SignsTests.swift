import Testing

@testable import Narration

/// Tests of signs in prose and in formulas, as rule set 1.2 reads them.
@Suite struct SignsTests {
  @Test(arguments: [
    ("the file 2024-03-05-plan.md", "the file March fifth, twenty twenty-four plan dot MD"),
    ("timeout 5s", "timeout five seconds"), ("sleep 30m", "sleep thirty minutes"),
    ("a wall of 30m", "a wall of thirty meters"),
    ("let x ∈ ℝ", "let x in R"), ("the ions Na⁺ and Ca²⁺", "the ions Na plus and Ca two plus"),
    ("press ⌘9", "press command nine"), ("rated ★★★☆☆", "rated three out of five stars"),
    ("rated ★★★★", "rated four stars"),
    ("at 12:30:05Z", "at twelve thirty oh five U.T.C"),
    ("due ~June", "due about June"), ("so p ⇒ q", "so p implies q"),
    ("rate = distance / time", "rate equals distance divided by time"),
    ("so v = d/t", "so v equals d over t"), ("about 1/x", "about one over x"),
    ("y/n", "y, n"),
    ("Python 3.8–3.11", "Python three point eight to three point eleven"),
    ("chance 1-p", "chance one minus p"),
    ("so (x + y)² = 9", "so (x plus y) squared equals nine"),
    ("for any x > 3", "for any x greater than three"),
    ("so x > 3", "so x is greater than three"),
    ("as sigma → 0", "as sigma to zero"), ("save → 0", "save, zero"),
    ("(mean + error) or (mean - error)", "(mean plus error) or (mean minus error)"),
    ("(mean - error)", "(mean, error)"),
    ("5 cents/bushel", "five cents per bushel"), ("dollars/euros", "dollars, euros"),
    ("64/node, 2 TB/node", "sixty-four per node, two terabytes per node"),
    ("4/nodes, 3/week", "four per nodes, three per week"),
    ("$5/user/month, 9 GB/seat", "five dollars per user per month, nine gigabytes per seat"),
    ("6 cores / job", "six cores per job"), ("1/both", "one, both"),
    ("2 x A40(48GB)/host", "two times a-forty(forty-eight gigabytes), per host"),
    ("Windows 10/server", "windows ten, server"), ("Section 3/page", "section three, page"),
    ("8 GPU/CPU nodes", "eight GPU CPU nodes"), ("2 day 1/day 2", "two day one, day two"),
    ("4 x TitanXP", "four times titanXP"), ("a 2 x 4 board", "a two by four board"),
    ("2 x B", "two x b"), ("3 x width", "three x width"),
    ("the Epyc 7543X", "the epyc seven thousand five hundred forty-three x"),
    ("a 10X gain", "a ten times gain"), ("Save 1000X", "save one thousand times"),
    ("7 × 100% = 700%", "seven times one hundred percent equals seven hundred percent"),
    ("no. of cats", "number of cats"), ("I say no. Of course.", "I say no. Of course."),
    ("its std. dev is", "its standard deviation is"), ("std. error", "standard error"),
    ("misc tricks", "miscellaneous tricks"),
    ("dial 3 - 0 - 0 - 4 now", "dial three oh oh four now"),
    ("pages 3 - 5 of it", "pages three to five of it"),
    ("the $5,000 Mary Jones received", "the five thousand dollars mary jones received"),
    ("the 97.5th percentile", "the ninety-seven point fifth percentile"),
    ("a 1-N relationship", "a one to n relationship"), ("1:n tables", "one to n tables"),
    ("1-many", "one to many"), ("a 1-1 mapping", "a one to one mapping"),
    ("the variance (1/tau)", "the variance (one over tau)"), ("equality (=)", "equality (equals)"),
    ("x = b = … = z", "x equals b equals... equals z"),
    ("4 pcs of 5 Nm", "four pieces of five newton meters"),
    ("a $50 Visa card", "a fifty dollar visa card"),
    ("Qty: 2 pc, Qnty 4, Descr.: x", "quantity: two pieces, quantity four, description: x"),
    ("1 pc, 1 pc.", "one piece, one piece."), ("1 pc = 3 ly", "one pc equals three ly"),
    ("Max.: 9, No.: 4, Pos.: 3", "maximum: nine, number: four, position: three"),
    ("Dia.: 5 mm, Est.: 9", "diameter: five millimeters, estimated: nine"),
    ("he said no.: none", "he said no.: none"), ("Max. Then he left", "max. then he left"),
    ("a PCB (Rev. C), Rev B1", "a PCB (revision c), revision b one"),
    ("in Rev. B. It is", "in reverend b. it is"), ("board rev. B", "board revision b"),
    ("Rev. C. Jones and Rev. Smith", "reverend c. jones and reverend smith"),
    ("the Rev. W., late", "the reverend w., late"),
    ("moves it 100mm backwards", "moves it one hundred millimeters backwards"),
    ("moves 5cm inward", "moves five centimeters inward"),
    ("a 35mm film", "a thirty-five millimeter film"),
  ])
  func signsAreRead(_ text: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: "en", rules: .v1_2)
    #expect(cleaner.clean(text).text.lowercased() == spoken.lowercased())
  }

  @Test(arguments: [
    ("use --dry-run or --all", "use dash dash dry-run or dash dash all"),
    ("[--skip_it=<n>] and --[no-]color", "dash dash skip it equals n and dash dash no-color"),
    ("needed there Eg batch work", "needed there for example batch work"),
    ("EG and Eg Batch", "E.G and Eg Batch"),
    ("m5.2xlarge", "m five dot two xlarge"),
    ("-v, --verbose: more", "dash v, dash dash verbose: more"),
    ("he went --and she --slowly", "he went and she slowly"), ("words in -ing", "words in ing"),
    ("\"-no_cache x\"", "\"dash no cache x\""), ("-I am", "I am"),
    ("a -- b --force", "a, b force"), ("a .m file", "a dot m file"),
    ("a .Rmd file", "a dot Rmd file"), ("messages.log.1", "messages dot log dot one"),
    ("File>Open File", "File, Open File"), ("See Tools > network", "See Tools, network"),
    ("the map x->y is", "the map x to y is"), ("(N, ≤)", "(N, less than or equal to)"),
    ("so a = Number of b / Total c", "so A- equals number of b divided by total c"),
    ("echo $TERM or $MY_DIR/bin", "echo dollar term or dollar my dir slash bin"),
    ("buy $TSLA for $5", "buy $TSLA for five dollars"),
    ("[ann@n1 ~]$ run --all x", "ann@n one tilde, run dash dash all x"),
    ("in ~/.Name now", "in tilde slash dot Name now"),
    ("help/faq/#part", "help faq hash part"), ("and/or x", "and or x"),
    ("for *@a.org here", "for star at a dot org here"),
    ("set state='on' now", "set state equals 'on' now"),
    ("an 80/20 split", "an eighty twenty split"), ("98/2", "ninety-eight two"),
    ("Top 25 - 2022", "top twenty-five, twenty twenty-two"),
    ("Exercise 5-9", "exercise five dash nine"), ("printed Aug 81", "printed August eighty-one"),
    ("4×20mm screws", "four by twenty millimeters screws"), ("in 1080i", "in ten eighty i"),
    ("4K or 5K monitors", "four K or five K monitors"), ("e.g if", "for example if"),
    ("Name-32B-FP8", "Name-thirty-two B-FP eight"), ("OR/AND tags", "or and tags"),
    ("the OR/AND option", "the or and option"), ("set WIFI_LED_ON now", "set wifi L.E.D on now"),
    ("the \"Button A\" (left)", "the \"button A-\" (left)"),
    (
      "key 0161 BB7E B208 B5E0 4FDC now",
      "key zero one six one, B B seven E, B two zero eight, B five E zero, four F D C now"
    ),
  ])
  func signsOfDocumentsAreRead(_ text: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: "en", markup: .none, rules: .v1_2)
    #expect(cleaner.clean(text).text.lowercased() == spoken.lowercased())
  }
}
