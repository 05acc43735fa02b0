import Glibc

/// Formats durations as `1:02:03` or `2:03`.
enum Clock {
  static func text(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let parts = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = (parts.2 < 10 ? "0" : "") + String(parts.2)
    if parts.0 == 0 { return "\(parts.1):\(tail)" }
    return "\(parts.0):" + (parts.1 < 10 ? "0" : "") + "\(parts.1):\(tail)"
  }

  /// The user's local time of day: `14:02:11`.
  static var timeOfDay: String {
    var (now, local) = (Glibc.time(nil), tm())
    localtime_r(&now, &local)
    let parts = [local.tm_hour, local.tm_min, local.tm_sec]
    return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}
