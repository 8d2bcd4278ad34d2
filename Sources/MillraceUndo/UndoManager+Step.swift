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
    /// taken back is not taken back again, and no other step is taken back instead.
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
      for entry in entries {
        registerUndo(withTarget: store) { [weak self] store in
          // Sound: a manager is the main actor's, and so are the calls of its handlers.
          MainActor.assumeIsolated {
            store.state[keyPath: history].action(of: entry).map { _ = store.dispatch(action($0)) }
            self?.register([entry.opposite], of: store, history, action: action)
          }
        }
        setActionName(entry.title)
      }
    }
  }
#endif
