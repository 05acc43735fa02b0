/// Asks the worker for its voices once, however many callers want them.
actor EspeakCatalogSource {
  private let pool: EspeakWorkerPool
  private var request: Task<EspeakVoiceCatalog, any Error>?

  init(pool: EspeakWorkerPool) { self.pool = pool }

  func catalog() async throws -> EspeakVoiceCatalog {
    if let request { return try await request.value }
    // A task of its own, so that no caller's cancellation is everyone's.
    let started = Task { EspeakVoiceCatalog(listing: try await pool.listing()) }
    request = started
    do {
      return try await started.value
    } catch {
      if request == started { request = nil }
      throw error
    }
  }
}
