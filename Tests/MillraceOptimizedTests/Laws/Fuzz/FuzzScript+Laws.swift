// SPDX-License-Identifier: Apache-2.0

extension FuzzScript {
  /// A law that committed actions break, whatever the model says.
  func breach(in numbers: [Int]) -> String? {
    var places: [Int: Int] = [:]
    for (place, number) in numbers.enumerated() {
      if places.updateValue(place, forKey: number) != nil { return "\(number) came twice." }
    }
    for tree in trees.flatMap(\.all) {
      if let breach = tree.breach(places) { return "\(breach) in \(numbers) of\n\(tree)" }
    }
    return nil
  }

  var gates: [FuzzGate] {
    trees.flatMap(\.all).compactMap { if case .run(let run) = $0 { run.gate } else { nil } }
  }

  /// The effects that the steps start, directly or by their actions.
  private var trees: [FuzzTree] {
    steps.flatMap { step -> [FuzzTree] in
      switch step {
      case .dispatch(let action), .dispatchOnTheDot(let action): action.trees
      case .add(let tree): [tree]
      case .open, .pass, .end: []
      }
    }
  }
}

extension FuzzAction {
  /// The effects that it leads to.
  var trees: [FuzzTree] {
    switch word.reaction {
    case nil: []
    case .effect(let tree): [tree]
    case .closure(let steps): steps.flatMap(\.trees)
    }
  }
}

extension FuzzRun.Step {
  var action: FuzzAction? {
    switch self {
    case .post(let action), .send(let action): action
    case .start, .wait: nil
    }
  }

  /// The effects that it starts or leads to.
  var trees: [FuzzTree] {
    if case .start(let tree) = self { [tree] } else { action?.trees ?? [] }
  }
}

extension FuzzTree {
  /// The effects of which it is made.
  var inner: [FuzzTree] {
    switch self {
    case .just, .sequence, .run, .cancel: []
    case .merge(let trees), .concatenate(let trees): trees
    case .delay(let tree, _), .cancellable(let tree, _, _), .debounce(let tree, _, _),
      .throttle(let tree, _, _, _), .wrapped(let tree, _):
      [tree]
    }
  }

  /// The actions that it sends itself.
  private var actions: [FuzzAction] {
    switch self {
    case .just(let action): [action]
    case .sequence(let actions): actions
    case .run(let run): run.steps.compactMap(\.action)
    default: []
    }
  }

  /// It and all that it is made of, starts or leads to.
  var all: [FuzzTree] {
    var trees = inner + actions.flatMap(\.trees)
    if case .run(let run) = self {
      trees += run.steps.compactMap { if case .start(let tree) = $0 { tree } else { nil } }
    }
    return [self] + trees.flatMap(\.all)
  }

  /// The places of its actions, and of those of its parts, among the committed actions.
  private func places(_ places: [Int: Int]) -> [Int] {
    var trees = inner
    if case .run(let run) = self {
      trees += run.steps.compactMap { if case .start(let tree) = $0 { tree } else { nil } }
    }
    return actions.compactMap { places[$0.word.number] } + trees.flatMap { $0.places(places) }
  }

  /// A law of one effect that is broken: its actions come in their order, and a part of a row comes
  /// after all those before it.
  func breach(_ places: [Int: Int]) -> String? {
    let own = actions.compactMap { places[$0.word.number] }
    if own != own.sorted() { return "Actions of one effect are out of order" }
    guard case .concatenate(let trees) = self else { return nil }
    var last = -1
    for tree in trees {
      let part = tree.places(places)
      if let first = part.min(), first < last { return "Parts of a row overlap" }
      last = max(last, part.max() ?? last)
    }
    return nil
  }
}
