// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreRecordingTests {
  private func search(_ text: String) async -> Recording<Search, SearchAction> {
    let store = TestStore.search()
    store.exhaustivity = .off
    await store.send(.type(text))
    await store.advance(by: .seconds(1))
    await store.send(.type("!"), throws: Search.Failure.self)
    await store.finish()
    return store.recording
  }

  @Test func aTestIsRecordedWithAllThatCame() async {
    let recording = await search("s")
    #expect(recording.initialState.text == "")
    #expect(
      recording.entries.map { "\($0.action)" } == [
        #"type("s")"#, "search", #"found(["s", "s"])"#, #"type("!")"#,
      ])
    #expect(recording.entries.map(\.state.hits.count) == [0, 0, 2, 2])
    #expect(recording.entries.map(\.rejection).last == #"Search.Failure(reason: "no shouting")"#)
    #expect(recording.entries[0].source.fileID.hasSuffix("/TestStore+RecordingTests.swift"))
    recording.replay(reducer: Search.reducer)
  }

  @Test func twoRunsOfATestAreTheSame() async {
    let first = await search("s")
    first.assertSame(as: await search("s"))
    let reports = await Reports.of { first.assertSame(as: await search("t")) }
    #expect(reports.texts.count == 1)
  }

  @Test func aStateThatAStepReplacesIsRecorded() async {
    let store = TestStore(initialState: Cart(), reducer: Cart.reducer)
    await store.send(.add("pen")) { $0 = Cart(items: ["pen"], total: 3) }
    await store.replaceState(with: Cart(items: ["ink"], total: 3))
    await store.send(.removeFirst) { $0 = Cart() }
    #expect(store.recording.entries.map { $0.replacement?.items } == [nil, ["ink"]])
    store.recording.replay(reducer: Cart.reducer)
  }

  @Test func aReplacedOutputOfASelectorIsNoReplacementOfTheState() async throws {
    let total = createSelector(\Cart.total) { $0 * 2 }
    let store = TestStore(initialState: Cart(), reducer: Cart.reducer)
    await store.send(.add("pen")) { $0 = Cart(items: ["pen"], total: 3) }
    #expect(store.store.select(total) == 6)
    store.store.replaceOutput(of: total, with: 7)
    await store.send(.removeFirst) { $0 = Cart() }
    #expect(store.recording.entries.map { $0.replacement == nil } == [true, true])
    #expect(try store.recording.trace().lines.count == 2)
  }

  @Test func aTraceBeginsWithTheStateThatWasReplacedLast() async throws {
    let store = TestStore(initialState: Cart(), reducer: Cart.reducer)
    await store.send(.add("pen")) { $0 = Cart(items: ["pen"], total: 3) }
    await store.replaceState(with: Cart(items: ["ink"], total: 3))
    await store.send(.removeFirst) { $0 = Cart() }
    let trace = try store.recording.trace()
    #expect(trace.lines.count == 1)
    try trace.replay(Cart.reducer)
    #expect(try Recording(trace, reducer: Cart.reducer).initialState.items == ["ink"])
  }

  @Test func whatIsReplacedBeforeTheFirstActionIsTheInitialState() async {
    let store = TestStore(initialState: Cart(), reducer: Cart.reducer)
    await store.replaceState(with: Cart(items: ["ink"], total: 3))
    await store.send(.removeFirst) { $0 = Cart() }
    #expect(store.recording.initialState.items == ["ink"])
    #expect(store.recording.entries.map { $0.replacement == nil } == [true])
  }

  @Test func beforeTheFirstActionThereIsOnlyTheState() async {
    let store = TestStore.search()
    #expect(store.recording.entries.isEmpty)
    #expect(store.recording.finalState.text == "")
  }
}
