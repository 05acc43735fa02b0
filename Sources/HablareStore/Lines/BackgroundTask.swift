import FoundationEssentials
public import Observation

/// The progress of background work, for a view.
///
/// Only the code that does the work updates this object.
@MainActor @Observable public final class BackgroundTask: Identifiable {
  /// The state of the work.
  public enum State: String, Sendable, CaseIterable, Codable {
    case queued, running, completed, failed, cancelled

    var isFinished: Bool { self != .queued && self != .running }
  }

  /// The name shown to users.
  nonisolated public let name: String
  /// The state of the work.
  public private(set) var state = State.queued
  /// The number of steps that have begun.
  ///
  /// After the work is completed, the number of all steps.
  public private(set) var currentStep = 0
  /// The total number of steps; 0 until it is known.
  public private(set) var totalSteps = 0
  /// A short description of the current step.
  public private(set) var message = ""
  /// The reason for a failure; nil for every state except `failed`.
  public private(set) var error: (any Error)?
  /// Is called after each change of the state.
  @ObservationIgnored var onState: (@MainActor () -> Void)?

  /// Creates a waiting task.
  nonisolated public init(name: String) { self.name = name }

  /// The fraction of the steps that have begun, from 0 to 1.
  ///
  /// If there are no steps, this is 0 until the work is completed, and 1 after that.
  public var progressFraction: Double {
    totalSteps == 0 ? (state == .completed ? 1 : 0) : Double(currentStep) / Double(totalSteps)
  }

  /// The fraction of the steps that have begun, in whole percent.
  ///
  /// The value is rounded down.
  public var progressPercentage: Int {
    totalSteps == 0 ? Int(progressFraction * 100) : currentStep * 100 / totalSteps
  }

  /// Whether the work has ended: completed, failed or cancelled.
  public var isFinished: Bool { state.isFinished }

  /// Starts the work with a number of steps.
  public func start(totalSteps: Int) {
    (state, self.totalSteps, currentStep, error) = (.running, max(0, totalSteps), 0, nil)
    onState?()
  }

  /// Starts the step with this number, counted from 1.
  public func advance(to step: Int, message: String) {
    currentStep = min(max(step, 0), totalSteps)
    self.message = message
  }

  /// Marks the work as completed.
  public func complete(message: String) {
    (state, currentStep, self.message) = (.completed, totalSteps, message)
    onState?()
  }

  /// Marks the work as cancelled.
  public func cancel(message: String) {
    (state, self.message) = (.cancelled, message)
    onState?()
  }

  /// Marks the work as failed.
  public func fail(_ error: any Error, message: String) {
    (state, self.error, self.message) = (.failed, error, message)
    onState?()
  }
}

/// Work on a screenplay that takes long enough for a progress view and cancellation.
public protocol ScreenplayTask: AnyObject, Sendable {
  /// The progress of the work, for a view.
  var backgroundTask: BackgroundTask { get }
  /// The id of the document that the work is about; nil by default.
  var documentID: String? { get }

  /// Does the work. Call this function only once.
  ///
  /// Throws `CancellationError` if the work was ended by `cancel()` or by the cancellation of the surrounding task. If
  /// the work fails, throws the error of the work. The state of `backgroundTask` corresponds to the result.
  func execute() async throws

  /// Requests that the work ends early. If this function is called before `execute()`, the work ends before its first
  /// step.
  func cancel()
}

extension ScreenplayTask {
  /// Nil by default.
  public var documentID: String? { nil }
}

/// A queue of background work: one task at a time, in order of arrival.
///
/// A task starts when the task before it has ended. To run work in parallel, use a second queue
/// (`BackgroundTaskManager()`) or a `Task`.
@MainActor @Observable public final class BackgroundTaskManager {
  /// The app's default queue.
  public static let shared = BackgroundTaskManager()

  /// The tasks in order of arrival: waiting tasks, the running task, and ended tasks that were not removed.
  public private(set) var tasks: [BackgroundTask] = []

  @ObservationIgnored private var work: [BackgroundTask.ID: any ScreenplayTask] = [:]
  @ObservationIgnored private var last: Task<Void, any Error>?
  @ObservationIgnored private let saver: TaskSaver?

  /// Creates a separate queue.
  public init() { saver = nil }

  /// Creates a queue whose tasks stay in a store after the end of the process.
  ///
  /// Each change of a task's state is saved, but not its steps. `GenerationStore.savedTasks()` returns
  /// the tasks, and `resume(_:)` begins those that have not ended.
  public init(savingTo store: GenerationStore) { saver = TaskSaver(store) }

  /// Adds work at the end of the queue.
  ///
  /// Returns a `Task` that ends when the work ends, and throws the error of the work.
  ///
  /// If the work fails, the next tasks of the queue still run. Cancelling the returned `Task` cancels the work.
  @discardableResult
  public func enqueue(_ task: any ScreenplayTask) -> Task<Void, any Error> {
    enqueue(task, as: UUID().uuidString)
  }

  private func enqueue(_ task: any ScreenplayTask, as id: String) -> Task<Void, any Error> {
    let shown = task.backgroundTask
    tasks.append(shown)
    work[shown.id] = task
    saver?.follow(task, as: id)
    let previous = last
    let running = Task {
      _ = await previous?.result
      defer { work[shown.id] = nil }
      do {
        try await task.execute()
      } catch {
        try? await saver?.finish()
        throw error
      }
      try await saver?.finish()
    }
    last = running
    return running
  }

  /// Adds the saved tasks that have not ended, in their order, and returns a `Task` for each, as
  /// `enqueue(_:)` does.
  ///
  /// `make` returns the work of a saved task, for example a `LineGenerationTask` of its document. If it
  /// returns nil, the task stays saved. Only one process should do this: a task that another process
  /// is running has not ended either. Throws the errors of the store and of `make`.
  @discardableResult
  public func resume(
    _ make: (SavedTask) async throws -> (any ScreenplayTask)?
  ) async throws -> [Task<Void, any Error>] {
    guard let saver else { return [] }
    var resumed: [Task<Void, any Error>] = []
    for saved in try await saver.store.savedTasks()
    where !saved.isFinished && !saver.known.contains(saved.id) {
      if let task = try await make(saved) { resumed.append(enqueue(task, as: saved.id)) }
    }
    return resumed
  }

  /// Cancels a waiting or running task of the queue.
  ///
  /// Has no effect on a task that has ended.
  public func cancelTask(_ task: BackgroundTask) { work[task.id]?.cancel() }

  /// Removes the tasks that have ended.
  public func removeFinished() {
    saver?.remove(tasks.filter(\.isFinished))
    tasks.removeAll(where: \.isFinished)
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
}

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
