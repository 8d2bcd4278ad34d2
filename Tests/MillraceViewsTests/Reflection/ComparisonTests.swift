// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Plain {
  var a: UInt8
  var b: Int
}

private struct Outer {
  var plain: Plain
}

private struct Mixed {
  var name: String
  var model: Model
  var maybe: Model?
  var pair: (Int, String)
}

/// A dynamic property of the kind that libraries declare.
private struct Wrapper: DynamicProperty {
  @Environment private var value: Bool
  let label: String
  let model: Model
  @State private var memory: Model?

  init(_ keyPath: KeyPath<EnvironmentValues, Bool>, model: Model) {
    _value = Environment(keyPath)
    label = "wrapper"
    self.model = model
    _memory = State(wrappedValue: nil)
  }
}

private enum Choice {
  case text(String)
  case none
}

@MainActor struct ComparisonTests {
  @Test func equatableValues() {
    #expect(Comparison.areEqual("a", "a") && !Comparison.areEqual("a", "b"))
    #expect(Comparison.areEqual([1, 2], [1, 2]) && !Comparison.areEqual([1], [2]))
    #expect(Comparison.areEqual(Optional(1), 1) && !Comparison.areEqual(Optional(1), nil))
    #expect(!Comparison.areEqual(Double.nan, .nan))
  }

  @Test func plainData() {
    #expect(!Comparison.areEqual(Plain(a: 1, b: 2), Plain(a: 1, b: 3)))
    #expect(Comparison.areEqual(Plain(a: 1, b: 2), Plain(a: 1, b: 2)))
    #expect(Comparison.areEqual((), ()))
  }

  @Test func paddingIsIgnored() throws {
    let compare = Comparison.function(for: Outer.self)
    let values = UnsafeMutableBufferPointer<Outer>.allocate(capacity: 2)
    defer { values.deallocate() }
    let bytes = UnsafeMutableRawBufferPointer(values)
    for place in bytes.indices { bytes[place] = place < bytes.count / 2 ? 0 : 0xFF }
    for index in values.indices {
      values[index].plain.a = 1
      values[index].plain.b = 2
    }
    let first = UnsafeRawPointer(try #require(bytes.baseAddress))
    let second = first + MemoryLayout<Outer>.stride
    #expect(compare(first, second))
    values[1].plain.a = 2
    #expect(!compare(first, second))
  }

  @Test func keyPathsByTheirComponents() {
    let (plain, number): (KeyPath<Outer, Plain>, KeyPath<Plain, Int>) = (\.plain, \.b)
    // Each call makes a new object.
    let first: KeyPath<Outer, Int>? = plain.appending(path: number)
    let second: KeyPath<Outer, Int>? = plain.appending(path: number)
    #expect(first !== second)
    #expect(Comparison.areEqual(first, second) && !Comparison.areEqual(first, nil))
  }

  @Test func objectsByIdentity() {
    let model = Model()
    #expect(Comparison.areEqual(model, model) && !Comparison.areEqual(model, Model()))
    #expect(Comparison.areEqual(Optional(model), model))
    let path = (\Plain.self).appending(path: \.b)
    #expect(Comparison.areEqual(path, \Plain.b))
    #expect(!Comparison.areEqual(Optional(model), nil))
  }

  @Test func structsFieldByField() {
    let mixed = Mixed(name: "a", model: Model(), maybe: nil, pair: (1, "x"))
    #expect(Comparison.areEqual(mixed, mixed))
    var other = mixed
    other.pair.1 = "y"
    #expect(!Comparison.areEqual(mixed, other))
    other = mixed
    other.maybe = Model()
    #expect(!Comparison.areEqual(mixed, other))
  }

  @Test func whatCannotBeComparedIsNeverEqual() {
    let closure = {}
    #expect(!Comparison.areEqual(closure, closure))
    let any: Any = 1
    #expect(!Comparison.areEqual(any, any))
    let object: AnyObject = Model()
    #expect(!Comparison.areEqual(object, object))
    #expect(!Comparison.areEqual(Choice.text("a"), .text("a")))
  }

  @Test func viewsByTheirStoredProperties() {
    #expect(Comparison.areEqual(Text("a"), Text("a")) && !Comparison.areEqual(Text("a"), Text("b")))
    #expect(Comparison.areEqual(VStack { Text("a") }, VStack { Text("a") }))
  }

  /// The strictest comparison that SwiftUI may use: an object that `init` creates again is another
  /// input.
  @Test func dynamicPropertiesByTheirBytes() {
    #expect(Comparison.areEqual(State(wrappedValue: 1), State(wrappedValue: 1)))
    #expect(!Comparison.areEqual(State(wrappedValue: 1), State(wrappedValue: 2)))
    #expect(!Comparison.areEqual(State(wrappedValue: Model()), State(wrappedValue: Model())))
    #expect(Comparison.areEqual(State(wrappedValue: Model?.none), State(wrappedValue: nil)))
    let (model, path) = (Model(), \EnvironmentValues.isEnabled)
    #expect(
      Comparison.areEqual(Wrapper(path, model: model), Wrapper(path, model: model)))
    #expect(
      !Comparison.areEqual(Wrapper(path, model: model), Wrapper(path, model: Model())))
  }
}
