// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension Send {
  /// Sends an action inside `withAnimation`: views that follow what it changes are animated.
  ///
  /// ```swift
  /// .run { send in
  ///   await send(.found(await library.books(matching: text)), animation: .default)
  /// }
  /// ```
  ///
  /// It returns when the store has committed the action. What the effects of the action send
  /// later has no animation. Where a turn is running, as in a `Task.immediate` that a `perform`
  /// starts, the action waits its turn and is committed after the animation's block.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the change takes its time; nil for none.
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - info: What else to say of the source.
  @MainActor
  public func callAsFunction(
    _ action: Action, animation: Animation?, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, info: String? = nil
  ) async {
    withAnimation(animation) {
      dispatchNow(action, fileID: fileID, function: function, line: line, info: info)
    }
  }

  /// Sends an action and takes it inside `withTransaction`.
  ///
  /// It is as with an animation; a transaction can say more.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - transaction: What belongs to the change.
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - info: What else to say of the source.
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
