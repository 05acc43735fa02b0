/// The spoken names of mathematical signs and forms, in one language.
/// A sign such as "∈" has itself as its key, a form such as a hat the name of its command in TeX.
package struct MathWords: Sendable {
  private let words: [String: String]

  package subscript(_ key: String) -> String? { words[key] }

  /// Returns the names in the language of a tag such as `en-GB`.
  package static func of(_ tag: String) -> MathWords {
    switch tag.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
    case "zh": chinese
    case "ja": japanese
    default: of(Language(tag: tag))
    }
  }

  static func of(_ language: Language) -> MathWords {
    switch language {
    case .english, .other: english
    case .spanish: spanish
    case .french: french
    case .german: german
    }
  }

  private init(_ table: String, column: Int) {
    var words = WordTable.dictionary(table)
    for (key, names) in WordTable.dictionary(Self.columns) {
      let names = names.split(separator: "|", omittingEmptySubsequences: false)
      let name = names[names.count == 1 ? 0 : column].trimmingPrefix(" ")
      let text = name.last == " " ? name.dropLast() : name
      if !text.isEmpty { words[key] = String(text) }
    }
    self.words = words
  }

  /// Creates a table of lines with a name for each language.
  init(_ names: String, of column: Int) {
    words = WordTable.dictionary(names).mapValues { names in
      names.split(separator: " | ").map(String.init)[column]
    }
  }

  /// Commands that change only how a formula looks.
  package static let looks = WordTable.words(
    """
    left right middle big Big bigg Bigg bigl bigr Bigl Bigr quad qquad limits nolimits displaystyle langle rangle \
    lbrace rbrace rm bf it sf tt cal textstyle scriptstyle tiny scriptsize footnotesize small normalsize large Large \
    LARGE huge Huge nonumber notag boldmath hfill hline textquoteleft textquoteright textendash space enspace \
    thinspace negthinspace nobreakspace biggl biggr Biggl Biggr bigm Bigm biggm Biggm smallskip medskip bigskip newline
    """)
  /// Commands whose group is text.
  package static let texts = WordTable.words(
    """
    text textup textbf textit textrm texttt textsc textsf textnormal emph mathrm mathbf mathit mathsf mathtt mathcal mathscr \
    mathbb boldsymbol mathop mbox bm mathfrak Bbb mathbin mathrel ensuremath
    """)
  /// Functions that stand before their argument.
  package static let functions = WordTable.words(
    """
    exp ln sin cos tan cot sec arcsin arccos arctan sinh cosh tanh arg det dim ker deg gcd lcm Pr Var Re Im tr
    """)
  /// Beginnings of commands that set or draw something.
  package static let settings = [
    "rule", "raise", "include", "kern", "hskip", "vskip", "mskip", "mkern", "color", "style", "def",
    "let", "new", "renew", "require", "tikz", "draw", "arr", "cline", "multi", "xymatrix",
  ]
  /// The environments that only place parts of a formula.
  package static let layouts = WordTable.words(
    "align aligned alignat alignedat cases equation gather gathered multline eqnarray split array dcases rcases"
  )
  /// The environments whose cells have pauses between them.
  package static let tables = WordTable.words(
    "cases dcases rcases array matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix")
  /// Functions with a range below them.
  package static let extremes = WordTable.words("max min sup inf argmax argmin limsup liminf")
  /// Letters that are units after a number.
  package static let units = Set("msghldtbABVWKNJCFTLGM")
  package static let longUnits = WordTable.words(
    "KB kB MB GB TB PB KiB MiB GiB TiB km cm mm kg mg ms Hz kHz MHz GHz dB kW MW GW Wh kWh mL")
  /// Words above a value that are no exponents: `x^{min}`.
  package static let labels = WordTable.words("min max new old opt ref pred true obs train test")
  /// The keys of commands with other names.
  package static let pairs = ["lfloor": "floor", "lceil": "ceil", "lvert": "abs", "lVert": "norm"]
  package static let accents = ["widehat": "hat", "overline": "bar", "widetilde": "tilde"]

  /// The names in English, German, French and Spanish. One name stands for all four.
  private static let columns = """
    exactly = exactly one | genau ein | un unique | un único
    ℓ = L
    quantity = the quantity | der Ausdruck | la quantité | la cantidad
    langle = angle bracket | spitze Klammer | crochet | corchete angular
    rangle = close bracket | Klammer zu | fin du crochet | fin del corchete
    ‖ = parallel | parallel | parallèle | paralelo
    product = times | mal | fois | por
    ∘ = composed with | nach | rond | compuesta con
    square = square | Quadrat | carré | cuadrado
    diamond = diamond | Raute | losange | rombo
    ⊩ = forces | erzwingt | force | fuerza
    ⊮ = does not force | erzwingt nicht | ne force pas | no fuerza
    ⊭ = does not satisfy | erfüllt nicht | ne satisfait pas | no satisface
    ≻ = succeeds | folgt auf | succède à | sucede a
    ≺ = precedes | geht voraus | précède | precede a
    ⊈ = is not a subset of | keine Teilmenge von | n'est pas inclus dans | no está contenido en
    ∓ = minus or plus | minus oder plus | moins ou plus | menos o más
    ≃ = is similar to | ähnlich zu | semblable à | semejante a
    bigwedge = the conjunction | die Konjunktion | la conjonction | la conjunción
    bigvee = the disjunction | die Disjunktion | la disjonction | la disyunción
    Re = the real part of | der Realteil von | la partie réelle de | la parte real de
    Im = the imaginary part of | der Imaginärteil von | la partie imaginaire de | la parte imaginaria de
    greater = greater than | größer als | supérieur à | mayor que
    % = percent | Prozent | pour cent | por ciento
    − = minus | minus | moins | menos
    circle = circle | Kreis | rond | círculo
    max = the maximum | das Maximum | le maximum | el máximo
    min = the minimum | das Minimum | le minimum | el mínimo
    sup = the supremum | das Supremum | le supremum | el supremo
    inf = the infimum | das Infimum | l'infimum | el ínfimo
    argmax = arg max
    argmin = arg min
    limsup = the limit superior | der Limes superior | la limite supérieure | el límite superior
    liminf = the limit inferior | der Limes inferior | la limite inférieure | el límite inferior
    over = over | über | pour | para
    at = at | bei | en | en
    ket = ket
    bra = bra
    near = approaches | gegen | tend vers | tiende a
    log = log | Logarithmus | logarithme | logaritmo
    base = base | zur Basis | en base | en base
    ln = natural log of | natürlicher Logarithmus von | logarithme népérien de | logaritmo neperiano de
    det = the determinant of | die Determinante von | le déterminant de | el determinante de
    tr = the trace of | die Spur von | la trace de | la traza de
    contraction = double dot | Doppelpunkt | double point | doble punto
    dim = the dimension of | die Dimension von | la dimension de | la dimensión de
    ker = the kernel of | der Kern von | le noyau de | el núcleo de
    deg = the degree of | der Grad von | le degré de | el grado de
    gcd = the greatest common divisor of | der größte gemeinsame Teiler von | le plus grand commun diviseur de \
    | el máximo común divisor de
    lcm = the least common multiple of | das kleinste gemeinsame Vielfache von | le plus petit commun multiple de \
    | el mínimo común múltiplo de
    Pr = the probability of | die Wahrscheinlichkeit von | la probabilité de | la probabilidad de
    Var = the variance of | die Varianz von | la variance de | la varianza de
    cot = cotangent | Kotangens | cotangente | cotangente
    sec = secant | Sekans | sécante | secante
    arcsin = arc sine | Arkussinus | arc sinus | arcoseno
    arccos = arc cosine | Arkuskosinus | arc cosinus | arcocoseno
    arctan = arc tangent | Arkustangens | arc tangente | arcotangente
    sinh = hyperbolic sine | Sinus hyperbolicus | sinus hyperbolique | seno hiperbólico
    cosh = hyperbolic cosine | Kosinus hyperbolicus | cosinus hyperbolique | coseno hiperbólico
    tanh = hyperbolic tangent | Tangens hyperbolicus | tangente hyperbolique | tangente hiperbólica
    mod = modulo | modulo | modulo | módulo
    choose = choose | über | | sobre
    binom = | | le coefficient binomial |
    matrix = the matrix | die Matrix | la matrice | la matriz
    row = next row | nächste Zeile | ligne suivante | siguiente fila
    size = the size of | die Mächtigkeit von | le cardinal de | el cardinal de
    setof = the set of all | die Menge aller | l'ensemble des | el conjunto de los
    such = such that | mit | tels que | tales que
    index = sub | Index | indice | subíndice
    raised = superscript | oben | exposant | superíndice
    root3 = the cube root of | dritte Wurzel aus | racine cubique de | raíz cúbica de
    root = the root of order | Wurzel vom Grad | racine d'ordre | raíz de orden
    inverse = inverse | invers | inverse | inversa
    '' = double prime | zwei Strich | seconde | biprima
    star = star | Stern | étoile | estrella
    arrow = to | nach | vers | a
    mapsto = maps to | wird zu | donne | se convierte en
    ⇒ = implies | daraus folgt | implique | implica
    impliedby = is implied by | folgt aus | est impliqué par | es implicado por
    ⇔ = if and only if | genau dann, wenn | si et seulement si | si y solo si
    gets = gets | wird | reçoit | recibe
    define = is defined as | ist definiert als | est défini par | se define como
    ≫ = is much greater than | viel größer als | très supérieur à | mucho mayor que
    ≪ = is much less than | viel kleiner als | très inférieur à | mucho menor que
    ⊥ = is perpendicular to | senkrecht zu | perpendiculaire à | perpendicular a
    ∥ = is parallel to | parallel zu | parallèle à | paralelo a
    ⊃ ⊇ = is a superset of | Obermenge von | contient | contiene a
    ∄ = there is no | es gibt kein | il n'existe pas de | no existe
    ≅ = is congruent to | kongruent zu | congru à | congruente con
    ∠ = angle | Winkel | angle | ángulo
    △ = triangle | Dreieck | triangle | triángulo
    ⊢ = proves | beweist | démontre | demuestra
    ⊨ = satisfies | erfüllt | satisfait | satisface
    ∴ = therefore | also | donc | por tanto
    ≳ = is at least about | mindestens etwa | au moins environ | al menos unos
    ≲ = is at most about | höchstens etwa | au plus environ | como mucho unos
    ⁺ = plus | plus | plus | más
    ⁻ = minus | minus | moins | menos
    ℝ = R
    ℕ = N
    ℤ = Z
    ℚ = Q
    ℂ = C
    ⌘ = command | Befehl | commande | comando
    ⌥ = option | Wahl | option | opción
    ⌃ = control | Steuerung | contrôle | control
    ⇧ = shift | Umschalt | majuscule | mayúsculas
    ⌫ = delete | Löschen | effacement | borrar
    ⎋ = escape | Escape | échap | escape
    ⏎ = return | Eingabe | entrée | intro
    bigcup = the union | die Vereinigung | l'union | la unión
    bigcap = the intersection | der Durchschnitt | l'intersection | la intersección
    dots = and so on | und so weiter | et ainsi de suite | y así sucesivamente
    beta = beta | beta | bêta | beta
    zeta = zeta | zeta | zêta | dseta
    eta = eta | eta | êta | eta
    theta = theta | theta | thêta | zeta
    alpha = alpha | alpha | alpha | alfa
    phi = phi | phi | phi | fi
    rho = rho | rho | rho | ro
    mu = mu | my | mu | mi
    nu = nu | ny | nu | ni
    chi = chi | chi | chi | ji
    """

  private static let english = MathWords(
    """
    ∈ = in
    ∉ = not in
    ⊂ ⊆ = is a subset of
    ∪ = union
    ∩ = intersection
    ∖ = without
    ∀ = for all
    ∃ = there exists
    ∅ = the empty set
    ∧ = and
    ∨ = or
    ¬ = not
    ∂ = partial
    ∇ = nabla
    sim = is distributed as
    ≡ = is equivalent to
    ∝ = is proportional to
    ∑ sum = the sum
    ∑over = over
    ∏ prod = the product
    ∫ int = the integral
    ⁄ frac = over
    ∣ mid = given
    lim = the limit
    from = from
    to = to
    of = of
    as = as
    sqrt = the square root of
    ! = factorial
    ' = prime
    ^ = to the power of
    hat = hat
    bar = bar
    tilde = tilde
    vec = vector
    T = transpose
    set = the set
    floor = the floor of
    plus = plus
    equals = equals
    ⋈ = joined with
    ⟕ = left joined with
    ⟖ = right joined with
    ⟗ = fully joined with
    dot = dot
    ddot = double dot
    norm = the norm of
    ∞ = infinity
    abs = the absolute value of
    ceil = the ceiling of
    sin = sine
    cos = cosine
    tan = tangent
    """, column: 0)
  private static let german = MathWords(
    """
    ∈ = in
    ∉ = nicht in
    ⊂ ⊆ = Teilmenge von
    ∪ = vereinigt mit
    ∩ = geschnitten mit
    ∖ = ohne
    ∀ = für alle
    ∃ = es gibt
    ∅ = die leere Menge
    ∧ = und
    ∨ = oder
    ¬ = nicht
    ∂ = partiell
    ∇ = Nabla
    sim = verteilt wie
    ≡ = äquivalent zu
    ∝ = proportional zu
    ∑ sum = die Summe
    ∑over = über
    ∏ prod = das Produkt
    ∫ int = das Integral
    ⁄ frac = durch
    ∣ mid = gegeben
    lim = der Grenzwert
    from = von
    to = bis
    of = von
    as = für
    sqrt = Wurzel aus
    ! = Fakultät
    ' = Strich
    ^ = hoch
    hat = Dach
    bar = quer
    tilde = Tilde
    vec = Vektor
    T = transponiert
    set = die Menge
    floor = abgerundet
    plus = plus
    equals = gleich
    ⋈ = verbunden mit
    ⟕ = links verbunden mit
    ⟖ = rechts verbunden mit
    ⟗ = ganz verbunden mit
    dot = Punkt
    ddot = zwei Punkt
    norm = die Norm von
    ∞ = unendlich
    abs = der Betrag von
    ceil = aufgerundet
    sin = Sinus
    cos = Kosinus
    tan = Tangens
    """, column: 1)
  private static let french = MathWords(
    """
    ∈ = appartient à
    ∉ = n'appartient pas à
    ⊂ ⊆ = inclus dans
    ∪ = union
    ∩ = inter
    ∖ = privé de
    ∀ = pour tout
    ∃ = il existe
    ∅ = l'ensemble vide
    ∧ = et
    ∨ = ou
    ¬ = non
    ∂ = d rond
    ∇ = nabla
    sim = suit
    ≡ = équivalent à
    ∝ = proportionnel à
    ∑ sum = la somme
    ∑over = sur
    ∏ prod = le produit
    ∫ int = l'intégrale
    ⁄ frac = sur
    ∣ mid = sachant
    lim = la limite
    from = de
    to = à
    of = de
    as = quand
    sqrt = racine carrée de
    ! = factorielle
    ' = prime
    ^ = puissance
    hat = chapeau
    bar = barre
    tilde = tilde
    vec = vecteur
    T = transposée
    set = l'ensemble
    floor = la partie entière de
    plus = plus
    equals = égale
    ⋈ = joint à
    ⟕ = joint à gauche à
    ⟖ = joint à droite à
    ⟗ = joint entièrement à
    dot = point
    ddot = deux points
    norm = la norme de
    ∞ = l'infini
    abs = la valeur absolue de
    ceil = la partie entière par excès de
    sin = sinus
    cos = cosinus
    tan = tangente
    """, column: 2)
  private static let spanish = MathWords(
    """
    ∈ = pertenece a
    ∉ = no pertenece a
    ⊂ ⊆ = está contenido en
    ∪ = unión
    ∩ = intersección
    ∖ = menos
    ∀ = para todo
    ∃ = existe
    ∅ = el conjunto vacío
    ∧ = y
    ∨ = o
    ¬ = no
    ∂ = parcial
    ∇ = nabla
    sim = se distribuye como
    ≡ = equivalente a
    ∝ = proporcional a
    ∑ sum = la suma
    ∑over = sobre
    ∏ prod = el producto
    ∫ int = la integral
    ⁄ frac = sobre
    ∣ mid = dado
    lim = el límite
    from = desde
    to = hasta
    of = de
    as = cuando
    sqrt = raíz cuadrada de
    ! = factorial
    ' = prima
    ^ = elevado a
    hat = circunflejo
    bar = barra
    tilde = tilde
    vec = vector
    T = traspuesta
    set = el conjunto
    floor = la parte entera de
    plus = más
    equals = es igual a
    ⋈ = unido con
    ⟕ = unido a la izquierda con
    ⟖ = unido a la derecha con
    ⟗ = unido del todo con
    dot = punto
    ddot = dos puntos
    norm = la norma de
    ∞ = infinito
    abs = el valor absoluto de
    ceil = la parte entera por exceso de
    sin = seno
    cos = coseno
    tan = tangente
    y = i griega
    """, column: 3)
}
