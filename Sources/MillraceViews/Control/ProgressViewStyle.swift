// SPDX-License-Identifier: Apache-2.0

/// The form of a progress indicator.
public struct ProgressLook: Sendable {
  enum Kind { case automatic, linear, circular }

  let kind: Kind
}

/// A style of progress indicators, which the style sheet of the page implements.
public protocol ProgressViewStyle: Sendable {
  /// The form of the indicator.
  var _look: ProgressLook { get }
}

/// The default style: a bar for a fraction, a wheel for an operation in progress.
public struct DefaultProgressViewStyle: ProgressViewStyle {
  /// Creates the style.
  public init() {}
  /// A bar or a wheel.
  public var _look: ProgressLook { ProgressLook(kind: .automatic) }
}

/// The style that shows a bar.
public struct LinearProgressViewStyle: ProgressViewStyle {
  /// Creates the style.
  public init() {}
  /// A bar.
  public var _look: ProgressLook { ProgressLook(kind: .linear) }
}

/// The style that shows a ring for a fraction, and a wheel for an operation in progress.
public struct CircularProgressViewStyle: ProgressViewStyle {
  /// Creates the style.
  public init() {}
  /// A ring or a wheel.
  public var _look: ProgressLook { ProgressLook(kind: .circular) }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  /// The default style: a bar for a fraction, a wheel for an operation in progress.
  public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// The style that shows a bar.
  public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// The style that shows a ring for a fraction, and a wheel for an operation in progress.
  public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

extension View {
  /// Sets the style of the progress indicators in this view.
  nonisolated public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    environment(\.progressLook, style._look.kind)
  }
}

extension EnvironmentValues {
  var progressLook: ProgressLook.Kind {
    get { self[own: ProgressLook.Kind.self] ?? .automatic }
    set { self[own: ProgressLook.Kind.self] = newValue }
  }
}
