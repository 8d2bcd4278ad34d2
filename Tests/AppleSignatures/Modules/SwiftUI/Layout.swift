// SPDX-License-Identifier: Apache-2.0

@frozen @MainActor @preconcurrency public struct VStack<Content>: View where Content: View {
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@available(*, unavailable) extension VStack: Sendable {}
@frozen @MainActor @preconcurrency public struct HStack<Content>: View where Content: View {
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@available(*, unavailable) extension HStack: Sendable {}
@frozen @MainActor @preconcurrency public struct ZStack<Content>: View where Content: View {
  nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    fatalError()
  }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@available(*, unavailable) extension ZStack: Sendable {}
@frozen public struct Spacer: View {
  public var minLength: CGFloat?
  @inlinable nonisolated public init(minLength: CGFloat? = nil) { self.minLength = minLength }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct Divider: View {
  nonisolated public init() {}
  public typealias Body = Never
  public var body: Never { fatalError() }
}
