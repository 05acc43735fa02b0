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
    res ɹˈɛz =
    undie ˈʌndi =
    foreach fˌɔɹˈiʧ fˌɔːɹˈiːʧ
    hexo hˈɛksO hˈɛksQ
    ejs ˌiʤˌAˈɛs ˌiːʤˌAˈɛs
    prev pɹˈiviəs pɹˈiːviəs
    impt ɪmpˈɔɹtᵊnt ɪmpˈɔːtᵊnt
    vite vˈit vˈiːt
    vitepress vˈitpɹˌɛs vˈiːtpɹˌɛs
    vitest vˈitˌɛst vˈiːtˌɛst
    fastai fˌæstˌAˈI fˌastˌAˈI
    colab kˈOlæb kˈQlab
    multicollinearity mˌʌltikəlˌɪniˈɛɹəTi mˌʌltikəlˌɪniˈaɹɪti
    homoscedasticity hˌOmOskədæstˈɪsəTi hˌQmQskɪdastˈɪsɪti
    homoscedastic hˌOmOskədˈæstɪk hˌQmQskɪdˈastɪk
    heteroscedasticity hˌɛTəɹOskədæstˈɪsəTi hˌɛtəɹQskɪdastˈɪsɪti
    heteroscedastic hˌɛTəɹOskədˈæstɪk hˌɛtəɹQskɪdˈastɪk
    Wittgenstein vˈɪtɡənʃtˌIn =
    """
}

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
