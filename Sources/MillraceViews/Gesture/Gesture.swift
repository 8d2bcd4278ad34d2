// SPDX-License-Identifier: Apache-2.0

/// What a person does with a pointer on a view.
///
/// ```swift
/// Circle().offset(offset)
///   .gesture(DragGesture().onChanged { offset = $0.translation })
/// ```
///
/// The page finds out what a gesture is and reports it. While one report of a drag is under way,
/// the next one waits and is replaced by later ones: a slow connection gets fewer of them.
@MainActor @preconcurrency public protocol Gesture<Value> {
  /// What the gesture tells.
  associatedtype Value
  /// The gesture that this one is made of.
  associatedtype Body: Gesture
  /// The gesture that this one is made of.
  @MainActor @preconcurrency var body: Body { get }
  /// What the gesture tells; the compiler infers `Value` from it.
  nonisolated static var _valueType: Value.Type { get }
}

extension Gesture where Value == Body.Value {
  /// What its body tells.
  nonisolated public static var _valueType: Body.Value.Type { Body.Value.self }
}

extension Gesture where Body == Never {
  /// What the gesture tells.
  nonisolated public static var _valueType: Value.Type { Value.self }
}

extension Never: Gesture {
  /// There is none.
  public typealias Value = Never
  /// There is none.
  nonisolated public static var _valueType: Never.Type { Never.self }
}

/// A gesture that the page knows.
@MainActor protocol PrimitiveGesture: Gesture where Body == Never {
  func recognizer() throws(GestureMismatch) -> Recognizer<Value>
}

/// A gesture whose body tells another thing than the gesture says.
struct GestureMismatch: Error {
  let gesture: Any.Type

  var message: String {
    "\(gesture) has another Value than its body. Let both be of one type."
  }
}

extension PrimitiveGesture {
  /// There is none.
  public var body: Never { fatalError("The page knows \(Self.self): it is made of no other one.") }
}

/// What the page looks for, and what is done about it.
@MainActor struct Recognizer<Value> {
  /// What the page looks for.
  enum Pattern {
    case taps(Int)
    case drag(minimumDistance: CGFloat)
  }

  /// How far a gesture is.
  enum Phase {
    case changed, ended
    /// After the end, and also if there is none because the page lost the pointer.
    case over
  }

  let pattern: Pattern
  let space: CoordinateSpace
  /// The value of the gesture.
  let value: @MainActor (ViewEvent.Drag) -> Value
  /// What is done; the value is nil if the page lost the pointer.
  var receive: @MainActor (Phase, Value?) -> Void = { _, _ in }

  init(
    _ pattern: Pattern, in space: CoordinateSpace,
    value: @escaping @MainActor (ViewEvent.Drag) -> Value
  ) {
    self.pattern = pattern
    self.space = space
    self.value = value
  }

  /// The recognizer of any gesture.
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

  /// This recognizer with one more thing to do.
  func doing(_ action: @escaping @MainActor (Phase, Value?) -> Void) -> Recognizer {
    var copy = self
    copy.receive = { [receive] phase, value in
      receive(phase, value)
      action(phase, value)
    }
    return copy
  }

  /// The box of an element that the page watches.
  ///
  /// Of a gesture that is not enabled the page may have a report under way: it ends the gesture.
  func box(isEnabled: Bool) -> Box {
    var box = Box(name: "mv-g")
    switch pattern {
    case .taps(let count):
      box.events = .press
      if isEnabled { box.set(.dataTaps, String(max(count, 1))) }
    case .drag(let distance):
      box.events = .drag
      if isEnabled { box.set(.dataDrag, InlineStyle.number(max(distance, 0))) }
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

/// A gesture that does something each time that its value changes.
public struct _ChangedGesture<Content: Gesture> {
  /// What the gesture tells.
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

/// A gesture that does something at its end.
public struct _EndedGesture<Content: Gesture> {
  /// What the gesture tells.
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
  /// Runs an action when the gesture ends.
  nonisolated public func onEnded(
    _ action: @escaping @MainActor (Value) -> Void
  ) -> _EndedGesture<Self> {
    _EndedGesture(content: self, action: action)
  }
}

extension Gesture where Value: Equatable {
  /// Runs an action each time that the value of the gesture changes.
  nonisolated public func onChanged(
    _ action: @escaping @MainActor (Value) -> Void
  ) -> _ChangedGesture<Self> {
    _ChangedGesture(content: self, action: action)
  }
}

/// Which gestures of a view and of the views in it count.
@frozen public struct GestureMask: OptionSet, Sendable {
  /// One bit for each.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// None.
  public static let none: GestureMask = []
  /// The gesture that is added.
  public static let gesture = GestureMask(rawValue: 1)
  /// The gestures of the views inside; on a page they always count.
  public static let subviews = GestureMask(rawValue: 2)
  /// All of them.
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  /// Adds a gesture to this view; a control and a gesture of the same kind inside come first.
  nonisolated public func gesture<T: Gesture>(
    _ gesture: T, including mask: GestureMask = .all
  ) -> some View {
    self.gesture(gesture, isEnabled: mask.contains(.gesture))
  }

  /// Adds a gesture to this view, which counts while it is enabled.
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
