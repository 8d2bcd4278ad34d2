// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Whether the effect does all its work when it starts, whatever else runs.
  ///
  /// A row does not: each of its parts waits until what came before it is committed.
  var isSynchronous: Bool {
    switch operation {
    case .none, .just, .sequence, .perform, .cancel: true
    case .run, .promise, .listen, .sleep, .deferred: false
    case .merge(let effects): effects.allSatisfy(\.isSynchronous)
    case .concatenate(let effects): effects.count < 2 && effects.allSatisfy(\.isSynchronous)
    case .cancellable(let effect, _, let policy): policy != .serial && effect.isSynchronous
    case .throttle(let effect, _, _, let latest): !latest && effect.isSynchronous
    case .within(_, _, let effect): effect.isSynchronous
    }
  }

  /// Whether the effect can run without a task where nothing is in its way.
  private var needsNoTask: Bool {
    switch operation {
    case .none, .just, .sequence, .cancel: true
    case .run, .promise, .listen, .sleep, .perform, .deferred: false
    case .merge(let effects), .concatenate(let effects): effects.allSatisfy(\.needsNoTask)
    case .cancellable(let effect, _, _), .throttle(let effect, _, _, _),
      .within(_, _, let effect):
      effect.needsNoTask
    }
  }

  /// Runs the effect without a store, as a test of a middleware or a feature does.
  ///
  /// It has no owner: its ids mean nothing, nothing cancels it, and delays take real time.
  ///
  /// - Parameter output: Takes what it sends.
  @MainActor
  public func runDetached(_ output: Send<Action>) {
    switch operation {
    case _ where needsNoTask: sendDetached(output)
    case .merge(let effects):
      for effect in effects { effect.runDetached(output) }
    case .promise(let work): work(Promise { if let action = $0 { output.post(action) } })
    case .listen(let work): work(EffectListener(output))
    case .cancellable(let effect, _, _), .throttle(let effect, _, _, _),
      .within(_, _, let effect):
      effect.runDetached(output)
    case .perform(let work): work(output)
    case .deferred(let make): make().runDetached(output)
    case .run, .sleep, .concatenate, .none, .cancel, .just, .sequence:
      Task { await perform(output) }
    }
  }

  /// Runs the effect without a store, from any thread.
  func startDetached(_ output: Send<Action>) {
    if needsNoTask { return sendDetached(output) }
    Task { await runDetached(output) }
  }

  /// Sends what an effect that needs no task sends.
  private func sendDetached(_ output: Send<Action>) {
    switch operation {
    case .none, .cancel, .run, .promise, .listen, .sleep, .perform, .deferred: break
    case .just(let action): output.post(action)
    case .sequence(let actions, let source):
      for action in actions { output.post(DispatchedAction(action, source: source)) }
    case .merge(let effects), .concatenate(let effects):
      for effect in effects { effect.sendDetached(output) }
    case .cancellable(let effect, _, _), .throttle(let effect, _, _, _),
      .within(_, _, let effect):
      effect.sendDetached(output)
    }
  }

  /// Runs the effect to its end.
  @MainActor
  private func perform(_ output: Send<Action>) async {
    switch operation {
    case .none, .cancel, .just, .sequence: sendDetached(output)
    case .perform(let work): work(output)
    case .deferred(let make): await make().perform(output)
    case .run(let work, _): await work(output)
    case .promise(let work):
      let action = await withCheckedContinuation { continuation in
        work(Promise { continuation.resume(returning: $0) })
      }
      if let action { await output.deliver(action) }
    case .listen(let work):
      await withCheckedContinuation { continuation in
        work(EffectListener(output) { continuation.resume() })
      }
    case .sleep(let duration): try? await Task.sleep(for: duration)
    case .merge(let effects):
      await withTaskGroup(of: Void.self) { group in
        for effect in effects { group.addTask { await effect.perform(output) } }
      }
    case .concatenate(let effects): for effect in effects { await effect.perform(output) }
    case .cancellable(let effect, _, _), .throttle(let effect, _, _, _),
      .within(_, _, let effect):
      await effect.perform(output)
    }
  }
}
