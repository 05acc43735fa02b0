import Narration
import Testing

/// Tests of French and Spanish words in rule set 1.2.
@Suite("French and Spanish words of rule set 1.2") struct RomanceWordsTests {
  private func said(
    _ text: String, _ language: String, _ rules: RuleSet = .v1_2
  ) -> String {
    TextCleaner(languageCode: language, markup: .none, rules: rules)
      .clean(text).text
  }

  @Test(arguments: [
    ("les étudiant·e·s", "les étudiants et étudiantes"), ("tous·tes", "Tous et toutes"),
    ("les lecteur·rices", "les lecteurs et lectrices"), ("un·e ami·e", "Un ou une amie"),
    ("les étudiant.e.s", "les étudiants et étudiantes"), ("né(e) ici", "Née ici"),
    ("des candidat(e)s", "des candidats et candidates"),
    ("l'étudiant·e", "L'étudiant ou l'étudiante"),
    ("les utilisateurs/trices", "les utilisateurs et utilisatrices"),
    ("les administré-e-s", "les administrées"), ("heureux·se", "Heureux ou heureuse"),
    ("le premier·ère", "le premier ou première"), ("les sportif·ve·s", "les sportifs et sportives"),
    ("le/la directeur/trice", "le ou la directeur ou directrice"),
    ("un-e- président-e- ;", "Un ou une président ou présidente;"),
    ("print(e) et index.e, a-t-elle", "print(e) et index.e, a-t-elle"),
  ])
  func `French words for men and women have both forms if they sound different`(
    text: String, spoken: String
  ) {
    #expect(said(text, "fr") == spoken)
  }

  @Test(arguments: [
    ("los/as alumnos/as", "Los y las alumnos y alumnas"), ("amig@s", "Amigos y amigas"),
    ("para todxs", "para todos y todas"), ("las hij@s", "las hijos e hijas"),
    ("el/la profesor/a", "El o la profesor o profesora"), ("otro/a", "Otro u otra"),
    ("los profesores/as", "los profesores y profesoras"), ("alumno(a)s", "Alumnos y alumnas"),
    ("un alemán/a", "un alemán o alemana"),
    ("l@s trabajador@s", "Los y las trabajadores y trabajadoras"),
    ("print(a), carpeta/a", "print(a), carpeta, a"), ("a@b.com", "A arroba b punto com"),
  ])
  func `Spanish words for men and women have both forms`(text: String, spoken: String) {
    #expect(said(text, "es") == spoken)
  }

  @Test func `the first rule sets leave both forms as they are`() {
    for (text, language) in [("né(e) ici", "fr"), ("para todxs", "es"), ("M. de Rênal", "fr")] {
      #expect(said(text, language, .v1_1) == text)
    }
  }

  @Test(arguments: [
    ("fr", "M. de Rênal", "Monsieur de Rênal"), ("fr", "M. le curé", "Monsieur le curé"),
    ("fr", "Mme d'Aubigné", "Madame d'Aubigné"), ("es", "el Sr. alcalde", "el Señor alcalde"),
    ("es", "Jasanoff, S. (2013).", "Jasanoff, S. (Dos mil trece)."),
    ("es", "la obra (S. Masó, Trad.)", "la obra (S. Masó, Trad.)"),
    ("es", "por S. Juan y D. Juan", "por San Juan y Don Juan"),
    ("es", "Clase: D. Primeros bits", "Clase: D. Primeros bits"),
    ("es", "D. Primeros pasos", "D. Primeros pasos"), ("es", "D. Juan calló.", "Don Juan calló."),
    ("es", "1 MV y la LXV Legislatura", "Un MV y la sexagésima quinta Legislatura"),
    ("es", "50k usuarios a 60fps", "Cincuenta mil usuarios a sesenta fotogramas por segundo"),
    ("fr", "une 7 CV, 25 CV reçus", "une sept chevaux, vingt-cinq CV reçus"),
    ("fr", "N°: 4", "Numéro: quatre"), ("fr", "la fin.⁶ Puis", "la fin. Puis"),
    ("es", "II Guerra Mundial", "Segunda Guerra Mundial"),
    ("fr", "M./Mme et Mr Bell", "Monsieur ou Madame et Monsieur Bell"),
    ("es", "Sr./Sra. y la Sra., aquí", "Señor o Señora y la Señora, aquí"),
    ("fr", "les XVIe-XVIIIe siècles", "les seizième à dix-huitième siècles"),
    ("fr", "en l'an II", "en l'an deux"), ("fr", "ceux·celles", "Ceux et celles"),
    ("es", "XXV aniversario", "Veinticinco aniversario"),
    ("es", "Un resumen (II Parte)", "Un resumen (segunda Parte)"),
    ("es", "D. Sólo personas mayores", "D. Sólo personas mayores"),
    ("es", "C. El gato. D. Ninguno.", "C. El gato. D. Ninguno."),
    ("es", "D. Pedro Gil vino.", "Don Pedro Gil vino."),
    ("fr", "au c du II de l'article 24", "au c du deux de l'article vingt-quatre"),
    ("fr", "les I et II du présent article", "les un et deux du présent article"),
    ("fr", "à 1450 tr/min", "à mille quatre cent cinquante tours par minute"),
    ("de", "mit 5 U/min", "mit fünf Umdrehungen pro Minute"),
    ("es", "33 rev/min", "Treinta y tres revoluciones por minuto"),
    ("fr", "un tube Ø6mm", "un tube diamètre six millimètres"),
    ("es", "r 1 perpendicular", "r uno perpendicular"), ("es", "v 1 vector", "v uno vector"),
    ("es", "una voz y 1 persona", "una voz y una persona"),
    ("fr", "il a 1 table, à 1 table", "il a une table, à une table"),
    ("fr", "d 1 droite", "d un droite"), ("fr", "le PR en JS", "le P.R en J.S"),
    ("fr", "le HG-EMC", "le HG-E.M.C"),
    ("es", "Ø 12", "Diámetro doce"), ("de", "⌀ 3", "Durchmesser drei"),
    ("fr", "du JJ/MM au JJ/MM", "du J.J M.M au J.J M.M"),
    ("es", "en DD-MM-AAAA HH:mm", "en D.D M.M A.A.A.A H.H M.M"),
    ("es", "¡Vamos! :D", "¡Vamos!"), ("fr", "oui :P (non)", "oui (non)"),
    ("es", "5 pts y 300 ptas", "Cinco puntos y trescientas pesetas"),
    ("fr", "voici nos 2 amis", "voici nos deux amis"),
    ("fr", "sous les nos 5 et 6", "sous les numéros cinq et six"),
    ("fr", "(ex. un chat)", "(Exemple un chat)"), ("fr", "Mon ex. Puis", "Mon ex. Puis"),
    ("es", "Raspberry PI 3", "Raspberry Pi tres"), ("fr", "en FR + EN", "en FR plus E.N"),
    ("es", "port-16.04.txt", "Port guion dieciséis punto cero cuatro punto TXT"),
    ("es", "A → B → C = 30", "A a B a C igual a treinta"),
    ("es", "2ⁿ⁻¹ y 2¹⁹⁻¹⁶", "Dos elevado a n menos uno y dos elevado a diecinueve menos dieciséis"),
    ("es", "2^(32-22) - 2", "Dos elevado a treinta y dos menos veintidós menos dos"),
    ("es", "2 + 3 = 5 → n = 5", "Dos más tres igual a cinco, n igual a cinco"),
    ("fr", "1 représenté par, 1 qualité", "Un représenté par, une qualité"),
    (
      "es", "puertos 4789/7946",
      "puertos cuatro mil setecientos ochenta y nueve, siete mil novecientos cuarenta y seis"
    ),
    ("es", "dividir 2500/1500", "dividir dos mil quinientos sobre mil quinientos"),
    ("fr", "en 32/64 bits", "en trente-deux, soixante-quatre bits"),
    ("es", "Ethernet 0/0", "Ethernet cero barra cero"),
    ("es", "3+ pasos", "Tres o más pasos"), ("de", "3+ Schritte", "Drei oder mehr Schritte"),
    ("es", "17_04_2024", "Diecisiete de abril de dos mil veinticuatro"),
    ("es", "las IPs y los PDFs", "las I.P y los PDF"), ("fr", "des APIs", "des A.P.I"),
  ])
  func `titles fit the names behind them`(language: String, text: String, spoken: String) {
    #expect(said(text, language) == spoken)
  }

  @Test(arguments: [
    ("fr", "l'article 1792-5", "l'article mille sept cent quatre-vingt-douze tiret cinq"),
    ("fr", "articles 16-1 et 16-2", "articles seize tiret un et seize tiret deux"),
    ("fr", "1° D'user", "Premièrement D'user"), ("fr", "1°) D'user", "Premièrement D'user"),
    ("fr", "article 5, 2° et 3°", "article cinq, deuxièmement et troisièmement"),
    ("fr", "un angle de 20°", "un angle de vingt degrés"),
    ("fr", "15 k€ pour les 1ers", "Quinze mille euros pour les premiers"),
    ("fr", "30 hab./km²", "Trente habitants par kilomètre carré"),
    ("fr", "1 c. à café, 2 c. à s. de sel", "Une cuillère à café, deux cuillères à soupe de sel"),
    ("fr", "four (th. 6)", "four (thermostat six)"),
    ("fr", "10 Gbps", "Dix gigabits par seconde"), ("es", "10 Gbps", "Diez gigabits por segundo"),
    ("fr", "à 10.0.0.5", "à dix point zéro point zéro point cinq"),
    ("es", "1 cda. de sal, 2 cdtas.", "Una cucharada de sal, dos cucharaditas."),
    ("es", "a las 22:30 hrs", "a las veintidós treinta"), ("es", "de E/S", "de entrada y salida"),
    ("fr", "fol. 12 r°", "fol. Douze recto"), ("fr", "de 9h-12h", "de neuf heures à douze heures"),
    ("fr", "en 03/2025", "en mars deux mille vingt-cinq"),
    ("es", "en 03/2025", "en marzo de dos mil veinticinco"),
    ("fr", "3 × 10⁸ m/s", "Trois fois dix puissance huit mètres par seconde"),
    ("es", "10×20 cm, 2 uds.", "Diez por veinte centímetros, dos unidades."),
    ("fr", "$0.05/requête", "Cinq cents par requête"),
    ("fr", "à 3 €/Go/mois", "à trois euros par Go par mois"),
    ("es", "22,80,443", "Veintidós, ochenta, cuatrocientos cuarenta y tres"),
    ("es", "(1954/1994)", "(Mil novecientos cincuenta y cuatro, mil novecientos noventa y cuatro)"),
    ("es", "x=5000-300+2000=1", "x igual a cinco mil menos trescientos más dos mil igual a uno"),
    ("es", "5-3=2", "Cinco menos tres igual a dos"),
    ("es", "b2=b2-300", "b dos igual a b dos menos trescientos"),
  ])
  func `numbers of laws, kitchens and networks are read`(
    language: String, text: String, spoken: String
  ) {
    #expect(said(text, language) == spoken)
  }

  @Test(arguments: [
    ("fr", "cours (5 pts) et (1 pt)", "cours (cinq points) et (un point)"),
    ("fr", "les cours durent 30m", "les cours durent trente minutes"),
    ("fr", "il court 30m", "il court trente mètres"),
    ("es", "la clase dura 30m", "la clase dura treinta minutos"),
    ("fr", "avec bolt.new ici", "avec bolt point new ici"),
    ("es", "en formato .der o .pem", "en formato punto der o punto pem"),
    ("es", "el sistema DietPi OS aquí", "el sistema DietPi O.S aquí"),
    ("es", "INSTALAR MAC OS X YA", "Instalar mac O.S X ya"), ("es", "OS QUIERO", "Os quiero"),
    ("fr", "les modules ES sont là", "les modules E.S sont là"), ("fr", "tu ES beau", "tu es beau"),
    ("fr", "avec Canva AI ici", "avec Canva A.I ici"), ("fr", "J'EN AI MARRE", "J'en ai marre"),
    ("es", "la lista SURF y TRUST", "la lista surf y trust"),
    ("es", "cotiza al INSS aquí", "cotiza al I.N.S.S aquí"),
    ("es", "la ACL ADMIN-HOST vale", "la A.C.L admin-host vale"),
  ])
  func `words of courses and programs are read`(
    language: String, text: String, spoken: String
  ) {
    #expect(said(text, language) == spoken)
  }

  @Test(arguments: [
    ("fr", "L'API de l'OMS", "L'A.P.I de l'O.M.S"), ("fr", "avec d'UE, l'ONU", "avec d'U.E, l'ONU"),
    ("fr", "L'EAU EST FROIDE", "L'eau est froide"),
    ("es", "con AND y GET aquí", "con And y Get aquí"),
  ])
  func `acronyms behind an article are spelled, and words of code are not`(
    language: String, text: String, spoken: String
  ) {
    #expect(said(text, language) == spoken)
  }
}
