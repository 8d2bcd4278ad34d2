// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts how often the ids of effects are described, as each look at a running effect does.
final class EffectLooks: Sendable {
  private let looks = Mutex(0)

  var count: Int { looks.withLock { $0 } }

  struct ID: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    let looks: EffectLooks

    static func == (one: ID, other: ID) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    var description: String {
      looks.looks.withLock { $0 += 1 }
      return "\(number)"
    }
  }

  /// Returns a cancel id.
  func id(_ number: Int) -> ID { ID(number: number, looks: self) }
}
