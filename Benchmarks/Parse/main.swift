import Glibc
import Guion

// Prints the best time, in milliseconds, of parsing a file a number of times: `parse FILE RUNS`.

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
  let script = FountainParser(bytes: bytes)
  best = min(best, milliseconds() - start)
  elements = script.elements.count
}
print("\(best) \(elements)")
