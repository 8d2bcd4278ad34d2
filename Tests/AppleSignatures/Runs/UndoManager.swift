// SPDX-License-Identifier: Apache-2.0

/// Foundation's `UndoManager` as its documentation tells of it.
///
/// What one turn of the run loop registers is one group. What an undo registers is a redo, what a
/// redo registers an undo, and what is registered otherwise clears the redos. It does not keep its
/// targets, and an entry whose target has gone ends the program.
@MainActor
public final class UndoManager {
  struct Group {
    var name = ""
    var entries: [() -> Void] = []
  }

  private(set) var undos: [Group] = []
  private(set) var redos: [Group] = []
  private var isUndoing = false
  private var isRedoing = false
  /// Whether what is registered belongs to the last group.
  private var isOpen = false

  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @MainActor @Sendable (TargetType) -> Void
  ) {
    if !isUndoing, !isRedoing { redos = [] }
    change { groups in
      if !isOpen { groups.append(Group()) }
      groups[groups.count - 1].entries.append { [unowned target] in handler(target) }
    }
    isOpen = true
  }

  public func setActionName(_ actionName: String) {
    change { if !$0.isEmpty { $0[$0.count - 1].name = actionName } }
  }

  /// Where something that is registered goes.
  private func change(_ body: (inout [Group]) -> Void) {
    if isUndoing { body(&redos) } else { body(&undos) }
  }

  /// The turn of the run loop is over.
  func endTurn() { isOpen = false }

  func undo() { turn(undos.popLast(), \.isUndoing) }
  func redo() { turn(redos.popLast(), \.isRedoing) }

  private func turn(_ group: Group?, _ isTurning: ReferenceWritableKeyPath<UndoManager, Bool>) {
    endTurn()
    self[keyPath: isTurning] = true
    for entry in group?.entries.reversed() ?? [] { entry() }
    self[keyPath: isTurning] = false
    endTurn()
  }
}
