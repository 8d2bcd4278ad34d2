// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension Send {
  /// Sends an action inside `withAnimation`: the view updates that it causes are animated.
  ///
  /// With `MillraceViews`, the animation is ignored.
  ///
  /// ```swift
  /// .run { send in
  ///   await send(.found(await library.books(matching: text)), animation: .default)
  /// }
  /// ```
  ///
  /// The call returns when the store has committed or rejected the action. Actions that the effects
  /// of the action send later are not animated. If the store is running a turn, for example if the
  /// closure of an `Effect.perform` has started this code in a `Task.immediate`, the action is only
  /// queued: it is committed after the call has returned, and is not animated.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: The animation, or nil for a change without animation.
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - info: Additional text for the source of the action, or nil.
  @MainActor
  public func callAsFunction(
    _ action: Action, animation: Animation?, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, info: String? = nil
  ) async {
    withAnimation(animation) {
      dispatchNow(action, fileID: fileID, function: function, line: line, info: info)
    }
  }

  /// Sends an action inside `withTransaction`.
  ///
  /// It behaves like the method with an `animation`. A transaction has more settings than an
  /// animation.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - transaction: The transaction of the change.
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - info: Additional text for the source of the action, or nil.
  @MainActor
  public func callAsFunction(
    _ action: Action, transaction: sending Transaction, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, info: String? = nil
  ) async {
    withTransaction(transaction) {
      dispatchNow(action, fileID: fileID, function: function, line: line, info: info)
    }
  }
}
