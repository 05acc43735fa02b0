import Audiobook
import Basics
import Glibc
import Guion
import Synchronization

/// `guion2audio verify DIR`: checks whether an output folder is unchanged and its audio is correct.
struct VerifyCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    guard let folder = arguments.inputs.first, !folder.isEmpty else {
      throw UsageError("verify needs a folder")
    }
    if arguments.inputs.count > 1 {
      throw UsageError("verify accepts only one folder; remove \"\(arguments.inputs[1])\"")
    }
    let jobs = OwnLimits.jobs(
      try RenderOptions.number(.jobs, arguments, in: 1...1024) ?? ProcessorCount.available,
      formats: 1)
    let shop: ShopPreset? = try RenderOptions.choice(.preset, arguments)
    var report: VerifyReport
    do {
      let silence = LibrarySilence()
      defer { silence.end() }
      report = try await FolderVerifier(folder: folder, jobs: jobs).verify(for: shop) {
        silence.end()
        return try await SpeechSetup(arguments).damageOfNaturalVoice()
      }
    } catch let error as VerifyError {
      var message = error.description
      if case .unfinished(_, .notJoined) = error {
        message += " with `guion2audio assemble \(ShellWord(folder))`"
      }
      throw CommandFailure(Self.code(of: error), message.visible)
    }
    report.findings = report.findings.map(\.withCommand)
    Streams.out(arguments.has(.json) ? json(report, folder) : Array(text(report, folder).utf8))
    if !arguments.has(.quiet) {
      Streams.error(summary(report, folder))
      for note in report.notes { Streams.error("guion2audio: note: \(note)\n") }
      if let shop, report.findings.isEmpty { Streams.error("ready for \(shop)\n") }
    }
    return report.findings.isEmpty ? .success : .someFailed
  }

  private static func code(of error: VerifyError) -> ExitCode {
    switch error {
    case .unreadable, .unfinished: .noInput
    case .notOurs, .tooLarge: .badInput
    }
  }

  private func text(_ report: VerifyReport, _ folder: String) -> String {
    report.findings.map { $0.description(in: folder).visible + "\n" }.joined()
  }

  private func summary(_ report: VerifyReport, _ folder: String) -> String {
    "\(Quantity.count(report.files, "file")), \(Quantity.minutes(report.seconds)), "
      + "\(Quantity.count(report.findings.count, "finding")) in \(folder)\n" + peaks(report)
  }

  /// The limit of most loudness presets. It holds for the sound before it is encoded.
  private static let limit = -1.0

  private func peaks(_ report: VerifyReport) -> String {
    let high = report.peaks.filter { $0.level > Self.limit }
    guard let highest = high.max(by: { $0.level < $1.level }) else { return "" }
    let sign = highest.level > 0 ? "+" : ""
    return "\(Quantity.count(high.count, "encoded file")) above -1 dBTP; the highest peak is "
      + "\(sign)\(Rounded(highest.level, decimals: 1)) dBTP in \(highest.file.visible)\n"
  }

  /// Closes standard error while files are read: libmpg123 prints lines about damaged files, which the findings report.
  private final class LibrarySilence: Sendable {
    private let copy = Mutex(dup(STDERR_FILENO))

    init() {
      let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard null >= 0 else { return }
      if copy.withLock({ $0 }) >= 0 { dup2(null, STDERR_FILENO) }
      close(null)
    }

    func end() {
      copy.withLock { copy in
        guard copy >= 0 else { return }
        dup2(copy, STDERR_FILENO)
        close(copy)
        copy = -1
      }
    }
  }

  // MARK: JSON

  private func json(_ report: VerifyReport, _ folder: String) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("files")
    json.integer(report.files)
    json.key("findings")
    json.beginArray()
    for finding in report.findings { write(finding, to: &json) }
    json.end()
    json.key("folder")
    json.string(folder)
    if !report.peaks.isEmpty {
      json.key("peaks")
      json.beginArray()
      for peak in report.peaks {
        json.beginObject(.inline)
        json.member("file", peak.file)
        json.key("truePeak")
        json.decimal(Int((peak.level * 10).rounded()), over: 10)
        json.end()
      }
      json.end()
    }
    json.key("seconds")
    json.seconds(report.seconds)
    json.end()
    json.endLine()
    return json.take()
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.beginObject(.inline)
    if let chapter = finding.chapter {
      json.key("chapter")
      json.integer(chapter)
    }
    json.key("code")
    json.string(finding.code.rawValue)
    for (key, value) in [("document", finding.document), ("file", finding.file)] {
      guard let value else { continue }
      json.key(key)
      json.string(value)
    }
    if let line = finding.line {
      json.key("line")
      json.integer(line)
    }
    json.key("message")
    json.string(finding.message)
    if let retake = finding.retake {
      json.key("retake")
      json.string(retake)
    }
    json.key("severity")
    json.string(finding.severity.rawValue)
    if let time = finding.time {
      json.key("time")
      json.seconds(time)
    }
    json.end()
  }
}
