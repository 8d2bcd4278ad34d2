// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization
import Testing

@testable import MillraceViews

@MainActor @Suite struct ChangeInboxTests {
  @Observable @MainActor final class Score {
    var value = 0
  }

  private struct Page: View {
    let score: Score
    var body: some View { Text("\(score.value)") }
  }

  private func token(_ host: ViewHost) -> ObservationToken {
    guard let root = host.root else { fatalError("A new host has a root.") }
    return ObservationToken(node: TrackedNode(parent: root, scope: root.scope), pulse: nil)
  }

  @Test func aBurstAsksForOneHop() {
    let host = ViewHost(EmptyView())
    let hops = Mutex(0)
    let round = ChangeRound { _ in hops.withLock { $0 += 1 } }
    let inbox = ChangeInbox(of: nil, round: round)
    for _ in 0..<5 { inbox.post(token(host)) }
    #expect(hops.withLock { $0 } == 1)
    #expect(inbox.take().count == 5)
    #expect(inbox.isEmpty)
    // A change before the hop arrives needs no second hop. A change after that does.
    inbox.post(token(host))
    #expect(hops.withLock { $0 } == 1)
    round.deliver()
    inbox.post(token(host))
    #expect(hops.withLock { $0 } == 2)
  }

  @Test func allHostsShareOneHop() {
    let hops = Mutex(0)
    let round = ChangeRound { _ in hops.withLock { $0 += 1 } }
    let hosts = (0..<100).map { _ in ViewHost(EmptyView()) }
    let inboxes = hosts.map { ChangeInbox(of: $0, round: round) }
    for (host, inbox) in zip(hosts, inboxes) { inbox.post(token(host)) }
    #expect(hops.withLock { $0 } == 1)
    round.deliver()
    for (host, inbox) in zip(hosts, inboxes) { inbox.post(token(host)) }
    #expect(hops.withLock { $0 } == 2)
  }

  /// The main actor may continue on another thread after each suspension.
  ///
  /// A change must be in the next flush nevertheless.
  @Test func aChangeOnTheMainActorIsInTheNextFlush() async {
    let score = Score()
    let host = ViewHost(Page(score: score))
    _ = host.html()
    for number in 1...200 {
      await Task.detached {}.value
      score.value = number
      let patches = host.flush()
      #expect(patches.count == 1, "change \(number)")
    }
    host.close()
  }

  @Test func aChangeIsAnnouncedByAHop() async {
    let score = Score()
    let host = ViewHost(Page(score: score))
    _ = host.html()
    let (calls, continuation) = AsyncStream<Void>.makeStream()
    host.onInvalidate = { continuation.yield() }
    score.value = 1
    for await _ in calls { break }
    #expect(host.flush().count == 1)
    host.close()
  }

  @Test func theChangesOfAReleasedHostAreReleased() {
    let score = Score()
    weak var inbox: ChangeInbox?
    do {
      let host = ViewHost(Page(score: score))
      inbox = host.inbox
      score.value = 1
      #expect(!host.inbox.isEmpty)
    }
    ChangeRound.shared.deliver()
    #expect(inbox == nil)
  }
}
