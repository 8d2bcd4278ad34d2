// SPDX-License-Identifier: Apache-2.0

/// A group of controls.
///
/// On the page it is a `form` element, which is never submitted.
public struct Form<Content: View> {
  let content: Content

  /// Creates a form of the views of a closure.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Form: View, PrimitiveView, BoxView {
  static var tag: HTMLTag { .form }
  var box: Box { Box(name: "mv-form mv-x") }
}
