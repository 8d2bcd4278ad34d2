// SPDX-License-Identifier: Apache-2.0

// Only Apple's systems have an `UndoManager`; they have this module too.
#if canImport(ObjectiveC)
  public import Foundation
  public import Millrace

  extension UndoManager {
    /// Registers a step of a store, so that the system's menu, keys and gestures take it back.
    ///
    /// Call it once for each new step. The manager then dispatches the two actions in turn.
    ///
    /// ```swift
    /// .onChange(of: store.history.lastNumber) {
    ///   undoManager?.register(
    ///     store.history.undoTitle, of: store, undo: .undo(.undo()), redo: .undo(.redo()))
    /// }
    /// ```
    ///
    /// Complexity: O(1).
    ///
    /// - Parameters:
    ///   - title: What the menu says after "Undo"; nil registers nothing.
    ///   - store: The store.
    ///   - undo: Takes the last step back.
    ///   - redo: Makes it again.
    @MainActor
    public func register<State, Action: Sendable>(
      _ title: String?, of store: Store<State, Action>, undo: Action, redo: Action
    ) {
      guard let title else { return }
      // Sound: a manager is the main actor's, and so are the calls of its handlers.
      registerUndo(withTarget: store) { [weak self] store in
        MainActor.assumeIsolated {
          store.dispatch(undo)
          self?.register(title, of: store, undo: redo, redo: undo)
        }
      }
      setActionName(title)
    }
  }
#endif
