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
/// view model is itself a store, so you can project it, observe it and pass it to other code. It
/// references its store strongly.
///
/// ``state`` changes when the store calls its observers. In a batch, and in observers that
/// subscribed before the view model, it can therefore be older than a value that `select` returns.
///
/// ``state`` is a second reference to the state of the store. Therefore the next write to one of
/// its collections copies that collection. Use the part of the state that the view needs, not the
/// state of the whole application.
///
/// The idea comes from SwiftRex.
@MainActor
public final class ObservableViewModel<State: Sendable, Action>: ObservableObject {
  fileprivate let selector: ObservableSelector<State>
  private let handler: any ActionHandler<Action>
  private let provider: any StateProvider<State>

  /// The current state; `$state` is its publisher, as for a `@Published` property.
  ///
  /// `$state` publishes the current state immediately. It publishes each later state just before
  /// ``state`` changes, as `@Published` does.
  @ViewModelState<State, Action> public var state: State

  /// Creates a view model of a store with `Equatable` state.
  ///
  /// A commit of an equal state is ignored.
  public convenience init(_ store: some StoreType<State, Action>)
  where State: Equatable & SendableMetatype {
    self.init(store, didChange: { $0 != $1 })
  }

  /// Creates a view model of a store, with a comparison of states.
  ///
  /// - Parameters:
  ///   - store: A store or a projection.
  ///   - didChange: Returns true if the new state differs from the current state of the view model.
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

  /// The same as `$state` of ``state``.
  public var statePublisher: Published<State>.Publisher { selector.$output }
}

extension ObservableViewModel: ActionHandler, StateProvider {
  /// Dispatches an action to the store.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    handler.dispatch(action, source: source)
  }

  /// Reads and tracks a value of the store.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    provider.read(selector)
  }

  /// Returns the value of a selector for the store's state, without tracking.
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    provider.select(selector)
  }

  /// Observes a value of the store.
  ///
  /// - Parameters:
  ///   - selector: Selects the value.
  ///   - initial: True if `onChange` is called immediately with the current value.
  ///   - onChange: Called after a commit if the value differs from the last delivered value.
  /// - Returns: A subscription that ends when it is cancelled or released.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    provider.subscribe(to: selector, initial: initial, onChange: onChange)
  }
}

/// Gives a view model the property `$state`, without a second stored copy of the state.
///
/// A stored copy would be one more reference to each collection of the state.
@MainActor
@propertyWrapper
public struct ViewModelState<State: Sendable, Action> {
  /// Creates the wrapper.
  public init() {}

  /// Never called: the state is in the view model.
  @available(*, unavailable, message: "only a property of `ObservableViewModel` can have it")
  public var wrappedValue: State { fatalError("the view model has the state") }

  /// Never called: the publisher is in the view model.
  @available(*, unavailable, message: "only a property of `ObservableViewModel` can have it")
  public var projectedValue: Published<State>.Publisher {
    fatalError("the view model has the publisher")
  }

  /// The state of a view model.
  public static subscript(
    _enclosingInstance model: ObservableViewModel<State, Action>,
    wrapped state: KeyPath<ObservableViewModel<State, Action>, State>,
    storage storage: KeyPath<ObservableViewModel<State, Action>, Self>
  ) -> State { model.selector.output }

  /// The publisher of the state of a view model.
  public static subscript(
    _enclosingInstance model: ObservableViewModel<State, Action>,
    projected publisher: KeyPath<
      ObservableViewModel<State, Action>, Published<State>.Publisher
    >,
    storage storage: KeyPath<ObservableViewModel<State, Action>, Self>
  ) -> Published<State>.Publisher { model.statePublisher }
}

extension ActionHandler where Self: StateProvider {
  /// Returns this store or projection as an `ObservableObject`, with `Equatable` state.
  public func asObservableViewModel() -> ObservableViewModel<State, Action>
  where State: Equatable & SendableMetatype {
    ObservableViewModel(self)
  }

  /// Returns this store or projection as an `ObservableObject`.
  ///
  /// - Parameter didChange: Returns true if the new state differs from the state of the view model.
  /// - Returns: A view model that references this store strongly.
  public func asObservableViewModel(
    didChange: @escaping @Sendable (State, State) -> Bool
  ) -> ObservableViewModel<State, Action> {
    ObservableViewModel(self, didChange: didChange)
  }
}
