// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// A store or a projection as an `ObservableObject`, for views that observe one.
///
/// ```swift
/// let model = store.projection(action: AppAction.counter, state: \.counter)
///   .asObservableViewModel()
/// model.dispatch(.increment)
/// model.state.count
/// model.$state.map(\.count).sink { print($0) }
/// ```
///
/// `objectWillChange` fires before ``state`` changes, in the turn of the action that changed it. A
/// view model is itself a store, so it can be projected, watched and passed on. It holds its store.
///
/// The state that it shows is a second reference: the next write to one of its collections copies
/// that collection. Show what a view needs, not a whole application.
///
/// The idea comes from SwiftRex.
@MainActor
public final class ObservableViewModel<State: Sendable, Action>: ObservableObject {
  fileprivate let selector: ObservableSelector<State>
  private let handler: any ActionHandler<Action>
  private let provider: any StateProvider<State>

  /// The state that is shown; `$state` publishes it as a published property does.
  ///
  /// `$state` gives the present state at once and each later one just before it is shown, when
  /// ``state`` still is the one before, as `@Published` does. It is ``statePublisher``.
  @ViewModelState<State, Action> public var state: State

  /// Shows a store whose state can be compared: a commit that leaves it equal is no change.
  public convenience init(_ store: some StoreType<State, Action>)
  where State: Equatable & SendableMetatype {
    self.init(store, didChange: { $0 != $1 })
  }

  /// Shows a store, with a rule for when its state counts as changed.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - didChange: Compares the state that is shown with a new one.
  public init(
    _ store: some StoreType<State, Action>,
    didChange: @escaping @Sendable (State, State) -> Bool
  ) {
    selector = ObservableSelector(store, StateSelector({ $0 }, didChange: didChange))
    handler = store
    provider = store
  }

  /// Fires before each change of the state.
  public nonisolated var objectWillChange: ObservableObjectPublisher { selector.objectWillChange }

  /// The present state, and each later one just before it is shown: the same as `$state`.
  public var statePublisher: Published<State>.Publisher { selector.$output }
}

extension ObservableViewModel: ActionHandler, StateProvider {
  /// Dispatches an action to the store.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    handler.dispatch(action, source: source)
  }

  /// Reads a value of the store.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    provider.read(selector)
  }

  /// Computes a selector on the store's state.
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    provider.select(selector)
  }

  /// Watches a value of the store.
  ///
  /// - Parameters:
  ///   - selector: What to watch.
  ///   - initial: Whether to call at once with the present value.
  ///   - onChange: Called after a commit when the value differs from the one last delivered.
  /// - Returns: A subscription that ends the watch when it is cancelled or released.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    provider.subscribe(to: selector, initial: initial, onChange: onChange)
  }
}

/// Lets a view model have `$state`, as if its state were published, without storing it twice.
///
/// A stored copy would be one more reference to each collection of the state.
@MainActor
@propertyWrapper
public struct ViewModelState<State: Sendable, Action> {
  /// Creates the wrapper.
  public init() {}

  /// Is not asked: the view model has the state.
  @available(*, unavailable, message: "only a property of `ObservableViewModel` can have it")
  public var wrappedValue: State { fatalError("the view model has the state") }

  /// Is not asked: the view model has the publisher.
  @available(*, unavailable, message: "only a property of `ObservableViewModel` can have it")
  public var projectedValue: Published<State>.Publisher {
    fatalError("the view model has the publisher")
  }

  /// The state that a view model shows.
  public static subscript(
    _enclosingInstance model: ObservableViewModel<State, Action>,
    wrapped state: KeyPath<ObservableViewModel<State, Action>, State>,
    storage storage: KeyPath<ObservableViewModel<State, Action>, Self>
  ) -> State { model.selector.output }

  /// The publisher of the state that a view model shows.
  public static subscript(
    _enclosingInstance model: ObservableViewModel<State, Action>,
    projected publisher: KeyPath<
      ObservableViewModel<State, Action>, Published<State>.Publisher
    >,
    storage storage: KeyPath<ObservableViewModel<State, Action>, Self>
  ) -> Published<State>.Publisher { model.statePublisher }
}

extension ActionHandler where Self: StateProvider {
  /// This store or projection as an `ObservableObject` whose state can be compared.
  public func asObservableViewModel() -> ObservableViewModel<State, Action>
  where State: Equatable & SendableMetatype {
    ObservableViewModel(self)
  }

  /// This store or projection as an `ObservableObject`.
  ///
  /// - Parameter didChange: Compares the state that is shown with a new one.
  /// - Returns: A view model that holds this store.
  public func asObservableViewModel(
    didChange: @escaping @Sendable (State, State) -> Bool
  ) -> ObservableViewModel<State, Action> {
    ObservableViewModel(self, didChange: didChange)
  }
}
