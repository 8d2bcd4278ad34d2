// SPDX-License-Identifier: Apache-2.0

/// A value that a gesture changes while it lasts.
///
/// When the gesture is over, the value is reset to its initial value. A gesture is also over when
/// its view is removed.
///
/// ```swift
/// @GestureState private var shift = CGSize.zero
/// // ...
/// .gesture(DragGesture().updating($shift) { value, shift, _ in shift = value.translation })
/// ```
@propertyWrapper public struct GestureState<Value>: DynamicProperty {
  fileprivate let initial: Value
  fileprivate let state: State<Value>

  /// Creates the state with its initial value.
  public init(wrappedValue: Value) {
    self.init(initialValue: wrappedValue)
  }

  /// Creates the state with its initial value.
  public init(initialValue: Value) {
    initial = initialValue
    state = State(initialValue: initialValue)
  }

  /// The value.
  @MainActor public var wrappedValue: Value { state.wrappedValue }

  /// The state itself, for `updating`.
  public var projectedValue: GestureState<Value> { self }
}

extension GestureState where Value: ExpressibleByNilLiteral {
  /// Creates the state with `nil` as its initial value.
  public init() {
    self.init(wrappedValue: nil)
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
      if phase == .changed, let value {
        var transaction = Transaction()
        update(value, &state.state.wrappedValue, &transaction)
      } else if phase == .over {
        state.state.wrappedValue = state.initial
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
