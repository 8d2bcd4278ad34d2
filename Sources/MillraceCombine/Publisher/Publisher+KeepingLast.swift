// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Publisher {
  /// With each value, the last ones up to and including it, oldest first.
  ///
  /// ```swift
  /// let history = store.transitionPublisher().keepingLast(5).sink { show($0) }
  /// store.select(selectProjected).compactMap { $0 }.keepingLast(5)
  /// ```
  ///
  /// The idea comes from ReCombine, whose example keeps the first ones.
  ///
  /// Complexity: O(count) per value.
  ///
  /// - Parameter count: How many values to keep.
  /// - Returns: A publisher of at most so many values at a time.
  public func keepingLast(_ count: Int) -> Publishers.Scan<Self, [Output]> {
    scan([]) { kept, value in (kept + [value]).suffix(Swift.max(count, 0)) }
  }
}
