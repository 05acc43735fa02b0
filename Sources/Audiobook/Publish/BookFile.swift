import Basics
import Audio
import Foundation

/// The one file of a book: the stretches of its chapters, joined.
struct BookFile {
  let book: BookDescription
  let format: BookFormat
  /// The chapters that are there and current, in order.
  let chapters: [BoundBook.Entry]
  /// The picture in it; nil for none.
  var cover: BoundBook.PublishedCover?

  /// A book's file in a folder, and where its chapters begin.
  struct Published {
    var format: BookFormat
    var record: FileRecord
    var isNew: Bool
  }

  /// The name of the file in the folder.
  static func name(title: String, _ fileExtension: String) -> String {
    let stem = FileName.safe(title)
    return "\(stem.isEmpty ? "book" : stem).\(fileExtension)"
  }

  /// Where a chapter's stretch is among its files.
  private var place: Int {
    book.formats.count + (book.books.firstIndex(of: format) ?? 0)
  }

  /// Joins the stretches, unless the file is there and made of the same ones.
  func publish(in transaction: FolderTransaction) throws(RenderError) -> Published {
    let name = Self.name(title: book.title, format.fileExtension)
    let joined = chapters.map {
      BookChapter(
        title: $0.title, stretch: transaction.folder.path(of: $0.record.files[place].file))
    }
    let (record, isNew) = try transaction.publish(name, madeOf: digest) {
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

  /// A digest of everything that the file's bytes depend on.
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
