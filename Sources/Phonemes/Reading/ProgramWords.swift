/// The pronunciations of words of programmers, and of short words of chats.
enum ProgramWords {
  /// The lines of the table: a word, its American phonemes and its British ones.
  static let words = """
    foldr fˌOldˈɑɹ fˌQldˈɑː
    foldl fˌOldˈɛl fˌQldˈɛl
    scanr skˌænˈɑɹ skˌanˈɑː
    scanl skˌænˈɛl skˌanˈɛl
    noreply nˌOɹəplˈI nˌQɹɪplˈI
    sata sˈATə sˈAtə
    SATA sˈATə sˈAtə
    ECDSA ˌisˌidˌiˌɛsˈA ˌiːsˌiːdˌiːˌɛsˈA
    ecdsa ˌisˌidˌiˌɛsˈA ˌiːsˌiːdˌiːˌɛsˈA
    EdDSA ˌidˌidˌiˌɛsˈA ˌiːdˌiːdˌiːˌɛsˈA
    eddsa ˌidˌidˌiˌɛsˈA ˌiːdˌiːdˌiːˌɛsˈA
    ECDH ˌisˌidˌiˈAʧ ˌiːsˌiːdˌiːˈAʧ
    ECDHE ˌisˌidˌiˌAʧˈi ˌiːsˌiːdˌiːˌAʧˈiː
    ios ˌIˌOˈɛs ˌIˌQˈɛs
    libc lˌɪbsˈi lˌɪbsˈiː
    glibc ʤˌilˌɪbsˈi ʤˌiːlˌɪbsˈiː
    Eg ˌiʤˈi ˌiːʤˈiː
    totp tˌiˌOtˌipˈi tˌiːˌQtˌiːpˈiː
    mcu ˌɛmsˌijˈu ˌɛmsˌiːjˈuː
    oled ˈOlˌɛd ˈQlˌɛd
    OLED ˈOlˌɛd ˈQlˌɛd
    OLEDs ˈOlˌɛdz ˈQlˌɛdz
    AMOLED ˈæmˌOlˌɛd ˈamˌQlˌɛd
    asyncio ˌAsˌɪŋkˌIˈO ˌAsˌɪŋkˌIˈQ
    smth sˈʌmθɪŋ =
    smthn sˈʌmθɪn =
    sth sˈʌmθɪŋ =
    ey ˈA =
    """
}
