// SPDX-License-Identifier: Apache-2.0

/// The name of the page whose views run now, in a program that runs the pages of several visitors.
///
/// A page server sets it while it handles an event of a page, updates the page and starts its
/// tasks. The server of `MillraceWeb` forms it from the path of the page and a running number. The
/// name is meant for logs and tools. It is not a secret.
///
/// ```swift
/// Button("Save") { print(PageName.current ?? "no page") }   // /board #3
/// ```
public enum PageName {
  /// The name, or nil outside of pages.
  ///
  /// It is a task-local value: a `Task` inherits it, a detached task does not.
  @TaskLocal public static var current: String?
}
