// SPDX-License-Identifier: Apache-2.0

/// A cost that is promised: something of one row that must not exceed a limit.
public struct Promise: Equatable, Sendable {
  /// What is limited.
  public enum Quantity: Sendable {
    /// Times the baseline.
    case ratio
    /// Times our own simpler case.
    case growth
    /// Objects per operation.
    case allocations
    /// Copies of the state per operation.
    case copies
    /// The value itself, which is no time.
    case value
    /// The value itself, in nanoseconds.
    case time

    /// Whether a slow moment of the machine can make it look worse than it is.
    var isTime: Bool { self == .ratio || self == .growth || self == .time }
  }

  /// The promise in words.
  public let text: String
  /// The name of the row that shows it.
  public let row: String
  /// What of the row is limited.
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

  /// What was measured of it, or nil if the row does not tell.
  public func measured(in row: Row) -> Double? {
    guard row.name == self.row else { return nil }
    return switch quantity {
    case .ratio: row.ratio
    case .growth: row.growth
    // One object in more than two hundred operations is a buffer that grew.
    case .allocations: row.allocations.map { ($0 * 100).rounded() / 100 }
    case .copies: row.copies
    case .value, .time: row.value
    }
  }
}

/// A promise and what became of it.
public struct Verdict: Equatable, Sendable {
  /// The promise.
  public let promise: Promise
  /// What was measured, or nil if nothing was.
  public let measured: Double?

  /// Creates a verdict.
  public init(_ promise: Promise, measured: Double?) {
    self.promise = promise
    self.measured = measured
  }

  /// Whether the promise is kept; what is not a number keeps nothing, and neither does nothing.
  public var isKept: Bool { measured.map { $0 <= promise.limit } ?? false }

  /// Whether measuring again may help.
  public var isWorthAnotherTry: Bool { !isKept && measured != nil && promise.quantity.isTime }

  /// How many times the limit was measured.
  public var excess: Double { (measured ?? .infinity) / promise.limit }
}

extension [Promise] {
  /// What became of the promises.
  ///
  /// - Parameters:
  ///   - rows: What was measured.
  ///   - names: The rows that were asked for; empty for all. Promises of other rows are left out.
  /// - Returns: One verdict for each promise; those of which nothing was measured are not kept.
  public func verdicts(on rows: [Row], only names: [String] = []) -> [Verdict] {
    filter { names.isEmpty || names.contains($0.row) }.map { promise in
      Verdict(promise, measured: rows.lazy.compactMap { promise.measured(in: $0) }.first)
    }
  }
}
