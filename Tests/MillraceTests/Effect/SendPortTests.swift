// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct SendPortTests {
  @Test func whatAnIOSendsBelongsToItsTurnAndWhatAnEffectSendsDoesNot() {
    let mailbox = Mailbox<Int> {}
    let port = StorePort(mailbox: mailbox) { _, _, _ in }
    mailbox.watch()
    port.post(DispatchedAction(1), scope: 5, token: nil)
    port.post(DispatchedAction(2), scope: 5, token: EffectToken())
    var letters: [Job<Int>] = []
    mailbox.take(into: &letters)
    let chained = letters.map { letter in
      if case .action(let pending) = letter {
        pending.isChained && pending.scope == 5
      } else {
        false
      }
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

  @Test func aStorePortDeliversWithScopeAndToken() async {
    let log = Log()
    let token = EffectToken(key: 9)
    let port = StorePort(mailbox: Mailbox<Int> {}) { action, scope, token in
      log.append("\(action.action) \(scope) \(token?.key ?? 0)")
    }
    await Send(port: port, scope: 3, token: token)(1)
    #expect(log.lines == ["1 3 9"])
  }
}
