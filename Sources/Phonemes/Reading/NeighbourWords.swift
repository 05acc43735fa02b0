/// Words whose sound depends on the words beside them: "lead pipe", "took a bow", "Des Moines".
struct NeighbourWords: Sendable {
  private let rules: [String: [Rule]]

  /// A condition, and the phonemes of the word if it holds.
  private struct Rule: Sendable {
    enum Place: Character {
      case before = "<"
      case after = ">"
      /// Anywhere in the sentence.
      case near = "~"
    }
    var place: Place
    /// The words at the place; two words are joined by a low line.
    var words: Set<String>
    var phonemes: Phones
  }

  init(_ dialect: EnglishDialect) {
    var rules: [String: [Rule]] = [:]
    for line in Self.table.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard let place = parts[1].first.flatMap(Rule.Place.init) else { continue }
      let phonemes = dialect == .british && parts[3] != "=" ? parts[3] : parts[2]
      rules[parts[0], default: []].append(
        Rule(place: place, words: Set(parts[4...]), phonemes: Phones(phonemes)))
    }
    self.rules = rules
  }

  /// Sets the phonemes of the words of a sentence whose neighbours tell them.
  func settle(_ pieces: inout [SpokenPiece]) {
    var words: [String]?
    for place in pieces.indices where pieces[place].phonemes == nil {
      guard pieces[place].symbols.count < 12,
        let rules = rules[pieces[place].symbols.string.lowercased()]
      else { continue }
      let all = words ?? pieces.map { $0.symbols.string.lowercased() }
      words = all
      let rule = rules.first { rule in
        switch rule.place {
        case .before: Self.before(place, all).contains(where: rule.words.contains)
        case .after: Self.after(place, all).contains(where: rule.words.contains)
        case .near: Self.near(place, all).contains(where: rule.words.contains)
        }
      }
      pieces[place].phonemes = rule?.phonemes
    }
  }

  /// Returns the word before an index, and the two words before it.
  private static func before(_ place: Int, _ words: [String]) -> [String] {
    guard place > 0 else { return [] }
    return [words[place - 1]] + (place > 1 ? ["\(words[place - 2])_\(words[place - 1])"] : [])
  }

  /// Returns the word after an index, the two words after it, and after the first word of a sentence the word with a
  /// circumflex.
  private static func after(_ place: Int, _ words: [String]) -> [String] {
    guard place + 1 < words.count else { return [] }
    let next = words[place + 1]
    let second = place + 2 < words.count ? words[place + 2] : ""
    return [next, "\(next)_\(second)"] + (place == 0 ? ["^" + next] : [])
  }

  /// Returns the words at most eight words away.
  private static func near(_ place: Int, _ words: [String]) -> ArraySlice<String> {
    words[max(0, place - 8)..<min(words.count, place + 9)]
  }

  // A word, the place, the American and the British phonemes (= if they are equal), and the neighbours.
  private static let table = """
    lead > lˈɛd = pipe pipes weight weights paint shot bullet bullets balloon poisoning box lined crystal
    lead < lˈɛd = of_lead as_lead made_lead molten melted solid
    bass > bˈAs = guitar guitars player players line lines drum drums clef solo singer voice note notes string
    bass < bˈAs = double upright electric acoustic slap
    bass ~ bˈæs bˈas fish fishing fished caught catch lake river striped largemouth sea boat eat ate fillet
    bass ~ bˈAs = song songs music band guitar drums treble track speaker speakers play plays played sing sang tune
    minute > mInˈut mInjˈuːt amount amounts detail details quantity quantities particle particles trace traces difference differences
    object < əbʤˈɛkt = i we you they strongly must would would_not n't not
    close > klˈOz klˈQz the your my that this it his her their our those these down in_ in_. in_! in_, in_on
    bow < bˈW = took_a take_a takes_a taking_a final deep little to must we they and
    bow > bˈW = to before down deeply low out of
    live > lˈIv = show shows music audience feed broadcast wire ammunition ammo coverage tv stream performance album ^from
    live < lˈIv = going goes go went 're is are was were broadcast streaming 'm
    content > kəntˈɛnt = with to
    content < kəntˈɛnt = feel feels felt perfectly quite so seem seems seemed am 'm be was were not very
    learned > lˈɜɹnᵻd lˈɜːnɪd man men woman women friend friends colleague colleagues professor scholar scholars counsel judge gentleman society
    beloved < bəlˈʌvᵻd bɪlˈʌvɪd my your our his her their the dearly
    dove > dˈOv dˈQv into in under off behind through headfirst out down across for
    house > hˈWz = the them us him these those people all
    resume < ɹˈɛzəmˌA ɹˈɛzjʊmˌA my your his her their our a the impressive this that of
    des > də dA moines
    moines < mˈYn = des
    los > lˌɔs lˌɒs angeles alamos gatos
    au > ˈO ˈQ lait revoir
    hors > ˈɔɹ ˈɔː d'oeuvre d'oeuvres d'œuvre de
    vu < vˈu vˈuː déjà deja
    trois < tɹwˈɑ tɹwˈɑː à a
    champs > ʃˈɑnz ʃˈɒnz élysées elysees
    """
}
