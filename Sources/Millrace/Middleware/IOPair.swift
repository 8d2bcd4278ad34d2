// SPDX-License-Identifier: Apache-2.0

/// Two works, one after the other: the composed case of an ``IO``.
///
/// Pairs of pairs can be as deep as a composition is long. Letting go of one that way would call
/// itself once for each level, so the last owner takes the levels apart in a loop.
@usableFromInline
final class IOPair<OutputAction: Sendable> {
  @usableFromInline typealias Work = IO<OutputAction>.Work

  @usableFromInline private(set) var first: Work
  @usableFromInline private(set) var second: Work

  @usableFromInline
  init(_ first: Work, _ second: Work) {
    self.first = first
    self.second = second
  }

  deinit {
    guard first.isPair || second.isPair else { return }
    var pairs = takePairs()
    while var pair = pairs.popLast() {
      // Somebody else's pair stays whole.
      if isKnownUniquelyReferenced(&pair) { pairs += pair.takePairs() }
    }
  }

  private func takePairs() -> [IOPair] {
    [first.takePair(), second.takePair()].compactMap(\.self)
  }
}

extension IO.Work {
  fileprivate var isPair: Bool {
    if case .both = self { true } else { false }
  }

  fileprivate mutating func takePair() -> IOPair<OutputAction>? {
    guard case .both(let pair) = self else { return nil }
    self = .none
    return pair
  }
}
