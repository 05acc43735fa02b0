import Audio
import Basics
import Guion
import Narration

/// The cover of a book: read and checked before casting, or drawn when the title is known.
struct CoverChoice {
  private let source: CoverSource?
  private var cover: BookCover?
  /// The errors, warnings and notes about the picture.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the first picture that the options, the cast or the document names, in this order.
  init(_ options: BookOptions, _ cast: Cast, _ manuscript: Manuscript) throws(BookError) {
    source = CoverSource(options.cover, cast: cast.coverFile, document: manuscript.coverFile)
    guard let source, source != .drawn else { return }
    do throws(CoverReader.Failure) {
      let (cover, warnings) = try CoverReader(source, fit: options.coverFit).read()
      (self.cover, diagnostics) = (cover, warnings)
    } catch {
      switch error {
      case .unreadable(let message): throw BookError(.missingInput, message)
      case .wrong(let diagnostic): diagnostics = [diagnostic]
      case .unable(let error): throw Self.failure(error)
      }
    }
  }

  /// Returns the cover of a planned book; nil if the book has none.
  func cover(
    of plan: BookPlan, _ diagnostics: inout [Diagnostic]
  ) throws(BookError) -> BookCover? {
    guard source == .drawn else { return cover }
    let words = TypographicCover(title: plan.title, authors: plan.authors, language: plan.language)
    do throws(AudioError) {
      let cover = try BookCover(drawing: words, generator: Version.generator)
      if cover.missingLetters > 0 {
        let letters = Quantity.count(cover.missingLetters, "letter")
        diagnostics.append(
          Diagnostic(
            code: "cover-font", severity: .warning,
            message:
              "the title and authors have \(letters) that no installed font has, so the cover shows "
              + "boxes instead; install a font with more letters (Debian: fonts-noto)"))
      }
      return cover
    } catch {
      throw Self.failure(error)
    }
  }

  /// Returns the error for a cover that cannot be made, usually because a library is missing.
  private static func failure(_ error: AudioError) -> BookError {
    BookError(.unavailable, error.description)
  }
}
