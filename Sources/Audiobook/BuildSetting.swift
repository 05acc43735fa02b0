/// A setting of a request that a message names.
public enum BuildSetting: Sendable, Hashable, CaseIterable {
  /// The format of an input.
  case format
  /// The chapters that are wanted.
  case only
  /// Whether files of others are replaced.
  case overwrite
  /// The share of the chapters that a machine builds.
  case shard
  /// The lines of which new takes are asked for.
  case retake
  /// The role that is heard.
  case role
  /// The most that a run may cost.
  case maximumCost
  /// The paid providers whose voices are listened to.
  case listened
  /// Whether each format is one file of the whole book.
  case singleFile
  /// The picture that stands for the book.
  case cover
  /// The title of a feed.
  case feedTitle
  /// When the first episode of a feed is published.
  case feedDate
  /// The category of a feed.
  case feedCategory
}

/// What messages call the settings of a request.
///
/// The library names its own types and properties. A program with options or with a window for its settings gives names
/// of its own to `message(_:)` and `description(_:)` of the errors.
public struct SettingNames: Sendable {
  /// The name of a setting.
  public var name: @Sendable (BuildSetting) -> String

  /// Makes names.
  public init(name: @escaping @Sendable (BuildSetting) -> String) { self.name = name }

  /// The library's own names, for developers of apps.
  public static let library = SettingNames { setting in
    switch setting {
    case .format: "BookInput(_:format:)"
    case .only: "BuildOptions.only"
    case .overwrite: "BuildOptions.overwrite"
    case .shard: "BuildOptions.shard"
    case .retake: "RetakeNames"
    case .role: "AuditionScene(role:)"
    case .maximumCost: "maximumCost"
    case .listened: "CastDrafter(listened:)"
    case .singleFile: "BuildOptions.books"
    case .cover: "BookOptions.cover"
    case .feedTitle: "FeedSettings.title"
    case .feedDate: "FeedSettings.date"
    case .feedCategory: "FeedSettings.category"
    }
  }
}
