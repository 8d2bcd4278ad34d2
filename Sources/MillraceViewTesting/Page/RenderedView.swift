// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import MillraceViews

/// A view under test, shown without a browser: finds elements by role and name, uses them as a user
/// does, and reads what they show.
///
/// ```swift
/// let page = RenderedView { Provider(\.counterStore, store) { CounterContent() } }
/// page.find(.button, "Increment").tap()
/// #expect(page.texts.contains("Value: 1"))
/// ```
///
/// There is nothing to wait for: what an action changes is on the page when `tap()` returns, and
/// what a store changes is there when the test looks. Only the work of `.task` modifiers comes
/// later; let it run, on a clock of the test, and look again.
///
/// What cannot be found or used fails the test at its line and says what the page has; the test
/// goes on. The idea of finding by role and name comes from Testing Library.
@MainActor
public final class RenderedView {
  /// The host that shows the view.
  public let host: ViewHost
  /// The patches since the page was first shown, in order.
  public private(set) var patches: [Patch] = []

  /// Shows a view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - environment: The values that it inherits.
  public init(_ view: some View, environment: EnvironmentValues = EnvironmentValues()) {
    host = ViewHost(view, environment: environment)
    _ = host.html()
    refresh()
  }

  /// Shows what a closure builds.
  ///
  /// - Parameters:
  ///   - environment: The values that it inherits.
  ///   - content: The view.
  public convenience init(
    environment: EnvironmentValues = EnvironmentValues(), @ViewBuilder content: () -> some View
  ) {
    self.init(content(), environment: environment)
  }

  isolated deinit {
    host.close()
  }

  /// The title of the page.
  public var title: String {
    refresh()
    return host.title
  }

  /// The texts of the page, in order; captions of fields are included, their contents are not.
  ///
  /// Complexity: O(n) in the number of elements, as for all members that read the page.
  public var texts: [String] { elements.texts }

  /// The texts of the page, a line for each.
  public var text: String { texts.joined(separator: "\n") }

  /// What is on the page: roles, names and values, a line for each, indented by what they are in.
  public var outline: String { elements.outline }

  /// The page as a tree.
  public var elements: ViewElement {
    refresh()
    return host.elements()
  }

  /// How often the body of a view type has run so far.
  ///
  /// - Parameter type: The view type, generic arguments included.
  /// - Returns: The number of runs.
  public func bodies(of type: Any.Type) -> Int {
    refresh()
    return host.bodies(of: type)
  }

  /// Finds the one element with a role and a name; fails the test if there is none or more than
  /// one.
  ///
  /// - Parameters:
  ///   - role: The role of the element.
  ///   - name: Its whole label; nil for any.
  ///   - text: The whole text of an element inside it; nil for any.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The element. If the test has failed, one on which all calls do nothing.
  @discardableResult
  public func find(
    _ role: ViewElement.Role, _ name: String? = nil, containing text: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> FoundView {
    FoundView(
      page: self, Query(role: role, name: name, text: text), in: elements, "on the page",
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Finds all elements with a role and a name, in the order of the page; there may be none.
  ///
  /// - Parameters:
  ///   - role: The role of the elements.
  ///   - name: Their whole label; nil for any.
  ///   - text: The whole text of an element inside each; nil for any.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The elements.
  public func findAll(
    _ role: ViewElement.Role, _ name: String? = nil, containing text: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [FoundView] {
    FoundView.all(
      on: self, Query(role: role, name: name, text: text), in: elements,
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Brings the page up to date.
  func refresh() {
    patches += host.flush()
  }
}

/// What is looked for.
struct Query {
  let role: ViewElement.Role
  let name: String?
  let text: String?

  func matches(_ element: ViewElement) -> Bool {
    element.role == role && name.map { element.label == $0 } ?? true
      && text.map(element.texts.contains) ?? true
  }

  /// In words, with an article.
  var words: String { "\(role.words)\(details)" }

  /// In words, without an article.
  var bareWords: String { "\(role.bareWords)\(details)" }

  private var details: String {
    (name.map { " `\($0)`" } ?? "")
      + (text.map { " that has an element with the text `\($0)`" } ?? "")
  }
}
