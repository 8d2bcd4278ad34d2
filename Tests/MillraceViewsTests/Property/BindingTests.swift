// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Pair: Equatable {
  var left = 1
  var right = 2
}

private struct Field: View {
  @Binding var value: Int
  var body: some View { Button("\(value)") { value += 10 } }
}

private struct Page: View {
  @State private var pair = Pair()
  var body: some View {
    Field(value: $pair.left)
    Field(value: $pair.right)
  }
}

@MainActor struct BindingTests {
  @Test func itReadsAndWritesAnothersState() throws {
    let host = ViewHost.shown(Page())
    #expect(host.texts == ["1", "2"])
    try host.tap(1)
    #expect(host.flush() == [.setText(host.ids(.span)[1], "12")])
  }

  @Test func theOwnerDoesNotRunIfItHasNotRead() throws {
    let host = ViewHost.shown(Page())
    try host.tap(0)
    _ = host.flush()
    #expect(host.bodies(Page.self) == 1)
    #expect(host.bodies(Field.self) == 4)
  }

  @Test func closuresConstantsAndMembers() {
    var pair = Pair()
    let binding = Binding(get: { pair }, set: { pair = $0 })
    binding.left.wrappedValue = 5
    #expect(pair == Pair(left: 5, right: 2))
    #expect(binding.projectedValue.wrappedValue == pair)
    let constant = Binding.constant(1)
    constant.wrappedValue = 2
    #expect(constant.wrappedValue == 1)
    #expect(Binding(projectedValue: constant).wrappedValue == 1)
  }

  @Test func theValueOfAnOptional() throws {
    final class Holder { var value: Int? = 1 }
    let holder = Holder()
    let optional = Binding<Int?>(get: { holder.value }, set: { holder.value = $0 })
    let value = try #require(Binding(optional))
    value.wrappedValue = 2
    #expect(holder.value == 2 && value.wrappedValue == 2)
    holder.value = nil
    #expect(value.wrappedValue == 1, "the value at the time when the binding was made")
    value.wrappedValue = 3
    #expect(holder.value == nil)
    let none: Binding<Int>? = Binding(optional)
    #expect(none == nil)
  }

  @Test func aValueAsAnOptional() {
    final class Holder { var value = 1 }
    let holder = Holder()
    let value = Binding(get: { holder.value }, set: { holder.value = $0 })
    let optional = Binding<Int?>(value)
    optional.wrappedValue = 5
    optional.wrappedValue = nil
    #expect(holder.value == 5 && optional.wrappedValue == 5)
  }

  @Test func aWritePassesOnTheTransaction() throws {
    final class Holder {
      var pair = Pair()
      var animations: [Animation?] = []
    }
    let holder = Holder()
    let binding = Binding {
      holder.pair
    } set: { pair, transaction in
      holder.pair = pair
      holder.animations.append(transaction.animation)
    }
    binding.left.wrappedValue = 2
    binding.animation().left.wrappedValue = 3
    binding.left.animation(.easeIn).wrappedValue = 4
    let optional = Binding<Pair?>(binding.transaction(Transaction(animation: .linear)))
    try #require(Binding(optional)).right.wrappedValue = 5
    #expect(holder.animations == [nil, .default, .easeIn, .linear])
    #expect(holder.pair == Pair(left: 4, right: 5))
    #expect(binding.animation().left.transaction.animation == .default)
    #expect(optional.transaction.animation == .linear)
  }
}
