// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct TableNodeTests {
  @Test func itKeepsTheStampAndReadsTheTable() {
    var state = Directory(count: 3)
    let graph = SelectionGraph()
    let node = withUnsafePointer(to: &state) { state in
      TableNode<Entry>(
        identity: .unique(), graph: graph, access: PartInState(\Directory.entries).read,
        state: state)
    }
    #expect(node.rank == 0)
    withUnsafePointer(to: &state) { #expect(!node.refresh($0, in: graph)) }
    state.title = "another"
    withUnsafePointer(to: &state) { #expect(!node.refresh($0, in: graph)) }
    state.entries.updateOne(1) { $0.value = 7 }
    withUnsafePointer(to: &state) {
      #expect(node.refresh($0, in: graph))
      #expect(!node.refresh($0, in: graph))
      #expect(node.input($0)[id: 1]?.value == 7)
    }
    #expect(node.value.isEmpty)
    #expect(graph.counters.slicesCompared == 4)
  }
}
