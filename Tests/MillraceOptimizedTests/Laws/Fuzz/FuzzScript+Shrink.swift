// SPDX-License-Identifier: Apache-2.0

extension FuzzRunner {
  /// The simplest script found that still shows a difference, and that difference.
  static func shrink(_ script: FuzzScript) async -> (script: FuzzScript, difference: String) {
    var shortest = script
    var difference = await FuzzRunner().run(script) ?? "It does not fail again."
    var isShorter = true
    while isShorter {
      isShorter = false
      for simpler in shortest.simpler {
        guard let found = await FuzzRunner().run(simpler) else { continue }
        (shortest, difference, isShorter) = (simpler, found, true)
        break
      }
    }
    return (shortest, difference)
  }
}

extension FuzzScript {
  /// Scripts with one thing less.
  fileprivate var simpler: [FuzzScript] {
    Self.simpler(steps) { step in
      switch step {
      case .dispatch(let action): action.simpler.map { .dispatch($0) }
      case .dispatchOnTheDot(let action):
        [.dispatch(action)] + action.simpler.map { .dispatchOnTheDot($0) }
      case .add(let tree): tree.simpler.map { .add($0) }
      case .open, .pass, .end: []
      }
    }
    .map { FuzzScript(steps: $0) }
  }

  /// Lists without an element, or with a simpler one.
  static func simpler<Element>(
    _ list: [Element], keeping kept: Int = 0, _ simpler: (Element) -> [Element]
  ) -> [[Element]] {
    func with(_ index: Int, _ elements: [Element]) -> [Element] {
      list[..<index] + elements + list[(index + 1)...]
    }
    let shorter = list.count > kept ? list.indices.reversed().map { with($0, []) } : []
    return shorter
      + list.indices.flatMap { index in simpler(list[index]).map { with(index, [$0]) } }
  }
}

extension FuzzAction {
  fileprivate var simpler: [FuzzAction] {
    var word = word
    guard let reaction = word.reaction else { return [] }
    let reactions: [FuzzReaction?] =
      switch reaction {
      case .effect(let tree): tree.simpler.map { .effect($0) }
      case .closure(let steps):
        FuzzScript.simpler(steps, \.simpler).map { .closure($0) }
      }
    return ([nil] + reactions).map { reaction in
      word.reaction = reaction
      return with(word)
    }
  }
}

extension FuzzRun.Step {
  fileprivate var simpler: [FuzzRun.Step] {
    switch self {
    case .wait: []
    case .send(let action): action.simpler.map { .send($0) }
    case .post(let action): action.simpler.map { .post($0) }
    case .start(let tree): tree.simpler.map { .start($0) }
    }
  }
}

extension FuzzTree {
  fileprivate var simpler: [FuzzTree] {
    inner + shorter
  }

  /// The same kind of effect with one thing less in it.
  private var shorter: [FuzzTree] {
    switch self {
    case .just(let action): action.simpler.map { .just($0) }
    case .sequence(let actions):
      FuzzScript.simpler(actions, keeping: 1, \.simpler).map { .sequence($0) }
    case .cancel: []
    case .run(var run):
      FuzzScript.simpler(Array(run.steps.dropFirst()), \.simpler).map { steps in
        run.steps = [.wait] + steps
        return .run(run)
      }
    case .merge(let trees): FuzzScript.simpler(trees, keeping: 1, \.simpler).map { .merge($0) }
    case .concatenate(let trees):
      FuzzScript.simpler(trees, keeping: 1, \.simpler).map { .concatenate($0) }
    case .delay(let tree, let time): tree.simpler.map { .delay($0, time) }
    case .cancellable(let tree, let id, let policy):
      tree.simpler.map { .cancellable($0, id: id, policy) }
    case .debounce(let tree, let id, let time): tree.simpler.map { .debounce($0, id: id, time) }
    case .throttle(let tree, let id, let time, let latest):
      tree.simpler.map { .throttle($0, id: id, time, latest: latest) }
    case .wrapped(let tree, let id): tree.simpler.map { .wrapped($0, id: id) }
    }
  }
}
