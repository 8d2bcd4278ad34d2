// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ChildRegistryTests {
  private let registry = ChildRegistry<Int>()
  private let path = ChildPath()

  @Test func aChildIsKnownWhileSomebodyHoldsItsLife() {
    #expect(registry.isEmpty)
    do {
      let life = registry.life(of: 1, at: path)
      #expect(registry.life(of: 1, at: path) === life)
      #expect(registry.children(at: path).map(\.key) == [1])
      #expect(registry.children(at: ChildPath()).isEmpty)
      #expect(!registry.isEmpty)
    }
    #expect(registry.isEmpty)
    #expect(registry.children(at: path).isEmpty)
  }

  @Test func endingALifeIsRemembered() {
    let life = registry.life(of: 1, at: path)
    #expect(!life.isMuted)
    #expect(registry.existingLife(of: 1, at: path) === life)
    #expect(registry.existingLife(of: 2, at: path) == nil)
    #expect(registry.end(1, at: path) == life.id)
    #expect(life.isMuted)
    #expect(registry.end(1, at: path) == nil)
    #expect(registry.isEmpty)
  }

  @Test func anOldLifeThatIsLetGoOfLeavesTheNewOne() {
    var old: ChildLife? = registry.life(of: 1, at: path)
    _ = registry.end(1, at: path)
    let new = registry.life(of: 1, at: path)
    #expect(new !== old && new.id != old?.id)
    old = nil
    #expect(registry.children(at: path).map(\.key) == [1])
    #expect(!new.isMuted)
  }

  @Test func livesMayEndOnAnyThread() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { [registry, path] in
          let life = registry.life(of: number % 5, at: path)
          if number.isMultiple(of: 7) { _ = registry.end(number % 5, at: path) }
          withExtendedLifetime(life) {}
        }
      }
    }
    #expect(registry.isEmpty)
  }

  @Test func idsOfChildrenAreTheirOwn() {
    let (one, two) = (registry.life(of: 1, at: path), registry.life(of: 2, at: path))
    let id = EffectID("load")
    #expect(one.scoping(id) == one.scoping(id))
    #expect(one.scoping(id) != two.scoping(id))
    #expect(one.scoping(id) != id)
    #expect(one.scoping(id) != one.scoping(EffectID("save")))
    let other = ChildRegistry<Int>()
    #expect(other.life(of: 1, at: path).id != one.id)
  }
}
