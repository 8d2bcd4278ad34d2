// SPDX-License-Identifier: Apache-2.0

import Millrace

/// An action that changes the state or that only starts an effect, with a type for each of the two.
///
/// A store with a ``StateReducer`` has this type of action:
///
/// ```swift
/// store.dispatch(.mutating(.updateUsername("ada")))
/// store.dispatch(.effect(.signUp))
/// ```
///
/// The idea comes from Ilya Belenkiy's StateStore.
public enum StoreAction<MutatingAction, EffectAction> {
  /// Changes the state, and can start an effect.
  case mutating(MutatingAction)
  /// Starts an effect and cannot change the state.
  ///
  /// Observers of the state are not called. If the ``StateReducer`` is composed or lifted, those of
  /// every commit are.
  case effect(EffectAction)
  /// Does nothing; for an effect that has no result.
  case noAction
}

extension StoreAction: Sendable where MutatingAction: Sendable, EffectAction: Sendable {}
extension StoreAction: Equatable where MutatingAction: Equatable, EffectAction: Equatable {}
extension StoreAction: Hashable where MutatingAction: Hashable, EffectAction: Hashable {}

extension StoreAction: CasePathable {
  /// The paths to the three cases.
  public struct CasePaths: Sendable {
    /// The path to mutating actions.
    @inlinable public var mutating: CasePath<StoreAction, MutatingAction> {
      CasePath(case: StoreAction.mutating) {
        if case .mutating(let action) = $0 { action } else { nil }
      }
    }
    /// The path to effect actions.
    @inlinable public var effect: CasePath<StoreAction, EffectAction> {
      CasePath(case: StoreAction.effect) {
        if case .effect(let action) = $0 { action } else { nil }
      }
    }
    /// The path to the action that does nothing.
    @inlinable public var noAction: CasePath<StoreAction, Void> {
      CasePath(case: { StoreAction.noAction }) { if case .noAction = $0 { () } else { nil } }
    }

    @inlinable init() {}
  }

  /// The paths to the three cases.
  @inlinable public static var casePaths: CasePaths { CasePaths() }
}
