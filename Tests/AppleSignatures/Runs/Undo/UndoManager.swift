// SPDX-License-Identifier: Apache-2.0

/// A replacement for Foundation's `UndoManager`, written from its documentation.
///
/// The entries of one turn of the run loop are one group. An entry that is registered during an
/// undo is a redo, and one that is registered during a redo is an undo. Any other entry clears the
/// redos. The manager does not retain the targets, and the program crashes if an entry runs whose
/// target no longer exists.
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
  /// Whether the next entry belongs to the last group.
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

  /// Changes the list to which new entries are added.
  private func change(_ body: (inout [Group]) -> Void) {
    if isUndoing { body(&redos) } else { body(&undos) }
  }

  /// Called at the end of a turn of the run loop.
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
