import Glibc
import Guion

// Parses a file RUNS times and prints the best time in milliseconds, the number of elements, and the
// peak memory in KiB: `parse FILE RUNS`. The file's name determines its format.

func milliseconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let runs = Int(arguments[2]) else {
  print("usage: parse FILE RUNS")
  exit(64)
}
let bytes = try SourceFile.bytes(of: arguments[1])
var best = Double.infinity
var elements = 0
for _ in 0..<runs {
  let start = milliseconds()
  let parsed =
    switch DocumentFormat(path: arguments[1]) ?? .text {
    case .fountain: FountainParser(bytes: bytes).elements
    case .markdown: CommonMarkParser(bytes: bytes).elements
    case .text: PlainTextParser(bytes: bytes).elements
    case let format: GuionParsedElementCollection(bytes: bytes, format: format).elements
    }
  // Freeing the elements is not measured. Freeing cmark's tree is not measured, either.
  withExtendedLifetime(parsed) { best = min(best, milliseconds() - start) }
  elements = parsed.count
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print("\(best) \(elements) \(usage.ru_maxrss)")
