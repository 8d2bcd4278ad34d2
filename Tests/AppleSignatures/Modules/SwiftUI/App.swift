// SPDX-License-Identifier: Apache-2.0

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
extension Scene {
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some Scene where V: Equatable { WindowGroup { EmptyView() } }
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene where V: Equatable { WindowGroup { EmptyView() } }
}
extension Never: Scene {}
@available(*, unavailable) extension WindowGroup: Sendable {}
@resultBuilder public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<C0: Scene, C1: Scene>(_ c0: C0, _ c1: C1) -> some Scene { c0 }
  public static func buildBlock<C0: Scene, C1: Scene, C2: Scene>(
    _ c0: C0, _ c1: C1, _ c2: C2
  ) -> some Scene { c0 }
  public static func buildBlock<C0: Scene, C1: Scene, C2: Scene, C3: Scene>(
    _ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3
  ) -> some Scene { c0 }
  public static func buildBlock<C0: Scene, C1: Scene, C2: Scene, C3: Scene, C4: Scene>(
    _ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4
  ) -> some Scene { c0 }
  public static func buildBlock<
    C0: Scene, C1: Scene, C2: Scene, C3: Scene, C4: Scene, C5: Scene
  >(
    _ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5
  ) -> some Scene { c0 }
  public static func buildBlock<
    C0: Scene, C1: Scene, C2: Scene, C3: Scene, C4: Scene, C5: Scene, C6: Scene
  >(_ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5, _ c6: C6) -> some Scene { c0 }
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}
extension App {
  @MainActor @preconcurrency public static func main() { fatalError() }
}
@MainActor @preconcurrency public struct WindowGroup<Content>: Scene where Content: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  nonisolated public init(
    _ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content
  ) { fatalError() }
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    fatalError()
  }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
public enum ScenePhase: Hashable, Sendable {
  case background, inactive, active
}
extension EnvironmentValues {
  public var scenePhase: ScenePhase { fatalError() }
}
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}
