import Guion
import Testing

@testable import Narration

/// Tests of what a script states about its characters.
@Suite struct RoleEvidenceTests {
  private func evidence(_ text: String, on name: String, _ language: String = "en-US")
    -> RoleEvidence?
  {
    let elements = [GuionElement(elementType: .action, elementText: text)]
    return RoleEvidence.evidence(on: [name], in: elements, language: language)[name]
  }

  @Test(arguments: [
    ("DAVID (40's M) enters.", "DAVID", RoleGender.male),
    ("ROSE, a woman of 50, sits.", "ROSE", .female),
    ("A phone rings. EDWARD (60s, MALE) wakes.", "EDWARD", .male),
    ("She kisses his son DAVID.", "DAVID", .male),
    ("We find a woman of 50, CLARA, alone.", "CLARA", .female),
    ("EDWARD, in his fifties, stirs.", "EDWARD", .male),
    ("ANNA, late in her 30s, waits.", "ANNA", .female),
    ("The waitress MEG pours.", "MEG", .female),
  ])
  func `a stated gender counts`(text: String, name: String, gender: RoleGender) {
    #expect(evidence(text, on: name)?.gender == gender)
  }

  @Test func `the evidence is quoted`() {
    #expect(evidence("DAVID (40's M) enters.", on: "DAVID")?.quote == "40's M")
    #expect(evidence("She sees his son DAVID.", on: "DAVID")?.quote.hasSuffix("his son") == true)
  }

  @Test(arguments: [
    ("JOHN, 40, married to a woman, sits.", "JOHN"), ("JOHN runs to the woman.", "JOHN"),
    ("MARY smiles.", "MARY"), ("The woman. DAVID waits.", "DAVID"),
    ("DAVID, then a man's voice.", "DAVID"),
    ("DAVID, ROSE's brother, nods.", "ROSE"), ("DAVIDSON (40's M)", "DAVID"),
  ])
  func `nothing is inferred`(text: String, name: String) {
    #expect(evidence(text, on: name) == nil)
  }

  @Test(arguments: [
    ("MRS. BLOOM", RoleGender.female), ("OLD MAN", .male), ("WOMAN #2", .female),
    ("KING", .male),
  ])
  func `a name can state the gender`(name: String, gender: RoleGender) {
    #expect(
      RoleEvidence.evidence(on: [name], in: [GuionElement](), language: "en")[name]?.gender
        == gender)
  }

  @Test(arguments: [
    ("PABLO, un hombre de 50 años, entra.", "PABLO", "es", RoleGender.male),
    ("MARIE, une femme élégante, attend.", "MARIE", "fr", .female),
    ("KLAUS (50, Vater von zwei Kindern)", "KLAUS", "de", .male),
  ])
  func `other languages have their own words`(
    text: String, name: String, language: String, gender: RoleGender
  ) {
    #expect(evidence(text, on: name, language)?.gender == gender)
  }
}
