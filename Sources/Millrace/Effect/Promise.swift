// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The end of a callback: it is kept once, with an action, or broken when it is let go of.
@usableFromInline
final class Promise<Action: Sendable>: Sendable {
  private let isOpen = Atomic(true)
  private let settle: @Sendable (DispatchedAction<Action>?) -> Void

  @usableFromInline
  init(_ settle: @escaping @Sendable (DispatchedAction<Action>?) -> Void) {
    self.settle = settle
  }

  deinit {
    if isOpen.load(ordering: .acquiring) { settle(nil) }
  }

  /// Keeps the promise; further calls do nothing.
  @usableFromInline
  func keep(_ action: DispatchedAction<Action>) {
    end(action)
  }

  /// Keeps the promise or breaks it; further calls do nothing.
  func end(_ action: DispatchedAction<Action>?) {
    if isOpen.exchange(false, ordering: .acquiringAndReleasing) { settle(action) }
  }

  /// A promise of other actions that translates them; an action that is dropped breaks it.
  func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action?
  ) -> Promise<Other> {
    // This promise lives as long as the other one: letting go of that breaks both.
    Promise<Other> { self.end($0?.compactMap(transform)) }
  }
}

extension Effect {
  /// Waits for a callback that brings one action.
  ///
  /// The work is called on the store's actor, right after the commit. What it completes before it
  /// returns is dispatched in the same turn. The effect ends with the first completion; further
  /// ones are ignored. It also ends when the work lets go of the function without a call. After
  /// a cancellation a completion is ignored.
  ///
  /// ```swift
  /// .promise { complete in
  ///   legacy.fetch { result in complete(.fetched(result)) }     // on any thread
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - work: Starts something and passes the function on, to be called when that is done.
  ///   - handler: Makes an action of an error that the work throws. Without it the error ends the
  ///     effect and is reported as that of a `run`.
  /// - Returns: An effect that ends with the callback.
  public static func promise(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @MainActor (@escaping @Sendable (Action) -> Void) throws -> Void,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return Effect(
      operation: .promise { promise in
        do {
          try work { promise.keep(DispatchedAction($0, source: source)) }
        } catch {
          if handler == nil { UncaughtError.report(error, from: source) }
          promise.end(handler.map { DispatchedAction($0(error), source: source) })
        }
      })
  }
}
