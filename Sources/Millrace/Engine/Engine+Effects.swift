// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Runs the work that middleware asked for.
  @inlinable
  func run(_ io: IO<Action>, scope: UInt64) {
    io.work.forEach { work in
      watchMail()
      work(sender(scope: scope))
    } effect: { effect in
      start(effect, scope: scope, ids: [])
    }
  }

  /// Interprets an effect: what is synchronous is queued, what is not gets a task.
  @inlinable
  func start(_ effect: Effect<Action>, scope: UInt64, ids: [EffectID]) {
    switch effect.operation {
    case .none: break
    case .just(let dispatched): sendInTurn(dispatched, scope: scope)
    case .sequence(let actions): for action in actions { sendInTurn(action, scope: scope) }
    case .run(let work): startTask(work, scope: scope, ids: ids)
    case .merge(let effects): for effect in effects { start(effect, scope: scope, ids: ids) }
    case .cancel(let id): effects.cancel(id)
    case .cancellable(let effect, let id): start(effect, scope: scope, ids: ids + [id])
    }
  }

  /// The task of an effect has ended, and everything that it sent has been processed.
  @inlinable
  func effectEnded(_ key: UInt64) {
    guard let entry = effects.remove(key) else { return }
    tracker.end(entry.scope)
    if !probes.isEmpty { tellProbesOfEnd(of: key) }
  }

  @inlinable
  func sendInTurn(_ dispatched: DispatchedAction<Action>, scope: UInt64) {
    enqueueInTurn(.action(PendingAction(dispatched, scope: scope, isChained: true)))
  }

  @inlinable
  func startTask(
    _ work: @escaping @Sendable (Send<Action>) async -> Void, scope: UInt64, ids: [EffectID]
  ) {
    let key = effects.nextKey()
    let token = EffectToken()
    let send = Send(
      { [mailbox] in
        mailbox.post(PendingAction($0, scope: scope, isChained: false, sender: token))
      },
      deliver: { [deliver] in await deliver($0, scope, token) })
    tracker.begin(scope)
    let start = { [mailbox] in
      Task {
        await work(send)
        mailbox.postEnd(of: key)
      }
    }
    let task = probes.isEmpty ? start() : startProbed(key, start)
    effects.insert(
      EffectTable.Entry(token: token, task: task, scope: scope, ids: ids), key: key)
  }

  /// The sender for closures of IO: what they send while the turn runs belongs to it.
  @inlinable
  func sender(scope: UInt64) -> Send<Action> {
    let token = EffectToken()
    return Send(
      { [mailbox] in
        mailbox.post(PendingAction($0, scope: scope, isChained: false), isReply: true)
      },
      deliver: { [deliver] in await deliver($0, scope, token) })
  }

  @inlinable
  func watchMail() {
    guard !isWatchingMail else { return }
    isWatchingMail = true
    mailbox.watch()
  }
}
