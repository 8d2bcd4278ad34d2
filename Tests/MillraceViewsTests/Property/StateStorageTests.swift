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

  @Test func anObjectThatCanBeReleasedIsNotHeld() {
    final class Cache: ReleasableState {}
    #expect(!StateStorage<Cache>(Cache()).isHeld && !StateStorage<Cache?>(Cache()).isHeld)
  }
}
