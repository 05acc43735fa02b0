/// Reading words that are joined from known words and spelled letters, such as "modulefile" and "libpng".
extension WordReader {
  /// Returns the phonemes of a joined word; nil for other words.
  func joined(_ word: ASCIIWord) -> Phones? {
    if word.ends(with: "'s") { return joined(word.dropLast(2)).flatMap(withS) }
    guard 5...40 ~= word.count, word.isLetters, ASCIIWord(word.dropFirst()).hasNoCapital else {
      return nil
    }
    let small = word.lowered
    return repeated(small) ?? compound(small, isName: word != small) ?? behindWord(small)
      ?? beforeWord(small) ?? (word == small ? longCompound(small) : nil)
  }

  /// Reads a word that is written three times or more without a blank: "yesyesyes"; a long one twice.
  private func repeated(_ word: ASCIIWord) -> Phones? {
    for count in 2...6 where word.count % count == 0 {
      guard word.count > (count > 5 ? count : 2 * count),
        word.dropFirst(count).elementsEqual(word.dropLast(count)),
        let sound = known(ASCIIWord(word.prefix(count)))
      else { continue }
      return Phones(repeatElement(sound, count: word.count / count).joined())
    }
    return nil
  }

  /// Reads two long words that lost their hyphen at the end of a line: "stainedglass", "leavebehind".
  private func longCompound(_ word: ASCIIWord) -> Phones? {
    for place in 5..<max(5, word.count - 4) {
      let (head, tail) = (ASCIIWord(word[..<place]), ASCIIWord(word[place...]))
      if let first = known(head), let second = known(tail) {
        return first.stressed(.full) + second.stressed(.lowered)
      }
    }
    return nil
  }

  /// Reads a compound with a word of computers, or with a name that is spelled. The second word is weaker.
  private func compound(_ word: ASCIIWord, isName: Bool) -> Phones? {
    for place in 2..<word.count - 2 {
      let (head, tail) = (ASCIIWord(word[..<place]), ASCIIWord(word[place...]))
      let isOpen = place > 2 || head == ASCIIWord("my") || head == ASCIIWord("no")
      if isOpen, Clusters.initials.contains(tail), let first = known(head),
        let second = spelled(tail)
      {
        return first.stressed(.lowered) + second
      }
      guard place > 2, !Clusters.affixes.contains(head) else { continue }
      let second = part(tail)
      // "Fonthill" and "hostable" are no compounds with "font" and "host".
      let isOpener = !isName && tail.count > 3 && !Clusters.affixes.contains(tail)
      guard let first = second == nil ? isOpener ? part(head) : nil : known(head),
        let last = second ?? known(tail)
      else { continue }
      return first.stressed(.full) + last.stressed(.lowered)
    }
    return nil
  }

  /// Returns the phonemes of a word of computers or of its plural; nil for other words.
  private func part(_ word: ASCIIWord) -> Phones? {
    if Clusters.parts.contains(word) { return look(up: word, tag: nil, .unchanged, nil) }
    guard word.ends(with: "s") else { return nil }
    let stem = ASCIIWord(word.dropLast())
    return Clusters.parts.contains(stem)
      ? look(up: stem, tag: nil, .unchanged, nil).flatMap(withS) : nil
  }

  /// Returns the phonemes of a checked word with a vowel or of its plural, or nil.
  private func known(_ word: ASCIIWord) -> Phones? {
    guard word.count > 1, word.contains(where: Clusters.isVowel) else { return nil }
    if lexicon.isChecked(word) { return look(up: word, tag: nil, .unchanged, nil) }
    let stem = ASCIIWord(word.dropLast())
    guard word.count > 4, word.ends(with: "s"), lexicon.isChecked(stem) else { return nil }
    return look(up: stem, tag: nil, .unchanged, nil).flatMap(withS)
  }

  /// Spells the letters behind a word if nobody can say them: "libpng", "nodejs".
  private func behindWord(_ word: ASCIIWord) -> Phones? {
    let run = word.reversed().prefix { !Clusters.isVowel($0) }.count
    guard run > 1, run < word.count, !Clusters.canEnd(ASCIIWord(word.suffix(run))) else {
      return nil
    }
    for count in 1...run where word.count - count > 2 {
      if let head = known(word.dropLast(count)), let letters = spelled(word.suffix(count)) {
        return head.stressed(.lowered) + letters
      }
    }
    return nil
  }

  /// Spells the letters before a word if nobody can say them: "glmnet", "rmarkdown".
  private func beforeWord(_ word: ASCIIWord) -> Phones? {
    let run = word.prefix { !Clusters.isVowel($0) }.count
    guard run > 1, !Clusters.starts.contains(ASCIIWord(word.prefix(run))) else { return nil }
    for count in 1...run where word.count - count > 2 {
      if let tail = known(ASCIIWord(word.dropFirst(count))),
        let letters = spelled(word.prefix(count))
      {
        return letters.map { $0 == PhoneSet.primary ? PhoneSet.secondary : $0 }
          + tail.stressed(.full)
      }
    }
    return nil
  }
}

/// The consonants that English words begin and end with, and the parts of compounds.
private enum Clusters {
  static func isVowel(_ letter: UInt8) -> Bool { vowels.contains(letter) }
  private static let vowels = Set("aeiouy".utf8)

  /// Whether an English word can end with these consonants.
  static func canEnd(_ letters: ASCIIWord) -> Bool {
    var run: ASCIIWord = []
    for letter in letters where letter != run.last { run.append(letter) }
    if run.count > 2, let last = run.last, "sz".utf8.contains(last) { run.removeLast() }
    if run.starts(with: "gh".utf8) { run.removeFirst(2) }
    while let first = run.first, let last = run.last, run.count > 1, !ends.contains(run) {
      if "rl".utf8.contains(last) {
        // "Flickr"
        run.removeLast()
      } else if run.count > 2, "rl".utf8.contains(first) {
        run.removeFirst()
      } else {
        return false
      }
    }
    return true
  }

  private static func set(_ text: String) -> Set<ASCIIWord> {
    Set(text.split(separator: " ").map { ASCIIWord($0.utf8) })
  }

  private static let ends = set(
    """
    bs bt bz ch chs cht ck ckt cs ct cz dn ds dt dth dz fn fs ft fth gh gm gt gn gs hl hm hn hnt hr hrt hs ht kh ks \
    kt lb lc lch ld lf lg lk lm ln lp ls lsh lt lth lv lx lz mb mf mn mp mph mpt ms mt nc nch nd \
    ng ngst ngt ngth nk nkt ns nsch nst nt nth nv nx nz ph pht pl ps pt pth rb rc rch rd rf rg rk rl rm rn rp \
    rph rq rs rsch rsh rst rt rth rv rx rz sch scht sh sht sk sm sn sp st stn sz tch th thm thr tn ts tsch \
    tsk tz tzt vn wd wk wl wn ws wsh wt wth xt xth zn
    """)

  static let starts = set(
    """
    bh bl br ch chl chr cl cr cz dh dj dr dw fj fl fr gh gl gn gr gw hr hw kh khr kl kn kr kw lh ll mc mn \
    nd ng ph phl phr pf pl pn pr ps pt rh sc sch schl schm schn schr schw scl scr sh shk shl shm shn \
    shr shv shw sk skl skr sl sm sn sp sph spl spr sq sr st sth str sv sw sz th thr thw tr ts tsch tsv tw tz vl \
    vr wh wr zd zh zl zw
    """)

  /// Names that are spelled at the end of a word.
  static let initials = set("api apis cli cpu ctl gpu gpus html sql ssl uml uri url urls xml")

  /// Words that are mostly a beginning or an ending of longer words.
  static let affixes = set("able ability inter less most ness ward wards")

  /// Words of computers that join other words.
  static let parts = set(
    """
    app base board book bot box browser bucket build cache case cast chain chart chat check class client \
    cloud code count data desk dir doc engine env error event feed file flow font form frame git graph \
    grid group guide hash help home hook host hub image index job key layer lib line link list log mail \
    map mode model module name node note page panel paste path pipe plot point port process proxy \
    queue reader root route scope score screen script search sequence server service set share sheet shell shot sight site \
    size socket source space speed stack start state step store stream string style switch sync system \
    task template text thread time tool track tree tube type unit value vault video view \
    ware watch web wiki width window word work zone
    """)
}
