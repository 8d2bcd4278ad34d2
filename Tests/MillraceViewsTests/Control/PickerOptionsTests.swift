// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Alike: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "same" }
}

@MainActor struct PickerOptionsTests {
  @Test func differentTagsHaveDifferentStrings() {
    let options = PickerOptions(for: AnyHashable.self)
    let tags: [AnyHashable] = [Alike(number: 1), Alike(number: 2), "same", 1, "1"]
    let values = tags.map(options.value)
    #expect(Set(values).count == tags.count)
    #expect(tags.map(options.value) == values)
    #expect(values.map { options.tag(for: $0) } == tags)
    #expect(options.tag(for: "unknown") == nil)
  }

  @Test func aTagIsForgottenWithItsLastOptionUnlessItIsSelected() {
    let options = PickerOptions(for: String.self)
    for tag in ["a", "a", "b"] { _ = options.offer(tag) }
    #expect(options.select("b") == "b")
    options.withdraw("a")
    #expect(options.tag(for: "a") == AnyHashable("a"))
    options.withdraw("a")
    options.withdraw("b")
    #expect(options.tag(for: "a") == nil)
    #expect(options.tag(for: "b") == AnyHashable("b"))
    #expect(options.select("c") == "c")
    #expect(options.tag(for: "b") == nil && options.count == 1)
  }

  @Test func anOptionalIsTheSameAsWhatItHolds() {
    let options = PickerOptions(for: String.self)
    #expect(options.value(for: "a") == options.value(for: AnyHashable("a" as String?)))
    #expect(options.value(for: AnyHashable(nil as String?)) == "nil")
  }

  @Test func theFirstTagThatTheSelectionCannotHoldIsReported() {
    let options = PickerOptions(for: Int.self)
    #expect(options.fault(of: 1) == nil)
    #expect(
      options.fault(of: "one")
        == .tagOfAnotherType(tag: "one", type: "String", selection: "Int"))
    #expect(options.fault(of: "two") == nil)
  }

  @Test func whatAnOptionalHoldsIsOfItsType() {
    let options = PickerOptions(for: Int?.self)
    #expect(options.fault(of: 1) == nil)
    #expect(options.fault(of: AnyHashable(1 as Int?)) == nil)
    #expect(options.fault(of: AnyHashable(nil as Int?)) == nil)
    #expect(PickerOptions(for: Int.self).fault(of: AnyHashable(1 as Int?)) == nil)
    #expect(PickerOptions(for: Int.self).fault(of: AnyHashable(nil as Int?)) != nil)
  }
}
