// SPDX-License-Identifier: Apache-2.0

/// A view with a task, which is cancelled when the view disappears.
struct TaskView<Content: View, ID: Equatable> {
  let content: Content
  let id: ID
  let priority: TaskPriority
  let action: @MainActor () async -> Void
}

extension TaskView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> TaskNode<ID> {
    let node = TaskNode(id, priority: priority, action: action, parent: parent, scope: scope)
    node.start()
    return node
  }

  func updateHook(_ node: TaskNode<ID>) {
    node.priority = priority
    node.action = action
    guard node.id != id else { return }
    node.id = id
    node.start()
  }
}

/// The node that owns the task.
///
/// It cancels the task when the view disappears or the id changes.
final class TaskNode<ID: Equatable>: HookNode {
  var id: ID
  var priority: TaskPriority
  /// The action of the next task.
  var action: @MainActor () async -> Void
  private var task: Task<Void, Never>?
  /// Increases with each start, and when the view is covered or leaves the page.
  ///
  /// A pending start does nothing if the number has changed.
  private var generation = 0

  init(
    _ id: ID, priority: TaskPriority, action: @escaping @MainActor () async -> Void,
    parent: Node, scope: Scope
  ) {
    self.id = id
    self.priority = priority
    self.action = action
    super.init(parent: parent, scope: scope)
  }

  /// Cancels the current task, and starts a new one after the changes were sent to the page, if the
  /// view is then shown.
  func start() {
    task?.cancel()
    task = nil
    generation += 1
    whenShown { [weak self, generation] in
      guard let self, self.generation == generation else { return }
      let action = self.action
      task = Task(priority: priority) { await action() }
    }
  }

  override func didUnmount() {
    task?.cancel()
    task = nil
  }

  override func didLeavePage() {
    didUnmount()
    generation += 1
  }

  override func didReturnToPage() { start() }

  override func coverChanged(_ isCovered: Bool) {
    if isCovered { didLeavePage() } else { start() }
  }
}

extension View {
  /// Starts a task when this view appears, and cancels it when it disappears.
  ///
  /// The action has the isolation of the code around it: in the body of a view, the main actor.
  ///
  /// A view in a covered level, tab or column counts as disappeared. Its task starts again when the
  /// view is shown again.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: 0, priority: priority, action: action)
  }

  /// Starts a task when this view appears, and again each time the id changes.
  ///
  /// The previous task is cancelled. A task is also cancelled when the view disappears.
  nonisolated public func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: id, priority: priority, action: action)
  }
}
