// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A state for tests: notes, two numbers and a large collection.
public struct Ledger: Equatable, Sendable {
  /// The notes, in order.
  public var notes: [String]
  /// A number.
  public var count: Int
  /// Another number.
  public var other: Int
  /// A collection that is expensive to copy.
  public var payload: [Int]

  /// Creates a ledger.
  public init(notes: [String] = [], count: Int = 0, other: Int = 0, payload: [Int] = []) {
    self.notes = notes
    self.count = count
    self.other = other
    self.payload = payload
  }

  /// The address of the payload, which changes when the payload is copied.
  public var payloadAddress: UInt {
    payload.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}

/// The actions of a ledger.
public enum LedgerAction: Hashable, Sendable {
  /// Adds a note.
  case note(String)
  /// Adds to the count.
  case add(Int)
  /// Sets the other number.
  case setOther(Int)
  /// Adds one to an element of the payload.
  case write(Int)
  /// Makes a throwing reducer throw, after it has changed something.
  case fail
}

/// The error of `LedgerAction.fail`.
public struct LedgerError: Error, Equatable {
  /// Creates the error.
  public init() {}
}

extension Reducer where State == Ledger, Action == LedgerAction {
  /// Applies the actions; `fail` changes nothing.
  public static var ledger: Reducer {
    Reducer { state, action in state.apply(action) }
  }

  /// Applies the actions; `fail` changes the count and then throws.
  public static var throwingLedger: Reducer {
    Reducer { (state: inout Ledger, action: LedgerAction) throws in
      state.apply(action)
      if action == .fail {
        state.count = -1
        throw LedgerError()
      }
    }
  }
}

extension Ledger {
  /// Applies an action.
  public mutating func apply(_ action: LedgerAction) {
    switch action {
    case .note(let text): notes.append(text)
    case .add(let amount): count += amount
    case .setOther(let value): other = value
    case .write(let index): payload[index] += 1
    case .fail: break
    }
  }
}

/// The middleware of ledger tests: a closure returns the effect of each action.
public typealias LedgerMiddleware = AnyMiddleware<LedgerAction, LedgerAction, Ledger>

/// The store of ledger tests.
public typealias LedgerStore = Store<Ledger, LedgerAction>
