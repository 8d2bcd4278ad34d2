// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct AnimationTests {
  @Test func aChangeTakesItsTime() {
    #expect(
      render(Text("a").animation(.easeIn(duration: 2), value: 1))
        == "<span style=\"--mv-time:2s;--mv-curve:ease-in\" class=\"mv-animated\">a</span>")
    #expect(render(Text("a").animation(nil, value: 1)) == "<span>a</span>")
    #expect(Animation.linear(duration: 2).speed(4).time == "0.5s")
    #expect(Animation.linear(duration: -1).time == "0s")
  }

  @Test func theChangeRunsAtOnce() throws {
    struct Failure: Error {}
    #expect(withAnimation { 3 } == 3)
    #expect(throws: Failure.self) { try withAnimation(.spring) { throw Failure() } }
    #expect(withTransaction(Transaction(animation: .default)) { 4 } == 4)
    #expect(Binding.constant(5).animation().wrappedValue == 5)
  }
}

@MainActor
struct AnyTransitionTests {
  @Test func aViewComesAndGoes() {
    #expect(
      render(Text("a").transition(.move(edge: .top)))
        == "<span class=\"mv-enter mv-enter-top\">a</span>")
    #expect(render(Text("a").transition(.identity)) == "<span>a</span>")
    #expect(
      render(Text("a").transition(.identity.combined(with: .opacity))).contains("mv-enter-opacity"))
  }
}

@MainActor
struct TransactionTests {
  @Test func itHoldsAnAnimation() {
    #expect(Transaction().animation == nil)
    #expect(Transaction(animation: .linear).animation == .linear)
  }
}
