// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct StateStorageTests {
  @Test func aReaderOfAnEarlierRunIsNotMarked() throws {
    struct Page: View {
      @State private var readsCount = true
      @State private var count = 0
      var body: some View {
        Text(readsCount ? "\(count)" : "none")
        Button("Stop") { readsCount = false }
        Button("Count") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    _ = host.flush()
    try host.tap(1)
    #expect(host.flush().isEmpty)
    #expect(host.bodyCount == 2)
  }

  @Test func aValueThatCannotBeComparedAlwaysCounts() {
    let storage = StateStorage<() -> Int>({ 1 })
    storage.value = { 2 }
    #expect(storage.value() == 2)
  }

  @Test func aReplacedObjectCanReadTheStateInItsDeinit() {
    final class Guest {
      private let leave: () -> Void
      init(_ leave: @escaping () -> Void) { self.leave = leave }
      deinit { leave() }
    }
    var seen: [Bool] = []
    let storage = StateStorage<Guest?>(nil)
    storage.value = Guest { seen.append(storage.value == nil) }
    storage.value = nil
    #expect(seen == [true])
  }
  @Test func anObjectIsHeldAlsoInAnOptional() {
    #expect(StateStorage<Model>(Model()).isHeld && StateStorage<Model?>(Model()).isHeld)
    #expect(!StateStorage<Model?>(nil).isHeld && !StateStorage<Int?>(1).isHeld)
    let storage = StateStorage<Model?>(Model())
    storage.value = nil
    #expect(storage.isHeld, "a new row would begin with another object")
  }

  @Test func anObjectIsHeldAlsoInAnExistential() {
    #expect(StateStorage<AnyObject>(Model()).isHeld && StateStorage<Any>(Model()).isHeld)
    #expect(!StateStorage<Any>(1).isHeld)
  }

  @Test func anObjectIsHeldAlsoInAnOptionalExistential() {
    final class Box: CustomStringConvertible { let description = "" }
    #expect(StateStorage<AnyObject?>(Model()).isHeld && StateStorage<Any?>(Model()).isHeld)
    #expect(StateStorage<(any CustomStringConvertible)?>(Box()).isHeld)
    #expect(StateStorage<Any>(Model() as Model? as Any).isHeld)
    #expect(!StateStorage<Any?>(1).isHeld && !StateStorage<AnyObject?>(nil).isHeld)
    #expect(!StateStorage<Any>(Optional<Model>.none as Any).isHeld)
  }

  @Test func anObjectThatCanBeReleasedIsNotHeld() {
    final class Cache: ReleasableState {}
    #expect(!StateStorage<Cache>(Cache()).isHeld && !StateStorage<Cache?>(Cache()).isHeld)
  }

  @Test func aValueThatIsNeverWrittenForgetsItsFormerReaders() {
    let storage = StateStorage(1)
    let host = ViewHost(Text("a"))
    let scope = Scope(host: host, values: EnvironmentValues())
    var nodes: [TrackedNode] = []
    for number in 0..<1000 {
      let node = TrackedNode(parent: nil, scope: scope)
      nodes.append(node)
      _ = node.track { storage.value }
      if number >= 4 { node.track {} }
    }
    #expect(storage.readerCount >= 4 && storage.readerCount < 20)
    storage.value = 2
    #expect(nodes.map(\.isDirty) == (0..<1000).map { $0 < 4 })
  }
}
