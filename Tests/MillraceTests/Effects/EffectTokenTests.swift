// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EffectTokenTests {
  @Test func itIsCancelledOnceAndForAll() {
    let token = EffectToken()
    #expect(!token.isCancelled)
    token.cancel()
    #expect(token.isCancelled)
    token.cancel()
    #expect(token.isCancelled)
  }

  @Test func tokensAreIndependent() {
    let (one, two) = (EffectToken(), EffectToken())
    one.cancel()
    #expect(!two.isCancelled)
  }

  @Test func otherThreadsSeeIt() async {
    let token = EffectToken()
    await Task.detached { token.cancel() }.value
    let seen = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { token.isCancelled } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen == Array(repeating: true, count: 8))
  }
}
