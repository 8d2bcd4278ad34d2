// SPDX-License-Identifier: Apache-2.0

import Observation

extension View {
  @inlinable nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    fatalError()
  }
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { EmptyView() }
  nonisolated public func environment<T>(_ object: T?) -> some View
  where T: AnyObject, T: Observable { EmptyView() }
  nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }
  nonisolated public func id<ID>(_ id: ID) -> some View where ID: Hashable { EmptyView() }
  nonisolated public func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View
  where V: Hashable { EmptyView() }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    EmptyView()
  }
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    EmptyView()
  }
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View where V: Equatable { EmptyView() }
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View where V: Equatable { EmptyView() }
  @available(macOS, deprecated: 14.0)
  @available(iOS, deprecated: 17.0)
  nonisolated public func onChange<V>(
    of value: V, perform action: @escaping (_ newValue: V) -> Void
  )
    -> some View where V: Equatable
  { EmptyView() }
  nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle {
    EmptyView()
  }
  nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
  nonisolated public func bold(_ isActive: Bool = true) -> some View { EmptyView() }
  nonisolated public func italic(_ isActive: Bool = true) -> some View { EmptyView() }
  nonisolated public func padding(_ insets: EdgeInsets) -> some View { EmptyView() }
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    EmptyView()
  }
  nonisolated public func padding(_ length: CGFloat) -> some View { EmptyView() }
}
