// SPDX-License-Identifier: Apache-2.0

/// The name of the page whose views run now, where one program runs the pages of several visitors.
///
/// A server of pages sets it while it handles what a person does on a page, brings the page up to
/// date and starts its tasks. It is a name for logs and tools and no secret.
///
/// ```swift
/// Button("Save") { print(PageName.current ?? "no page") }   // /board #3
/// ```
public enum PageName {
  /// The name; nil outside of pages.
  ///
  /// It is a task-local value, so that tasks have it too.
  @TaskLocal public static var current: String?
}
