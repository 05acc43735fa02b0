/// The pronunciations of acronyms of computing that people write in small letters and a voice would read as words.
enum SmallAcronyms {
  /// The lines are those of `HouseWords`.
  static let words = """
    qa kjˌuˈA kjˌuːˈA
    uat jˌuˌAtˈi jˌuːˌAtˈiː
    iam ˌIˌAˈɛm =
    aws ˌAdˌʌbᵊljuˈɛs ˌAdˌʌbᵊljuːˈɛs
    ecs ˌisˌiˈɛs ˌiːsˌiːˈɛs
    eks ˌikˌAˈɛs ˌiːkˌAˈɛs
    ebs ˌibˌiˈɛs ˌiːbˌiːˈɛs
    efs ˌiˌɛfˈɛs ˌiːˌɛfˈɛs
    elb ˌiˌɛlbˈi ˌiːˌɛlbˈiː
    acl ˌAsˌiˈɛl ˌAsˌiːˈɛl
    acls ˌAsˌiˈɛlz ˌAsˌiːˈɛlz
    otp ˌOtˌipˈi ˌQtˌiːpˈiː
    ide ˌIdˌiˈi ˌIdˌiːˈiː
    orm ˌOˌɑɹˈɛm ˌQˌɑːɹˈɛm
    ast ˌAˌɛstˈi ˌAˌɛstˈiː
    eof ˌiˌOˈɛf ˌiːˌQˈɛf
    aot ˌAˌOtˈi ˌAˌQtˈiː
    """
}
