extension AbbreviationWords {
  /// Short forms that the second edition reads in brackets: "quickly (adv)".
  static let partsOfSpeech = [
    "adj": "adjective", "adv": "adverb", "conj": "conjunction", "prep": "preposition",
    "pron": "pronoun",
  ]

  static let english: Lists = [
    (
      .beforeNumber,
      """
      No. = number
      no. = number
      Nos. nos. = numbers
      Fig. fig. = figure
      Figs. figs. = figures
      Vol. vol. = volume
      Vols. vols. = volumes
      Ch. ch. = chapter
      Chap. chap. = chapter
      Chs. chs. = chapters
      p. pg. p = page
      pp. pgs. pp = pages
      pop. = population
      Sec. sec. = section
      Art. art. = article
      Eq. eq. = equation
      Ex. ex. = example
      Op. op. = opus
      Pt. pt. = part
      Ep. ep. = episode
      c. ca. = circa
      Apt. apt. = apartment
      Ste. = Suite
      Rm. rm. = room
      Bldg. = Building
      Fl. = Floor
      Hwy. = Highway
      Rte. Rt. = Route
      Ext. ext. = extension
      Sq. = square
      para. par. = paragraph
      lib. = book
      b. = born
      d. = died
      est. = established
      v. ver. = version
      Jan. = January
      Mar. = March
      Jun. = June
      Jul. = July
      tel. Tel. = telephone
      """
    ),
    (
      .behindName,
      """
      Jr. Jr = Junior
      Sr. Sr = Senior
      Esq. = Esquire
      Bros. = Brothers
      St. = Street
      Dr. = Drive
      Ave. Av. = Avenue
      Blvd. = Boulevard
      Rd. = Road
      Ln. = Lane
      Ct. = Court
      Pl. = Place
      Sq. = Square
      Ter. = Terrace
      Pkwy. = Parkway
      Hwy. = Highway
      Pk. = Park
      Mts. = Mountains
      Co. = Company
      Cos. = Companies
      """
    ),
    (
      .beforeName,
      """
      mr. Mr = Mister
      mrs. Mrs = Missus
      ms. = Ms
      dr. Dr = Doctor
      Drs. = Doctors
      prof. Prof = Professor
      Profs. = Professors
      St. St = Saint
      Sts. = Saints
      Ste. = Sainte
      Mt. = Mount
      Ft. = Fort
      Pt. = Point
      Sen. = Senator
      Sens. = Senators
      Gov. = Governor
      Rep. = Representative
      Reps. = Representatives
      Gen. = General
      Col. = Colonel
      Capt. Cpt. = Captain
      Cdr. Cmdr. = Commander
      Adm. = Admiral
      Maj. = Major
      Lt. = Lieutenant
      Sgt. = Sergeant
      Cpl. = Corporal
      Pvt. = Private
      Pfc. = Private First Class
      Rev. = Reverend
      Hon. = Honorable
      Fr. = Father
      Sr. = Sister
      Br. = Brother
      Det. = Detective
      Insp. = Inspector
      Supt. = Superintendent
      Pres. = President
      Sec. = Secretary
      Amb. = Ambassador
      Atty. = Attorney
      Asst. = Assistant
      Cong. = Congressman
      Messrs. = Messrs
      Mme. = Madame
      Mlle. = Mademoiselle
      Msgr. = Monsignor
      """
    ),
    (
      .behindNumber,
      """
      deg. = degrees
      doz. = dozen
      """
    ),
    (
      .ending,
      """
      etc. = et cetera
      inc. = Incorporated
      ltd. = Limited
      corp. = Corporation
      blvd. = Boulevard
      ave. = Avenue
      ph.d. = P H D
      et_al. = et al
      """
    ),
    (
      .anywhere,
      """
      e.g. eg. = for example
      i.e. ie. = that is
      cf. = compare
      eds. = editors
      viz. = namely
      vs. vs = versus
      approx. appr. = approximately
      Dept. dept. = department
      govt. = government
      univ. = university
      assn. = association
      natl. = national
      intl. = international
      misc. = miscellaneous
      incl. = including
      excl. = excluding
      appt. = appointment
      attn. = attention
      max. = maximum
      min. = minimum
      avg. = average
      temp. = temperature
      qty. = quantity
      orig. = originally
      resp. = respectively
      Feb. = February
      Apr. = April
      Aug. = August
      Sep. Sept. = September
      Oct. = October
      Nov. = November
      Dec. = December
      Mon. = Monday
      Tue. Tues. = Tuesday
      Wed. Weds. = Wednesday
      Thu. Thur. Thurs. = Thursday
      Fri. = Friday
      v.o. = voice over
      o.s. = off screen
      o.c. = off camera
      b.g. = background
      f.g. = foreground
      cont'd cont'd. contd. = continued
      cont. = continued
      int. = Interior
      ext. = Exterior
      int./ext. int/ext ext./int. ext/int I/E I/E. = Interior, exterior
      w/o = without
      c/o = care of
      n/a = not applicable
      b/c = because
      a.k.a. aka = also known as
      gov't = government
      dep't = department
      WWI = World War One
      WWII = World War Two
      """
    ),
  ]
}
