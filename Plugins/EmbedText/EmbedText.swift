import PackagePlugin

/// Gives a module the text files of its folder as bytes: `PackageResources.style_css` is the file `style.css`.
///
/// SwiftPM's own way, `embedInCode`, writes an array with a literal for each byte. For the page of the studio the
/// optimizing compiler needs 40 s then, and less than a second for the same bytes as text.
@main struct EmbedText: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let texts = module.sourceFiles.filter { $0.type == .unknown }.map(\.url)
      .filter { $0.pathExtension != "docc" }
    let swift = context.pluginWorkDirectoryURL.appending(component: "PackageResources.swift")
    return [
      .buildCommand(
        displayName: "Embed \(texts.count) files in \(target.name)",
        executable: try context.tool(named: "embed-text").url,
        arguments: [swift.path()] + texts.map { $0.path() }, inputFiles: texts, outputFiles: [swift]
      )
    ]
  }
}
