// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct AnimationTests {
  @Test func aChangeTakesItsTime() {
    #expect(
      render(Text("a").animation(.easeIn(duration: 2), value: 1))
        == "<span class=\"mv-animated\" style=\"--mv-time:2s;--mv-curve:ease-in\">a</span>")
    #expect(render(Text("a").animation(nil, value: 1)) == "<span>a</span>")
    #expect(Animation.linear(duration: 2).speed(4).time == "0.5s")
    #expect(Animation.linear(duration: -1).time == "0s")
  }

  @Test func aDelayAndRepetitionsArePropertiesOfTheElement() {
    let animation = Animation.linear(duration: 2).delay(1).repeatForever(autoreverses: false)
    #expect(
      render(Text("a").animation(animation, value: 1))
        == "<span class=\"mv-animated\" "
        + "style=\"--mv-time:2s;--mv-curve:linear;--mv-delay:1s;--mv-repeat:0 normal\">a</span>")
    #expect(Animation.default.repeatCount(3).repetition == "3 alternate")
    #expect(Animation.default.repeatCount(1).repetition == nil)
    #expect(Animation.default.delay(1).delay(1).speed(2).pause == "1s")
    #expect(Animation.default.delay(60).speed(0.01).pause == "60s")
    #expect(Animation.default.delay(0.5) != .default)
  }

  /// The places of a sampled curve.
  private func places(_ animation: Animation) -> [Double] {
    animation.curve.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
  }

  @Test(arguments: [
    Animation.spring(), .spring(duration: 0.3, bounce: 0.4), .spring(response: 0.4),
    .spring(bounce: -0.5), .bouncy(), .snappy(duration: 2), .smooth(extraBounce: 0.1),
    .interactiveSpring(), .interactiveSpring, .interpolatingSpring(stiffness: 100, damping: 10),
    .spring(duration: .nan), .spring(bounce: .nan), .spring(response: .infinity),
    .interpolatingSpring(mass: .infinity, stiffness: .infinity, damping: 1),
  ])
  func aSpringBeginsAndEnds(animation: Animation) throws {
    let places = places(animation)
    #expect(animation.curve.hasPrefix("linear(0,"))
    #expect(places.first == 0 && places.last == 1)
    #expect(abs(try #require(places.dropLast().last) - 1) < 0.02)
  }

  @Test func onlyASpringWithBounceOvershoots() throws {
    #expect(try #require(places(.spring()).max()) <= 1)
    #expect(try #require(places(.spring(bounce: 0.5)).max()) > 1.1)
    #expect(try #require(places(.spring(dampingFraction: 1)).max()) <= 1)
    // The form of the curve does not depend on the duration.
    #expect(places(.spring(duration: 1)) == places(.spring(duration: 2)))
    #expect(
      Animation.timingCurve(2, 0, 0.5, 1.5, duration: 1).curve == "cubic-bezier(1,0,0.5,1.5)")
  }

  @Test(arguments: [Animation.spring(bounce: 0.95), .spring(bounce: 0.8), .bouncy()])
  func eachSwingOfASpringHasEnoughSamples(animation: Animation) {
    let places = places(animation)
    let turns = zip(zip(places, places.dropFirst()), places.dropFirst(2)).count { pair, last in
      (pair.1 - pair.0) * (last - pair.1) < 0
    }
    #expect(places.count >= turns * 5)
  }

  @Test func aSpringThatDoesNotSwingHasFewSamples() {
    #expect(places(.spring(response: 1, dampingFraction: 10)).count == 61)
  }

  @Test func aTransactionChangesTheAnimationsOfAView() {
    #expect(
      render(Text("a").transaction { $0.animation = nil }) == "<span class=\"mv-still\">a</span>")
    #expect(
      render(Text("a").transaction { $0.disablesAnimations = true })
        == "<span class=\"mv-still\">a</span>")
    #expect(
      render(Text("a").transaction { $0.animation = .linear(duration: 1) })
        == render(Text("a").animation(.linear(duration: 1), value: 0)))
    #expect(render(Text("a").transaction { _ in }) == "<span>a</span>")
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
struct TransactionTests {
  @Test func itHoldsAnAnimation() {
    #expect(Transaction().animation == nil)
    #expect(Transaction(animation: .linear).animation == .linear)
  }
}
