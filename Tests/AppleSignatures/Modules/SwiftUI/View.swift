// SPDX-License-Identifier: Apache-2.0

// Signatures of SwiftUI of the SDKs of 2024 (macOS 15, iOS 18): views and their builder.

// On Apple's platforms, a file that imports SwiftUI can also use the names of these modules.
@_exported import Combine
@_exported import CoreFoundation
@_exported import ObjectiveC
import Observation

public struct _ViewInputs {}
@available(*, unavailable) extension _ViewInputs: Sendable {}
public struct _ViewOutputs {}
@available(*, unavailable) extension _ViewOutputs: Sendable {}
public struct _ViewListInputs {}
public struct _ViewListOutputs {}
public struct _ViewListCountInputs {}
public struct _GraphInputs {}
public struct _GraphValue<Value> {}
public struct _DynamicPropertyBuffer {}
@available(*, unavailable) extension _DynamicPropertyBuffer: Sendable {}

@MainActor @preconcurrency
public protocol View {
  nonisolated static func _makeView(view: _GraphValue<Self>, inputs: _ViewInputs) -> _ViewOutputs
  nonisolated static func _makeViewList(view: _GraphValue<Self>, inputs: _ViewListInputs)
    -> _ViewListOutputs
  nonisolated static func _viewListCount(inputs: _ViewListCountInputs) -> Int?
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension View {
  nonisolated public static func _makeView(view: _GraphValue<Self>, inputs: _ViewInputs)
    -> _ViewOutputs
  { fatalError() }
  nonisolated public static func _makeViewList(view: _GraphValue<Self>, inputs: _ViewListInputs)
    -> _ViewListOutputs
  { fatalError() }
  nonisolated public static func _viewListCount(inputs: _ViewListCountInputs) -> Int? {
    fatalError()
  }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

@frozen @MainActor @preconcurrency public struct AnyView: View {
  nonisolated public init<V: View>(_ view: V) { fatalError() }
  nonisolated public init<V: View>(erasing view: V) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@available(*, unavailable) extension AnyView: Sendable {}

@frozen @MainActor @preconcurrency public struct EmptyView: View {
  @inlinable nonisolated public init() {}
  public typealias Body = Never
  public var body: Never { fatalError() }
}
extension EmptyView: Sendable {}

@frozen @MainActor @preconcurrency public struct TupleView<T>: View {
  nonisolated public init(_ value: T) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@available(*, unavailable) extension TupleView: Sendable {}

@frozen public struct _ConditionalContent<TrueContent, FalseContent> {
  init() {}
}
@available(*, unavailable) extension _ConditionalContent: Sendable {}
extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

@frozen public struct Group<Content> {
  init() {}
}
@available(*, unavailable) extension Group: Sendable {}
extension Group: View where Content: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
  typealias Content = _ViewModifier_Content<Self>
}
@MainActor @preconcurrency public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@frozen public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier
  @inlinable nonisolated public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  @available(*, unavailable, message: "this expression does not conform to 'View'")
  @_disfavoredOverload
  public static func buildExpression(_ invalid: Any) -> some View { EmptyView() }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload @_alwaysEmitIntoClient
  public static func buildBlock<each Content: View>(_ content: repeat each Content)
    -> TupleView<(repeat each Content)>
  { TupleView((repeat each content)) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<TrueContent: View, FalseContent: View>(first: TrueContent)
    -> _ConditionalContent<TrueContent, FalseContent>
  { fatalError() }
  public static func buildEither<TrueContent: View, FalseContent: View>(second: FalseContent)
    -> _ConditionalContent<TrueContent, FalseContent>
  { fatalError() }
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
    fatalError()
  }
}
@available(*, unavailable) extension ViewBuilder: Sendable {}
