// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectListTests {
  private typealias Work = Effect<LedgerAction>
  nonisolated private static let kinds = [EffectList.merge, .concatenate]

  private func add(_ number: Int) -> Work { .just(.add(number)) }

  /// The numbers that are added, in order.
  private func numbers(_ effect: Work, in kind: EffectList) -> [Int] {
    if let parts = kind.parts(of: effect) { return parts.flatMap { numbers($0, in: kind) } }
    if case .just(let dispatched) = effect.operation, case .add(let number) = dispatched.action {
      return [number]
    }
    return []
  }

  @Test(arguments: kinds)
  func aShortCompositionIsOneList(kind: EffectList) {
    let left = kind.join([kind.join([add(1), add(2)]), add(3), .none])
    let whole = kind.join([.none, left, kind.join([add(4), kind.join([add(5), add(6)])])])
    #expect(numbers(whole, in: kind) == [1, 2, 3, 4, 5, 6])
    #expect(kind.height(of: whole) == 1)
  }

  @Test(arguments: kinds)
  func nothingAndOneEffectAreNoList(kind: EffectList) {
    #expect(kind.join([Work]()).isNone)
    #expect(kind.join([.none, kind.join([Work.none, .none])]).isNone)
    #expect(kind.height(of: kind.join([.none, add(1)])) == 0)
  }

  @Test func listsOfTheOtherKindStayWhole() {
    let row = Work.concatenate(add(1), add(2))
    let merged = Work.merge(.merge(row, add(3)), row)
    #expect(EffectList.merge.parts(of: merged)?.count == 3)
    let cancellable = Work.merge(add(1), add(2)).cancellable(id: 1)
    #expect(EffectList.merge.parts(of: .merge(cancellable, add(3)))?.count == 2)
  }

  @Test func whatIsGivenAtOnceIsNotTakenApart() {
    let many = Work.merge((0..<1_000).map(add))
    #expect(EffectList.merge.parts(of: many)?.count == 1_000)
    let more = (0..<100).reduce(many) { .merge($0, add($1)) }
    #expect(EffectList.merge.height(of: more) == 2)
    #expect(numbers(more, in: .merge) == Array(0..<1_000) + Array(0..<100))
  }

  /// All lists at one depth are equally high, however the whole was put together.
  private func isLevel(_ effect: Work, in kind: EffectList) -> Bool {
    guard let parts = kind.parts(of: effect) else { return true }
    let height = kind.height(of: effect)
    return !parts.isEmpty
      && parts.allSatisfy { kind.height(of: $0) == height - 1 && isLevel($0, in: kind) }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func anyCompositionKeepsTheOrderAndStaysLow(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let kind: EffectList = seed.isMultiple(of: 2) ? .merge : .concatenate
    var pieces: [Work] = (0..<2_000).map(add)
    while pieces.count > 1 {
      let count = min(pieces.count, Int.random(in: 2...4, using: &generator))
      let range = [
        0, pieces.count - count, Int.random(in: 0...pieces.count - count, using: &generator),
      ]
      .randomElement(using: &generator)!
      var some = Array(pieces[range..<range + count])
      some.insert(.none, at: Int.random(in: 0...count, using: &generator))
      pieces.replaceSubrange(range..<range + count, with: [kind.join(some)])
    }
    #expect(numbers(pieces[0], in: kind) == Array(0..<2_000), "seed \(seed)")
    #expect(isLevel(pieces[0], in: kind), "seed \(seed)")
    #expect(kind.height(of: pieces[0]) <= 11, "seed \(seed)")
  }

  /// Put together one by one, from the front or from the back.
  @Test(arguments: zip(kinds, [false, true]))
  func aHundredThousandNeedNoStack(kind: EffectList, isFromTheBack: Bool) {
    let all = 1...100_000
    let whole =
      isFromTheBack
      ? all.reversed().reduce(Work.none) { kind.join([add($1), $0]) }
      : all.reduce(Work.none) { kind.join([$0, add($1)]) }
    #expect(kind.height(of: whole) == 5)
    let mapped = whole.map { $0 }
    #expect(kind.height(of: mapped) == 5)

    let sent = Mutex(0)
    mapped.runDetached(
      Send { if case .add(let number) = $0.action { sent.withLock { $0 += number } } })
    #expect(sent.withLock { $0 } == all.reduce(0, +))

    let store = LedgerStore.starting(["a": mapped.cancellable(id: 1)])
    store.chainLimit = .max
    var (isSorted, last) = (true, 0)
    let subscription = store.subscribeToActions {
      guard case .add(let number) = $0.action else { return }
      isSorted = isSorted && number == last + 1
      last = number
    }
    store.dispatch(.note("a"))
    #expect(isSorted && last == all.upperBound)
    #expect(store.held.effects == 0)
    subscription.cancel()
  }
}
