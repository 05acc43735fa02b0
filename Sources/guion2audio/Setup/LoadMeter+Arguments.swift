extension LoadMeter {
  /// The meter that the arguments ask for.
  convenience init(_ arguments: Arguments) throws(UsageError) {
    self.init(
      try RenderOptions.choice(.progress, arguments) ?? .auto, isQuiet: arguments.has(.quiet))
  }
}
