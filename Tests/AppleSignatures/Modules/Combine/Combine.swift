// SPDX-License-Identifier: Apache-2.0

// Signatures of Combine of the SDKs of 2024 (iOS 18, macOS 15). No bodies.
//
// As in the SDK, only `Subscribers.Demand` and `Subscribers.Completion` are Sendable.

public protocol Cancellable {
  func cancel()
}
public struct CombineIdentifier: Hashable, CustomStringConvertible {
  public init() { fatalError() }
  public init(_ obj: AnyObject) { fatalError() }
  public var description: String { fatalError() }
}
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}
extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}
public enum Subscriptions {}
extension Subscriptions {
  public static var empty: any Subscription { fatalError() }
}
public enum Subscribers {}
extension Subscribers {
  @frozen
  public struct Demand: Equatable, Comparable, Hashable, Codable,
    CustomStringConvertible, Sendable
  {
    let rawValue: UInt
    public static let unlimited = Demand(rawValue: 0)
    public static let none = Demand(rawValue: 0)
    public static func max(_ value: Int) -> Demand { fatalError() }
    public var description: String { fatalError() }
    public static func + (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
    public static func += (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func + (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func += (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func - (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func - (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func < (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func > (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func == (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public var max: Int? { fatalError() }
  }
  @frozen public enum Completion<Failure> where Failure: Error {
    case finished
    case failure(Failure)
  }
}
extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Self.Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Self.Failure>)
}
extension Subscriber where Input == Void {
  public func receive() -> Subscribers.Demand { fatalError() }
}
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S>(subscriber: S)
  where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}
extension Publisher {
  public func subscribe<S>(_ subscriber: S)
  where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input { fatalError() }
  public func eraseToAnyPublisher() -> AnyPublisher<Self.Output, Self.Failure> { fatalError() }
  public func filter(_ isIncluded: @escaping (Self.Output) -> Bool) -> Publishers.Filter<Self> {
    fatalError()
  }
  public func map<T>(_ transform: @escaping (Self.Output) -> T) -> Publishers.Map<Self, T> {
    fatalError()
  }
  public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Self.Output) -> T)
    -> Publishers.Scan<Self, T>
  { fatalError() }
  public func sink(
    receiveCompletion: @escaping ((Subscribers.Completion<Self.Failure>) -> Void),
    receiveValue: @escaping ((Self.Output) -> Void)
  ) -> AnyCancellable { fatalError() }
  public func max() -> Never where Output: Comparable { fatalError() }
  public func min() -> Never where Output: Comparable { fatalError() }
}
extension Publisher where Self.Failure == Never {
  public func sink(receiveValue: @escaping ((Self.Output) -> Void)) -> AnyCancellable {
    fatalError()
  }
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Self.Output>, on object: Root)
    -> AnyCancellable
  { fatalError() }
}
@frozen public struct AnyPublisher<Output, Failure>: CustomStringConvertible where Failure: Error {
  public init<P>(_ publisher: P)
  where Output == P.Output, Failure == P.Failure, P: Publisher { fatalError() }
  public var description: String { fatalError() }
}
extension AnyPublisher: Publisher {
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber { fatalError() }
}
public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }
  public init<C>(_ canceller: C) where C: Cancellable { fatalError() }
  deinit {}
  public func cancel() {}
  public func hash(into hasher: inout Hasher) {}
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { fatalError() }
  public func store(in set: inout Set<AnyCancellable>) {}
}
public enum Publishers {}
extension Publishers {
  public struct Filter<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let isIncluded: (Upstream.Output) -> Bool
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      fatalError()
    }
  }
  public struct Map<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output
    public func receive<S>(subscriber: S)
    where Output == S.Input, S: Subscriber, Upstream.Failure == S.Failure { fatalError() }
  }
  public struct Scan<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    public func receive<S>(subscriber: S)
    where Output == S.Input, S: Subscriber, Upstream.Failure == S.Failure { fatalError() }
  }
}
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where Self.ObjectWillChangePublisher.Failure == Never
  var objectWillChange: Self.ObjectWillChangePublisher { get }
}
extension ObservableObject where Self.ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { fatalError() }
}
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  public init() {}
  public func receive<S>(subscriber: S)
  where
    S: Subscriber, S.Failure == ObservableObjectPublisher.Failure,
    S.Input == ObservableObjectPublisher.Output
  { fatalError() }
  public func send() {}
}
@propertyWrapper public struct Published<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public init(initialValue: Value) { fatalError() }
  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    public func receive<S>(subscriber: S)
    where Value == S.Input, S: Subscriber, S.Failure == Never { fatalError() }
  }
  public var projectedValue: Published<Value>.Publisher {
    mutating get { fatalError() }
    set { fatalError() }
  }
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
  public static subscript<EnclosingSelf>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value where EnclosingSelf: AnyObject {
    get { fatalError() }
    set { fatalError() }
  }
  public static subscript<EnclosingSelf>(
    _enclosingInstance object: EnclosingSelf,
    projected wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>.Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Published<Value>.Publisher where EnclosingSelf: AnyObject {
    get { fatalError() }
    set { fatalError() }
  }
}
