// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
