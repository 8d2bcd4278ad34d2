// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport

/// A store that runs a script.
@MainActor
final class FuzzStore {

  let store: Store<FuzzState, FuzzAction>
  let clock = TestClock()
  private var owner: Store<Int, Int>?
  private var receipts: [DispatchReceipt] = []
  private var subscription: StoreSubscription?
  private let finished = Log()

  /// One feature for all scripts, because each lift reports a missing child once.
  private static let feature: Feature<FuzzState, FuzzAction> = {
    let child = AnyMiddleware<FuzzWord, FuzzWord, FuzzState.Child> { word, _, _ in
      word.reaction?.io { $0.word } ?? .none
    }
    let page = CasePath<FuzzAction, FuzzWord>(case: FuzzAction.page) {
      if case .page(let word) = $0 { word } else { nil }
    }
    let row = CasePath<FuzzAction, (Int, FuzzWord)>(case: FuzzAction.row) {
      if case .row(let key, let word) = $0 { (key, word) } else { nil }
    }
    return Reducer<FuzzState, FuzzAction> { state, action in state.apply(action) }
      <> Feature(middleware: child).ifLet(action: page, state: \FuzzState.page)
      <> Feature(middleware: child).forEach(action: row, state: \FuzzState.rows)
  }()

  init() {
    let owner = Store<Int, Int>(initialState: 0, reducer: .identity)
    store = Store(
      initialState: FuzzState(), feature: Self.feature, middleware: FuzzParent(), clock: clock)
    owner.addChild(store)
    self.owner = owner
    subscription = store.subscribe(to: \.isOver) { [unowned self] isOver in
      if isOver { end() }
    }
  }

  func dispatch(_ action: FuzzAction) { watch(store.dispatch(action)) }

  func add(_ tree: FuzzTree) { watch(store.addEffect(tree.effect { $0 })) }

  func pass(to time: Int) {
    clock.advance(by: .milliseconds(time) - clock.now.offset)
  }

  func end() { owner = nil }

  private func watch(_ receipt: DispatchReceipt) {
    receipts.append(receipt)
    let number = receipts.count
    Task(executorPreference: FuzzExecutor.shared) { [finished] in
      await receipt.finish()
      finished.append("\(number)")
    }
  }

  func settle() async { await FuzzExecutor.shared.settle() }

  /// What can be seen of it.
  var picture: FuzzPicture {
    FuzzPicture(
      numbers: store.state.numbers, finished: finished.lines.compactMap { Int($0) }.sorted(),
      works: store.runningEffects.filter { $0.work != .parts }
        .map { "\($0.work)\($0.isCancelled ? " cancelled" : "")" }.sorted())
  }
}

/// What can be seen of a store.
struct FuzzPicture: Equatable {
  /// The numbers of the actions that were committed, in order.
  var numbers: [Int]
  /// The dispatches whose effects are over.
  var finished: [Int]
  /// What runs or waits.
  var works: [String]
}

extension FuzzModel {
  /// What can be seen of a store that behaves as the model.
  var picture: FuzzPicture {
    let own = parts.filter { $0.place.dispatchID != 0 }
    let works = own.compactMap { part -> String? in
      let work: String? =
        switch part.work {
        case .none: nil
        case .run: "task"
        case .timer: "delay"
        case .turn: "turn"
        }
      return work.map { $0 + (part.isCancelled ? " cancelled" : "") }
    }
    let unfinished = Set(own.map(\.place.dispatchID))
    return FuzzPicture(
      numbers: state.numbers,
      finished: lastDispatchID == 0 ? [] : (1...lastDispatchID).filter { !unfinished.contains($0) },
      works: works.sorted())
  }
}

/// A probe that sets the executor of all effects.
final class FuzzProbe: StoreProbe {
  var taskExecutor: (any TaskExecutor)? { FuzzExecutor.shared }
}

/// The middleware of the parent.
private struct FuzzParent: Middleware {
  private let probe = FuzzProbe()
  var probes: [any StoreProbe] { [probe] }

  func handle(
    _ action: FuzzAction, from source: ActionSource, state: StateReader<FuzzState>
  ) -> Effect<FuzzAction> {
    guard case .own(let word) = action else { return .none }
    return word.reaction?.io { $0 } ?? .none
  }
}

extension FuzzReaction {
  /// The effect of a reaction.
  fileprivate func io<Action>(
    _ action: @escaping @Sendable (FuzzAction) -> Action
  ) -> Effect<Action> {
    switch self {
    case .effect(let tree): tree.effect(action)
    case .closure(let steps):
      Effect.perform { send in for step in steps { step.post(send, action) } }
    }
  }
}

extension FuzzRun.Step {
  fileprivate func post<Action>(
    _ send: Send<Action>, _ action: @escaping @Sendable (FuzzAction) -> Action
  ) {
    switch self {
    case .post(let posted): send.dispatch(action(posted))
    case .start(let tree): send.start(tree.effect(action))
    case .send, .wait: break
    }
  }
}

extension FuzzTree {
  /// The effect that this tree describes.
  fileprivate func effect<Action>(
    _ action: @escaping @Sendable (FuzzAction) -> Action
  ) -> Effect<Action> {
    switch self {
    case .just(let sent): .just(action(sent))
    case .sequence(let sent): .sequence(sent.map(action))
    case .run(let run): run.effect(action)
    case .merge(let trees): .merge(trees.map { $0.effect(action) })
    case .concatenate(let trees): .concatenate(trees.map { $0.effect(action) })
    case .delay(let tree, let time): tree.effect(action).delay(for: .milliseconds(time))
    case .cancel(let id): .cancel(id: id)
    case .cancellable(let tree, let id, let policy):
      tree.effect(action).cancellable(id: id, policy: policy)
    case .debounce(let tree, let id, let pause):
      tree.effect(action).debounce(id: id, for: .milliseconds(pause))
    case .throttle(let tree, let id, let length, let latest):
      tree.effect(action).throttle(id: id, for: .milliseconds(length), latest: latest)
    case .wrapped(let tree, let id?): tree.effect(action).cancellable(id: "wrapped \(id)")
    case .wrapped(let tree, nil): .merge(tree.effect(action), .deferred { .none })
    }
  }
}

extension FuzzRun {
  fileprivate func effect<Action>(
    _ action: @escaping @Sendable (FuzzAction) -> Action
  ) -> Effect<Action> {
    .run { send in
      for step in steps {
        switch step {
        case .wait:
          await gate.wait(heeding: heeds)
          if heeds && send.isCancelled { return }
        case .send(let sent): await send(action(sent))
        case .post, .start: step.post(send, action)
        }
      }
    }
  }
}
