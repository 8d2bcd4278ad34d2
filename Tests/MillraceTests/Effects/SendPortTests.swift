// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct SendPortTests {
  @Test func whatAnIOSendsBelongsToItsTurnAndWhatAnEffectSendsDoesNot() {
    let mailbox = Mailbox<Int>()
    mailbox.watch(1)
    mailbox.post(DispatchedAction(1), from: Sender(dispatchID: 5, token: nil, watch: 1))
    mailbox.post(DispatchedAction(2), from: Sender(dispatchID: 5, token: EffectToken()))
    var chained: [Bool] = []
    mailbox.take { job, _ in
      guard case .action(let pending) = job, pending.dispatchID == 5 else { return }
      chained.append(pending.isChained)
    }
    #expect(chained == [true, false])
  }

  @Test func aTranslatingPortPassesEverythingOn() async {
    let log = Log()
    let translation = ActionTranslation<Int, String>(toWhole: { $0 > 9 ? nil : "\($0)" })
    let numbers = Send<String> { log.append("\($0.action) \($0.source.info ?? "-")") }
      .translated(translation)
    numbers.dispatch(1, info: "why")
    numbers.dispatch(10)
    await numbers(2)
    numbers.start(.sequence(3, 10, 4))
    await until { log.lines.count == 4 }
    #expect(log.lines == ["1 why", "2 -", "3 -", "4 -"])
  }

  @Test func aMailboxDeliversToItsEngineWithScopeAndToken() async {
    @MainActor
    final class Host {
      let mailbox = Mailbox<Int>()
      var lines: [String] = []

      init() {
        mailbox.reader = (
          drain: {},
          receive: { [weak self] in
            self?.lines.append("\($0.action) \($1) \($2?.key ?? 0) \($3)")
          },
          end: { _ in }, follow: { _ in nil }, unfollow: { _ in }
        )
      }
    }
    let host = Host()
    let sender = Sender(dispatchID: 3, token: EffectToken(key: 9), watch: 4)
    await Send(customPort: host.mailbox, sender: sender)(1)
    #expect(host.lines == ["1 3 9 4"])
  }

  #if DEBUG
    private enum Hall {
      enum Note: Sendable { case read }
    }
    private enum Shed {
      enum Note: Sendable { case read }
    }

    private static func wait<Action: Sendable>(for _: Action.Type) {
      let port = TranslatingPort(
        FunctionPort<Int> { _ in },
        ActionTranslation<Action, Int>(toWhole: { _ in nil }))
      let follower = CommitFollower<Action>(
        of: nil, isForActions: true, look: { _ in false }, onEnd: {})
      precondition(port.follow(follower) == nil)
    }

    @Test func aWaitWithoutATranslationBackIsReportedOncePerTypeAlsoIfTwoHaveOneName() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          for _ in 0..<2 {
            SendPortTests.wait(for: Hall.Note.self)
            SendPortTests.wait(for: Shed.Note.self)
          }
        }
      }
      let output = reports(inStandardError: result?.standardErrorContent)
      #expect(output.split(separator: "Millrace: ").count == 2)
    }
  #endif
}
