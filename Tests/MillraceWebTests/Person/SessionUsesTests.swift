// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionUsesTests {
  private func uses(sessions: Int = 100, bytes: Int = 1_000, age: Int = 100) -> SessionUses {
    SessionUses(limits: .init(sessions: sessions, bytes: bytes, age: age))
  }

  @Test func whatWasUsedLongestAgoGoesFirst() {
    var uses = uses(sessions: 2)
    for (moment, session) in ["a", "b", "a", "c"].enumerated() {
      uses.set(session, bytes: 1, at: moment)
    }
    #expect(uses.excess(beside: "c", at: 4) == ["b"])
    #expect(uses.excess(beside: "c", at: 4) == [])
    #expect(uses.count == 2)
  }

  @Test func usesOfOneSecondHaveAnOrder() {
    var uses = uses(sessions: 2)
    for session in ["a", "b", "c"] { uses.set(session, bytes: 1, at: 0) }
    uses.use("a", at: 0)
    #expect(uses.excess(beside: "c", at: 0) == ["b"])
  }

  @Test func bytesAreCountedAsTheyChange() {
    var uses = uses()
    uses.set("a", bytes: 600, at: 0)
    uses.set("a", bytes: 300, at: 1)
    uses.set("b", bytes: 600, at: 2)
    #expect(uses.bytes == 900)
    #expect(uses.excess(beside: "b", at: 2) == [])
    uses.set("b", bytes: 800, at: 3)
    #expect(uses.excess(beside: "b", at: 3) == ["a"])
    #expect((uses.bytes(of: "a"), uses.bytes(of: "b")) == (0, 800))
    uses.remove("b")
    #expect(uses.bytes == 0)
  }

  @Test func whatCouldNotBeDeletedIsCountedAndGoesFirst() {
    var uses = uses()
    uses.set("a", bytes: 600, at: 0)
    uses.set("b", bytes: 600, at: 1)
    let all = uses
    #expect(uses.excess(beside: "b", at: 1) == ["a"])
    uses.restore("a", from: all)
    #expect(uses.bytes == 1_200)
    #expect(uses.excess(beside: "c", at: 2) == ["a"])
    #expect(uses.bytes == 600)
  }

  @Test func oneAloneMayBeAsLargeAsItIs() {
    var uses = uses(bytes: 10)
    uses.set("a", bytes: 99, at: 0)
    #expect(uses.excess(beside: "a", at: 0) == [])
  }

  @Test func whatRestsTooLongGoes() {
    var uses = uses(age: 100)
    uses.set("a", bytes: 1, at: 0)
    uses.set("b", bytes: 1, at: 50)
    #expect(!uses.isOver("a", at: 99))
    #expect(uses.isOver("a", at: 100))
    #expect(!uses.isOver("none", at: 1_000))
    #expect(uses.excess(beside: "c", at: 120) == ["a"])
    #expect(uses.excess(beside: "c", at: 150) == ["b"])
  }

  @Test func aClockThatIsSetBackDelaysNoDeletion() {
    var uses = uses(age: 100)
    uses.set("a", bytes: 1, at: 1_000_000)
    #expect(uses.excess(beside: "a", at: 1_000_000) == [])
    uses.set("b", bytes: 1, at: 0)
    #expect(uses.excess(beside: "b", at: 0) == [])
    #expect(uses.excess(beside: "c", at: 100) == ["a", "b"])
  }

  @Test func manyAreLookedThroughSeldom() {
    var uses = uses(sessions: 640)
    var looks = 0
    for number in 0..<2_000 {
      uses.set("\(number)", bytes: 0, at: 0)
      if !uses.excess(beside: "\(number)", at: 0).isEmpty { looks += 1 }
      #expect(uses.count <= 640)
    }
    #expect(looks <= 1_360 / 10 + 1)
  }
}
