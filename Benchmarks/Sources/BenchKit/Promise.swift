// SPDX-License-Identifier: Apache-2.0

/// A promised maximum cost: a quantity of one row must not exceed a limit.
public struct Promise: Equatable, Sendable {
  /// The quantities that can be limited.
  public enum Quantity: Sendable {
    /// The ratio to the baseline.
    case ratio
    /// The ratio to a simpler case of our own code.
    case growth
    /// The number of allocated objects per operation.
    case allocations
    /// The number of copies of the state per operation.
    case copies
    /// The value itself, if it is not a time.
    case value
    /// The value itself, if it is a time.
    case time

    /// Whether the quantity depends on time, so that a busy machine can make it worse.
    var isTime: Bool { self == .ratio || self == .growth || self == .time }
  }

  /// The promise in words.
  public let text: String
  /// The name of the row that shows it.
  public let row: String
  /// The limited quantity of the row.
  public let quantity: Quantity
  /// The largest value that keeps the promise.
  public let limit: Double

  /// Creates a promise.
  public init(_ text: String, _ row: String, _ quantity: Quantity, atMost limit: Double) {
    self.text = text
    self.row = row
    self.quantity = quantity
    self.limit = limit
  }

  /// Returns the measured quantity, or nil if the row does not have it.
  public func measured(in row: Row) -> Double? {
    guard row.name == self.row else { return nil }
    return switch quantity {
    case .ratio: row.ratio
    case .growth: row.growth
    // Fewer than one object in 200 operations is rounded to zero: a buffer that grows now and then
    // is no cost of an operation.
    case .allocations: row.allocations.map { ($0 * 100).rounded() / 100 }
    case .copies: row.copies
    case .value, .time: row.value
    }
  }
}

/// The result of checking a promise.
public struct Verdict: Equatable, Sendable {
  /// The promise.
  public let promise: Promise
  /// The measured quantity, or nil if it was not measured.
  public let measured: Double?

  /// Creates a verdict.
  public init(_ promise: Promise, measured: Double?) {
    self.promise = promise
    self.measured = measured
  }

  /// Whether the promise is kept.
  ///
  /// It is not kept if the measured quantity is nil or NaN.
  public var isKept: Bool { measured.map { $0 <= promise.limit } ?? false }

  /// Whether another measurement can change the result.
  public var isWorthAnotherTry: Bool { !isKept && measured != nil && promise.quantity.isTime }

  /// The ratio of the measured quantity to the limit.
  public var excess: Double { (measured ?? .infinity) / promise.limit }
}

extension [Promise] {
  /// Checks the promises.
  ///
  /// - Parameters:
  ///   - rows: The measured rows.
  ///   - names: The names of the requested rows, or empty for all rows. Promises of other rows are
  ///     skipped.
  /// - Returns: One verdict for each promise. A promise without a measurement is not kept.
  public func verdicts(on rows: [Row], only names: [String] = []) -> [Verdict] {
    filter { names.isEmpty || names.contains($0.row) }.map { promise in
      Verdict(promise, measured: rows.lazy.compactMap { promise.measured(in: $0) }.first)
    }
  }
}
