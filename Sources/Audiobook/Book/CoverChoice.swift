import Audio
import Basics
import Guion
import Narration

/// The cover of a book: read and checked before anything is cast, or drawn once its title is known.
struct CoverChoice {
  private let source: CoverSource?
  private var cover: BookCover?
  /// What is wrong with the picture, or worth saying.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the picture that options, cast or document name, in this order.
  init(_ options: BookOptions, _ cast: Cast, _ manuscript: Manuscript) throws(BookError) {
    source = CoverSource(options.cover, cast: cast.coverFile, document: manuscript.coverFile)
    guard let source, source != .drawn else { return }
    do throws(CoverReader.Failure) {
      let (cover, remarks) = try CoverReader(source, fit: options.coverFit).read()
      (self.cover, diagnostics) = (cover, remarks)
    } catch {
      switch error {
      case .unreadable(let message): throw BookError(.missingInput, message)
      case .wrong(let diagnostic): diagnostics = [diagnostic]
      case .unable(let error): throw Self.failure(error)
      }
    }
  }

  /// The cover of a planned book; nil if it has none.
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
              "no font has \(letters) of title and authors, and boxes stand for them on the cover; "
              + "install one (Debian: fonts-noto)"))
      }
      return cover
    } catch {
      throw Self.failure(error)
    }
  }

  /// A library that is missing is a service that is not there.
  private static func failure(_ error: AudioError) -> BookError {
    BookError(.unavailable, error.description)
  }
}
