// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct BindingLocationTests {
  @Test func theSamePlaceIsRecognized() {
    let storage = StateStorage("abc")
    let other = StateStorage("abc")
    #expect(
      Binding(StateLocation(storage: storage)).isSameInput(
        as: Binding(StateLocation(storage: storage))))
    #expect(
      !Binding(StateLocation(storage: storage)).isSameInput(
        as: Binding(StateLocation(storage: other))))
    #expect(Binding.constant(1).isSameInput(as: .constant(1)))
    #expect(!Binding.constant(1).isSameInput(as: .constant(2)))
    #expect(!Binding.constant(1).isSameInput(as: Binding(get: { 1 }, set: { _ in })))
  }

  @Test func membersCompareBaseAndKeyPath() {
    struct Pair { var left = 0, right = 0 }
    let pair = Binding(StateLocation(storage: StateStorage(Pair())))
    #expect(pair.left.isSameInput(as: pair.left))
    #expect(!pair.left.isSameInput(as: pair.right))
  }

  @Test func closuresAreNeverTheSame() {
    let binding = Binding(get: { 1 }, set: { _ in })
    #expect(!binding.isSameInput(as: binding))
  }

  @Test func anotherTransactionIsAnotherInput() {
    let binding = Binding.constant(1)
    #expect(binding.animation().isSameInput(as: binding.animation()))
    #expect(!binding.animation().isSameInput(as: binding))
  }

  @Test func aDerivedLocationPassesOnTheTransaction() {
    var animations: [Animation?] = []
    let number = Binding<Float?>(get: { 1 }, set: { animations.append($1.animation) })
    number.animation(.linear).isPresent.wrappedValue = false
    Binding(number)?.animation(.easeIn).asDouble.wrappedValue = 2
    #expect(animations == [.linear, .easeIn])
  }
}
