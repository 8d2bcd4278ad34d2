// SPDX-License-Identifier: Apache-2.0

// A replacement for the bindings and transactions of SwiftUI, written from OpenSwiftUI. A binding
// passes its transaction to a `set` of two parameters. A `set` of one parameter loses it.

public struct Animation: Equatable, Sendable {
  let name: String

  public static let `default` = Animation(name: "default")
  public static let linear = Animation(name: "linear")
}

public struct Transaction {
  public var animation: Animation?
  public var disablesAnimations = false

  public init() {}

  public init(animation: Animation?) {
    self.animation = animation
  }

  /// The transaction of the changes that are made now.
  @MainActor public static var current = Transaction()
}

@MainActor public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  let outer = Transaction.current
  Transaction.current = transaction
  defer { Transaction.current = outer }
  return try body()
}

@MainActor public func withAnimation<Result>(
  _ animation: Animation?, _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(Transaction(animation: animation), body)
}

@MainActor public struct Binding<Value> {
  public var transaction = Transaction()
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value, Transaction) -> Void

  public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    self.init(get: get) { value, _ in set(value) }
  }

  public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value, Transaction) -> Void
  ) {
    (self.get, self.set) = (get, set)
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue, transaction) }
  }

  public func animation(_ animation: Animation? = .default) -> Binding {
    var copy = self
    copy.transaction.animation = animation
    return copy
  }
}
