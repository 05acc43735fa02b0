import Audio
import Audiobook
import Basics
import Glibc

extension StudioView {
  /// Renders a line of this plan.
  ///
  /// Creates `folder` for temporary files again if another program has removed it. Throws `StudioError.failed` if the
  /// folder or a file in it cannot be used.
  func sound(of line: BookLine, temporaryFolder folder: String) async throws -> LineSound {
    try Self.makeTemporaryFolder(folder)
    do {
      return try await renderer.sound(of: line, temporaryFolder: folder)
    } catch RenderError.audio(.noSpace(_, let reason)),
      RenderError.audio(.cannotWrite(_, let reason)),
      RenderError.audio(.cannotOpen(_, let reason)),
      RenderError.audio(.cannotRead(_, let reason))
    {
      throw StudioError.failed("The line cannot be rendered to a temporary file: \(reason).")
    }
  }

  private static func makeTemporaryFolder(_ path: String) throws(StudioError) {
    if mkdir(path, 0o700) == 0 { return }
    let error = SystemError.last
    let status = FileStatus(path)
    // In a folder that all users can write to, another user may have taken the name.
    guard error.code == EEXIST, status?.isFolder == true, status?.owner == geteuid() else {
      throw .failed("The folder for temporary files cannot be created again: \(error.reason).")
    }
  }
}
