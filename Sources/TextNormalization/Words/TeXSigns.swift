extension MathWords {
  /// The sign or the key of each command of TeX that is one word: "∈" for `\in`.
  package static let signs: [String: String] = {
    let lists = """
      × times cdot bigtimes otimes ast|arrow rightarrow to longrightarrow hookrightarrow rightharpoonup|mapsto mapsto
      ⇒ Rightarrow implies Longrightarrow|⇔ leftrightarrow longleftrightarrow Leftrightarrow Longleftrightarrow iff|gets leftarrow gets
      , Leftarrow longleftarrow Longleftarrow|… ldots dots cdots dotsc dotsb vdots ddots|≤ leq le leqslant
      ≥ geq ge geqslant|≠ neq ne|≈ approx|± pm|∞ infty|÷ div|∈ in|∉ notin|⊂ subset subsetneq|⊆ subseteq
      ⊃ supset|⊇ supseteq|∪ cup sqcup|∩ cap|∖ setminus backslash|∀ forall|∃ exists|∄ nexists|∅ emptyset varnothing
      ∧ land wedge|∨ lor vee|¬ neg lnot|∂ partial|∇ nabla|sim sim|⋈ bowtie Join|≡ equiv|> gt|< lt|+ oplus
      ] rbrack|[ lbrack|∝ propto|∘ circ|top top|' prime|⋆ star|° degree|define coloneqq triangleq|mod bmod mod
      ≫ gg|≪ ll|⊥ perp bot|∥ parallel|≅ cong|∠ angle|△ triangle|⊢ vdash|⊨ models vDash|∴ therefore
      l ell|h hbar|: colon|− ominus|square square Box Square blacksquare|diamond diamond Diamond lozenge|⊩ Vdash|⊮ nVdash
      ⊭ nvDash nvdash|≻ succ succeq succcurlyeq|≺ prec preceq preccurlyeq|⊈ nsubseteq|∓ mp|log lg|× bullet|≃ simeq
      """
    var signs: [String: String] = [:]
    for list in lists.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
      let names = list.split(separator: " ").map(String.init)
      for name in names.dropFirst() { signs[name] = names[0] }
    }
    return signs
  }()
}
