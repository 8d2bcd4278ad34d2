// SPDX-License-Identifier: Apache-2.0

/// A value that a view owns.
///
/// It exists as long as the view is in the tree. For a row of a long list that leaves the page, see
/// ``List``.
///
/// The initial value is used only when the view enters the tree. If it is or contains a new object
/// at each `init`, as a new array does, the body runs each time the parent's body runs; to avoid
/// that, create it outside `init`. Writing a different value runs only the bodies that have read
/// the state. A value that cannot be compared, such as a closure, counts as different.
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
  /// Outside the views of a host, reading returns the initial value, and writing is ignored.
  @MainActor public var wrappedValue: Value {
    get { storage?.value ?? initial }
    nonmutating set { storage?.value = newValue }
  }

  /// A binding to the value.
  ///
  /// Outside the views of a host it reads the initial value and ignores writes.
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
