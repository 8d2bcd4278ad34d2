// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport

/// What the tests of children have in common: a shop whose `reset` removes all children, and a
/// child that loads.
@MainActor
enum ChildSupport {
  /// `add(n)` waits for the gate and notes n; `setOther` cancels that; `write` sends at once.
  static func loading(_ gate: Gate, _ log: Log = Log()) -> LedgerMiddleware {
    LedgerMiddleware { action, _, state in
      log.append("\(action) \(state.count)")
      switch action {
      case .add(let number):
        return .run { send in
          await gate.wait()
          await send(.note("\(number)"))
        }
        .cancellable(id: "load")
      case .setOther: return .cancel(id: "load")
      case .write(let number):
        return Effect.perform { $0.dispatch(.note("now \(number) of \(state.count)")) }
      default: return .none
      }
    }
  }

  /// Children handle `add` and `note`.
  ///
  /// `reset` removes all children, and `branch` restores them.
  static let reducer: Feature<Shop, ShopAction> = {
    let child = Reducer<Ledger, LedgerAction> { state, action in
      switch action {
      case .add(let amount): state.count += amount
      case .note(let text): state.notes.append(text)
      default: break
      }
    }
    return .combine(
      child.ifLet(action: \.detail, state: \.detail),
      child.forEach(action: \.listed, state: \.listed),
      child.forEach(action: \.named, state: \.named),
      child.lift(action: CasePath<LedgerAction, LedgerAction>.identity, state: \ShopRow.ledger)
        .forEach(action: \.row, state: \.rows),
      child.ifCase(
        action: CasePath<LedgerAction, LedgerAction>.identity, state: Shop.Page.ledgerPath
      )
      .lift(action: \.page, state: \.page),
      Reducer { state, action in
        switch action {
        case .reset: state = Shop()
        case .branch: state = Shop.stocked()
        default: break
        }
      })
  }()

  @MainActor
  static func store(_ feature: Feature<Shop, ShopAction>) -> ShopStore {
    ShopStore(initialState: Shop.stocked(), feature: reducer <> feature)
  }
}

/// A middleware of a child is lifted as a feature.
@MainActor
extension Middleware where InputAction == OutputAction {
  var feature: Feature<State, InputAction> { Feature(middleware: self) }

  func ifLet<Whole, Action: CasePathable & Sendable>(
    action: KeyPath<Action.CasePaths, CasePath<Action, InputAction>>,
    state: WritableKeyPath<Whole, State?> & Sendable
  ) -> Feature<Whole, Action> {
    feature.ifLet(action: action, state: state)
  }

  func ifLet<Whole, Action: Sendable>(
    action: CasePath<Action, InputAction>, state: WritableKeyPath<Whole, State?> & Sendable
  ) -> Feature<Whole, Action> {
    feature.ifLet(action: action, state: state)
  }

  func forEach<Whole, Action: CasePathable & Sendable, Elements>(
    action: KeyPath<Action.CasePaths, CasePath<Action, (Elements.ElementKey, InputAction)>>,
    state: WritableKeyPath<Whole, Elements> & Sendable
  ) -> Feature<Whole, Action>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    feature.forEach(action: action, state: state)
  }

  func forEach<Whole, Action: Sendable, Elements>(
    action: CasePath<Action, (Elements.ElementKey, InputAction)>,
    state: WritableKeyPath<Whole, Elements> & Sendable
  ) -> Feature<Whole, Action>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    feature.forEach(action: action, state: state)
  }
}

/// A store of a shop.
typealias ShopStore = Store<Shop, ShopAction>
