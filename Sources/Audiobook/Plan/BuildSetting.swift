/// A setting that a message can name.
package enum BuildSetting: Sendable, Hashable, CaseIterable {
  case format
  /// The chapters to build.
  case only
  /// Whether to replace files that this program did not write.
  case overwrite
  /// The shard: the chapters that one of several machines builds.
  case shard
  /// Whether to wait for another build that uses the output folder.
  case wait
  /// The lines to speak again, with new takes.
  case retake
  /// The role to audition.
  case role
  /// The cost limit of a run.
  case maximumCost
  /// The paid providers whose voices the cast drafter may listen to.
  case listened
  /// Whether each format is written as one file for the whole book.
  case singleFile
  case cover
  case feedTitle
  /// The publication date of a feed's first episode.
  case feedDate
  case feedCategory
  /// The roles that an actor rehearses.
  case rehearsed
  /// The roles whose scenes are read.
  case onlyWith
}

/// The names that messages use for the settings in `BuildSetting`.
/// The default names are the library's own types and properties. A program with options or a settings window passes
/// its own names to an error's `message(_:)` or `description(_:)`.
package struct SettingNames: Sendable {
  package var name: @Sendable (BuildSetting) -> String

  package init(name: @escaping @Sendable (BuildSetting) -> String) { self.name = name }

  /// The library's own names, for developers of apps.
  package static let library = SettingNames { setting in
    switch setting {
    case .format: "BookInput(_:format:)"
    case .only: "BuildOptions.only"
    case .overwrite: "BuildOptions.overwrite"
    case .shard: "BuildOptions.shard"
    case .wait: "BuildOptions.waits"
    case .retake: "RetakeNames"
    case .role: "AuditionScene(role:)"
    case .maximumCost: "maximumCost"
    case .listened: "CastDrafter(listened:)"
    case .singleFile: "BuildOptions.books"
    case .cover: "BookOptions.cover"
    case .feedTitle: "FeedSettings.title"
    case .feedDate: "FeedSettings.date"
    case .feedCategory: "FeedSettings.category"
    case .rehearsed: "BookOptions.rehearsed"
    case .onlyWith: "BookOptions.onlyWith"
    }
  }
}
