import Audiobook
import Basics
import Glibc
import Hablare
import Narration

/// `guion2audio report OLD NEW`: lists the lines that differ between two versions of a book.
/// A version is an output folder or a script.
struct ReportCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    guard arguments.inputs.count == 2 else {
      throw UsageError("report needs two versions: an output folder or a script each")
    }
    let form: ReportForm = try RenderOptions.choice(.to, arguments) ?? .text
    if arguments.has(.json), arguments.has(.to) {
      throw UsageError("--json and --to cannot be used together")
    }
    if let output = arguments[.output], output.isEmpty { throw UsageError("--output needs a file") }
    let setup = try SpeechSetup(arguments)
    let report: BookReport
    do {
      report = BookReport(
        try await version(arguments.inputs[0], setup), try await version(arguments.inputs[1], setup)
      )
    } catch {
      await setup.shutdown()
      throw error
    }
    await setup.shutdown()
    let writer = ReportWriter(report, names: (arguments.inputs[0], arguments.inputs[1]))
    let bytes: [UInt8] =
      arguments.has(.json)
      ? writer.json : Array((form == .text ? writer.text : writer.markdown).utf8)
    if let output = arguments[.output], output != "-" {
      try WholeFile.write(bytes, to: output)
    } else {
      Streams.out(bytes)
    }
    return arguments.has(.strict) && report.hasChanges ? .someFailed : .success
  }

  private func version(_ path: String, _ setup: SpeechSetup) async throws -> BookReport.Version {
    let folder = FilePath(path).trimmed.text
    if access(folder + "/manifest.json", F_OK) == 0 || folder.hasSuffix(".audiobook") {
      do {
        return try BookReport.Version(folder: folder)
      } catch {
        switch error {
        case .unreadable, .unfinished: throw CommandFailure(.noInput, error.description.visible)
        case .notOurs, .tooLarge: throw CommandFailure(.badInput, error.description.visible)
        }
      }
    }
    var own = arguments
    own.inputs = [path]
    let options = try RenderOptions(own.removing(.output).removing(.strict))
    let planner = PrintedPlanner(own.removing(.strict), DiagnosticsPrinter(own.removing(.strict)))
    let book = try await planner.plan(Book(try BookInput.one(own), own, options, setup))
    return BookReport.Version(book.plan, estimate: book.estimate(setup))
  }

  /// A report as text, Markdown and JSON.
  private struct ReportWriter {
    private let report: BookReport
    private let names: (before: String, after: String)
    /// The difference in seconds from which the length of a scene has changed.
    private static let least = 0.5

    init(_ report: BookReport, names: (before: String, after: String)) {
      (self.report, self.names) = (report, names)
    }

    /// The scenes with a difference.
    private var scenes: [BookReport.SceneChange] {
      report.scenes.filter { $0.hasChanges || isOtherLength($0) }
    }

    /// Whether the length of a scene has changed. An estimate is not compared with a rendered length.
    private func isOtherLength(_ scene: BookReport.SceneChange) -> Bool {
      report.before.isEstimated == report.after.isEstimated
        && abs((scene.after ?? 0) - (scene.before ?? 0)) >= Self.least
    }

    private var total: (added: Int, changed: Int, gone: Int) {
      report.scenes.reduce((0, 0, 0)) {
        ($0.0 + $1.added.count, $0.1 + $1.changed.count, $0.2 + $1.gone.count)
      }
    }

    private var summary: String {
      let (added, changed, gone) = total
      let about = report.before.isEstimated || report.after.isEstimated ? "about " : ""
      return "\(Quantity.count(added, "line")) added, \(changed) changed, \(gone) gone; "
        + "\(Clock.text(report.before.seconds)) -> \(about)\(Clock.text(report.after.seconds))"
    }

    private func length(_ scene: BookReport.SceneChange) -> String {
      guard let before = scene.before else { return "new, \(Clock.text(scene.after ?? 0))" }
      guard let after = scene.after else { return "gone, \(Clock.text(before))" }
      let difference = Int((after - before).rounded())
      let sign = difference < 0 ? "-" : "+"
      return "\(Clock.text(before)) -> \(Clock.text(after)) (\(sign)\(abs(difference)) s)"
    }

    private func name(_ scene: BookReport.SceneChange) -> String {
      scene.formerName.map { "\($0) -> \(scene.name)" } ?? scene.name
    }

    // MARK: Text

    var text: String {
      var lines: [String] = []
      for scene in scenes {
        lines.append("\(name(scene))  \(length(scene))")
        for line in scene.gone { lines.append("  - \(shown(line))") }
        for (before, after) in scene.changed {
          lines += ["  ~ \(shown(before))", "    \(shown(after))"]
        }
        for line in scene.added { lines.append("  + \(shown(line))") }
      }
      let same = report.scenes.count - scenes.count
      if same > 0 { lines.append("\(Quantity.count(same, "scene")) without changes") }
      return (lines + [summary]).map(\.visible).joined(separator: "\n") + "\n"
    }

    private func shown(_ line: BookReport.Line) -> String {
      let place =
        line.source.map { PlaceUnit.place(ofLine: line.line, in: $0) }
        ?? PlaceUnit.words(ofLine: line.line, in: line.file)
      return "\(line.speaker.isEmpty ? "" : line.speaker + ": ")\(oneLine(line.text))"
        + (line.line > 0 ? " (\(place))" : "")
    }

    private func oneLine(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Markdown

    var markdown: String {
      var lines = ["**\(escaped(report.after.title))**: \(summary)", ""]
      if !scenes.isEmpty {
        lines += ["| scene | length | added | changed | gone |", "| --- | --- | --- | --- | --- |"]
        for scene in scenes {
          lines.append(
            "| \(escaped(name(scene))) | \(length(scene)) | \(scene.added.count) | "
              + "\(scene.changed.count) | \(scene.gone.count) |")
        }
      }
      for scene in scenes where scene.hasChanges {
        lines += ["", "### \(escaped(name(scene)))", ""]
        for line in scene.gone { lines.append("- gone: \(item(line))") }
        for (before, after) in scene.changed {
          lines.append("- changed: \(item(before)) → \(item(after))")
        }
        for line in scene.added { lines.append("- added: \(item(line))") }
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private func item(_ line: BookReport.Line) -> String {
      (line.speaker.isEmpty ? "" : "**\(escaped(line.speaker))** ") + escaped(line.text)
    }

    /// Returns a text in which no character is markup.
    private func escaped(_ text: String) -> String {
      oneLine(text).visible.reduce(into: "") { result, character in
        if "\\`*_[]<>|#~!&@".contains(character) { result.append("\\") }
        result.append(character)
      }
    }

    // MARK: JSON

    var json: [UInt8] {
      var json = JSONWriter(style: .pretty)
      json.beginObject()
      json.key("after")
      write(report.after, names.after, &json)
      json.key("before")
      write(report.before, names.before, &json)
      json.key("scenes")
      json.beginArray()
      for scene in report.scenes { write(scene, &json) }
      json.end()
      json.end()
      json.endLine()
      return json.take()
    }

    private func write(_ version: BookReport.Version, _ name: String, _ json: inout JSONWriter) {
      json.beginObject()
      json.key("estimated")
      json.bool(version.isEstimated)
      json.member("lines", version.lineCount)
      json.member("name", name)
      json.member("scenes", version.sceneCount)
      json.member("seconds", version.seconds)
      json.member("title", version.title)
      json.end()
    }

    private func write(_ scene: BookReport.SceneChange, _ json: inout JSONWriter) {
      json.beginObject()
      json.key("added")
      write(scene.added, &json)
      if let after = scene.after { json.member("after", after) }
      if let before = scene.before { json.member("before", before) }
      json.key("changed")
      json.beginArray()
      for (before, after) in scene.changed {
        json.beginObject()
        json.key("after")
        write(after, &json)
        json.key("before")
        write(before, &json)
        json.end()
      }
      json.end()
      if let name = scene.formerName { json.member("formerName", name) }
      json.key("gone")
      write(scene.gone, &json)
      json.member("name", scene.name)
      json.end()
    }

    private func write(_ lines: [BookReport.Line], _ json: inout JSONWriter) {
      json.beginArray()
      for line in lines { write(line, &json) }
      json.end()
    }

    private func write(_ line: BookReport.Line, _ json: inout JSONWriter) {
      json.beginObject(.inline)
      json.member("line", line.line)
      if let source = line.source { json.member("source", source) }
      json.member("speaker", line.speaker)
      json.member("text", line.text)
      json.end()
    }
  }
}
