// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension ActionHandler {
  /// Dispatches an action inside `withAnimation`: the view updates that it causes are animated.
  ///
  /// With `MillraceViews`, the animation is ignored.
  ///
  /// ```swift
  /// Button("Next") { store.dispatch(.next, animation: .default) }
  /// ```
  ///
  /// Actions that the effects of the action send later are not animated. If the store is busy, the
  /// action is only queued: it is committed after the call has returned, and is not animated. In a
  /// batch it is not animated either, because the views are notified at the end of the batch.
  ///
  /// Complexity: that of `dispatch(_:source:)`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: The animation, or nil for a change without animation.
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - info: Additional text for the source of the action, or nil.
  /// - Returns: A receipt; `try receipt.get()` throws the error of a rejected action.
  @discardableResult
  public func dispatch(
    _ action: Action, animation: Animation?, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, info: String? = nil
  ) -> DispatchReceipt {
    withAnimation(animation) {
      dispatch(action, fileID: fileID, function: function, line: line, info: info)
    }
  }

  /// Dispatches an action inside `withTransaction`.
  ///
  /// It behaves like the method with an `animation`. A transaction has more settings than an
  /// animation.
  ///
  /// Complexity: that of `dispatch(_:source:)`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - transaction: The transaction of the change.
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - info: Additional text for the source of the action, or nil.
  /// - Returns: A receipt; `try receipt.get()` throws the error of a rejected action.
  @discardableResult
  public func dispatch(
    _ action: Action, transaction: Transaction, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, info: String? = nil
  ) -> DispatchReceipt {
    withTransaction(transaction) {
      dispatch(action, fileID: fileID, function: function, line: line, info: info)
    }
  }
}
