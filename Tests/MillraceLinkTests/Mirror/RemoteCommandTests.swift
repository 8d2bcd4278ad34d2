// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceTesting
import MillraceTrace
import TestSupport
import Testing

@testable import MillraceLink

/// What a page sees of a command to a store in another program, and when.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RemoteCommandTests {
  /// Returns a connected program with `count` actions and the length of a real frame.
  ///
  /// Its test clock moves only by `advance`.
  private func program(after count: Int) async -> LinkedProgram {
    let program = LinkedProgram(frame: LinkEngine.frame)
    for _ in 0..<count { program.dispatch(.look) }
    await program.connected()
    if count > 0 { await program.listed(upTo: UInt64(count)) }
    return program
  }

  /// Performs a command, and returns its failure, or nil.
  private func outcome(
    of command: MonitorCommand, _ program: LinkedProgram
  ) async -> MonitorFailure? {
    await withCheckedContinuation { answer in
      program.mirror.perform(command) { answer.resume(returning: $0) }
    }
  }

  @Test func aToggleShowsAtOnceAndItsNewsComesBeforeItsAnswer() async {
    let program = await program(after: 2)
    let mirror = program.mirror
    for (command, isOn) in [
      (MonitorCommand.lock(true), true), (.pause, true), (.lock(false), false), (.resume, false),
    ] {
      let revision = mirror.revision
      async let outcome = outcome(of: command, program)
      await program.monitor.until { mirror.revision > revision }
      switch command {
      case .lock: #expect(mirror.status.isLocked == isOn)
      default: #expect(mirror.status.isPaused == isOn)
      }
      #expect(await outcome == nil)
      // The news was sent with the answer: its frame cannot have ended, as the clock does not move.
      switch command {
      case .lock: #expect(mirror.news.status.isLocked == isOn)
      default: #expect(mirror.news.status.isPaused == isOn)
      }
    }
  }

  @Test func whatIsShownBeforeItIsAnsweredGoesWithTheConnection() async {
    let program = await program(after: 3)
    let mirror = program.mirror
    var failures: [MonitorFailure?] = []
    mirror.perform(.jump(1)) { failures.append($0) }
    mirror.perform(.lock(true)) { failures.append($0) }
    mirror.perform(.pause) { failures.append($0) }
    #expect(mirror.status.index == 1)
    #expect(!mirror.status.isInPresent)
    #expect(mirror.status.isLocked && mirror.status.isPaused)
    program.monitor.cut()
    #expect(mirror.status == MachineStatus(count: 3, index: 3))
    #expect(failures.count == 3 && !failures.contains { $0 == nil })
    // A command that cannot be sent does not change the shown status.
    #expect(await outcome(of: .lock(true), program)?.description == "The program is not connected.")
    #expect(!mirror.status.isLocked)
  }

  @Test func twoTogglesBeforeTheNewsOfTheFirstAreBothDone() async {
    let program = await program(after: 3)
    let mirror = program.mirror
    var failures: [MonitorFailure?] = []
    mirror.perform(.toggle(mirror.id(at: 0))) { failures.append($0) }
    mirror.perform(.toggle(mirror.id(at: 2))) { failures.append($0) }
    mirror.perform(.jump(2)) { failures.append($0) }
    await program.monitor.until {
      failures.count == 3 && mirror.row(at: 2)?.outcome == .skipped
    }
    #expect(failures.allSatisfy { $0 == nil })
    #expect((0..<3).map { mirror.row(at: $0)?.outcome } == [.skipped, .committed, .skipped])
    #expect(mirror.status.index == 2)
    #expect(mirror.edition == 2)
  }

  @Test func aCommandThatCameTooLateIsTold() async {
    let program = await program(after: 3)
    let mirror = program.mirror
    let first = mirror.id(at: 0)
    var failures: [MonitorFailure?] = []
    for command in [MonitorCommand.reset, .toggle(first), .move(first, before: nil), .jump(1)] {
      mirror.perform(command) { failures.append($0) }
    }
    await program.monitor.until { failures.count == 4 }
    #expect(failures[0] == nil)
    for failure in failures.dropFirst() {
      #expect(failure?.description.contains("The timeline has changed.") == true)
    }
    #expect(mirror.status.count == 0)
  }

  @Test func aSkipFetchesNothingBeforeItsPlace() async {
    let program = await program(after: 10_000)
    let (monitor, mirror) = (program.monitor, program.mirror)
    let (before, place) = (monitor.said.count, 9_900)
    let id = mirror.id(at: place)
    #expect(await outcome(of: .toggle(id), program) == nil)
    // The list keeps its length and positions while changed rows are fetched.
    #expect(mirror.status.count == 10_000)
    #expect(mirror.position(of: id) == place)
    await monitor.until { mirror.row(at: place)?.outcome == .skipped }
    #expect(await outcome(of: .toggle(id), program) == nil)
    await monitor.until { mirror.row(at: place)?.outcome == .committed }
    let fetched = monitor.said[before...].joined().matches(of: /"from":(\d+)/)
    #expect(fetched.map(\.output.1) == ["9900", "9900"])
    #expect(mirror.leftOut == 0)
    #expect(mirror.position(of: 1) == 0)
  }

  @Test func aSkipOnATrimmedLineLeavesNothingOut() async {
    let monitor = MemoryMonitor()
    let program = LinkedProgram(monitor, maxAge: 10)
    for number in 1...30 {
      program.dispatch(.look)
      await program.listed(upTo: UInt64(number))
    }
    #expect(program.mirror.leftOut == 0)
    // News that do not name the first changed place, as after a change of all.
    monitor.alter = { [$0.replacing(/"changedFrom":\d+,/, with: "")] }
    let mirror = program.mirror
    #expect(await outcome(of: .toggle(mirror.id(at: 3)), program) == nil)
    await monitor.until { mirror.row(at: 3)?.outcome == .skipped }
    #expect(mirror.leftOut == 0)
    #expect(mirror.status.count == 10)
  }

  @Test func afterAnotherConnectionAllIsFetchedAgainIfTheLineChanged() async {
    let program = await program(after: 3)
    let mirror = program.mirror
    program.monitor.cut()
    program.local?.perform(.toggle(2))
    await program.comeBack()
    await program.monitor.until { mirror.row(at: 1)?.outcome == .skipped }
    #expect(program.numbers() == [1, 2, 3])
  }

  @Test func newsThatWaitsIsToldOnce() {
    func news(_ edition: Int, _ count: Int, _ changedFrom: Int?) -> StoreNews {
      StoreNews(
        store: 1, edition: edition, status: MachineStatus(count: count), changedFrom: changedFrom)
    }
    #expect(news(0, 9, 9).after(news(0, 5, 5)) == news(0, 9, 5))
    #expect(news(2, 9, 3).after(news(1, 9, 6)) == news(2, 9, 3))
    #expect(news(2, 9, nil).after(news(1, 9, 6)) == news(2, 9, nil))
    #expect(news(2, 9, 3).after(news(1, 9, nil)) == news(2, 9, nil))
  }
}
