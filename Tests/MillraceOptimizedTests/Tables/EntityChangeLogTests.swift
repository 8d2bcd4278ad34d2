// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityChangeLogTests {
  private typealias Log = EntityChangeLog<Int>

  /// The events that a log records.
  private enum Event {
    case inserted, removed, updated, moved, reordered
  }

  private func stamp(_ number: UInt64) -> EntityStamp { EntityStamp(number: number) }

  private func log(_ entries: [(Event, Int?, UInt64)]) -> Log {
    var log = Log()
    for (event, id, number) in entries {
      switch event {
      case .inserted: log.append(.inserted, id, stamp(number))
      case .removed: log.append(.removed, id, stamp(number))
      case .updated: log.append(.updated, id, stamp(number))
      case .moved: log.append(.updated, id, stamp(number), moves: true)
      case .reordered: log.appendReorder(stamp(number))
      }
    }
    return log
  }

  @Test func itKnowsOnlyTheStampsThatItHad() {
    let log = log([(.inserted, 1, 10), (.updated, 1, 20)])
    #expect(log.changes(since: stamp(20))?.isEmpty == true)
    #expect(log.changes(since: stamp(10))?.updated == [1])
    #expect(log.changes(since: .empty)?.inserted == [1])
    for number in [5, 9, 11, 15, 21] as [UInt64] {
      #expect(log.changes(since: stamp(number)) == nil, "\(number)")
    }
  }

  @Test(arguments: [
    ([Event.inserted, .updated], EntityChanges<Int>.Kind.inserted, false),
    ([.inserted, .removed], nil, false),
    ([.inserted, .removed, .inserted], .inserted, false),
    ([.updated, .removed], .removed, false),
    ([.removed, .inserted], .updated, true),
    ([.removed, .inserted, .removed], .removed, true),
    ([.updated, .updated], .updated, false),
    ([.updated, .moved], .updated, true),
  ])
  private func eventsOfAnIdAreSummedUp(
    events: [Event], kind: EntityChanges<Int>.Kind?, orderChanged: Bool
  ) {
    let log = log(events.enumerated().map { ($1, 7, UInt64($0) + 1) })
    let changes = log.changes(since: .empty)
    #expect(changes?.map(\.kind) == kind.map { [$0] } ?? [])
    #expect(changes?.orderChanged == orderChanged)
  }

  @Test(arguments: [1, 2, 3, 100]) func fewAndManyRowsAreSummedUpAlike(count: Int) {
    var entries: [(Event, Int?, UInt64)] = []
    for event in [Event.inserted, .updated, .removed, .inserted] {
      for id in 0..<count { entries.append((event, id, UInt64(entries.count) + 1)) }
    }
    let log = log(entries)
    #expect(log.changes(since: .empty)?.map(\.id) == Array(0..<count))
    #expect(log.changes(since: .empty)?.inserted.count == count)
    let inserted = stamp(UInt64(count))
    #expect(log.changes(since: inserted)?.updated == Set(0..<count))
    #expect(log.changes(since: inserted)?.orderChanged == true)
  }

  @Test func oneEntrySaysWhatManyWouldSay() {
    for event in [Event.inserted, .removed, .updated, .moved] {
      let one = log([(event, 7, 1)]).changes(since: .empty)
      let net = log([(event, 7, 1)]).net(of: 1)
      #expect(one?.map(\.kind) == net.map(\.kind))
      #expect(one?.orderChanged == net.orderChanged)
    }
    #expect(log([(.reordered, nil, 1)]).changes(since: .empty)?.orderChanged == true)
    #expect(log([(.reordered, nil, 1)]).changes(since: .empty)?.count == 0)
  }

  @Test func aFullLogForgetsTheOldestFirst() {
    var log = Log()
    let last = UInt64(Log.capacity * 3 + 5)
    for number in 1...last {
      log.append(.updated, Int(number), stamp(number))
      #expect(log.ring.count <= Log.capacity)
    }
    let oldest = last - UInt64(Log.capacity)
    #expect(log.changes(since: stamp(oldest - 1)) == nil)
    #expect(log.changes(since: .empty) == nil)
    #expect(log.changes(since: stamp(oldest))?.count == Log.capacity)
    #expect(log.changes(since: stamp(last - 3))?.map(\.id) == (1...3).map { Int(last) - 3 + $0 })
  }

  @Test func theLogOfALargeTableGrowsToAnEighthOfItsRows() {
    var log = Log()
    log.rowCount = Log.capacity * 40
    let last = UInt64(Log.capacity * 20)
    for number in 1...last {
      log.append(.updated, Int(number), stamp(number))
      #expect(log.ring.count <= Log.capacity * 4)
    }
    #expect(log.limit == Log.capacity * 4)
    let oldest = last - UInt64(log.limit)
    #expect(log.changes(since: stamp(oldest - 1)) == nil)
    #expect(log.changes(since: stamp(oldest))?.count == log.limit)
    #expect(log.changes(since: stamp(last - 3))?.map(\.id) == (1...3).map { Int(last) - 3 + $0 })
  }

  @Test func aFullLogThatWrappedGrowsInOrder() {
    var log = Log()
    for number in 1...UInt64(Log.capacity + 9) {
      log.append(.updated, Int(number), stamp(number))
    }
    #expect(log.start == 9)
    log.rowCount = Log.capacity * 16
    log.append(.updated, 0, stamp(UInt64(Log.capacity + 10)))
    #expect(log.ring.count == Log.capacity + 1)
    #expect(log.changes(since: stamp(8)) == nil)
    let ids = log.changes(since: stamp(9))?.map(\.id)
    #expect(ids == (10...Log.capacity + 9) + [0])
  }

  @Test func aMutationIsForgottenAsAWhole() {
    var log = log([(.updated, -1, 1), (.updated, -2, 2), (.updated, -3, 2), (.updated, -4, 2)])
    for id in 0..<(Log.capacity - 2) { log.append(.updated, id, stamp(UInt64(id) + 3)) }
    // The first entry of the mutation with stamp 2 is gone, so changes before it are unknown.
    #expect(log.ring.count == Log.capacity)
    #expect(log.changes(since: stamp(1)) == nil)
    #expect(log.changes(since: stamp(2))?.count == Log.capacity - 2)
  }

  @Test func aMutationThatIsTooLargeStartsAnew() {
    var log = log([(.updated, 0, 1)])
    for id in 0..<(Log.capacity * 2) { log.append(.inserted, id, stamp(2)) }
    #expect(log.ring.isEmpty)
    #expect(log.current == stamp(2))
    #expect(log.changes(since: stamp(1)) == nil)
    #expect(log.changes(since: stamp(2))?.isEmpty == true)
    log.append(.updated, 4, stamp(3))
    #expect(log.changes(since: stamp(2))?.updated == [4])
  }

  @Test func aMutationThatJustFitsIsAnsweredFor() {
    var log = log([(.updated, -1, 1)])
    for id in 0..<Log.capacity { log.append(.inserted, id, stamp(2)) }
    #expect(log.changes(since: stamp(1))?.inserted.count == Log.capacity)
  }

  @Test func anEntryIsSmall() {
    #expect(MemoryLayout<Log.Entry>.stride == 24)
    #expect(MemoryLayout<EntityChangeLog<String>.Entry>.stride == 32)
  }
}
