// SPDX-License-Identifier: Apache-2.0

/// A value that a component owns and keeps for as long as it stays in the tree.
///
/// The initial value is used once per identity. One that is a new object at each `init` makes the
/// body run again with the parent's: create such an object where it stays. Writing a different
/// value runs again the bodies that have read it, and no others.
///
/// ```swift
/// struct Counter: View {
///   @State private var count = 0
///
///   var body: some View {
///     Button("Clicked \(count) times") { count += 1 }
///   }
/// }
/// ```
@propertyWrapper public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var storage: StateStorage<Value>?

  /// Creates the state with its initial value.
  public init(wrappedValue: Value) {
    initial = wrappedValue
  }

  /// Creates the state with its initial value.
  public init(initialValue: Value) {
    initial = initialValue
  }

  /// The value.
  ///
  /// Outside a view that a host shows, reading gives the initial value and writing is ignored.
  @MainActor public var wrappedValue: Value {
    get { storage?.value ?? initial }
    nonmutating set { storage?.value = newValue }
  }

  /// A binding to the value.
  @MainActor public var projectedValue: Binding<Value> {
    guard let storage else { return .constant(initial) }
    return Binding(StateLocation(storage: storage))
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates the state with `nil` as its initial value.
  public init() {
    self.init(wrappedValue: nil)
  }
}

extension State: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    let initial = initial
    storage = installer.next { StateStorage(initial) }
  }
}

extension State: ComparableProperty {
  func isSameInput(as other: State<Value>) -> Bool {
    Comparison.haveEqualBytes(initial, other.initial)
  }
}
