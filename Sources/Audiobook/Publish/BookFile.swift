import Basics
import Audio
import Foundation

/// A book in one file, which is joined from the stretches of its chapters.
struct BookFile {
  let book: BookDescription
  let format: BookFormat
  /// The chapters with current files, in order.
  let chapters: [BoundBook.Entry]
  /// The embedded cover; nil for none.
  var cover: BoundBook.PublishedCover?

  /// A published book in one file.
  struct Published {
    var format: BookFormat
    var record: FileRecord
    var isNew: Bool
  }

  /// Returns the name of the file in the output folder.
  static func name(title: String, _ fileExtension: String) -> String {
    let stem = FileName.safe(title)
    return "\(stem.isEmpty ? "book" : stem).\(fileExtension)"
  }

  /// The index of the stretch among the files of a chapter.
  private var place: Int {
    book.formats.count + (book.books.firstIndex(of: format) ?? 0)
  }

  /// Joins the stretches, unless the file was already built from the same input.
  func publish(in transaction: FolderTransaction) throws(RenderError) -> Published {
    let name = Self.name(title: book.title, format.fileExtension)
    let joined = chapters.map {
      BookChapter(
        title: $0.title, stretch: transaction.folder.path(of: $0.record.files[place].file))
    }
    let (record, isNew) = try transaction.publish(name, builtFrom: digest) {
      path throws(RenderError) in
      do throws(AudioError) {
        try BookFileWriter.write(
          joined, as: format, tags: tags, cover: cover?.picture, to: path)
      } catch {
        throw .audio(error)
      }
    }
    return Published(format: format, record: record, isNew: isNew)
  }

  /// A digest of everything that determines the file's bytes.
  private var digest: String {
    var hash = TextFieldHasher()
    hash.add(book.generator)
    for tag in tags.texts {
      hash.add(tag.field.rawValue)
      hash.add(tag.text)
    }
    if let cover { hash.add(cover.record.sha256) }
    for chapter in chapters {
      hash.add(chapter.title)
      hash.add(chapter.record.files[place].sha256)
    }
    return hash.finish()
  }

  private var tags: BookTags {
    BookTags(
      title: book.title, author: book.authors.joined(separator: ", "),
      narrator: book.narrators.isEmpty ? nil : book.narrators.joined(separator: ", "),
      genre: "Audiobook", language: Locale.LanguageCode(primaryLanguage).identifier(.alpha3),
      summary: book.summary, year: book.year)
  }

  private var primaryLanguage: String {
    String(book.language.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }
}
