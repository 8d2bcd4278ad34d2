// SPDX-License-Identifier: Apache-2.0

// The dynamic properties, bindings and the environment.

import Observation

public protocol DynamicProperty {
  static func _makeProperty<V>(
    in buffer: inout _DynamicPropertyBuffer, container: _GraphValue<V>, fieldOffset: Int,
    inputs: inout _GraphInputs)
  static var _propertyBehaviors: UInt32 { get }
  mutating func update()
}

extension DynamicProperty {
  public static func _makeProperty<V>(
    in buffer: inout _DynamicPropertyBuffer, container: _GraphValue<V>, fieldOffset: Int,
    inputs: inout _GraphInputs
  ) { fatalError() }
  public static var _propertyBehaviors: UInt32 { fatalError() }
  public mutating func update() {}
}

@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) { fatalError() }
  public init(initialValue value: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}
extension State: Sendable where Value: Sendable {}
extension State where Value: ExpressibleByNilLiteral {
  public init() { fatalError() }
}

@frozen @propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public var transaction: Transaction
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
  ) { fatalError() }
  public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public init(projectedValue: Binding<Value>) { fatalError() }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>)
    -> Binding<Subject>
  { fatalError() }
}
extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: DynamicProperty {}
extension Binding {
  public init<V>(_ base: Binding<V>) where Value == V? { fatalError() }
  public init?(_ base: Binding<Value?>) { fatalError() }
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { fatalError() }
}

@frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
  public var wrappedValue: Value { fatalError() }
}
extension Environment: Sendable where Value: Sendable {}
extension Environment {
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable { fatalError() }
  public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject, T: Observable {
    fatalError()
  }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
  static func _valuesEqual(_ lhs: Self.Value, _ rhs: Self.Value) -> Bool
}
extension EnvironmentKey {
  public static func _valuesEqual(_ lhs: Self.Value, _ rhs: Self.Value) -> Bool { fatalError() }
}

public struct EnvironmentValues: CustomStringConvertible {
  public init() { fatalError() }
  public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
    get { fatalError() }
    set { fatalError() }
  }
  public subscript<T>(objectType: T.Type) -> T? where T: AnyObject, T: Observable {
    get { fatalError() }
    set { fatalError() }
  }
  public var description: String { fatalError() }
  public var isEnabled: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}
@available(*, unavailable) extension EnvironmentValues: Sendable {}

public struct Transaction {
  public var animation: Animation?
  public init() {}
  public init(animation: Animation?) {}
}
@available(*, unavailable) extension Transaction: Sendable {}
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { fatalError() }
