// SPDX-License-Identifier: Apache-2.0

/// What it costs to bring selections up to date, and for which commit it is done.
@usableFromInline
struct SelectionPass {
  /// The number of the commit that the state comes from.
  @usableFromInline var commit: UInt64 = 0
  @usableFromInline var slicesCompared = 0
  @usableFromInline var rowsCompared = 0
  @usableFromInline var selectorsComputed = 0

  @inlinable
  init() {}
}

extension StoreCounters {
  /// Adds what was done since the last time.
  @inlinable
  mutating func take(_ pass: inout SelectionPass) {
    slicesCompared += pass.slicesCompared
    rowsCompared += pass.rowsCompared
    selectorsComputed += pass.selectorsComputed
    pass.slicesCompared = 0
    pass.rowsCompared = 0
    pass.selectorsComputed = 0
  }
}
