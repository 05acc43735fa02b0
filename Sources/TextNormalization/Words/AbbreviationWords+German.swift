extension AbbreviationWords {
  static let german: Lists = [
    (
      .beforeNumber,
      """
      Nr. nr. = Nummer
      Nrn. = Nummern
      Whg. = Wohnung
      S. = Seite
      Bd. = Band
      Bde. = Bände
      Abb. = Abbildung
      Kap. = Kapitel
      Abs. = Absatz
      Art. = Artikel
      Tab. = Tabelle
      Tel. tel. = Telefon
      ca. = circa
      geb. = geboren
      gest. = gestorben
      H. = Heft
      Jg. = Jahrgang
      Bl. = Blatt
      Anm. = Anmerkung
      Z. = Zeile
      Jan. = Januar
      Mär. = März
      max. = maximal
      min. = mindestens
      mind. = mindestens
      """
    ),
    (
      .beforeName,
      """
      Hr. = Herr
      Hrn. = Herrn
      Fr. = Frau
      Frl. = Fräulein
      Dr. = Doktor
      Dres. = Doktoren
      Prof. = Professor
      St. = Sankt
      Hl. hl. = heilige
      Gebr. = Gebrüder
      Fam. = Familie
      Ing. = Ingenieur
      Dipl.-Ing. = Diplom-Ingenieur
      Mag. = Magister
      Gen. = General
      Hptm. = Hauptmann
      Lt. = Leutnant
      Oblt. = Oberleutnant
      Kom. = Kommissar
      """
    ),
    (
      .behindNumber,
      """
      Std. = Stunden
      Std = Stunden
      Mio. = Millionen
      Mrd. = Milliarden
      Jh. = Jahrhundert
      Jhs. = Jahrhunderts
      Jhdt. = Jahrhundert
      Aufl. = Auflage
      Tsd. = tausend
      Stck. Stk. = Stück
      Min. = Minuten
      Sek. = Sekunden
      """
    ),
    (
      .ending,
      """
      usw. = und so weiter
      etc. = et cetera
      u.s.w. = und so weiter
      usf. = und so fort
      v.chr. v.c. = vor Christus
      n.chr. n.c. = nach Christus
      u.a. = unter anderem
      u.ä. = und Ähnliches
      u.v.m. = und vieles mehr
      u.v.a. = und viele andere
      a.d. = außer Dienst
      o.ä. = oder Ähnliches
      jun. jr. = junior
      sen. sr. = senior
      Str. = Straße
      Pl. = Platz
      Jh. = Jahrhundert
      Hbf. = Hauptbahnhof
      Co. = Compagnie
      """
    ),
    (
      .anywhere,
      """
      d.h. = das heißt
      z.b. = zum Beispiel
      z.t. = zum Teil
      z.zt. z.z. = zurzeit
      i.d.r. = in der Regel
      i.a. = im Allgemeinen
      m.e. = meines Erachtens
      o.g. = oben genannt
      s.o. = siehe oben
      s.u. = siehe unten
      u.u. = unter Umständen
      u.z. = und zwar
      bzw. = beziehungsweise
      Whg. = Wohnung
      ca. = circa
      ggf. = gegebenenfalls
      evtl. evt. = eventuell
      inkl. = inklusive
      exkl. = exklusive
      zzgl. = zuzüglich
      abzgl. = abzüglich
      vgl. = vergleiche
      lt. = laut
      bspw. = beispielsweise
      sog. = sogenannte
      allg. = allgemein
      insb. insbes. = insbesondere
      bes. = besonders
      geb. = geboren
      gest. = gestorben
      verh. = verheiratet
      verw. = verwitwet
      gem. = gemäß
      max. = maximal
      min. = minimal
      mind. = mindestens
      p.a. = pro Jahr
      a.m. = am Main
      St. = Stück
      Mwst. MwSt. = Mehrwertsteuer
      Abk. = Abkürzung
      Jan. = Januar
      Febr. Feb. = Februar
      Apr. = April
      Aug. = August
      Sept. Sep. = September
      Okt. = Oktober
      Nov. = November
      Dez. = Dezember
      v.o. = Off-Stimme
      o.s. = aus dem Off
      Stud. = Student
      Tel. = Telefon
      Int. = Innen
      Ext. = Außen
      int./ext. int/ext ext./int. ext/int = Innen, außen
      Dr._med. = Doktor med
      """
    ),
  ]
}
