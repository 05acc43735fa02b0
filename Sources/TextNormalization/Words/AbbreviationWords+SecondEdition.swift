/// The entries that the second edition adds to the tables of the first.
extension AbbreviationWords {
  static let newEnglish: Lists = [
    (.beforeNumber, "Ps. = Psalm"),
    (.behindNumber, "inst. = instant\nult. = ultimo\nprox. = proximo\nff. = and following"),
    (
      .anywhere,
      """
      w/e = whatever
      w/in = within
      Ctrl = Control
      Cmd = Command
      ext./int. ext/int = Exterior, interior
      """
    ),
  ]

  static let newFrench: Lists = [
    (
      .beforeNumber,
      """
      ch. = chapitre
      sect. = section
      al. = alinéa
      par. = paragraphe
      tab. = tableau
      éq. = équation
      ill. = illustration
      pl. = planche
      n°. = numéro
      """
    ),
    (.anywhere, "ext./int. ext/int = Extérieur, intérieur"),
  ]

  static let newGerman: Lists = [
    (
      .beforeNumber,
      """
      Abschn. = Abschnitt
      Anh. = Anhang
      Ausg. = Ausgabe
      Bsp. = Beispiel
      Fn. = Fußnote
      Gl. = Gleichung
      Hs. = Halbsatz
      Rn. Rz. = Randnummer
      Sp. = Spalte
      Ziff. = Ziffer
      Tel.-Nr. = Telefonnummer
      """
    ),
    (.behindNumber, "f. ff. = folgende"),
    (.anywhere, "ext./int. ext/int = Außen, innen"),
  ]

  static let newSpanish: Lists = [
    (
      .beforeNumber,
      """
      sec. secc. = sección
      ec. = ecuación
      ed. = edición
      núms. nros. = números
      tab. = tabla
      vols. = volúmenes
      t. = tomo
      """
    ),
    (.anywhere, "ext./int. ext/int = Exterior, interior"),
  ]
}
