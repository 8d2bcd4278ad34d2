// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct FeatureRecursiveTests {
  private struct Refused: Error {}

  private struct Node: Identifiable, Equatable, Sendable {
    var id = 0
    var loaded = 0
    var children = EntityTable<Node>()

    /// The children; each access is counted.
    var countedChildren: EntityTable<Node> {
      get {
        FeatureRecursiveTests.accesses.withLock { $0 += 1 }
        return children
      }
      set { children = newValue }
    }
  }

  /// The number of accesses to the children of nodes, of the only test that counts them.
  nonisolated private static let accesses = Locked(0)

  private enum Message: Equatable, Sendable {
    case add(Int)
    case remove(Int)
    case wait
    case stop
    case loaded
    case refuse
    indirect case child(Int, Message)

    /// The message for the node at a path.
    static func at(_ path: [Int], _ message: Message) -> Message {
      path.reversed().reduce(message) { .child($1, $0) }
    }
  }

  /// A tree in which each node can wait for a message, with the same id in each node.
  nonisolated private static func tree(_ token: (any Sendable)? = nil) -> Feature<Node, Message> {
    let child = CasePath(case: Message.child) {
      if case .child(let id, let message) = $0 { (id, message) } else { nil }
    }
    return .recursive { node in
      .combine {
        node.forEach(action: child, state: \.children)
        Feature<Node, Message> { state, message in
          _ = token
          switch message {
          case .add(let id): state.children.addOne(Node(id: id))
          case .remove(let id): state.children.removeOne(id)
          case .wait:
            return .run { send in
              _ = try await send.next { $0 == .loaded }
            }.cancellable(id: "wait")
          case .stop: return .cancel(id: "wait")
          case .loaded: state.loaded += 1
          case .refuse, .child: break
          }
          return .none
        }
      }
    }
  }

  private func store() -> Store<Node, Message> {
    let store = Store(initialState: Node(), feature: Self.tree())
    store.dispatch(.add(1))
    store.dispatch(.at([1], .add(2)))
    store.dispatch(.at([1, 2], .add(3)))
    store.dispatch(.add(4))
    return store
  }

  @Test func anActionReachesItsNodeAtAnyDepth() {
    let store = store()
    store.dispatch(.at([1, 2, 3], .loaded))
    store.dispatch(.at([1], .loaded))
    let first = store.state.children[id: 1]
    #expect(first?.loaded == 1)
    #expect(first?.children[id: 2]?.loaded == 0)
    #expect(first?.children[id: 2]?.children[id: 3]?.loaded == 1)
  }

  /// Without a path that is read once, each level would double the reads.
  @Test func aReaderOfANodeReadsEachNodeAboveItOnce() {
    let kept = Locked<StateReader<Node>?>(nil)
    let child = CasePath(case: Message.child) {
      if case .child(let id, let message) = $0 { (id, message) } else { nil }
    }
    let tree = Feature<Node, Message>.recursive { node in
      .combine {
        node.forEach(action: child, state: \.countedChildren)
        Feature<Node, Message>.reading { state, message, now in
          switch message {
          case .add(let id): state.children.addOne(Node(id: id))
          case .wait: return .perform { _ in kept.withLock { $0 = now } }
          default: break
          }
          return .none
        }
      }
    }
    let store = Store(initialState: Node(), feature: tree)
    let path = Array(1...12)
    for depth in path { store.dispatch(.at(Array(path.prefix(depth - 1)), .add(depth))) }
    store.dispatch(.at(path, .wait))
    let reader = kept.withLock { $0 }
    Self.accesses.withLock { $0 = 0 }
    #expect(reader?.ifPresent?.id == 12)
    #expect(Self.accesses.withLock { $0 } == 12)
    #expect(reader?().id == 12)
    #expect(reader?.map(\.id).ifPresent == 12)
    #expect(Self.accesses.withLock { $0 } == 36)
  }

  @Test func idsAreLocalToANodeAtAnyDepth() {
    let store = store()
    for path in [[], [1], [1, 2], [1, 2, 3], [4]] { store.dispatch(.at(path, .wait)) }
    #expect(store.runningEffects.count { $0.work == .task } == 5)
    store.dispatch(.at([1, 2], .stop))
    #expect(store.runningEffects.count { $0.work == .task && !$0.isCancelled } == 4)
    store.dispatch(.at([1, 2], .stop))
    #expect(store.runningEffects.count { $0.work == .task && !$0.isCancelled } == 4)
  }

  @Test func theEffectsOfASubtreeEndWithIt() {
    let store = store()
    for path in [[], [1], [1, 2], [1, 2, 3], [4]] { store.dispatch(.at(path, .wait)) }
    store.dispatch(.at([1], .remove(2)))
    #expect(store.runningEffects.count { $0.work == .task && !$0.isCancelled } == 3)
    store.dispatch(.remove(1))
    #expect(store.runningEffects.count { $0.work == .task && !$0.isCancelled } == 2)
  }

  @Test func twoLiftsOfATreeHaveDifferentChildren() {
    struct Trees: Equatable, Sendable {
      var one = Node()
      var two = Node()
    }
    enum Pair: Sendable { case one(Message), two(Message) }
    let one = CasePath(case: Pair.one) { if case .one(let value) = $0 { value } else { nil } }
    let two = CasePath(case: Pair.two) { if case .two(let value) = $0 { value } else { nil } }
    let tree = Self.tree()
    let store = Store(
      initialState: Trees(),
      feature: Feature<Trees, Pair>.combine(
        tree.lift(action: one, state: \.one), tree.lift(action: two, state: \.two)))
    for make in [Pair.one, Pair.two] {
      store.dispatch(make(.add(1)))
      store.dispatch(make(.child(1, .wait)))
    }
    store.dispatch(.one(.remove(1)))
    #expect(store.runningEffects.count { $0.work == .task && !$0.isCancelled } == 1)
    #expect(store.state.two.children.count == 1)
  }

  @Test func twoTreesOfTheSameStateKnowTheirChildren() {
    let store = Store(
      initialState: Node(), feature: Feature<Node, Message>.combine(Self.tree(), Self.tree()))
    store.dispatch(.add(1))
    let texts = Guarded<[String]>([])
    _ = StoreWarnings.withHandler { text in
      texts.withLock { $0.append(text) }
    } operation: {
      store.dispatch(.child(1, .wait))
    }
    #expect(store.runningEffects.count { $0.work == .task } == 2)
    store.dispatch(.remove(1))
    #expect(store.runningEffects.count { $0.work == .task && !$0.isCancelled } == 0)
    #expect(texts.withLock { $0.isEmpty })
  }

  @Test func aNodeThatThrowsRejectsTheAction() {
    let child = CasePath(case: Message.child) {
      if case .child(let id, let message) = $0 { (id, message) } else { nil }
    }
    let tree = Feature<Node, Message>.recursive { node in
      .combine {
        Feature<Node, Message> { state, message throws in
          state.loaded += 1
          if case .refuse = message { throw Refused() }
          return .none
        }
        node.forEach(action: child, state: \.children)
      }
    }
    #expect(tree.canThrow)
    let store = Store(
      initialState: Node(children: EntityTable([Node(id: 1)])), feature: tree)
    store.onRejection = { _ in }
    #expect(throws: Refused.self) { try store.dispatch(.child(1, .refuse)).get() }
    #expect(store.state.loaded == 0 && store.state.children[id: 1]?.loaded == 0)
    store.dispatch(.child(1, .loaded))
    #expect(store.state.loaded == 1 && store.state.children[id: 1]?.loaded == 1)
  }

  @Test func aNodeInAReducerThrowsToo() {
    let child = CasePath(case: Message.child) {
      if case .child(let id, let message) = $0 { (id, message) } else { nil }
    }
    let calls = Guarded(0)
    let tree = Feature<Node, Message>.recursive { node in
      calls.withLock { $0 += 1 }
      return .combine {
        Reducer(dropping: node.forEach(action: child, state: \.children))
        Reducer<Node, Message> { state, message throws in
          state.loaded += 1
          if case .refuse = message { throw Refused() }
        }
      }
    }
    #expect(calls.withLock { $0 } == 2)
    let store = Store(
      initialState: Node(children: EntityTable([Node(id: 1)])), feature: tree)
    store.onRejection = { _ in }
    #expect(throws: Refused.self) { try store.dispatch(.child(1, .refuse)).get() }
    #expect(store.state.loaded == 0 && store.state.children[id: 1]?.loaded == 0)
  }

  @Test func theFeatureIsReleasedWithItsStore() {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let made = Token()
      token = made
      let store = Store(initialState: Node(), feature: Self.tree(made))
      store.dispatch(.add(1))
      store.dispatch(.child(1, .loaded))
      #expect(token != nil)
    }
    #expect(token == nil)
  }

  @Test func stateEffectsInARecursionStopTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Feature<Int, Int>.recursive { _ in
        .combine(StateEffects<Int, Int>(on: \.self) { _ in [] })
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Millrace: a recursive feature of Int contains middleware"))
  }

  /// A feature that is called as a function in another one.
  private func wrapped() -> [String] {
    let texts = Guarded<[String]>([])
    struct Parent: Equatable, Sendable { var node: Node? = Node() }
    let path = CasePath<Message, Message>.identity
    let sheet = Self.tree().ifLet(action: path, state: \Parent.node)
    let caller = Feature<Parent, Message> { state, message in try sheet(&state, message) }
    _ = StoreWarnings.withHandler { text in
      texts.withLock { $0.append(text) }
    } operation: {
      Store(initialState: Parent(), feature: caller).dispatch(.wait)
    }
    return texts.withLock { $0 }
  }

  @Test func aChildThatTheStoreDoesNotKnowIsReported() {
    let texts = wrapped()
    // Release builds do not report.
    #if DEBUG
      #expect(texts.count == 1)
      #expect(texts.first?.contains("started an effect of a child, but does not know") == true)
    #else
      #expect(texts.isEmpty)
    #endif
  }

  @Test func aChildThatAStoreWithOnlyAReducerDoesNotKnowIsReported() {
    let texts = Guarded<[String]>([])
    StoreWarnings.withHandler { text in
      texts.withLock { $0.append(text) }
    } operation: {
      let store = Store(
        initialState: Node(children: EntityTable([Node(id: 1)])),
        reducer: Reducer<Node, Message> { _, _ in },
        middleware: AnyMiddleware { message, _, state in
          var node = state()
          return (try? Self.tree()(&node, message)) ?? .none
        })
      store.dispatch(.child(1, .wait))
    }
    #if DEBUG
      #expect(texts.withLock { $0.count } == 1)
      #expect(texts.withLock { $0.first?.contains("in the closure of another feature") } == true)
    #else
      #expect(texts.withLock { $0.isEmpty })
    #endif
  }

  @Test func anEffectWithoutAStoreIsNotReported() throws {
    var node = Node()
    let effect = try Self.tree()(&node, .add(1))
    #expect(effect.isNone)
    let texts = Guarded<[String]>([])
    try StoreWarnings.withHandler { text in
      texts.withLock { $0.append(text) }
    } operation: {
      try Self.tree()(&node, .child(1, .wait)).runDetached(Send { _ in })
    }
    #expect(texts.withLock { $0.isEmpty })
  }
}
