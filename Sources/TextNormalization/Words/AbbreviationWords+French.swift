extension AbbreviationWords {
  static let french: Lists = [
    (
      .beforeNumber,
      """
      n° nº no. N° no = numéro
      nos. n°s nos = numéros
      p. = page
      pp. = pages
      chap. = chapitre
      vol. = volume
      art. = article
      fig. = figure
      t. = tome
      tél. = téléphone
      env. = environ
      v. = vers
      ca. = circa
      éd. = édition
      sept. = septembre
      """
    ),
    (
      .beforeName,
      """
      M. = Monsieur
      MM. = Messieurs
      Mme Mme. = Madame
      Mmes = Mesdames
      Mlle Mlle. = Mademoiselle
      Mlles = Mesdemoiselles
      Me = Maître
      Dr Dr. = Docteur
      Drs = Docteurs
      Pr Pr. Prof. = Professeur
      Mgr Mgr. = Monseigneur
      St St. = Saint
      Ste Ste. = Sainte
      Sts = Saints
      Cap. Cne = Capitaine
      Gal Gal. = Général
      Cdt Cdt. = Commandant
      Lt Lt. = Lieutenant
      Sgt Sgt. = Sergent
      """
    ),
    (
      .behindNumber,
      """
      hab. = habitants
      sept. = septembre
      """
    ),
    (
      .ending,
      """
      etc. = et cetera
      av.j.-c. = avant Jésus-Christ
      ap.j.-c. apr.j.-c. = après Jésus-Christ
      j.-c. = Jésus-Christ
      Cie Cie. = compagnie
      """
    ),
    (
      .anywhere,
      """
      p.ex. = par exemple
      c.-à-d. càd c-à-d = c'est-à-dire
      cf. = confer
      bd. bd boul. Bd = boulevard
      av. Av. = avenue
      pl. Pl. = place
      env. = environ
      adj. = adjoint
      dép. = département
      max. = maximum
      min. = minimum
      éd. = édition
      vs. vs = contre
      v.o. = voix off
      h.c. = hors champ
      o.s. = hors champ
      int. = Intérieur
      ext. = Extérieur
      int./ext. int/ext ext./int. ext/int = Intérieur, extérieur
      s.v.p. svp = s'il vous plaît
      janv. = janvier
      févr. fév. = février
      avr. = avril
      juil. = juillet
      oct. = octobre
      nov. = novembre
      déc. = décembre
      tél. = téléphone
      r.-v. = rendez-vous
      """
    ),
  ]
}
