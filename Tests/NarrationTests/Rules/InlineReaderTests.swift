import Guion
@testable import Narration
import Testing

/// Tests of strikethrough, images, formulas and footnotes within text.
@Suite struct InlineReaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var marked: String
    var words: String
    var settings = SpeechSettings()
    var testDescription: String { marked }

    init(_ marked: String, _ words: String) { (self.marked, self.words) = (marked, words) }

    init<Value: Sendable>(
      _ path: WritableKeyPath<SpeechSettings, Value>, _ value: Value, _ marked: String,
      _ words: String
    ) {
      self.init(marked, words)
      settings[keyPath: path] = value
    }

    func check() {
      let text = SpannedText(marked)
      let reader = InlineReader(settings: settings, words: .english)
      #expect(LetterNames.unmarked(reader.text(text.text, text.inlines)) == words)
    }
  }

  static let alone: [Row] = [
    Row("no spans", "no spans"), Row("", ""),
    Row("It costs ⟨s ten⟩ nine.", "It costs  nine."),
    Row("⟨s ten⟩", ""), Row("⟨s ten⟩ nine", " nine"), Row("nine ⟨s ten⟩", "nine "),
    Row(\.strikethrough, .speak, "It costs ⟨s ten⟩ nine.", "It costs ten nine."),
    Row("Look⟨i A cat⟩there", "Look Image: A cat there"), Row("⟨i A cat⟩", " Image: A cat "),
    Row(\.images, .skip, "Look⟨i A cat⟩there", "Look  there"),
    Row(\.images, .skip, "⟨i A cat⟩", "  "),
    Row(\.images, .alt, "⟨i ../_images/a-cat.png⟩", "  "),
    Row(\.images, .alt, "⟨i Screenshot 2020 at 10.PNG⟩", "  "),
    Row(\.images, .alt, "⟨i Program Flow 2.png⟩", "  "),
    Row(\.images, .alt, "⟨i The file a.png⟩", " Image: The file a.png "),
    Row(\.images, .alt, "⟨i and/or⟩", " Image: and/or "),
    Row("Where ⟨m $\\rule$⟩ holds", "Where  formula  holds"), Row("⟨m $\\rule$⟩", "Formula."),
    Row("⟨m $\\frac{a+1}{b}$⟩", "the quantity (a + 1) over b"),
    Row("⟨m $\\sqrt{2}$⟩", "the square root of 2"),
    Row("⟨m $\\sum_{i=1}^n x_i$⟩", "the sum from i = 1 to n of x i"),
    Row("⟨m $2 m + 3\\text{m}$⟩", "2 × m + 3m"), Row("⟨m $P(A|B)$⟩", "P(A given B)"),
    Row("⟨m $|x|$⟩", "the absolute value of x"), Row("⟨m $|A|$⟩", "the size of A"),
    Row("⟨m $-18 = x$⟩", "−18 = x"), Row("⟨m $a-b$⟩", "a − b"),
    Row("⟨m ${{\\color{red} A}}^{\\tiny+}=\\set{A,B}$⟩", "A plus = the set A,B"),
    Row("⟨m $\\large{\\color{red} R} \\bowtie S$⟩", "R joined with S"),
    Row("⟨m $\\huge ⟕$⟩", "left joined with"),
    Row("⟨m $=$⟩", "equals"), Row("⟨m $write_timestamp(x)$⟩", "write timestamp(x)"),
    Row("⟨m $x_i$⟩", "x i"), Row("⟨m $\\boldsymbol{F^{+}}$⟩", "F plus"),
    Row("⟨m $\\boxed{1100}$⟩", "1100"),
    Row(\.images, .alt, "⟨i Example of a CPU chip.png⟩", "  "),
    Row(\.images, .alt, "⟨i This shows a chip.png⟩", " Image: This shows a chip.png "),
    Row("⟨c r x⟩ is", "r x is"),
    Row("⟨m $\\hat{y} \\in \\mathbb{R}^n$⟩", "y hat in R to the power of n"),
    Row("⟨m $\\lim_{x \\to 0} f'(x)$⟩", "the limit as x approaches 0 of f prime (x)"),
    Row("⟨m $\\lim_{x \\to a} = b$⟩", "the limit as x approaches a = b"),
    Row("⟨m $$\\begin{align} a &= b \\\\ c &= d \\end{align}$$⟩", "a = b, c = d"),
    Row("⟨m $\\{1, 2\\}$⟩", "the set 1, 2"),
    Row("⟨m $A^T n! 10^{-38}$⟩", "A transpose n factorial 10⁻³⁸"),
    Row("⟨m ${a$⟩", "Formula."), Row("⟨m $\\frac{a}$⟩", "Formula."),
    Row("⟨m $1011001$⟩", "1 0 1 1 0 0 1"), Row("⟨m $23300$⟩", "23300"),
    Row(\.images, .alt, "⟨i Flow of control.png⟩", "  "),
    Row("⟨m $-\\infty$⟩", "− infinity"), Row("⟨m $\\varphi \\gt 0$⟩", "phi > 0"),
    Row("⟨m $\\ddot x \\not\\sim y$⟩", "x double dot not tilde y"),
    Row("⟨m $\\lVert x \\rVert$⟩", "the norm of x"),
    Row("⟨m $\\langle a \\rangle$⟩", "angle bracket a close bracket"),
    Row("⟨m $v_{\\rm mit}$⟩", "v mit"), Row("⟨m $\\Bbb{R}$⟩", "R"),
    Row("⟨m $k$⟩-way, ⟨m $x^2$⟩", "k-way, x²"), Row("⟨m $\\text{Hit Time}$⟩", "Hit Time"),
    Row("⟨m $\\rule$⟩ holds", "Formula  holds"), Row("so ⟨m $\\rule$⟩", "so  formula "),
    Row("the ⟨m $x-$⟩axis", "the x-axis"), Row("a ⟨m $\\newcommand{\\E}{e}$⟩ b", "a  b"),
    Row(\.math, .speak, "so ⟨m $x^2$⟩", "so  x 2 "), Row(\.math, .skip, "so ⟨m $x$⟩.", "so  ."),
    Row("the ⟨c *⟩ sign", "the asterisk sign"), Row("⟨c a[0]⟩ is", "a sub 0 is"),
    Row("⟨c a⟩⟨c b⟩", "ab"), Row("⟨c ⟩x", "x"),
    Row("ÉLOÏSE — ⟨s 李雷 ☂⟩ Жук ⟨c naïve|é⟩ 🎉", "ÉLOÏSE —  Жук naïve or é 🎉"),
    Row("⟨s é⟩", ""), Row("👩‍💻⟨i 猫⟩👩‍💻", "👩‍💻 Image: 猫 👩‍💻"),
  ]

  static let formulas: [Row] = [
    formula(
      #"f(x) = \begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}"#,
      "f(x) = x, if x > 0; 0, otherwise"),
    formula(#"\left\{\begin{array}{ll} a & b \\ c & d \end{array}\right."#, "a, b; c, d"),
    formula(#"g \circ f"#, "g composed with f"), formula(#"90^\circ"#, "90°"),
    formula(#"a \leq \circ(x)"#, "a ≤ circle (x)"),
    formula(#"\max_{x \in A} f(x)"#, "the maximum over x in A of f(x)"),
    formula(#"\min(a, b)"#, "the minimum of (a, b)"),
    formula(#"\operatorname*{arg\,max}_x f"#, "arg max over x of f"),
    formula(#"\operatorname{softmax}(z)"#, "softmax (z)"),
    formula(
      #"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}"#, "the matrix 1, 2, next row 3, 4"),
    formula(#"\begin{bmatrix} x \\ y \end{bmatrix}"#, "vector x, y"),
    formula(#"x_{ij} + x_{i+1}"#, "x i j + x sub i + 1"), formula("f''(x)", "f double prime (x)"),
    formula(#"\{a, \{b\}\} ⊆ \uptau"#, "the set a, the set b is a subset of tau"),
    formula("a ≤ b · c", "a ≤ b × c"), formula(#"\square p \to q"#, "square p to q"),
    formula(#"{a+1 \over b}"#, "a + 1 over b"), formula(#"\pm"#, "±"),
    formula(#"e_{\min}"#, "e min"),
    formula(#"\{x \mid x > 0\}"#, "the set of all x such that x > 0"),
    formula(#"\{x : x > 0\}"#, "the set of all x such that x > 0"),
    formula(
      #"\|x\| + |x| + |y|"#, "the norm of x + the absolute value of x + the absolute value of y"),
    formula(#"\left| x \right|"#, "the absolute value of x"),
    formula(#"\frac{a}{b+c} + d"#, "a over the quantity (b + c) + d"),
    formula(#"2\left(a + b\right)c"#, "2 × the quantity (a + b)c"),
    formula("n(n+1)(n-1)", "n × the quantity (n + 1) × the quantity (n − 1)"),
    formula("f(n - 1) = w(t + 1)", "f(n − 1) = w(t + 1)"), formula("5(0.08)", "5 × (0.08)"),
    formula("b_1 X_1 + b_2 x", "b 1 × X 1 + b 2 × x"),
    formula("e^{a-b}c", "e to the power of the quantity (a − b) c"),
    formula(#"\binom{n}{k}"#, "n choose k"), formula(#"\frac{1}{2}"#, "½"),
    formula(#"\frac{dy}{dx}"#, "d y over d x"), formula(#"\sqrt[3]{x}"#, "the cube root of x"),
    formula(#"\sqrt[n]{x}"#, "the root of order n of x"), formula(#"\log_2 n"#, "log base 2 of n"),
    formula(#"f \colon A \to B"#, "f: A to B"), formula(#"p \Rightarrow q"#, "p implies q"),
    formula(#"\iff"#, "if and only if"), formula(#"\impliedby"#, "is implied by"),
    formula("20-4=16GB", "20 − 4 = 16 GB"), formula("x_b^{min}", "x b min"),
    formula(#"\widetilde x"#, "x tilde"), formula("B’", "B prime"),
    formula(#"B \not\subseteq C"#, "B is not a subset of C"),
    formula(#"\Rightarrow"#, ","), formula(#"a \bmod b"#, "a modulo b"),
    formula(#"a \equiv b \pmod{n}"#, "a is equivalent to b, modulo n"),
    formula(#"f^{-1}(x)"#, "f inverse (x)"), formula(#"x^{(i)}"#, "x superscript i"),
    formula(#"\Sigma^*"#, "Sigma star"), formula(#"\overrightarrow{AB}"#, "vector A B"),
    formula(#"\alpha, \Gamma, λ"#, "alpha, Gamma, lambda"), formula(#"\ldots"#, "and so on"),
    formula(#"\underbrace{x}_{y} := z"#, "x, y, is defined as z"),
    formula("p_X(x) + W_C", "p sub X (x) + W C"), formula(#"P_{X_1}(\cdot)"#, "P sub X 1 (dot)"),
    formula(#"D(P \| Q) + D(Q || P)"#, "D(P parallel Q) + D(Q parallel P)"),
    formula(#"p \lVert q"#, "p parallel q"), formula(#"a \|x\|"#, "a the norm of x"),
    formula(#"X_1 \times \ldots \times X_n"#, "X 1 × … times X n"), formula(#"\space"#, " "),
    formula(#"\begin{cases} a"#, "a"), formula(#"\{a"#, "Formula."), formula("|a", "Formula."),
    formula(#"\begin{foo} a \end{foo}"#, "Formula."),
    formula(#"\P(\Xbar \given \bx) = \bbeta"#, "P (X bar given x) = beta"),
    formula(#"\frac{$6{,}000}{$3.50} = \biggr( 2 \biggl)"#, "$6,000 over $3.50 = (2)"),
    formula(#"\text{price/unit \%} > NAV"#, "price/unit % greater than NAV"),
    formula(#"f(ax_1+b) = af(x) + if + Pa"#, "f(a x 1 + b) = a f (x) + if + P a"),
    formula(#"\abs{x} \norm{y} \se(z)"#, "the absolute value of x the norm of y se (z)"),
    formula(#"\min \sum |x_i|"#, "the minimum the sum of the absolute value of x i"),
    formula(#"x \in \lbrace0,1\rbrace"#, "x in the set 0, 1"),
    formula(#"P\lbrace X=1\rbrace"#, "P X = 1"),
    formula(#"a \eq b \equal c \equals d"#, "a = b = c = d"),
    formula(#"d \coloneqq|x|"#, "d is defined as the absolute value of x"),
    formula(#"a = C|g(n)|"#, "a = C × the absolute value of g(n)"),
    formula(#"P(A|B)P(B|A)"#, "P(A given B)P(B given A)"),
    formula(#"P(\theta|x)"#, "P(theta given x)"), formula("a >= b != c", "a ≥ b ≠ c"),
    formula(#"100(1-a)\%"#, "100 × the quantity (1 − a) percent"), formula(#"5\%"#, "5%"),
    formula(#"2\frac{s}{n}"#, "2 × s over n"), formula("2 B", "2 × B"), formula("+", "plus"),
    formula(#"T_{2g}"#, "T 2, g"), formula(#"\omega_{\text{kin}}"#, "omega kin"),
    formula(#"\le"#, "≤"), formula(#"S_{AB}"#, "S A B"),
    formula(#"\left.f\right|_{x=0}"#, "f at x = 0"), formula(#"g|_{0}"#, "g at 0"),
    formula(#"|\rho\rangle"#, "ket rho"), formula(#"\langle\phi|\psi\rangle"#, "phi, psi"),
    formula(#"\frac{de(t)}{dt}"#, "d e (t) over d t"), formula(#"F = ma"#, "F = m a"),
    formula(#"\sum_{c, d} P(c,d)"#, "the sum over c, d of P(c,d)"),
    formula(#"\sum_{j=0}^ma_j"#, "the sum from j = 0 to m of a j"),
    formula(#"\Gamma(s)"#, "Gamma (s)"),
    formula(#"\prod_i p_i"#, "the product over i of p i"),
    formula(#"|a\rangle\langle a|"#, "ket a bra a"),
    formula(#"c_2 \hat L"#, "c 2 × L hat"), formula(##"2 \times \#n"##, "2 × the size of n"),
    formula(#"a \sim b"#, "a tilde b"), formula(#"\sim_R"#, "tilde R"),
    formula(#"X \sim N(0,1)"#, "X is distributed as N(0,1)"),
    formula(#"x \sim p"#, "x is distributed as p"), formula(#"x\sim\pi"#, "x is distributed as pi"),
    formula(#"p \lor \sim q"#, "p or not q"), formula(#"\sim 5"#, "≈ 5"),
    formula(#"t \sim \frac 1 \mu"#, "t ≈ 1 over mu"), formula(#"\sim \epsilon"#, "≈ epsilon"),
    formula(#"T \sim L/D"#, "T tilde L over D"),
    formula(#"\sin^2 t + x^2 t"#, "sine ² t + x² × t"),
    formula(#"\partial_\tau^2x_0 + \tan^2 x"#, "partial tau ²x 0 + tangent ² x"),
    formula(#"\log_2^3 n + \ln^2 x"#, "log³ base 2 of n + natural log² of x"),
    formula(#"\exists{!x}"#, "there exists exactly one x"),
    formula(#"\exists! x"#, "there exists exactly one x"),
    formula(#"x \in A!"#, "x in A factorial"),
    formula(#"A^{'}"#, "A prime"), formula(#"{}^{A}p"#, "superscript A p"),
    formula(#"^{A}p"#, "superscript A p"),
    formula(#"P('X > 1')"#, "P(X > 1)"), formula(#")"#, ")"),
    formula(#"f(x)=?"#, "f(x) = ?"), Row("⟨m $|$⟩a⟨m $|$⟩", " a "),
    formula(#"f \leq L|x - y|"#, "f ≤ L × the absolute value of x − y"),
    formula(#"P(A|B)P(B|C)"#, "P(A given B)P(B given C)"),
    Row(#"looks like⟨m $\lim_{n} f$⟩"#, "looks like the limit as n of f"),
    formula(#"\langle x, y\rangle"#, "angle bracket x, y close bracket"),
    formula(#"\bm{K} = \bm{B}\bm{\tau}"#, "K = B tau"), formula(#"\mathbf{M}\mathbf{v}"#, "M v"),
    formula(#"\mathrm{d}z + {p}{q} + Qx"#, "d z + p q + Q x"),
    formula(#"n\text{th} + 7\text{th} + \text{CPU}s"#, "nth + 7th + CPUs"),
    formula(#"G_{\text{bend}, jk} + H_{ij,kl}"#, "G bend, j k + H i j, k l"),
    formula(#"\Phi_{\text{t},ii} + u_{\text{a}, in}"#, "Phi t, i i + u a, in"),
    formula(#"w = \sigma : \dot{\varepsilon}"#, "w = sigma double dot epsilon dot"),
    formula(#"\bm{P}^{T} : \bm{D}"#, "P transpose double dot D"),
    formula(#"\mathbb{C}\mathbin{:}\epsilon"#, "C double dot epsilon"),
    formula(#"\mathbf{g} : \mathbf{U} \to \mathbf{W}"#, "g: U to W"),
    formula(#"\mathbf{y} : \mathbb{R}, \tau : \kappa"#, "y: R, tau: kappa"),
    formula(#"\sup_{\mathbf{y} : \mathbf{y} < 1} g"#, "the supremum over y: y < 1 of g"),
    formula(#"tr(B) + \mathrm{tr}\,\bm{B}"#, "the trace of (B) + the trace of B"),
    formula(#"\operatorname{Tr} B + u_{\mathrm{tr}}"#, "the trace of B + u tr"),
    formula("Y^{of} + e^{kt} + w^{old} + 4^{th}", powers),
    formula(#"|\bm{u}_k| + |\mathbf{Q}|"#, "the norm of u k + the absolute value of Q"),
  ]

  private static let powers =
    "Y to the power of o f + e to the power of k t + w old + 4th"

  private static func formula(_ typed: String, _ words: String) -> Row {
    Row("⟨m $\(typed)$⟩", words)
  }

  @Test func formulasHaveTheWordsOfTheLanguage() {
    let text = SpannedText(#"⟨m $\max_{x \in A} f$⟩"#)
    let said = [LayoutWords.german, .french, .spanish].map {
      InlineReader(settings: SpeechSettings(), words: $0).text(text.text, text.inlines)
    }
    #expect(
      said == [
        "das Maximum über x in A von f", "le maximum pour x appartient à A de f",
        "el máximo para x pertenece a A de f",
      ])
  }

  @Test(arguments: [
    (#"\frac{a+b}{c}"#, "括号 (a 加 b) 括号完 除以 c", "括弧 (a プラス b) 括弧閉じ 割る c"),
    (
      #"\sum_{i=1}^\infty x_i^2"#, "求和 从 i 等于 1 到 无穷大, x i 的平方",
      "総和 下限 i イコール 1 上限 無限大, x i の二乗"
    ),
    (#"y^n - 1 \le -2"#, "y 的 n 次方 减 1 小于等于 负 2", "y の n 乗 マイナス 1 小なりイコール マイナス 2"),
    (#"\frac{1}{2} y^* + z¹"#, "二分之一 y 星号 加 z 的一次方", "二分の一 y スター プラス z の一乗"),
  ])
  func `Chinese and Japanese formulas have words`(_ typed: String, _ zh: String, _ ja: String) {
    let text = SpannedText("⟨m $\(typed)$⟩")
    let said = ["zh-CN", "ja"].map {
      InlineReader(settings: SpeechSettings(), words: LanguageWords.of($0).layout)
        .text(text.text, text.inlines)
    }
    #expect(said == [zh, ja])
  }

  @Test func aVariableBehindAWordIsNoRomanNumeral() {
    let text = SpannedText("volume ⟨m $V_0$⟩ of part ⟨m $I$⟩ and ⟨m $Vx$⟩")
    let said = InlineReader(settings: SpeechSettings(), words: .french)
      .text(text.text, text.inlines)
    #expect(said == "volume V\u{200D} 0 of part I\u{200D} and V\u{200D} x")
    for (language, words) in [("en", "volume V- zero"), ("fr", "volume V zéro")] {
      #expect(TextCleaner(languageCode: language).clean("volume V\u{200D} 0").text == words)
    }
  }

  @Test func theLetterAOfAFormulaIsMarked() {
    let text = SpannedText("⟨m $-A'(T) + A_1 + (A)$⟩")
    let reader = InlineReader(settings: SpeechSettings(), words: .english)
    #expect(
      reader.text(text.text, text.inlines) == "−A\u{200D} prime (T) + A\u{200D} 1 + (A)")
    let code = SpannedText("as ⟨c A⟩ create")
    #expect(reader.text(code.text, code.inlines) == "as A\u{200D} create")
  }

  @Test func keysOfShortcutsAreSpelled() {
    let reader = InlineReader(settings: SpeechSettings(), words: .english)
    let said = [("Keys", "iw"), ("Keys", "word"), ("Name", "iw")].map { header, text in
      reader.keys(
        of: TableCell(
          header: header, text: text, inlines: [InlineSpan(.code, 0..<text.utf8.count)]))
    }
    #expect(said == ["I.W", nil, nil])
  }

  static let together: [Row] = [
    Row("⟨i One⟩⟨i Two⟩", " Image: One  Image: Two "),
    Row("a⟨i One⟩⟨i Two⟩b", "a Image: One  Image: Two b"),
    Row(\.images, .skip, "a⟨i One⟩⟨i Two⟩b", "a    b"),
    Row("⟨s old ⟨c code⟩ words⟩ new", " new"),
    Row(\.strikethrough, .speak, "⟨s old ⟨c [a]⟩⟩ new", "old a new"),
    Row("⟨i a picture of ⟨c x[0]⟩⟩", " Image: a picture of x[0] "),
    Row("⟨s ⟨i A cat⟩⟩ dog", " dog"), Row("⟨s ⟨m $x$⟩⟩ y", " y"),
    Row("⟨s a⟩⟨s b⟩c", "c"), Row("⟨s a⟩⟨i b⟩⟨c *⟩⟨m $\\rule$⟩e", " Image: b  asterisk formula e"),
  ]

  static let notes: [Row] = [
    Row("A⟨1 N.⟩ b. C.", "A b. C."),
    Row(\.footnotes, .end, "A⟨1 N.⟩ b. C.", "A b. C."),
    inline("A⟨1 N.⟩ b. C.", "A b. Footnote 1: N.  C."),
    inline("A b.⟨1 N.⟩ C.", "A b. Footnote 1: N.  C."),
    inline("A b⟨1 N.⟩", "A b Footnote 1: N. "), inline("⟨1 N.⟩A b.", "A b. Footnote 1: N. "),
    inline("⟨1 N.⟩", " Footnote 1: N. "), inline("A.⟨1 no end⟩", "A. Footnote 1: no end. "),
    inline("A.⟨1 Why?⟩ B.", "A. Footnote 1: Why?  B."),
    inline("Is it⟨1 N.⟩ so? Yes!", "Is it so? Footnote 1: N.  Yes!"),
    inline("It costs 3⟨1 N.⟩ or 2.5 now. B", "It costs 3 or 2.5 now. Footnote 1: N.  B"),
    inline("A⟨1 N.⟩\nb.\nC.", "A\nb. Footnote 1: N. \nC."),
    inline("Größe⟨7 Maß.⟩ groß. Süß.", "Größe groß. Footnote 7: Maß.  Süß."),
  ]

  static let sentenceEnds: [Row] = [
    inline("“A b.”⟨1 N.⟩ C.", "“A b.” Footnote 1: N.  C."),
    inline("(A b.)⟨1 N.⟩ C.", "(A b.) Footnote 1: N.  C."),
    inline("He⟨1 N.⟩ said “yes.” Then no.", "He said “yes.” Footnote 1: N.  Then no."),
    inline("He⟨1 N.⟩ said \"yes.\" Then no.", "He said \"yes.\" Footnote 1: N.  Then no."),
    inline("“A b.⟨1 N.⟩” C.", "“A b.” Footnote 1: N.  C."),
    inline("(A⟨1 N.⟩ b.) C.", "(A b.) Footnote 1: N.  C."),
    inline("A⟨1 N.⟩ b… C.", "A b… Footnote 1: N.  C."),
    inline("你⟨1 N.⟩好。再见。", "你好。 Footnote 1: N. 再见。"),
    inline("A.⟨1 N.⟩B. C.", "A. Footnote 1: N. B. C."),
    inline("A⟨1 N.⟩ ⟨c b. c⟩ d. E.", "A b. c d. Footnote 1: N.  E."),
  ]

  static let severalNotes: [Row] = [
    inline("A.⟨1 One.⟩⟨2 Two.⟩ B.", "A. Footnote 1: One.  Footnote 2: Two.  B."),
    inline("A⟨1 One.⟩ b⟨2 Two.⟩ c. D.", "A b c. Footnote 1: One.  Footnote 2: Two.  D."),
    inline("A⟨2 Two.⟩ b⟨1 One.⟩ c. D.", "A b c. Footnote 2: Two.  Footnote 1: One.  D."),
    inline(
      "A⟨1 1.⟩⟨2 2.⟩⟨3 3.⟩⟨4 4.⟩⟨5 5.⟩",
      "A" + (1...5).map { " Footnote \($0): \($0). " }.joined()),
    inline("A⟨1 One.⟩ b. C⟨1 One.⟩.", "A b. Footnote 1: One.  C. Footnote 1: One. "),
  ]

  static let notesAndSpans: [Row] = [
    inline("⟨s gone⟨1 N.⟩ away⟩ here. B.", " here. B."),
    inline("⟨s gone. ⟨1 N.⟩away.⟩ Here.", " Here."),
    inline("⟨s gone⟩⟨1 N.⟩ here. B.", " here. Footnote 1: N.  B."),
    inline("Here⟨1 N.⟩⟨s gone⟩. B.", "Here. Footnote 1: N.  B."),
    inline("Here⟨1 N.⟩ ⟨s gone. Away.⟩ still. B.", "Here  still. Footnote 1: N.  B."),
    inline("See⟨1 N.⟩⟨c x|y⟩. B.", "Seex or y. Footnote 1: N.  B."),
    inline("See.⟨1 N.⟩⟨i A cat⟩", "See. Footnote 1: N.  Image: A cat "),
    inline("⟨i A⟨1 N.⟩ cat⟩. B.", " Image: A cat . Footnote 1: N.  B."),
    inline("So⟨1 N.⟩ ⟨m $\\rule. y$⟩ is. B.", "So  formula  is. Footnote 1: N.  B."),
  ]

  private static func inline(_ marked: String, _ words: String) -> Row {
    Row(\.footnotes, .inline, marked, words)
  }

  @Test(arguments: alone) func eachKindAlone(_ row: Row) { row.check() }
  @Test(arguments: formulas) func formulasAreSaidAsATeacherSaysThem(_ row: Row) { row.check() }
  @Test(arguments: together) func adjacentAndNestedSpans(_ row: Row) { row.check() }
  @Test(arguments: notes) func aNoteIsSpokenAfterItsSentence(_ row: Row) { row.check() }
  @Test(arguments: sentenceEnds) func sentencesEndAfterTheirQuotationMarks(_ row: Row) {
    row.check()
  }
  @Test(arguments: severalNotes) func severalNotesKeepTheirOrder(_ row: Row) { row.check() }
  @Test(arguments: notesAndSpans) func notesWithOtherSpans(_ row: Row) { row.check() }

  // MARK: Spans that front ends never create

  @Test func overlappingSpansRemoveTextOnlyOnce() {
    let reader = InlineReader(settings: SpeechSettings(), words: .english)
    // "abcdefgh": strikethrough 1…4, code 3…6, image 5…8.
    let spans = [
      InlineSpan(.strikethrough, 1..<4), InlineSpan(.code, 3..<6), InlineSpan(.image, 5..<8),
    ]
    #expect(reader.text("abcdefgh", spans) == "ae Image: fgh ")
    #expect(reader.text("abcdefgh", spans.reversed()) == "ae Image: fgh ")
  }

  @Test(arguments: [
    ("meta.Return", "meta dot Return"), ("guide.md", "guide.md"), ("See it.", "See it."),
    ("v1.2", "v1.2"), ("J.K.Rowe", "J.K.Rowe"),
  ])
  func `a link of one dotted name is read as code`(_ text: String, _ spoken: String) {
    let reader = InlineReader(settings: SpeechSettings(), words: .english)
    let link = InlineSpan(.link(target: "u"), 0..<text.utf8.count)
    #expect(reader.text(text, [link]) == spoken)
  }

  @Test func spansBeyondTheTextAreLimitedToIt() {
    let reader = InlineReader(settings: SpeechSettings(), words: .english)
    #expect(reader.text("abc", [InlineSpan(.strikethrough, 2..<9)]) == "ab")
    #expect(reader.text("abc", [InlineSpan(.code, 1..<9)]) == "abc")
    #expect(reader.text("abc", [InlineSpan(.strikethrough, 7..<9)]) == "abc")
    #expect(reader.text("", [InlineSpan(.image, 0..<3)]) == "  ")
  }

  @Test(arguments: ["a ⟨c x⟩ ", "⟨s a⟩b ", "⟨i a⟩", "a⟨1 n⟩ ", "a⟨1 n⟩. ", "⟨s a⟨1 n⟩b⟩"])
  func thousandsOfSpansAreReadQuickly(_ piece: String) {
    let text = SpannedText(String(repeating: piece, count: 5_000) + "end")
    var settings = SpeechSettings()
    settings.footnotes = .inline
    let reader = InlineReader(settings: settings, words: .english)
    let clock = ContinuousClock()
    let time = clock.measure { #expect(reader.text(text.text, text.inlines).contains("end")) }
    #expect(time < .seconds(5), "\(piece): \(time)")
  }

  @Test func theTextOfAnElementFollowsItsSpans() {
    let text = SpannedText("Run ⟨c a|b⟩ ⟨s now⟩")
    let element = GuionElement(
      elementType: .action, elementText: text.text, inlines: text.inlines)
    #expect(
      InlineReader(settings: SpeechSettings(), words: .english).text(of: element) == "Run a or b ")
  }

  @Test func formulasInLinesOfTheirOwnHavePauses() {
    let text = SpannedText("⟨m $a = b$⟩\n⟨m $c = d$⟩")
    let spans = text.inlines + [InlineSpan(.lineBreak, 7..<8)]
    let reader = InlineReader(settings: SpeechSettings(), words: .english)
    #expect(reader.text(text.text, spans) == "a = b,\nc = d")
    let older = InlineReader(settings: SpeechSettings(), words: .english, rules: .v1_1)
    #expect(!older.text(text.text, spans).contains(","))
  }

  @Test(arguments: [
    ("So", "So."), ("So.", "So."), ("So!", "So!"), ("So?", "So?"), ("So…", "So…"), ("So:", "So:"),
    ("  So  ", "So  ."), ("So. ", "So. "), ("", "."), ("“So.”", "“So.”"), ("(So.)", "(So.)"),
    ("so)", "so)."),
  ]) func theEndOfASentenceIsFound(_ text: String, _ sentence: String) {
    #expect(InlineReader.sentence(text) == sentence)
  }

  @Test(
    arguments: [
      ("✔️", "yes"), ("/", "slash"), ("-", nil), (" ✓ ", "yes"), ("✘", "no"), ("❌", "no"),
      ("✓ done", nil), ("×", nil),
      ("", nil), ("⚠️", "warning"), (":material-check:", "yes"), (":x:", "no"), (":tada:", nil),
    ] as [(String, String?)])
  func `a tick or a cross alone in a cell is a word`(_ cell: String, _ word: String?) {
    #expect(InlineReader(settings: SpeechSettings(), words: .english).tick(cell) == word)
    let older = InlineReader(settings: SpeechSettings(), words: .english, rules: .v1_1)
    #expect(older.tick(cell) == nil)
  }
}
