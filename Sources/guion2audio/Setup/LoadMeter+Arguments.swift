extension LoadMeter {
  /// Creates the meter that the arguments select.
  convenience init(_ arguments: Arguments) throws(UsageError) {
    self.init(
      try RenderOptions.choice(.progress, arguments) ?? .auto, isQuiet: arguments.has(.quiet))
  }
}
