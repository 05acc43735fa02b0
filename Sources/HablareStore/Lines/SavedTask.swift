import FoundationEssentials

/// A task of a `BackgroundTaskManager` as a store keeps it, also after the end of the process.
public struct SavedTask: Sendable, Hashable, Identifiable, Codable {
  /// The id of the saved task.
  public let id: String
  /// The name shown to users.
  public let name: String
  /// The name of the task's type, such as `LineGenerationTask`.
  public let kind: String
  /// The id of the task's document; nil if the task has none.
  public let document: String?
  /// The last state that was saved.
  ///
  /// If the process has ended without a warning, the state is `queued` or `running`.
  public var state: BackgroundTask.State
  /// A short description of the last step, or of the failure.
  public var message: String

  @MainActor init(_ task: any ScreenplayTask, id: String) {
    let shown = task.backgroundTask
    (self.id, name, kind, document) = (id, shown.name, "\(type(of: task))", task.documentID)
    (state, message) = (shown.state, shown.message)
  }

  /// Whether the work has ended: completed, failed or cancelled.
  public var isFinished: Bool { state.isFinished }
}

extension GenerationStore {
  /// Returns the tasks that `BackgroundTaskManager(savingTo:)` has saved, in order of arrival.
  ///
  /// Ended tasks stay until `removeFinished()` removes them.
  public func savedTasks() throws -> [SavedTask] {
    try perform { (database) throws(StoreError) in
      try database.rows("SELECT task FROM tasks ORDER BY number", []) {
        (row: borrowing DatabaseRow) throws(StoreError) in try StoredJSON.value(row.text(0))
      }
    }
  }

  func save(_ task: SavedTask) throws(StoreError) {
    let text = try StoredJSON.text(task)
    try write { (database) throws(StoreError) in
      try database.run(
        "INSERT INTO tasks (id, task) VALUES (?, ?) "
          + "ON CONFLICT (id) DO UPDATE SET task = excluded.task",
        [.text(task.id), .text(text)])
    }
  }

  func removeTasks(_ ids: [String]) throws(StoreError) {
    try write { (database) throws(StoreError) in
      for id in ids { try database.run("DELETE FROM tasks WHERE id = ?", [.text(id)]) }
    }
  }
}

/// Saves the states of a manager's tasks in a store, in order.
@MainActor final class TaskSaver {
  let store: GenerationStore
  private var ids: [BackgroundTask.ID: String] = [:]
  private var last: Task<Void, any Error>?

  init(_ store: GenerationStore) { self.store = store }

  /// The ids of the saved tasks that this process has begun or queued.
  var known: Set<String> { Set(ids.values) }

  /// Saves a task now and whenever its state changes.
  func follow(_ task: any ScreenplayTask, as id: String) {
    ids[task.backgroundTask.id] = id
    // The task shows its state to the saver, so a strong reference would be a cycle.
    task.backgroundTask.onState = { [weak self, weak task] in
      if let task { self?.save(task, id) }
    }
    save(task, id)
  }

  private func save(_ task: any ScreenplayTask, _ id: String) {
    let saved = SavedTask(task, id: id)
    add { store in try await store.save(saved) }
  }

  func remove(_ tasks: [BackgroundTask]) {
    let removed = tasks.compactMap { ids.removeValue(forKey: $0.id) }
    add { store in try await store.removeTasks(removed) }
  }

  private func add(_ work: @escaping @Sendable (GenerationStore) async throws -> Void) {
    let (previous, store) = (last, store)
    last = Task {
      _ = await previous?.result
      try await work(store)
    }
  }

  /// Waits until the states are stored.
  func finish() async throws { try await last?.value }
}
