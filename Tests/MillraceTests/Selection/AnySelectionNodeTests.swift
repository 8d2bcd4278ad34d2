// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct AnySelectionNodeTests {
  private let graph = SelectionGraph()

  private func node(rank: Int = 0) -> SelectionNode<Int> {
    SelectionNode(identity: .unique(), rank: rank, graph: graph, value: 0)
  }

  @Test func itIsIdleWithoutObserversAndDependents() {
    let (node, dependent) = (node(), node(rank: 1))
    #expect(node.isIdle && node.readsState && !dependent.readsState)
    node.observers.append(StoreObserver(), 1)
    #expect(!node.isIdle)
    node.observers.remove(1)
    node.attach(dependent)
    #expect(!node.isIdle)
    node.detach(dependent)
    #expect(node.isIdle)
  }

  @Test func aNodeDoesNotOwnThoseWhoDependOnIt() {
    let node = node()
    var dependent: SelectionNode<Int>? = self.node(rank: 1)
    let ghost = Weak(dependent)
    node.attach(dependent!)
    dependent = nil
    #expect(ghost.object == nil)
    node.dependents = OrderedSlots()
  }

  @Test func toSpreadIsToReportObserversAndToQueueDependents() {
    let (node, dependent) = (node(), node(rank: 2))
    let observer = StoreObserver()
    node.observers.append(observer, 1)
    node.attach(dependent)
    node.propagateChange(in: graph)
    node.propagateChange(in: graph)
    #expect(graph.reported.allSatisfy { $0 === observer })
    #expect(graph.queue.map(\.count) == [0, 0, 1])
  }
}
