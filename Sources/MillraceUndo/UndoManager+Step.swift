// SPDX-License-Identifier: Apache-2.0

// `UndoManager` exists only on Apple's platforms, as the module ObjectiveC does.
#if canImport(ObjectiveC)
  public import Foundation
  public import Millrace

  extension UndoManager {
    /// Registers steps of a store, so that the system's menu, keys and gestures take them back.
    ///
    /// Call it with each new step, once:
    ///
    /// ```swift
    /// .onChange(of: store.history.lastNumber) { old, _ in
    ///   let entries = store.history.entries(after: old)
    ///   undoManager?.register(entries, of: store, \.history) { .undo($0) }
    /// }
    /// ```
    ///
    /// An entry acts if its step comes next, and does nothing otherwise: a step that a button has
    /// taken back is not taken back again, and no other step is taken back instead. The manager
    /// keeps no store: after the store has ended its entries do nothing, until the manager goes.
    ///
    /// Complexity: O(number of entries).
    ///
    /// - Parameters:
    ///   - entries: The steps, the oldest first.
    ///   - store: The store.
    ///   - history: Where its history is.
    ///   - action: The app's action with an action of the history.
    @MainActor
    public func register<State, Action: Sendable, Undoable: UndoableState>(
      _ entries: [UndoEntry], of store: Store<State, Action>,
      _ history: KeyPath<State, UndoHistory<Undoable>> & Sendable,
      action: @escaping @Sendable (UndoAction) -> Action
    ) {
      let target = UndoTarget(store)
      for entry in entries {
        registerUndo(withTarget: target) { [weak self, target] _ in
          // Sound: a manager is the main actor's, and so are the calls of its handlers.
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

  /// What an entry is about.
  ///
  /// A manager does not keep its targets and must not outlive them, as that of a window outlives
  /// the store of a sheet. So the entry itself keeps this one.
  @MainActor
  private final class UndoTarget<State: Sendable, Action: Sendable> {
    weak var store: Store<State, Action>?

    init(_ store: Store<State, Action>) { self.store = store }
  }
#endif
