// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Publisher {
  /// Publishes, for each value, an array of the last values including it, oldest first.
  ///
  /// ```swift
  /// let history = store.transitionPublisher().keepingLast(5).sink { show($0) }
  /// store.select(selectProjected).compactMap { $0 }.keepingLast(5)
  /// ```
  ///
  /// The idea comes from ReCombine, whose example keeps the first values instead.
  ///
  /// Complexity: O(count) per value.
  ///
  /// - Parameter count: The maximum number of values in an array.
  /// - Returns: A publisher of arrays.
  public func keepingLast(_ count: Int) -> Publishers.Scan<Self, [Output]> {
    scan([]) { kept, value in (kept + [value]).suffix(Swift.max(count, 0)) }
  }
}
