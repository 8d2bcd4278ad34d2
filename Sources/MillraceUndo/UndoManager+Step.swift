// SPDX-License-Identifier: Apache-2.0

// `UndoManager` exists only on Apple's platforms, as the module ObjectiveC does.
#if canImport(ObjectiveC)
  public import Foundation
  public import Millrace

  extension UndoManager {
    /// Registers steps of a store, which the system's menu, keys and gestures can then undo.
    ///
    /// Register each new step once:
    ///
    /// ```swift
    /// .onChange(of: store.history.lastNumber) { old, _ in
    ///   let entries = store.history.entries(after: old)
    ///   undoManager?.register(entries, of: store, \.history) { .undo($0) }
    /// }
    /// ```
    ///
    /// An entry acts only if its step is the next one to undo or redo; otherwise it does not change
    /// the state. If a button has undone the step, the entry undoes neither this step nor another
    /// one. The manager does not keep the store alive. After the store has ended, its entries do
    /// nothing.
    ///
    /// Complexity: O(number of entries).
    ///
    /// - Parameters:
    ///   - entries: The steps, the oldest first.
    ///   - store: The store.
    ///   - history: The key path of the history in the state.
    ///   - action: Creates the app's action that contains an action of the history.
    @MainActor
    public func register<State, Action: Sendable, Undoable: UndoableState>(
      _ entries: [UndoEntry], of store: Store<State, Action>,
      _ history: KeyPath<State, UndoHistory<Undoable>> & Sendable,
      action: @escaping @Sendable (UndoAction) -> Action
    ) {
      let target = UndoTarget(store)
      for entry in entries {
        registerUndo(withTarget: target) { [weak self, target] _ in
          // Sound: an `UndoManager` is isolated to the main actor and calls its handlers there.
          MainActor.assumeIsolated {
            guard let store = target.store else { return }
            store.state[keyPath: history].action(of: entry).map { _ = store.dispatch(action($0)) }
            self?.register([entry.opposite], of: store, history, action: action)
          }
        }
        setActionName(entry.title)
      }
    }
  }

  /// The target of the registered entries, with a weak reference to the store.
  ///
  /// An `UndoManager` does not retain its targets, and it can exist longer than a store: the
  /// manager of a window exists longer than the store of a sheet. Therefore the handler of each
  /// entry retains this object.
  @MainActor
  private final class UndoTarget<State: Sendable, Action: Sendable> {
    weak var store: Store<State, Action>?

    init(_ store: Store<State, Action>) { self.store = store }
  }
#endif
