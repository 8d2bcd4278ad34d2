// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct SendPortTests {
  @Test func whatAnIOSendsBelongsToItsTurnAndWhatAnEffectSendsDoesNot() {
    let mailbox = Mailbox<Int>()
    mailbox.watch()
    mailbox.post(DispatchedAction(1), dispatchID: 5, token: nil)
    mailbox.post(DispatchedAction(2), dispatchID: 5, token: EffectToken())
    var chained: [Bool] = []
    mailbox.take { letter in
      guard case .action(let pending) = letter, pending.dispatchID == 5 else { return }
      chained.append(pending.isChained)
    }
    #expect(chained == [true, false])
  }

  @Test func aTranslatingPortPassesEverythingOn() async {
    let log = Log()
    let base = Send<String> {
      log.append("post \($0.action)")
    } deliver: {
      log.append("deliver \($0.action)")
    }
    let numbers = base.contramap { (number: Int) in "\(number)" }
    numbers.dispatch(1)
    await numbers(2)
    numbers.start(.sequence(3, 4))
    #expect(log.lines == ["post 1", "deliver 2", "post 3", "post 4"])
  }

  @Test func aMailboxDeliversToItsEngineWithScopeAndToken() async {
    @MainActor
    final class Host {
      let mailbox = Mailbox<Int>()
      var lines: [String] = []

      init() {
        mailbox.reader = MailReader(
          drain: {},
          receive: { [weak self] in self?.lines.append("\($0.action) \($1) \($2?.key ?? 0)") },
          end: { _ in }, follow: { _ in nil }, unfollow: { _ in })
      }
    }
    let host = Host()
    await Send(detour: host.mailbox, dispatchID: 3, token: EffectToken(key: 9))(1)
    #expect(host.lines == ["1 3 9"])
  }
}
