// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite(.timeLimit(.minutes(10))) struct MonitorLinkTests {
  @Test func aMonitorListsWhatAStoreDid() async throws {
    let program = LinkedProgram()
    program.dispatch(.add("pen", price: 3), .look, .refuse, .chain(2))
    await program.listed(upTo: 6)
    let mirror = program.mirror
    #expect(mirror.card.name == "Cart")
    let names = (0..<6).map { mirror.row(at: $0)?.name }
    #expect(names == ["add", "look", "refuse", "chain", "chain", "chain"])
    #expect(mirror.row(at: 0)?.action == #"{"add":{"_0":"pen","price":3}}"#)
    #expect(mirror.row(at: 2)?.outcome == .refused("out of stock"))
    #expect(mirror.link(at: 4) == (number: 5, cause: 4))
    #expect(mirror.row(at: 0)?.cost != nil)
    #expect(mirror.status.index == 6)
    #expect(mirror.status.isInPresent)
    #expect(mirror.note == "linked")
  }

  @Test func whatWasDoneBeforeAndWhileTheMonitorWasAwayIsListedOnce() async {
    let monitor = MemoryMonitor()
    monitor.isDown = true
    let program = LinkedProgram(monitor)
    program.dispatch(.look, .look)
    await program.waiting()
    monitor.isDown = false
    await program.comeBack()
    await program.listed(upTo: 2)
    monitor.cut()
    #expect(program.mirror.note == "away")
    program.dispatch(.look, .add("pen", price: 1))
    await program.comeBack()
    await program.listed(upTo: 4)
    #expect(program.numbers() == [1, 2, 3, 4])
    #expect(program.mirror.leftOut == 0)
  }

  @Test func moreThanTheLimitIsLeftOutAndCounted() async {
    let monitor = MemoryMonitor()
    let program = LinkedProgram(monitor, maxAge: 10)
    program.dispatch(.look, .look)
    await program.listed(upTo: 2)
    monitor.cut()
    for _ in 0..<25 { program.dispatch(.look) }
    await program.comeBack()
    await program.listed(upTo: 27)
    #expect(program.numbers() == (18...27).map { $0 })
    #expect(program.mirror.leftOut == 15)
    #expect(program.mirror.position(of: program.mirror.id(at: 3)) == 3)
    #expect(program.mirror.id(ofNumber: 20) == program.mirror.id(at: 2))
  }

  @Test func moreBytesThanTheLimitAreLeftOutAndCounted() async {
    let program = LinkedProgram(maxBytes: 500_000)
    program.dispatch(.look, .look)
    await program.listed(upTo: 2)
    program.monitor.cut()
    let name = String(repeating: "x", count: 971)
    for _ in 0..<300 { program.dispatch(.add(name, price: 1)) }
    await program.counted()
    #expect(program.local?.status.count == 302)
    for _ in 0..<700 { program.dispatch(.add(name, price: 1)) }
    await program.counted()
    let kept = program.local?.status.count ?? 0
    // About 1,100 bytes each, and seven eighths of the limit, in parts of 64.
    #expect(320...400 ~= kept)
    await program.comeBack()
    await program.listed(upTo: 1_002)
    #expect(program.numbers() == (UInt64(1_003 - kept)...1_002).map { $0 })
    #expect(program.mirror.leftOut == 1_000 - kept)
  }

  @Test func nothingIsLeftOutUpToTheLimitOfBytes() async {
    let program = LinkedProgram(maxBytes: 10_000_000)
    await program.connected()
    program.monitor.cut()
    for _ in 0..<5_000 { program.dispatch(.look) }
    await program.counted()
    await program.comeBack()
    await program.listed(upTo: 5_000)
    #expect(program.mirror.leftOut == 0)
    #expect(program.numbers() == (1...5_000).map { $0 })
  }

  @Test func aMonitorThatWasStartedAgainGetsAll() async {
    let program = LinkedProgram()
    for _ in 0..<1_200 { program.dispatch(.look) }
    await program.listed(upTo: 1_200)
    program.monitor.restart()
    program.dispatch(.look)
    await program.comeBack()
    await program.listed(upTo: 1_201)
    #expect(program.numbers() == (1...1_201).map { $0 })
    #expect(program.monitor.programs.programs.count == 1)
  }

  @Test func aProgramThatWasStartedAgainIsListedBesideItsLastRun() async {
    let monitor = MemoryMonitor()
    var first: LinkedProgram? = LinkedProgram(monitor, run: "1")
    first?.dispatch(.add("pen", price: 3))
    await first?.listed(upTo: 1)
    first = nil
    monitor.cut()
    let second = LinkedProgram(monitor, run: "2")
    await monitor.until { monitor.stores.count == 2 }
    #expect(monitor.stores.map(\.note) == ["away", "linked"])
    // The actions of the first run can still be read.
    #expect(monitor.stores[0].row(at: 0)?.name == "add")
    withExtendedLifetime(second) {}
  }

  @Test func programsThatHaveGoneAreForgottenWhenThereAreMany() async {
    let monitor = MemoryMonitor()
    for run in 1...12 {
      let program = LinkedProgram(monitor, run: "\(run)")
      await monitor.until { monitor.programs.programs.contains { $0.opening.run == "\(run)" } }
      program.link.stop()
      monitor.cut()
    }
    #expect(monitor.programs.programs.map(\.opening.run) == (5...12).map { "\($0)" })
  }

  @Test func theLinkIsOpenedAgainAfterLongerAndLongerPauses() async {
    let monitor = MemoryMonitor()
    monitor.isDown = true
    let program = LinkedProgram(monitor)
    var pauses: [Duration] = []
    for attempt in 1...9 {
      await monitor.until { monitor.attempts == attempt }
      await program.waiting()
      guard let next = program.clock.nextDeadline else { break }
      let pause = program.clock.now.duration(to: next)
      pauses.append(pause)
      if attempt == 9 { monitor.isDown = false }
      program.clock.advance(by: pause)
    }
    #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    await program.connected()
    await program.lasted()
    monitor.cut()
    await program.waiting()
    #expect(program.clock.nextDeadline?.offset == program.clock.now.offset + .milliseconds(500))
  }

  @Test func pausesGrowAlsoIfTheMonitorAnswersAndThenClosesEachConnection() async {
    let monitor = MemoryMonitor()
    let program = LinkedProgram(monitor)
    var pauses: [Duration] = []
    for _ in 1...8 {
      await program.connected()
      monitor.cut()
      await program.waiting()
      guard let next = program.clock.nextDeadline else { break }
      let pause = program.clock.now.duration(to: next)
      pauses.append(pause)
      program.clock.advance(by: pause)
    }
    #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test func aMonitorThatSaysNothingIsLeft() async {
    let monitor = MemoryMonitor()
    let program = LinkedProgram(monitor)
    await program.connected()
    monitor.alter = { _ in [] }
    for _ in 0..<4 {
      await program.clock.untilAsleep()
      program.clock.advance(by: LinkEngine.beat)
    }
    await program.waiting()
    #expect(program.link.status == .waiting(.silent))
  }

  @Test func aStoppedLinkStaysStopped() async {
    let program = LinkedProgram()
    await program.connected()
    program.link.stop()
    #expect(program.link.status == .stopped)
    await program.monitor.until { program.mirror.note == "away" }
    #expect(program.clock.sleepers == 0)
  }

  @Test func aStoppedLinkRecordsNothing() async {
    let program = LinkedProgram()
    await program.connected()
    weak let local = program.local
    weak let probe = program.local?.probe
    #expect(local != nil && probe != nil)
    program.link.stop()
    #expect(local == nil)
    // The store holds the probes that are attached to it.
    #expect(probe == nil)
    #expect(!program.link.add(program.store, named: "Cart"))
    #expect(program.local == nil)
  }

  /// A carrier whose connecting waits for a gate, even after a cancellation, and then fails.
  private struct GatedCarrier: LinkCarrier {
    let hasBegun = Gate()
    let gate = Gate()

    func connect(to url: URL, token: String) async throws -> any LinkConnection {
      await hasBegun.open()
      await gate.wait()
      throw LinkFailure.silent
    }
  }

  @Test func aLinkThatIsReleasedWhileItConnectsRecordsNothing() async {
    let carrier = GatedCarrier()
    let store = cartStore()
    var link: MonitorLink? = MonitorLink(
      to: URL(fileURLWithPath: "/"), token: "", as: "phone", clock: TestClock(),
      carrier: carrier)
    link?.add(store, named: "Cart")
    weak let local = link?.engine.stores.first as? CartMonitor
    await carrier.hasBegun.wait()
    #expect(local != nil)
    link = nil
    await Task { @MainActor in }.value
    #expect(local == nil)
    await carrier.gate.open()
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [false, true])
  func aStoreThatEndsWithoutAConnectionIsReleased(withTheNextFrame: Bool) async {
    let monitor = MemoryMonitor()
    monitor.isDown = true
    let program = LinkedProgram(monitor)
    await program.waiting()
    var other: CartStore? = cartStore()
    if let other { program.link.add(other, named: "Other") }
    weak let ended = program.link.engine.stores.last as? CartMonitor
    other = nil
    #expect(ended?.hasEnded == true)
    if withTheNextFrame {
      program.dispatch(.look)
      await program.counted()
    } else {
      program.clock.advance(by: .seconds(30))
      await monitor.until { monitor.attempts == 2 }
      await program.waiting()
    }
    #expect(ended == nil)
    #expect(program.local != nil)
  }

  @Test func aStoreTooManyIsNotTaken() {
    let program = LinkedProgram()
    let stores = (1..<LinkLimits.stores).map { _ in cartStore() }
    for store in stores { #expect(program.link.add(store, named: "Other")) }
    #expect(!program.link.add(program.store, named: "One too many"))
    withExtendedLifetime(stores) {}
  }

  @Test func storesThatAreAddedAndEndAreListedAndListedNoMore() async {
    let program = LinkedProgram()
    await program.connected()
    var other: CartStore? = cartStore()
    if let other { program.link.add(other, named: "Other") }
    await program.monitor.until { program.monitor.stores.count == 2 }
    other = nil
    program.monitor.open[0].say(#".{"alive":{}}"#)
    await program.monitor.until { program.monitor.stores.count == 1 }
    #expect(program.mirror.card.name == "Cart")
  }

  @Test func namesThatAreEmptyOrTooLongAreMadeToFit() async {
    let monitor = MemoryMonitor()
    let accents = "e" + String(repeating: "\u{301}", count: 1_000)
    let link = MonitorLink(
      to: URL(fileURLWithPath: "/"), token: "", as: accents, clock: TestClock(),
      carrier: MemoryCarrier(monitor: monitor), run: "1", frame: .zero)
    let stores = (0..<3).map { _ in cartStore() }
    link.add(stores[0], named: "")
    link.add(stores[1], named: accents)
    link.add(stores[2], named: String(repeating: "漢", count: 100))
    await monitor.until { monitor.stores.count == 3 }
    let names = monitor.stores.map { $0.card.name }
    #expect(names[0] == "store")
    #expect(names[1] == "e" + String(repeating: "\u{301}", count: 99))
    #expect(names[2] == String(repeating: "漢", count: 66))
    #expect(monitor.programs.programs.map(\.opening.program) == [names[1]])
    withExtendedLifetime((link, stores)) {}
  }

  @Test func selectionsAreNotedWhileAMonitorAsksForItOnly() async {
    let program = LinkedProgram()
    await program.connected()
    program.mirror.selectionPages = 1
    await program.monitor.until { program.local?.selectionPages == 1 }
    program.monitor.cut()
    await program.waiting()
    #expect(program.local?.selectionPages == 0)
    // The page is open still.
    await program.comeBack()
    await program.monitor.until { program.local?.selectionPages == 1 }
  }

  @Test func nothingIsSaidBeforeTheMonitorAsks() async {
    let monitor = MemoryMonitor()
    monitor.isDown = true
    let program = LinkedProgram(monitor)
    for _ in 0..<1_000 { program.dispatch(.look) }
    await program.waiting()
    #expect(monitor.said == [])
    monitor.isDown = false
    program.clock.advance(by: .seconds(30))
    await program.listed(upTo: 1_000)
    let batches = monitor.said.count { $0.contains(#""rows""#) }
    #expect(batches == 2)
  }

  /// A monitor lists what a store keeps, however often their connection ends or repeats
  /// messages.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func scriptsOfDisconnectionsLoseNothing(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let monitor = MemoryMonitor()
    let maxAge = Bool.random(using: &random) ? 40 : 100_000
    let program = LinkedProgram(monitor, maxAge: maxAge)
    let model = monitored(program.store, maxAge: maxAge)
    await program.connected()
    for _ in 0..<40 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        for _ in 0..<Int.random(in: 1...60, using: &random) {
          let actions: [CartAction] = [.look, .refuse, .add("pen", price: 1), .chain(3)]
          program.dispatch(actions.randomElement(using: &random) ?? .look)
        }
      case 4...5: await Task.yield()
      case 6: monitor.cut()
      case 7:
        // Every message is received twice; the second copy of an answer ends the connection.
        monitor.alter = { [$0, $0] }
      case 8: monitor.alter = { [$0] }
      default:
        if case .waiting = program.link.status {
          await program.clock.untilAsleep()
          program.clock.advance(by: .seconds(30))
        }
      }
    }
    monitor.alter = { [$0] }
    program.dispatch(.look)
    let all = model.row(at: model.status.count - 1)?.number ?? 0
    await program.settled(upTo: all)
    let mirror = program.mirror
    #expect(mirror.status.count == model.status.count, "seed \(seed)")
    for position in 0..<model.status.count {
      let (one, other) = (mirror.row(at: position), model.row(at: position))
      #expect(one?.number == other?.number, "seed \(seed)")
      #expect(one?.action == other?.action, "seed \(seed)")
      #expect(one?.outcome == other?.outcome, "seed \(seed)")
    }
    #expect(mirror.leftOut + mirror.status.count <= all, "seed \(seed)")
    if maxAge > all { #expect(mirror.leftOut == 0, "seed \(seed)") }
  }
}
