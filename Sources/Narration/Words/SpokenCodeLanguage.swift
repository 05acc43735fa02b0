/// The spoken names of languages in code blocks.
enum SpokenCodeLanguage {
  /// Returns the spoken name of a language, or the word itself if the language is unknown.
  /// `word` is the word after a code fence.
  static func name(of word: String) -> String {
    names[word.lowercased()] ?? word
  }

  /// The spoken names, by the word after a code fence in lower case.
  private static let names: [String: String] = [
    "asm": "assembly", "bash": "shell", "bat": "batch", "c": "C", "c++": "C plus plus",
    "clj": "Clojure", "cmake": "CMake", "console": "console", "cpp": "C plus plus", "cs": "C sharp",
    "csharp": "C sharp", "css": "CSS", "csv": "CSV", "diff": "diff", "dockerfile": "Dockerfile",
    "ex": "Elixir", "exs": "Elixir", "fs": "F sharp", "go": "Go", "golang": "Go",
    "graphql": "GraphQL", "hs": "Haskell", "html": "HTML", "ini": "INI", "java": "Java",
    "javascript": "JavaScript", "js": "JavaScript", "json": "JSON", "jsonc": "JSON",
    "jsx": "JSX", "kotlin": "Kotlin", "kt": "Kotlin", "latex": "LaTeX", "lua": "Lua",
    "make": "make", "makefile": "make", "markdown": "Markdown", "md": "Markdown",
    "mermaid": "Mermaid diagram", "objc": "Objective-C", "objective-c": "Objective-C",
    "perl": "Perl", "php": "PHP", "pl": "Perl", "plaintext": "plain text",
    "powershell": "PowerShell", "ps1": "PowerShell", "py": "Python", "python": "Python",
    "python3": "Python", "r": "R", "rb": "Ruby", "rs": "Rust", "ruby": "Ruby", "rust": "Rust",
    "scala": "Scala", "scss": "SCSS", "sh": "shell", "shell": "shell", "sql": "SQL",
    "svg": "SVG", "swift": "Swift", "tex": "TeX", "text": "plain text", "toml": "TOML",
    "ts": "TypeScript", "tsx": "TSX", "txt": "plain text", "typescript": "TypeScript",
    "vim": "Vim", "wasm": "WebAssembly", "xml": "XML", "yaml": "YAML", "yml": "YAML",
    "zig": "Zig", "zsh": "shell",
  ]
}
