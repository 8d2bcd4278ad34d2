// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EffectIDTests {
  private enum Timers: Hashable, Sendable { case main, other }

  @Test func anIdIsEqualOnlyIfTypeAndValueAre() {
    #expect(EffectID(1) == EffectID(1))
    #expect(EffectID(1) != EffectID(2))
    #expect(EffectID(1) != EffectID(UInt8(1)))
    #expect(EffectID(1) != EffectID(1.0))
    #expect(EffectID(1) != EffectID(Int?.some(1)))
    #expect(EffectID("a") != EffectID(Substring("a")))
    #expect(EffectID(Timers.main) != EffectID(Timers.other))
    #expect(Set([EffectID(1), EffectID(1), EffectID(Int8(1))]).count == 2)
  }
}
