// SPDX-License-Identifier: Apache-2.0

/// A gesture of the user with a pointer on a view.
///
/// ```swift
/// Circle().offset(offset)
///   .gesture(DragGesture().onChanged { offset = $0.translation })
/// ```
///
/// The page recognizes a gesture and reports it. Until the server has answered a report of a drag,
/// the page sends no further report and stores only the latest movement. Therefore a slow
/// connection gets fewer reports.
@MainActor @preconcurrency public protocol Gesture<Value> {
  /// The type of the value that the gesture reports.
  associatedtype Value
  /// The type of the gesture that defines this gesture.
  associatedtype Body: Gesture
  /// The gesture that defines this gesture.
  @MainActor @preconcurrency var body: Body { get }
  /// The type of the value, from which the compiler infers `Value`.
  nonisolated static var _valueType: Value.Type { get }
}

extension Gesture where Value == Body.Value {
  /// The type of the body's value.
  nonisolated public static var _valueType: Body.Value.Type { Body.Value.self }
}

extension Gesture where Body == Never {
  /// The type of the value.
  nonisolated public static var _valueType: Value.Type { Value.self }
}

extension Never: Gesture {
  /// There is no value.
  public typealias Value = Never
  /// There is no value.
  nonisolated public static var _valueType: Never.Type { Never.self }
}

/// A gesture without a body, which the page recognizes itself.
@MainActor protocol PrimitiveGesture: Gesture where Body == Never {
  func recognizer() throws(GestureMismatch) -> Recognizer<Value>
}

/// The error that a gesture and its body have different `Value` types.
struct GestureMismatch: Error {
  let gesture: Any.Type

  var message: String {
    "\(gesture) has another Value type than its body. Use the same type for both."
  }
}

extension PrimitiveGesture {
  /// A primitive gesture has no body.
  public var body: Never { fatalError("\(Self.self) is a primitive gesture and has no body.") }
}

/// A pattern that the page recognizes, and the action for it.
@MainActor struct Recognizer<Value> {
  /// The pattern that the page recognizes.
  enum Pattern {
    case taps(Int)
    case drag(minimumDistance: CGFloat)
    /// A pointer that is held down for a time in seconds.
    case hold(Double, maximumDistance: CGFloat)
  }

  /// The phase of a gesture.
  enum Phase {
    case changed, ended
    /// The gesture is over, either after `ended` or because it was cancelled.
    case over
  }

  let pattern: Pattern
  let space: CoordinateSpace
  /// Returns the value of the gesture for a report of the page.
  let value: @MainActor (ViewEvent.Drag) -> Value
  /// The action.
  ///
  /// The value is nil if the gesture was cancelled.
  var receive: @MainActor (Phase, Value?) -> Void = { _, _ in }

  init(
    _ pattern: Pattern, in space: CoordinateSpace,
    value: @escaping @MainActor (ViewEvent.Drag) -> Value
  ) {
    self.pattern = pattern
    self.space = space
    self.value = value
  }

  /// Returns the recognizer of a gesture.
  static func of<G: Gesture>(
    _ gesture: G
  ) throws(GestureMismatch) -> Recognizer<G.Value> where G.Value == Value {
    func known<P: PrimitiveGesture>(_ gesture: P) throws(GestureMismatch) -> Any {
      try gesture.recognizer()
    }
    func unknown<B: Gesture>(_ body: B) throws(GestureMismatch) -> Any {
      try Recognizer<B.Value>.of(body)
    }
    let found =
      if let primitive = gesture as? any PrimitiveGesture { try known(primitive) } else {
        try unknown(gesture.body)
      }
    guard let found = found as? Recognizer<G.Value> else {
      throw GestureMismatch(gesture: G.self)
    }
    return found
  }

  /// Returns this recognizer with one more action.
  func doing(_ action: @escaping @MainActor (Phase, Value?) -> Void) -> Recognizer {
    var copy = self
    copy.receive = { [receive] phase, value in
      receive(phase, value)
      action(phase, value)
    }
    return copy
  }

  /// Returns the box of an element on which the page recognizes the gesture.
  ///
  /// If the gesture is not enabled, a report of the page that arrives late cancels the gesture.
  func box(isEnabled: Bool) -> Box {
    var box = Box(name: "mv-g")
    switch pattern {
    case .taps(let count):
      box.events = .press
      if isEnabled { box.set(.dataTaps, String(max(count, 1))) }
    case .drag(let distance):
      box.events = .drag
      if isEnabled { box.set(.dataDrag, Self.distance(distance)) }
    case .hold(let duration, let distance):
      box.events = .drag
      let time = InlineStyle.number(CGFloat(min(max(duration, 0), 1000)))
      if isEnabled { box.set(.dataHold, "\(time) \(Self.distance(distance))") }
    }
    box.set(.dataIn, space.attribute)
    box.handler = { event in
      guard isEnabled else {
        receive(.over, nil)
        return true
      }
      switch event {
      case .tap: report(ViewEvent.Drag(from: .zero, to: .zero, phase: .ended))
      case .press(let point): report(ViewEvent.Drag(from: point, to: point, phase: .ended))
      case .drag(let drag): report(drag)
      default: return false
      }
      return true
    }
    return box
  }

  /// Formats a distance.
  ///
  /// An infinite one becomes a distance that no pointer can move.
  private static func distance(_ distance: CGFloat) -> String {
    InlineStyle.number(min(max(distance, 0), 1_000_000))
  }

  private func report(_ drag: ViewEvent.Drag) {
    switch drag.phase {
    case .changed: receive(.changed, value(drag))
    case .ended:
      receive(.ended, value(drag))
      receive(.over, value(drag))
    case .cancelled: receive(.over, nil)
    }
  }
}

/// A gesture that runs an action each time its value changes.
public struct _ChangedGesture<Content: Gesture> {
  /// The type of the value.
  public typealias Value = Content.Value

  let content: Content
  let action: @MainActor (Value) -> Void
}

extension _ChangedGesture: PrimitiveGesture {
  func recognizer() throws(GestureMismatch) -> Recognizer<Value> {
    try Recognizer.of(content).doing { phase, value in
      if phase == .changed, let value { action(value) }
    }
  }
}

/// A gesture that runs an action when it ends.
public struct _EndedGesture<Content: Gesture> {
  /// The type of the value.
  public typealias Value = Content.Value

  let content: Content
  let action: @MainActor (Value) -> Void
}

extension _EndedGesture: PrimitiveGesture {
  func recognizer() throws(GestureMismatch) -> Recognizer<Value> {
    try Recognizer.of(content).doing { phase, value in
      if phase == .ended, let value { action(value) }
    }
  }
}

extension Gesture {
  /// Runs an action when the gesture ends, but not when it is cancelled.
  nonisolated public func onEnded(
    _ action: @escaping (Value) -> Void
  ) -> _EndedGesture<Self> {
    _EndedGesture(content: self, action: onMain(action))
  }
}

extension Gesture where Value: Equatable {
  /// Runs an action each time the value of the gesture changes.
  nonisolated public func onChanged(
    _ action: @escaping (Value) -> Void
  ) -> _ChangedGesture<Self> {
    _ChangedGesture(content: self, action: onMain(action))
  }
}

/// The gestures of a view, and of the views in it, that are enabled.
@frozen public struct GestureMask: OptionSet, Sendable {
  /// The set as bits.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No gesture.
  public static let none: GestureMask = []
  /// The gesture that is added.
  public static let gesture = GestureMask(rawValue: 1)
  /// The gestures of the views inside.
  ///
  /// On a page they are always enabled.
  public static let subviews = GestureMask(rawValue: 2)
  /// All gestures.
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  /// Adds a gesture to this view.
  ///
  /// A control or a gesture of the same kind inside the view takes precedence.
  nonisolated public func gesture<T: Gesture>(
    _ gesture: T, including mask: GestureMask = .all
  ) -> some View {
    self.gesture(gesture, isEnabled: mask.contains(.gesture))
  }

  /// Adds a gesture to this view, which is recognized only while it is enabled.
  nonisolated public func gesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
    GestureView(content: self, gesture: gesture, isEnabled: isEnabled)
  }
}

/// A view with a gesture.
private struct GestureView<Content: View, Gestured: Gesture> {
  let content: Content
  let gesture: Gestured
  let isEnabled: Bool
}

extension GestureView: View, PrimitiveView {
  @MainActor private func boxed(in host: ViewHost?) -> BoxedView<Content, EmptyView> {
    do {
      return BoxedView(content, try Recognizer.of(gesture).box(isEnabled: isEnabled))
    } catch {
      guard host?.fail("\(Gestured.self)", error.message) == true else { fatalError(error.message) }
      return BoxedView(content, Box(name: "mv-g"))
    }
  }

  func mount(parent: Node, scope: Scope) -> Node {
    boxed(in: scope.host).mount(parent: parent, scope: scope)
  }

  func update(_ node: Node) { boxed(in: node.scope.host).update(node) }
}
