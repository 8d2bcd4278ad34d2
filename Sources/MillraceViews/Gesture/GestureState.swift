// SPDX-License-Identifier: Apache-2.0

/// A value that a gesture changes while it lasts.
///
/// When the gesture is over, the value is reset to its initial value.
///
/// A gesture is also over when its view is removed.
///
/// ```swift
/// @GestureState private var shift = CGSize.zero
/// // ...
/// .gesture(DragGesture().updating($shift) { value, shift, _ in shift = value.translation })
/// ```
@propertyWrapper public struct GestureState<Value>: DynamicProperty {
  fileprivate let initial: Value
  fileprivate var storage: StateStorage<Value>?

  /// Creates the state with its initial value.
  public init(wrappedValue: Value) {
    initial = wrappedValue
  }

  /// Creates the state with its initial value.
  public init(initialValue: Value) {
    initial = initialValue
  }

  /// The value.
  @MainActor public var wrappedValue: Value { storage?.value ?? initial }

  /// The state itself, for `updating`.
  public var projectedValue: GestureState<Value> { self }
}

extension GestureState where Value: ExpressibleByNilLiteral {
  /// Creates the state with `nil` as its initial value.
  public init() {
    self.init(wrappedValue: nil)
  }
}

extension GestureState: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    let initial = initial
    storage = installer.next { StateStorage(initial) }
  }
}

extension GestureState: ComparableProperty {
  func isSameInput(as other: GestureState<Value>) -> Bool {
    Comparison.haveEqualBytes(initial, other.initial)
  }
}

/// A gesture that changes a value while it lasts.
public struct GestureStateGesture<Base: Gesture, State> {
  /// The type of the value.
  public typealias Value = Base.Value

  let base: Base
  let state: GestureState<State>
  let update: (Value, inout State, inout Transaction) -> Void
}

extension GestureStateGesture: PrimitiveGesture {
  func recognizer() throws(GestureMismatch) -> Recognizer<Value> {
    try Recognizer.of(base).doing { [state, update] phase, value in
      guard let storage = state.storage else { return }
      if phase == .changed, let value {
        var transaction = Transaction()
        update(value, &storage.value, &transaction)
      } else if phase == .over {
        storage.value = state.initial
      }
    }
  }
}

extension Gesture {
  /// Changes a value while the gesture lasts.
  nonisolated public func updating<State>(
    _ state: GestureState<State>,
    body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> GestureStateGesture<Self, State> {
    GestureStateGesture(base: self, state: state, update: body)
  }
}
