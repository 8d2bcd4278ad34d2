// SPDX-License-Identifier: Apache-2.0

/// Tells whether a value is of one case of its enum, and which case it is.
///
/// Paths to cases of enums that number their cases carry one; see ``CasePathable/caseIndex(of:)``.
/// What is lifted by such a path is found by the number when it is combined with others.
@usableFromInline
struct CaseTest<Root>: Sendable {
  /// Answers alike for all values of one case.
  @usableFromInline let accepts: @Sendable (Root) -> Bool
  /// The number of a value's case; negative if it has none.
  @usableFromInline let index: @Sendable (Root) -> Int
  /// Whether different cases are known to have different numbers.
  @usableFromInline let areIndicesDistinct: Bool

  @inlinable
  init(
    accepts: @escaping @Sendable (Root) -> Bool, index: @escaping @Sendable (Root) -> Int,
    areIndicesDistinct: Bool
  ) {
    self.accepts = accepts
    self.index = index
    self.areIndicesDistinct = areIndicesDistinct
  }
}

extension CaseTest where Root: CasePathable & SendableMetatype {
  @inlinable
  init(accepts: @escaping @Sendable (Root) -> Bool) {
    self.init(
      accepts: accepts, index: { Root.caseIndex(of: $0) },
      areIndicesDistinct: Root.areCaseIndicesDistinct)
  }
}
