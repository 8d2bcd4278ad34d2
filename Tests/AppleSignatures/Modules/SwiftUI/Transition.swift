// SPDX-License-Identifier: Apache-2.0

// Types of SwiftUI whose names a public type of the library must not have.

public enum TransitionPhase: Sendable {
  case willAppear
  case identity
  case didDisappear
}
@MainActor @preconcurrency public protocol Transition {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content, phase: TransitionPhase)
    -> Self.Body
  typealias Content = PlaceholderContentView<Self>
}
@MainActor @preconcurrency public struct PlaceholderContentView<Value>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
