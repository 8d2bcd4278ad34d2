// SPDX-License-Identifier: Apache-2.0

/// Builds one view from the statements of a closure.
///
/// Understands several views in a row, `if` with and without `else`, `switch` and availability
/// checks. The branches of a condition have different identities: state is not carried over from
/// one to the other. For loops use ``ForEach``.
@resultBuilder public enum ViewBuilder {
  /// Passes a view through.
  public static func buildExpression<Content: View>(_ content: Content) -> Content {
    content
  }

  /// Builds an empty view from an empty closure.
  public static func buildBlock() -> EmptyView {
    EmptyView()
  }

  /// Passes a single view through.
  public static func buildBlock<Content: View>(_ content: Content) -> Content {
    content
  }

  /// Puts several views in a row.
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }

  /// Builds the view of an `if` without an `else`.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? {
    content
  }

  /// Builds the first branch of a condition.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> {
    _ConditionalContent(.first(first))
  }

  /// Builds the second branch of a condition.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> {
    _ConditionalContent(.second(second))
  }

  /// Hides the type of a view behind an availability check.
  public static func buildLimitedAvailability(_ content: some View) -> AnyView {
    AnyView(content)
  }
}
