/// The spoken names of mathematical signs and forms, in one language.
/// A sign such as "∈" has itself as its key, a form such as a hat the name of its command in TeX.
package struct MathWords: Sendable {
  private let words: [String: String]

  package subscript(_ key: String) -> String? { words[key] }

  /// Returns the names in the language of a tag such as `en-GB`.
  package static func of(_ tag: String) -> MathWords { of(Language(tag: tag)) }

  static func of(_ language: Language) -> MathWords {
    switch language {
    case .english, .other: english
    case .spanish: spanish
    case .french: french
    case .german: german
    }
  }

  private init(_ table: String) { words = WordTable.dictionary(table) }

  private static let english = MathWords(
    """
    ∈ = in
    ∉ = not in
    ⊂ = is a subset of
    ⊆ = is a subset of
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
    """)
  private static let german = MathWords(
    """
    ∈ = in
    ∉ = nicht in
    ⊂ = Teilmenge von
    ⊆ = Teilmenge von
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
    """)
  private static let french = MathWords(
    """
    ∈ = appartient à
    ∉ = n'appartient pas à
    ⊂ = inclus dans
    ⊆ = inclus dans
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
    """)
  private static let spanish = MathWords(
    """
    ∈ = pertenece a
    ∉ = no pertenece a
    ⊂ = está contenido en
    ⊆ = está contenido en
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
    """)
}
