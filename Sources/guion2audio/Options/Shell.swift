/// A shell that can complete what is typed behind the program's name.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}
